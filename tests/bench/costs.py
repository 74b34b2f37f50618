"""
Measures the processor time of a request and a playout, as ratios within one run: `make costs`.

Requests go through the application in this process, one after the other, so neither the server nor the network counts.
What an action spends on its largest parts is measured in rounds of their own, because watching costs something, too.
The floor is a bare Flask application that reads the same body and answers a small one. Playouts are random choices from
legal lists, without views and events; the measure is random chess by python-chess. Everything is measured in turn,
several times; medians are printed with the smallest and the largest, and each run is added to `build/bench.jsonl`.

An action's calls are counted, too, in one more round: every call that Python reports to a profiler of code in a file of
`ROOMS`, that of the titles aside. A comprehension counts, and so does every step of a generator; code without a file,
which Python makes for dataclasses and named tuples, does not.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Final

import flask
import orjson

from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.tape import Tape
from delvebook.service.api.app import create_app
from delvebook.service.api.lean import BODY, LeanFlask
from delvebook.service.base.garbage import look_seldom, pass_over_what_exists
from delvebook.service.base.json_logging import configure_logging
from delvebook.service.base.settings import Settings
from delvebook.service.identity.signing import Receipts
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.usecases.commands import Commands
from delvebook.service.wiring import build_services, migrate
from tests.bench.bare import app as floor_app
from tests.bench.figures import Figures
from tests.service.api.house import FakeSignal

ACTIONS: Final = 300
BATCH: Final = 32
PLAYOUT_SECONDS: Final = 1.0
FLOOR: Final = "Flask's floor for a POST"
CHESS: Final = "python-chess, random plies"
PARTS: Final = (
    ("the commit: rows, flush, waking others", GroupCommitRecorder, "insert_events"),
    ("the rules, the event and its hashes", Game, "act"),
    ("the answer: table, events, receipt", Commands, "answer"),
    ("of that, the signature", Receipts, "_sign"),
    ("hooks before and after", LeanFlask, "preprocess_request"),
    ("hooks before and after", LeanFlask, "process_response"),
)
"""The parts of an action's time."""
ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = tuple(f"{ROOT / room}{os.sep}" for room in ("domain", "replays", "projections", "service", "workers"))
TITLES: Final = f"{ROOT / 'domain' / 'rulesets'}{os.sep}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="make costs", description=__doc__)
    parser.add_argument("--only", choices=("requests", "playouts", "calls"))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--database", default="", help="a PostgreSQL URL; SQLite if not given")
    wanted = parser.parse_args()
    figures = Figures("costs")
    with tempfile.TemporaryDirectory(prefix="dvcosts") as home:
        app = None if wanted.only == "playouts" else _app(Path(home), wanted.database)
        for _ in range(wanted.repeats):
            if app is not None:
                if wanted.only != "calls":
                    _requests(app, figures)
                    with Watch() as watch:
                        _requests(app, Figures("unused"), watch=watch)
                    watch.tell(figures)
                _requests(app, Figures("unused"), watch=(calls := Calls()))
                calls.tell(figures)
            if wanted.only not in ("requests", "calls"):
                _playouts(figures)
    figures.tell()
    if wanted.only != "calls":
        figures.keep()


# -- requests -----------------------------------------------------------------------------------------


def _app(home: Path, database: str) -> flask.Flask:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(home)
    settings = Settings(
        home=home, database_url=database, secret="00" * 32, rate_limit="", accounts_limit="", log_level="error"
    )
    configure_logging(settings)
    migrate(settings)
    app = create_app(build_services(settings, signal=FakeSignal()))
    app.test_client().get("/.well-known/jwks.json")  # which makes the first key
    for folder in (path for path in home.rglob("*") if path.is_dir()):
        os.utime(folder, (1, 1))  # A folder of keys that has just changed is read again for each signature.
    look_seldom()
    pass_over_what_exists()  # as a web process does
    return app


def _requests(app: flask.Flask, figures: Figures, *, watch: Watch | Calls | None = None) -> None:
    floor, chance = floor_app, random.Random(1)
    spent: dict[str, list[float]] = {}

    def call(name: str, target: flask.Flask, method: str, path: str, body: Any = None, token: str = "") -> Any:
        status, data, seconds = _call(target, method, path, body, token)
        assert status < 300, data
        spent.setdefault(name, []).append(seconds * 1e6)
        return orjson.loads(data)

    tag = f"{time.time_ns():x}"
    tokens = [call("-", app, "POST", "/v1/accounts", {"name": f"costs-{tag}-{seat}"})["token"] for seat in range(2)]
    done = 0
    while done < ACTIONS:
        table = _start(app, call, tokens)
        while table["to_act"] and done < ACTIONS:
            path, token = f"/v1/games/{table['id']}/actions", tokens[table["to_act"][0]]
            offer = call("GET …/actions", app, "GET", path, None, token)
            action = chance.choice(offer["actions"])["action"]
            body = {"decision": offer["decision"], "action": action}
            call(FLOOR, floor, "POST", "/actions", body)
            act = partial(call, "POST …/actions", app, "POST", path, body, token)
            made = act() if watch is None else watch.action(act)
            table = made["game"]
            done += 1
    for name, values in spent.items():
        if name != "-":
            figures.note(name, statistics.median(values), "µs", of="" if name == FLOOR else FLOOR)
    figures.note(f"POST /v1/actions with {BATCH}, an action", _batch(app, call, tokens) / BATCH, "µs", of=FLOOR)


class Watch:
    """Within the block, measures the processor time of actions by `PARTS`."""

    def __init__(self) -> None:
        self._now: dict[str, float] | None = None
        self._actions: list[dict[str, float]] = []
        self._plain: list[tuple[type, str, Any]] = []

    def __enter__(self) -> Watch:
        for name, owner, method in PARTS:
            plain = getattr(owner, method)
            self._plain.append((owner, method, plain))
            setattr(owner, method, self._watched(name, plain))
        return self

    def __exit__(self, *_: object) -> None:
        for owner, method, plain in self._plain:
            setattr(owner, method, plain)

    def _watched(self, name: str, plain: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*args: Any, **kwargs: Any) -> Any:
            began = time.thread_time()
            try:
                return plain(*args, **kwargs)
            finally:
                if self._now is not None:
                    self._now[name] = self._now.get(name, 0.0) + time.thread_time() - began

        return watched

    def action(self, act: Callable[[], Any]) -> Any:
        """Carries out one action. Returns its result."""
        self._now = {}
        try:
            return act()
        finally:
            self._actions.append(self._now)
            self._now = None

    def tell(self, figures: Figures) -> None:
        """Adds the median of each part."""
        for name in dict.fromkeys(name for name, _, _ in PARTS):
            seconds = statistics.median(action.get(name, 0.0) for action in self._actions)
            figures.note(f"  {name}", seconds * 1e6, "µs", of=FLOOR)


class Calls:
    """The calls of our own code that an action makes, and in how many files, the titles' aside."""

    def __init__(self) -> None:
        self._ours: dict[str, bool] = {}
        self._files: Counter[str] = Counter()
        self._actions: list[Counter[str]] = []

    def action(self, act: Callable[[], Any]) -> Any:
        """Does something that counts as one action; what it returns."""
        self._files = Counter()
        sys.setprofile(self._note)
        try:
            return act()
        finally:
            sys.setprofile(None)
            self._actions.append(self._files)

    def tell(self, figures: Figures) -> None:
        """Adds the medians."""
        figures.note("  calls of an action", statistics.median(counted.total() for counted in self._actions), "")
        figures.note("  files of these calls", statistics.median(map(len, self._actions)), "")

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            file = frame.f_code.co_filename
            if file not in self._ours:
                place = os.path.realpath(file)  # the package is made of links to the rooms
                self._ours[file] = place.startswith(ROOMS) and not place.startswith(TITLES)
            if self._ours[file]:
                self._files[file] += 1


def _start(app: flask.Flask, call: Callable[..., Any], tokens: list[str]) -> dict[str, Any]:
    made = call("-", app, "POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}, tokens[0])
    game = made["game"]["id"]
    for token in tokens:
        call("-", app, "POST", f"/v1/games/{game}/seats", {}, token)
    started: dict[str, Any] = call("-", app, "POST", f"/v1/games/{game}/start", None, tokens[0])["game"]
    return started


def _batch(app: flask.Flask, call: Callable[..., Any], tokens: list[str]) -> float:
    """Returns the microseconds of one request with an action in each of many games."""
    items = []
    for _ in range(BATCH):
        table = _start(app, call, tokens)
        offer = call("-", app, "GET", f"/v1/games/{table['id']}/actions", None, tokens[table["to_act"][0]])
        items.append((table["to_act"][0], table["id"], offer["decision"], offer["actions"][0]["action"]))
    seconds = 0.0
    for seat, token in enumerate(tokens):
        mine = [{"game": game, "decision": n, "action": action} for of, game, n, action in items if of == seat]
        if mine:
            status, data, took = _call(app, "POST", "/v1/actions", {"actions": mine}, token)
            assert status == 200, data
            seconds += took
    return seconds * 1e6


def _call(app: flask.Flask, method: str, path: str, body: Any, token: str) -> tuple[int, bytes, float]:
    """Returns the answer of a WSGI application, and the processor time of this thread for it."""
    data = b"" if body is None else orjson.dumps(body)
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path.partition("?")[0],
        "QUERY_STRING": path.partition("?")[2],
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(data)),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(data),
        "wsgi.errors": sys.stderr,
        "wsgi.input_terminated": True,
        BODY: data,
    }
    if token:
        environ["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    told: list[str] = []
    began = time.thread_time()
    answered = app(environ, lambda status, _headers, _info=None: told.append(status))
    whole = b"".join(answered)
    return int(told[0][:3]), whole, time.thread_time() - began


# -- playouts -----------------------------------------------------------------------------------------


def _playouts(figures: Figures) -> None:
    figures.note(CHESS, _rate(_chess), "/s")
    for ruleset in all_rulesets().values():
        rate = _rate(lambda game, of=ruleset: _play(of, game))
        figures.note(f"{ruleset.id}, random actions", rate, "/s", of=CHESS)


def _rate(play: Callable[[int], int]) -> float:
    """Returns steps in a second of processor time."""
    began, steps, game = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < PLAYOUT_SECONDS:
        steps += play(game)
        game += 1
    return steps / spent


def _play(ruleset: Any, game: int) -> int:
    """Plays one random game with every seat taken. Returns the number of actions."""
    chance, seats, steps = random.Random(game), ruleset.seats_max, 0
    tape = Tape(seed_of(f"costs/{game}"))
    state, _ = ruleset.setup(ruleset.parse_options({}, seats=seats), seats=seats, tape=tape)
    while ruleset.outcome(state) is None:
        seat = ruleset.to_act(state)[0]
        ruleset.play(state, seat, chance.choice(ruleset.legal(state, seat)), tape=tape)
        tape.take_draws()
        steps += 1
    return steps


def _chess(game: int) -> int:
    """Plays one random game of chess, 300 plies at most. Returns the number of plies."""
    import chess  # noqa: PLC0415 - only `make costs` installs it

    chance, board, plies = random.Random(game), chess.Board(), 0
    while plies < 300 and not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
        plies += 1
    return plies


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    os._exit(0)  # threads of the stores may still wait for a Redis that is not there
