"""
The event-sourced application: games loaded, changed and saved, safely and fast.

Games are kept in memory between requests. A change is played on the game in memory, written by group
commit, and acknowledged only then; if another process was faster, the game is put back, brought up to
date, and the change is judged again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Generic, TypeVar, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import InfrastructureFactory, IntegrityError, Mapper, PersistenceError
from eventsourcing.utils import Environment

from delvebook.domain.errors import DelvebookError, UnknownEventError, UnknownGameError
from delvebook.domain.events import GameEvent, Origin
from delvebook.domain.game import Game, GameSnapshot
from delvebook.domain.stream import Request
from delvebook.service.errors import BusyError, RequestReusedError
from delvebook.service.settings import Settings
from delvebook.service.store.recorder import Committer, FileGate, GameMapper, open_factory, store_environment

T = TypeVar("T")

ATTEMPTS: Final = 20
"""How often a change is tried against other processes' changes before the client is told to come back."""
REQUEST_AGE_MAX: Final = timedelta(hours=24)
PAGE: Final = 500
"""Events read at a time when a stream is read through."""


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """
    What a change did.

    Attributes:
        result: What the command returned; None if the request was answered before.
        events: The events it made, now durable.
        is_repeat: Whether the same request had been carried out before; then nothing happened now.
        game: The game in memory. It stands as after the last of `events` only while the caller is `holding` it, and
            further on after a repetition.
    """

    result: T | None
    events: Sequence[GameEvent]
    is_repeat: bool
    game: Game


class _Entry:
    """A game kept in memory, and the lock under which it is used."""

    __slots__ = ("game", "lock")

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.game: Game | None = None


@contextmanager
def _judged_against(game: Game) -> Iterator[None]:
    """
    Adds to a refusal which event of the game it was judged against, and by which ruleset.

    That a game is unknown to somebody is said in the same words whether or not there is one.
    """
    try:
        yield
    except UnknownGameError:
        raise
    except DelvebookError as refusal:
        refusal.details.setdefault("n", game.version)
        refusal.details.setdefault("ruleset", game.ruleset.key)
        raise


class GameApplication(Application[UUID]):
    """
    The games and their streams.

    Args:
        settings: Where they are kept.
        create_tables: Whether the tables are made if they are missing; by one process, before the others start.
        on_commit: Called after every commit, with the last position written; must not raise or wait.
    """

    name = "games"
    is_snapshotting_enabled = True

    def __init__(
        self, settings: Settings, *, create_tables: bool = False, on_commit: Callable[[int], None] | None = None
    ) -> None:
        self._settings = settings
        self._on_commit = on_commit
        self._create_tables = create_tables
        super().__init__(env=store_environment(settings, create_tables=create_tables))
        self._gate = FileGate(settings.sqlite_path) if settings.is_sqlite else None
        self._committer = Committer(self.recorder, gate=self._gate)
        self._entries: OrderedDict[UUID, _Entry] = OrderedDict()
        self._entries_lock = threading.Lock()

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:  # noqa: D102
        return open_factory(self._settings, create_tables=self._create_tables)

    def construct_mapper(self) -> Mapper[UUID]:  # noqa: D102
        return GameMapper(self.factory.transcoder())

    def close(self) -> None:
        """Lets go of the store."""
        super().close()
        if self._gate is not None:
            self._gate.close()

    def alone(self) -> AbstractContextManager[None]:
        """Meanwhile nobody stores events in the SQLite file; for those who write something else to it."""
        return nullcontext() if self._gate is None else self._committer.alone()

    # -- reading --------------------------------------------------------------------------------

    @contextmanager
    def reading(self, game_id: UUID) -> Iterator[Game]:
        """
        The game as it is stored now, for looking at; nobody changes it meanwhile.

        Raises:
            UnknownGameError
        """
        entry = self._entry(game_id)
        with entry.lock:
            game = self._load(entry, game_id)
            self._catch_up(game)
            with _judged_against(game):
                yield game

    @contextmanager
    def holding(self, game_id: UUID) -> Iterator[None]:
        """Keeps other threads of this process from changing the game; for what is done with a `Change`."""
        with self._entry(game_id).lock:
            yield

    def game_at(self, game_id: UUID, n: int) -> Game:
        """
        The game as it stood after event `n`, a copy of its own.

        Raises:
            UnknownGameError, UnknownEventError
        """
        game = self._reconstruct(game_id, n)
        if game is None:
            raise UnknownGameError(f"there is no game {game_id}")
        if game.version != n:
            raise UnknownEventError(f"the game has events 1 to {game.version}, not {n}", n=game.version)
        return game

    def events_of(
        self, game_id: UUID, *, after: int = 0, upto: int | None = None, limit: int = PAGE
    ) -> Sequence[GameEvent]:
        """At most `limit` events of the game with `after` < n ≤ `upto`, in order; none if there is no such game."""
        rows = self.recorder.select_events(game_id, gt=after, lte=upto, limit=limit)
        return [cast("GameEvent", self.mapper.to_domain_event(row)) for row in rows]

    def all_events_of(self, game_id: UUID, *, upto: int | None = None) -> Iterator[GameEvent]:
        """Every event of the game up to `upto`, a page at a time."""
        after = 0
        while page := self.events_of(game_id, after=after, upto=upto):
            yield from page
            after = page[-1].n

    def log_after(self, position: int, *, limit: int = PAGE) -> Sequence[tuple[int, GameEvent]]:
        """The events of all games after that position of the log, in the order they were committed."""
        rows = self.recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        return [(row.id, cast("GameEvent", self.mapper.to_domain_event(row))) for row in rows]

    def games_after(self, position: int, *, limit: int = PAGE) -> tuple[int, set[UUID]]:
        """Which games changed after that position of the log, and the position up to which that was looked at."""
        rows = self.recorder.select_notifications(start=position, limit=limit, inclusive_of_start=False)
        changed = {UUID(str(row.originator_id)) for row in rows}
        return (rows[-1].id if rows else position), changed

    def log_position(self) -> int:
        """The position of the last event of the log; 0 if there is none."""
        return self.recorder.max_notification_id() or 0

    # -- changing -------------------------------------------------------------------------------

    def add(self, game: Game, *, request: Request | None = None, origin: Origin | None = None) -> Change[None]:
        """
        Stores a new game; `origin` says who asked for it.

        With a request, its id must be derived from the request's key, so that a repetition finds the first.
        """
        game.stamp(request=request, origin=origin)
        try:
            events = self._commit(game.collect_events())
        except IntegrityError:
            first = self.events_of(game.id, limit=1)
            if request is None or not first:
                raise
            made = self._made_by(game.id, first[0].n, request, body=first[0].metadata["request"][1])
            return Change(None, made, is_repeat=True, game=self.game_at(game.id, made[-1].n))
        entry = self._entry(game.id)
        with entry.lock:
            entry.game = game
        return Change(None, events, is_repeat=False, game=game)

    def change(
        self,
        game_id: UUID,
        command: Callable[[Game], T],
        *,
        request: Request | None = None,
        origin: Origin | None = None,
    ) -> Change[T]:
        """
        Carries out a command on the game and stores what it made.

        Args:
            game_id: Which game.
            command: Judges and changes the game; may be called several times.
            request: The client's request, if the same one may come again within 24 hours.
            origin: Who asks, kept beside the events for the audit trail; None if nobody does.

        Raises:
            UnknownGameError, RequestReusedError (the key stands for another request), BusyError, and
            whatever the command raises; nothing has changed then.
        """
        entry = self._entry(game_id)
        with entry.lock:
            game = self._load(entry, game_id)
            for _ in range(ATTEMPTS):
                if request is not None and request.key in game.requests:
                    n, body = game.requests[request.key]
                    return Change(None, self._made_by(game_id, n, request, body=body), is_repeat=True, game=game)
                mark = game.mark()
                try:
                    result = command(game)
                except DelvebookError:
                    game.rewind(mark)
                    if self._catch_up(game):
                        continue
                    if request is not None and (found := self._find_request(game, request)):
                        return Change(None, found, is_repeat=True, game=game)
                    with _judged_against(game):
                        raise
                except BaseException:
                    entry.game = None
                    raise
                game.stamp(request=request, origin=origin)
                events = self._store(entry, game, mark)
                if events is not None:
                    self._snapshot(game, events)
                    return Change(result, events, is_repeat=False, game=game)
        raise BusyError("too many others are changing this game right now; try again")

    def _store(self, entry: _Entry, game: Game, mark: tuple[Any, ...]) -> Sequence[GameEvent] | None:
        """Stores what is pending; None if somebody else was first, the game then being up to date and unchanged."""
        made = game.collect_events()
        if not made:
            return made
        try:
            return self._commit(made)
        except IntegrityError:
            game.rewind(mark)
            newer = self._catch_up(game)
            # A commit whose answer was lost is tried again by the library, and then finds itself.
            return newer[: len(made)] if newer and newer[0].hash == made[0].hash else None
        except BaseException:
            entry.game = None
            raise

    def _commit(self, events: Sequence[GameEvent]) -> Sequence[GameEvent]:
        """Writes the events; returns them as they are stored, sharing nothing with the game that goes on."""
        rows = [self.mapper.to_stored_event(event) for event in events]
        positions = self._committer.commit(rows)
        if self._on_commit is not None and positions:
            self._on_commit(positions[-1])
        return [cast("GameEvent", self.mapper.to_domain_event(row)) for row in rows]

    # -- loading --------------------------------------------------------------------------------

    def _entry(self, game_id: UUID) -> _Entry:
        with self._entries_lock:
            entry = self._entries.get(game_id)
            if entry is None:
                entry = self._entries[game_id] = _Entry()
                if len(self._entries) > self._settings.games_cached:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(game_id)
            return entry

    def _load(self, entry: _Entry, game_id: UUID) -> Game:
        if entry.game is None:
            entry.game = self._reconstruct(game_id, None)
        if entry.game is None:
            with self._entries_lock:
                self._entries.pop(game_id, None)
            raise UnknownGameError(f"there is no game {game_id}")
        return entry.game

    def _reconstruct(self, game_id: UUID, n: int | None) -> Game | None:
        game: Game | None = None
        if self.snapshots is not None:
            for snapshot in self.snapshots.get(game_id, lte=n, desc=True, limit=1):
                game = Game.from_snapshot(game_id, cast("GameSnapshot", snapshot).state)
        after = 0 if game is None else game.version
        while page := self.events_of(game_id, after=after, upto=n):
            game = Game.project(game, page)
            after = page[-1].n
        return game

    def _catch_up(self, game: Game) -> list[GameEvent]:
        """Brings the game up to what is stored; returns the events that were new."""
        newer: list[GameEvent] = []
        while page := self.events_of(game.id, after=game.version):
            Game.project(game, page)
            newer += page
        return newer

    def _snapshot(self, game: Game, events: Sequence[GameEvent]) -> None:
        every = self._settings.snapshot_every
        if self.snapshots is None or not events or game.version // every == (events[0].n - 1) // every:
            return
        snapshot = GameSnapshot(game.id, game.version, game.to_snapshot())
        try:
            self.snapshots.put([snapshot])
        except IntegrityError:
            return
        except PersistenceError:
            # A snapshot only saves time; the events are stored.
            return

    # -- requests that come again ---------------------------------------------------------------

    def _made_by(self, game_id: UUID, n: int, request: Request, *, body: str) -> Sequence[GameEvent]:
        """The events that the request made the first time, from event `n` on."""
        if body != request.body:
            raise RequestReusedError("this Idempotency-Key was used for another request")
        made: list[GameEvent] = []
        for event in self.events_of(game_id, after=n - 1, limit=64):
            if event.metadata.get("request", [None])[0] != request.key:
                break
            made.append(event)
        return made

    def _find_request(self, game: Game, request: Request) -> Sequence[GameEvent]:
        """The events of a request older than those a game remembers, if it was made within 24 hours."""
        oldest = datetime.now(UTC) - REQUEST_AGE_MAX
        before = game.version
        while before > 0:
            page = self.recorder.select_events(game.id, lte=before, desc=True, limit=PAGE)
            for row in page:
                event = cast("GameEvent", self.mapper.to_domain_event(row))
                if event.timestamp < oldest:
                    return []
                if event.metadata.get("request", [None])[0] == request.key:
                    first = event.n
                    while first > 1 and self._request_of(game.id, first - 1) == request.key:
                        first -= 1
                    return self._made_by(game.id, first, request, body=event.metadata["request"][1])
            before = page[-1].originator_version - 1 if page else 0
        return []

    def _request_of(self, game_id: UUID, n: int) -> str | None:
        events = self.events_of(game_id, after=n - 1, limit=1)
        return events[0].metadata.get("request", [None])[0] if events else None
