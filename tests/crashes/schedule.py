"""
One schedule: processes of the application that share a disk, clients and followers, a crash at one write, and the rest.

Everything in it follows from its seed: who is next, what clients want, which write is the last one, and what of it
reaches the disk.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from delvebook.domain.errors import DelvebookError
from delvebook.domain.stream import REQUESTS_MAX, REQUESTS_SPARE, IdempotentRequest
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.service import wiring
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.caller import Caller
from delvebook.service.usecases.playing import Move
from delvebook.service.usecases.use_cases import UseCases
from delvebook.workers.wiring import open_projectors
from tests.chaos.ledger import Entry, Ledger, stored_key
from tests.chaos.reckoning import Reckoning, Silence, reckon
from tests.crashes.disk import Disk, How, watched
from tests.crashes.threads import Turns, replaced
from tests.service.tables import open_service, play_on, player, seated_game
from tests.stores import prepare

WEBS: Final = ("web 1", "web 2")
FOLLOWERS: Final = ("follower 1", "follower 2")
PLAYERS: Final = ("ann", "bob", "cid")
COMMANDS: Final = 3
"""The number of commands of each client before the crash."""
WRITES: Final = 30
"""The crash is at one of this many first writes; a run may end before."""
SNAPSHOT_EVERY: Final = 7
SECRET: Final = "c7" * 32


class Clock:
    """A clock that only the simulation moves."""

    def __init__(self) -> None:
        self._moment = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)

    def now(self) -> str:
        self.pass_(0.3)
        return self._moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def monotonic(self) -> float:
        return self._moment.timestamp()

    def pass_(self, seconds: float) -> None:
        self._moment += timedelta(seconds=seconds)


@dataclass
class Template:
    """A store with games in the middle of play, to start schedules from."""

    home: Path
    games: list[str] = field(default_factory=list)
    answers: dict[str, tuple[str, int, str]] = field(default_factory=dict)
    """The answers to requests that a game is about to forget, by their keys."""

    @classmethod
    def make(cls, home: Path) -> Template:
        """A simultaneous game, a turn-based one, and one that forgets its first requests at the next one."""
        home.mkdir(parents=True)
        settings = settings_of(home)
        prepare(settings)
        service = open_service(settings, create_tables=False)
        games = [seated_game(service, list(PLAYERS)), seated_game(service, ["ann", "bob"], title="the-descent")]
        for game in games:
            play_on(service, game, actions=3)
        full = seated_game(service, list(PLAYERS))
        answers = {}
        for number in range(REQUESTS_MAX + REQUESTS_SPARE):
            key = f"filling/{number}"
            request = IdempotentRequest(stored_key(PLAYERS[0], key), "body")
            answers[key] = _answer(_swapped(service, player(PLAYERS[0]), full, request))
        service.application.close()
        with open_projectors(settings) as (projectors, _):
            for projector in projectors:
                projector.catch_up()
        return cls(home, [str(game) for game in (*games, full)], answers)


def settings_of(home: Path) -> Settings:
    """Returns the settings of a store in the directory."""
    return Settings(home=home, secret=SECRET, snapshot_every=SNAPSHOT_EVERY)


@dataclass
class Wish:
    """A command of a client, to be sent until it is answered."""

    name: str
    key: str
    send: Callable[[Any, IdempotentRequest], tuple[str, int, str]]
    game: str = ""


@dataclass
class Outcome:
    """
    The result of a schedule.

    Attributes:
        seed: Its seed.
        crash: The place of the crash, as `file how`; empty if it ended before.
        writes: The number of commits before the crash.
        order: The thread that was chosen each time.
        reckoning: The result of the comparison at the end.
    """

    seed: str
    crash: str
    writes: int
    order: list[int]
    reckoning: Reckoning


class Schedule:
    """
    A schedule.

    Args:
        seed: Its seed.
        template: The store that it begins with.
        directory: An empty directory.
        crash_at: The number of the last write; drawn from the seed by default.
        how: The kind of crash; drawn from the seed by default.
    """

    def __init__(
        self, seed: str, template: Template, directory: Path, *, crash_at: int | None = None, how: How | None = None
    ) -> None:
        self._seed = seed
        self._chance = random.Random(seed)
        self._template = template
        self._directory = directory
        self._clock = Clock()
        self._ledger = Ledger()
        drawn_at, drawn_how = self._chance.randrange(WRITES), self._chance.choice(("before", "after", "torn"))
        self._crash_at = drawn_at if crash_at is None else crash_at
        self._how: How = drawn_how if how is None else how
        self._kills_one = self._how != "torn" and self._chance.random() < 0.4
        self._crash = ""
        self._writes = 0
        self._pending: list[Wish] = []
        self._order: list[int] = []

    def run(self) -> Outcome:
        """Runs until the crash, runs again, and compares."""
        home = self._directory / "first"
        shutil.copytree(self._template.home, home)
        self._live(home, may_crash=True)
        if (after := self._directory / "second").exists():
            home = after
        self._crash_at = -1
        self._live(home, may_crash=False)
        with watched(Disk(home, self._chance, lambda _, commit: commit())):
            found = reckon(settings_of(home), self._ledger, records_max=self._chance.choice((0, 0, 0, 0, 1, 2)))
        return Outcome(self._seed, self._crash, self._writes, self._order, found)

    # -- one run -----------------------------------------------------------------------------------------

    def _live(self, home: Path, *, may_crash: bool) -> None:
        """Runs all processes on that disk until all is done, or the crash."""
        disk = Disk(home, self._chance, lambda *_: None)
        turns = Turns(self._chance, may_switch=lambda: not disk.in_transaction())
        disk.on_write = lambda file, commit: self._write(disk, turns, file, commit, may_crash=may_crash)
        wishes, self._pending = self._pending, []
        with contextlib.ExitStack() as stack:
            stack.enter_context(watched(disk))
            stack.enter_context(replaced(turns, self._clock))
            webs = WEBS if may_crash else WEBS[:1]
            followers = FOLLOWERS[: self._chance.choice((1, 1, 2)) if may_crash else 1]
            opened = [stack.enter_context(self._opened(settings_of(home))) for _ in webs]
            works: list[tuple[str, Callable[[], None]]] = [
                (name, stack.enter_context(self._followed(settings_of(home), turns))) for name in followers
            ]
            for name in PLAYERS:
                web = self._chance.randrange(len(webs))
                mine = [wish for wish in wishes if wish.name == name]
                count = COMMANDS if may_crash else 1
                works.append((webs[web], self._client(name, opened[web], mine, f"{may_crash}", count)))
            turns.run(works)
        self._order += turns.order

    def _write(self, disk: Disk, turns: Turns, file: str, commit: Callable[[], None], *, may_crash: bool) -> None:
        """Carries out a commit, or the crash if it is time."""
        self._writes += may_crash
        if not may_crash or self._crash or self._writes <= self._crash_at or not turns.process:
            commit()
            return
        self._crash = f"{'one process' if self._kills_one else 'the machine'}, {file}, {self._how}"
        if self._how == "after":
            commit()
        if self._kills_one:
            for connection in disk.connections:
                if connection.in_transaction:
                    connection.rollback()
            turns.kill(turns.process)
        if self._how == "torn":  # what the commit writes is in the file, and has not been flushed
            with disk.unflushed():
                commit()
        is_power_cut = self._how == "torn" or self._chance.random() < 0.5
        disk.crash(self._directory / "second", is_power_cut=is_power_cut)
        turns.kill()

    @contextlib.contextmanager
    def _opened(self, settings: Settings) -> Iterator[Any]:
        """A web process: the use cases, and the accounts."""
        named: dict[str, Any] = {"now": self._clock.now, "random_bytes": self._random_bytes}
        accounts, _, roles = wiring.build_accounts(settings, **named)
        use = wiring.build_use_cases(settings, signal=Silence(), roles=roles, names=accounts.names, **named)
        yield use, accounts
        use.application.close()
        accounts.close()

    @contextlib.contextmanager
    def _followed(self, settings: Settings, turns: Turns) -> Iterator[Callable[[], None]]:
        """A follower: projections, audit trail and log in any order; and bots' turns, each played twice."""
        use = wiring.build_use_cases(settings, signal=Silence(), now=self._clock.now, random_bytes=self._random_bytes)
        engine, accounts_engine = open_engine(settings.projections_url), open_accounts_engine(settings.sqlalchemy_url)
        projectors = [*wiring.projectors(engine, use.application)]
        projectors.append(wiring.audit_projector(accounts_engine, use.application))
        writer = wiring.log_writer(settings, engine, use.application, now=self._clock.now)
        lobby = LobbyReader(engine)

        def play_bots() -> None:
            for turn in lobby.owed_bot_turns():
                for _ in range(2):
                    turns.step()
                    use.playing.play_bot(UUID(turn.game), seat=turn.seat, decision=turn.decision)

        def follow() -> None:
            works = [*(projector.project_page for projector in projectors), writer.step, play_bots]
            for _ in range(2):
                for work in self._chance.sample(works, len(works)):
                    turns.step()
                    work()

        yield follow
        use.application.close()
        engine.dispose()
        accounts_engine.dispose()

    def _random_bytes(self, count: int) -> bytes:
        return self._chance.randbytes(count)

    # -- clients ----------------------------------------------------------------------------------------

    def _client(self, name: str, web: Any, wishes: Sequence[Wish], tag: str, count: int) -> Callable[[], None]:
        """Repeats commands that were not answered, then sends new ones."""

        def live() -> None:
            for wish in wishes:
                if self._chance.random() < 0.15:
                    self._ledger.note(Entry(stored_key(wish.name, wish.key), "unknown", wish.game))
                else:
                    self._send(wish, web)
            for number in range(count):
                wish = self._wanted(name, f"{name}/{tag}/{number}", web)
                if wish is not None:
                    self._send(wish, web)

        return live

    def _send(self, wish: Wish, web: Any) -> None:
        request = IdempotentRequest(stored_key(wish.name, wish.key), "body")
        self._pending.append(wish)  # stays there if the process dies before the answer
        try:
            game, n, hash_ = wish.send(web, request)
            if (game, n, hash_) != self._template.answers.get(wish.key, (game, n, hash_)):
                self._ledger.fault(f"{game}: the old request {wish.key} is answered {n}")
            if self._chance.random() < 0.3 and (game, n, hash_) != (again := wish.send(web, request)):
                self._ledger.fault(f"{game}: a request is answered {n} and then {again}")
        except DelvebookError:
            self._ledger.note(Entry(request.key, "refused", wish.game))
        else:
            if game:
                self._ledger.note(Entry(request.key, "acknowledged", game, n, hash_))
        self._pending.remove(wish)

    def _wanted(self, name: str, key: str, web: Any) -> Wish | None:
        kinds = {"act": 6, "batch": 2, "take back": 1, "leave": 1, "create": 1, "register": 1, "repeat": 2}
        kind = self._chance.choices(list(kinds), list(kinds.values()))[0]
        caller = player(name)
        game = self._chance.choice(self._template.games)
        if kind == "create":
            return Wish(
                name,
                key,
                lambda web, request: _answer(
                    web[0].games.create(caller, ruleset="labyrinth", seats=1, options={}, bots={}, request=request)
                ),
            )
        if kind == "repeat":
            full = self._template.games[-1]
            old = self._chance.choice(list(self._template.answers))
            owner = player(PLAYERS[0])
            return Wish(
                PLAYERS[0],
                old,
                lambda web, request: _answer(web[0].games.leave_seat(owner, UUID(full), seat=0, request=request)),
                full,
            )
        if kind == "register":
            return Wish(name, key, lambda web, request: self._registered(web, f"{name}{key[-3:]}", request))
        if kind == "leave":
            return Wish(name, key, lambda web, request: _answer(self._swap(web, caller, UUID(game), request)), game)
        if kind == "take back":
            return Wish(
                name,
                key,
                lambda web, request: _answer(web[0].playing.take_back(caller, UUID(game), request=request)),
                game,
            )
        try:
            offer = web[0].playing.actions(caller, UUID(game))
        except DelvebookError:
            return None
        if not offer["actions"]:
            return None
        move = (offer["decision"], self._chance.choice(offer["actions"])["action"])
        if kind == "act":
            return Wish(
                name,
                key,
                lambda web, request: _answer(
                    web[0].playing.act(caller, UUID(game), decision=move[0], action=move[1], request=request)
                ),
                game,
            )
        return Wish(
            name,
            key,
            lambda web, request: _answer(web[0].playing.act_together(caller, [Move(UUID(game), *move, request)])[0]),
            game,
        )

    def _swap(self, web: Any, caller: Any, game: UUID, request: IdempotentRequest) -> Any:
        """Gives the seat to a bot, or takes it back from it."""
        with web[0].application.reading(game) as found:
            seat = found.lifecycle.seat_of(caller.account)
            is_kept = seat is not None and found.lifecycle.seats[seat].bot is not None
        if is_kept and request.key not in {entry.key for entry in self._ledger.entries}:
            return web[0].games.take_seat(caller, game, seat=seat, request=request)
        return web[0].games.leave_seat(caller, game, seat=0 if seat is None else seat, request=request)

    def _registered(self, web: Any, name: str, request: IdempotentRequest) -> tuple[str, int, str]:
        account, _ = web[1].create_account(name, by=player(name), request=request)
        if self._ledger.accounts.setdefault(name, account.id) != account.id:
            self._ledger.fault(f"account {name} is {account.id} and was another")
        return "", 0, account.id


def _swapped(service: UseCases, caller: Caller, game: UUID, request: IdempotentRequest) -> Any:
    """Gives the caller's seat to a bot, or takes it back from it."""
    with service.application.reading(game) as found:
        is_kept = found.lifecycle.seats[0].bot is not None
    if is_kept:
        return service.games.take_seat(caller, game, seat=0, request=request)
    return service.games.leave_seat(caller, game, seat=0, request=request)


def _answer(made: Any) -> tuple[str, int, str]:
    if isinstance(made, DelvebookError):
        raise made
    return str(made.id), made.n, made.hash


def simulate(work: tuple[str, int, Template, Path]) -> dict[str, Any]:
    """Runs one schedule. Returns its result as plain data."""
    seed, number, template, directory = work
    own = directory / f"schedule-{number}"
    own.mkdir()
    try:
        made = Schedule(f"{seed}/{number}", template, own).run()
    except Exception:  # noqa: BLE001 - whatever it is, the schedule has failed, and the others go on
        return {"number": number, "crash": "", "writes": 0, "faults": [traceback.format_exc()]}
    finally:
        shutil.rmtree(own)
    return {"number": number, "crash": made.crash, "writes": made.writes, "faults": made.reckoning.faults}
