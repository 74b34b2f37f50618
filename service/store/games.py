"""
Games loaded, changed and saved, safely and fast.

Games are kept in memory between requests. A change is made to the game in memory, written by group commit, and
acknowledged only then. If another process was faster, the game is rewound and brought up to date, and the change is
judged again.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from typing import Final, Generic, TypeVar
from uuid import UUID

from eventsourcing.persistence import IntegrityError

from delvebook.domain.aggregate import Mark
from delvebook.domain.errors import DelvebookError, UnknownEventError, UnknownGameError
from delvebook.domain.events import FIRST_PREV, GameEvent, Origin
from delvebook.domain.game import Game
from delvebook.domain.stream import Request
from delvebook.projections.projector import open_engine
from delvebook.service.errors import BusyError
from delvebook.service.settings import Settings
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.log import EventLog
from delvebook.service.store.mapper import BrokenChainError
from delvebook.service.store.recorder import FileGate, open_factory
from delvebook.service.store.requests import KeptRequests, events_made_by
from delvebook.service.store.snapshots import Snapshots

T = TypeVar("T")

ATTEMPTS: Final = 20
"""How often a change is tried against other processes' changes before the client is told to come back."""


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

    Not to `UnknownGameError`, which must not tell whether the game exists.
    """
    try:
        yield
    except UnknownGameError:
        raise
    except DelvebookError as refusal:
        refusal.details.setdefault("n", game.version)
        refusal.details.setdefault("ruleset", game.ruleset.key)
        raise


class GameApplication(EventLog):
    """
    The event log, and the games that it makes up.

    It stands on the library's factory, recorders, mapper and event stores, and does not derive from the library's
    `Application`, whose `save`, `repository` and `take_snapshot` know nothing of the games in memory. Every event is
    written by the one recorder that groups commits.

    Args:
        settings: Where the games are kept.
        create_tables: Whether missing tables are made; by one process, before the others start.
        on_commit: Called after every commit with the last position written; must not raise or wait.
    """

    def __init__(
        self, settings: Settings, *, create_tables: bool = False, on_commit: Callable[[int], None] | None = None
    ) -> None:
        factory = open_factory(settings, create_tables=create_tables)
        self._gate = FileGate(settings.sqlite_path) if settings.is_sqlite else None
        super().__init__(
            factory, GroupCommitRecorder(factory.application_recorder(), gate=self._gate, on_commit=on_commit)
        )
        self._requests = KeptRequests(open_engine(settings.sqlalchemy_url, holds_truth=True, connections=2))
        if create_tables:
            self._requests.create_table()
        self._snapshots = Snapshots(factory, every=settings.snapshot_every)
        self._games_cached = settings.games_cached
        self._entries: OrderedDict[UUID, _Entry] = OrderedDict()
        self._entries_lock = threading.Lock()

    def close(self) -> None:
        """Closes the connections to the store."""
        super().close()
        self._requests.close()
        if self._gate is not None:
            self._gate.close()

    def watch_commits(self, watch: Callable[[int, float], None]) -> None:
        """Has it told of every commit how many events it stored and how many seconds it took."""
        self._recorder.watch = watch

    def alone(self) -> AbstractContextManager[None]:
        """Holds back every commit to the SQLite file, for those who write something else to it."""
        return nullcontext() if self._gate is None else self._recorder.alone()

    # -- reading --------------------------------------------------------------------------------

    @contextmanager
    def reading(self, game_id: UUID) -> Iterator[Game]:
        """
        The game as it is stored now, for reading; this process does not change it until the block is left.

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
        game, _ = self._reconstruct(game_id, n)
        if game is None:
            raise UnknownGameError(f"there is no game {game_id}")
        if game.version != n:
            raise UnknownEventError(f"the game has events 1 to {game.version}, not {n}", n=game.version)
        return game

    # -- changing -------------------------------------------------------------------------------

    def add(self, game: Game, *, request: Request | None = None, origin: Origin | None = None) -> Change[None]:
        """
        Stores a new game; `origin` says who asked for it.

        With a request, the game's id must be derived from the request's key, so that a repetition finds the game.
        """
        game.stamp(request=request, origin=origin)
        try:
            events = game.collect_events()
            self._events.put(events)
        except IntegrityError:
            made = [] if request is None else events_made_by(request, self, game.id, first=1)
            if not made:
                raise
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
        Carries out a command on the game and stores the events it makes.

        Args:
            game_id: Which game.
            command: Judges and changes the game; may be called several times.
            request: The client's request, if the same one may come again within 24 hours.
            origin: The sender of the command, kept beside the events for the audit trail; None if it has no sender.

        Raises:
            UnknownGameError, RequestReusedError (the key belongs to a request with another body), BusyError, and
            whatever the command raises; nothing has changed then.
        """
        entry = self._entry(game_id)
        with entry.lock:
            game = self._load(entry, game_id)
            for _ in range(ATTEMPTS):
                if request is not None and (known := self._find(game, request.key)) is not None:
                    made = events_made_by(request, self, game_id, first=known[0])
                    return Change(None, made, is_repeat=True, game=game)
                mark = game.mark()
                try:
                    result = command(game)
                except DelvebookError:
                    game.rewind(mark)
                    if self._catch_up(game):
                        continue
                    with _judged_against(game):
                        raise
                except BaseException:
                    entry.game = None
                    raise
                game.stamp(request=request, origin=origin)
                events = self._store(entry, game, mark)
                if events is not None:
                    if events:
                        self._snapshots.take_if_due(game, after=events[0].n - 1)
                    return Change(result, events, is_repeat=False, game=game)
        raise BusyError("too many others are changing this game right now; try again")

    def _store(self, entry: _Entry, game: Game, mark: Mark) -> Sequence[GameEvent] | None:
        """Stores what is pending; None if another process was first, and the game is up to date and unchanged."""
        made = game.collect_events()
        if not made:
            return made
        try:
            if forgotten := {key: was for key, was in mark.stream.requests.items() if key not in game.requests}:
                self._requests.keep(game.id, forgotten)
            self._events.put(made)
        except IntegrityError:
            game.rewind(mark)
            newer = self._catch_up(game)
            # The library tries a commit again whose answer was lost, and then conflicts with itself.
            return newer[: len(made)] if newer and newer[0].hash == made[0].hash else None
        except BaseException:
            entry.game = None
            raise
        return made

    def _find(self, game: Game, key: str) -> tuple[int, str] | None:
        """The first event that a request made, and the digest of its body; None if it made none in 24 hours."""
        return game.requests.get(key) or self._requests.find(game, key)

    # -- loading --------------------------------------------------------------------------------

    def _entry(self, game_id: UUID) -> _Entry:
        with self._entries_lock:
            entry = self._entries.get(game_id)
            if entry is None:
                entry = self._entries[game_id] = _Entry()
                if len(self._entries) > self._games_cached:
                    self._entries.popitem(last=False)
            else:
                self._entries.move_to_end(game_id)
            return entry

    def _load(self, entry: _Entry, game_id: UUID) -> Game:
        if entry.game is None:
            entry.game, start = self._reconstruct(game_id, None)
            if entry.game is not None:
                # Due only if snapshots are missing, as after an update that changed their layout.
                self._snapshots.take_if_due(entry.game, after=start)
        if entry.game is None:
            with self._entries_lock:
                self._entries.pop(game_id, None)
            raise UnknownGameError(f"there is no game {game_id}")
        return entry.game

    def _reconstruct(self, game_id: UUID, n: int | None) -> tuple[Game | None, int]:
        """The game as it stood after event `n`, or now; and the event whose snapshot it was loaded from, or 0."""
        game = self._snapshots.latest(game_id, upto=n)
        start = 0 if game is None else game.version
        after = start
        while page := self.events_of(game_id, after=after, upto=n):
            _require_chained(game, page)
            game = Game.project(game, page)
            after = page[-1].n
        return game, start

    def _catch_up(self, game: Game) -> list[GameEvent]:
        """Brings the game up to what is stored; returns the events that were new."""
        newer: list[GameEvent] = []
        while page := self.events_of(game.id, after=game.version):
            _require_chained(game, page)
            Game.project(game, page)
            newer += page
        return newer


def _require_chained(game: Game | None, events: Sequence[GameEvent]) -> None:
    """
    Returns if the events follow the game, and each other.

    Raises:
        BrokenChainError
    """
    n, head = (0, FIRST_PREV) if game is None else (game.version, game.stream.head)
    for event in events:
        if event.n != n + 1 or event.prev != head:
            raise BrokenChainError(event.originator_id, event.n)
        n, head = event.n, event.hash
