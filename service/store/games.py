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
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar
from uuid import UUID

from eventsourcing.persistence import IntegrityError

from delvebook.domain.aggregate import Mark
from delvebook.domain.errors import DelvebookError, UnknownEventError, UnknownGameError
from delvebook.domain.game import Game
from delvebook.domain.game_event import FIRST_PREV, GameEvent, Origin
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.database import open_truth
from delvebook.service.base.errors import BusyError
from delvebook.service.base.gate import FileGate
from delvebook.service.base.settings import Settings
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.freshness import Freshness
from delvebook.service.store.imports import ImportedRecords
from delvebook.service.store.log import EventLog
from delvebook.service.store.mapper import BrokenChainError
from delvebook.service.store.recorder import open_factory
from delvebook.service.store.requests import KeptRequests, events_made_by, require_same_body
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


@dataclass(frozen=True, slots=True)
class BatchCommand:
    """
    A command of several that are carried out together.

    Attributes:
        game: On which game.
        command: Judges and changes the game; may be called several times.
        request: The client's request, if the same one may come again.
        origin: The sender of the command.
    """

    game: UUID
    command: Callable[[Game], None]
    request: IdempotentRequest | None
    origin: Origin | None


class _Entry:
    """A game kept in memory, the lock under which it is used, and its last event in the store as far as is known."""

    __slots__ = ("game", "lock", "past", "stored")

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.game: Game | None = None
        self.past: Game | None = None
        """The game as it stood at an earlier event, for those who see it with a delay."""
        self.stored: int | None = 0
        """None if it is not known; the store must be asked then."""


@dataclass(slots=True)
class _Batch:
    """
    What is carried out together: the games that are held, how they stood before, and what was done to them.

    Attributes:
        entries: The games.
        marks: How they stood before the batch; only those that it changed.
        changes: What was done, by the number of the order.
        forgotten: By game, the requests that it forgets.
        made_by: Which order a request made, by its game and key.
    """

    entries: dict[UUID, _Entry] = field(default_factory=dict)
    marks: dict[UUID, Mark] = field(default_factory=dict)
    changes: dict[int, Change[None]] = field(default_factory=dict)
    forgotten: list[tuple[UUID, dict[str, tuple[int, str]]]] = field(default_factory=list)
    made_by: dict[tuple[UUID, str], int] = field(default_factory=dict)


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
        refusal.details.setdefault("n", game.stream.version)
        refusal.details.setdefault("ruleset", game.ruleset.key)
        raise


class GameRepository(EventLog):
    """
    The event log, and the games that it makes up.

    It stands on the library's factory, recorders, mapper and event stores, and does not derive from the library's
    `Application`, whose `save`, `repository` and `take_snapshot` know nothing of the games in memory. Every event is
    written by the one recorder that groups commits.

    Args:
        settings: Where the games are kept.
        create_tables: Whether the library's tables are made if they are missing; by `delvebook migrate`.
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
        self._requests = KeptRequests(open_truth(settings.sqlalchemy_url, connections=2))
        self.imports = ImportedRecords(open_truth(settings.sqlalchemy_url, connections=2))
        self._snapshots = Snapshots(factory, every=settings.snapshot_every)
        self._games_cached = settings.games_cached
        self._entries: OrderedDict[UUID, _Entry] = OrderedDict()
        self._entries_lock = threading.Lock()
        self._freshness = Freshness(
            self._recorder.rows_after, self.log_position, on_change=self._note_stored, on_gap=self._doubt_all
        )

    def close(self) -> None:
        """Closes the connections to the store."""
        super().close()
        self._requests.close()
        self.imports.close()
        if self._gate is not None:
            self._gate.close()

    def watch_commits(self, watch: Callable[[int, float], None]) -> None:
        """Has it told of every commit how many events it stored and how many seconds it took."""
        self._recorder.watch = watch

    # -- reading --------------------------------------------------------------------------------

    @contextmanager
    def reading(self, game_id: UUID) -> Iterator[Game]:
        """
        The game as it is stored now, for reading; this process does not change it until the block is left.

        Raises:
            UnknownGameError
        """
        entry = self._entry(game_id)
        self._freshness.ask()
        with entry.lock:
            game = self._load(entry, game_id)
            if entry.stored is None or entry.stored > game.stream.version:
                entry.stored = 0
                self._catch_up(game)
            with _judged_against(game):
                yield game

    @contextmanager
    def reading_at(self, game_id: UUID, n: int) -> Iterator[Game]:
        """
        The game as it stood after event `n`, for reading, until the block is left.

        It is kept for the next reader, and moves on with `n`: for games that many see with the same delay.

        Raises:
            UnknownGameError, UnknownEventError
        """
        entry = self._entry(game_id)
        with entry.lock:
            past, entry.past = entry.past, None
            if past is None or past.stream.version > n:
                past = self.game_at(game_id, n)
            self._catch_up(past, upto=n)
            with _judged_against(past):
                yield past
            entry.past = past

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
        if game.stream.version != n:
            raise UnknownEventError(f"the game has events 1 to {game.stream.version}, not {n}", n=game.stream.version)
        return game

    # -- changing -------------------------------------------------------------------------------

    def add(
        self, game: Game, *, request: IdempotentRequest | None = None, origin: Origin | None = None
    ) -> Change[None]:
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

    def add_together(
        self, games: Sequence[tuple[Game, IdempotentRequest | None]], *, origin: Origin | None = None
    ) -> list[Change[None]]:
        """Stores new games in one transaction, all or none; each as by `add`, with a request of its own."""
        events: dict[UUID, Sequence[GameEvent]] = {}
        for game, request in games:
            game.stamp(request=request, origin=origin)
            events[game.id] = game.collect_events()
        try:
            self._events.put([event for made in events.values() for event in made])
        except IntegrityError:
            changes: list[Change[None]] = []
            for game, request in games:
                made = [] if request is None else events_made_by(request, self, game.id, first=1)
                if not made:
                    raise
                changes.append(Change(None, made, is_repeat=True, game=self.game_at(game.id, made[-1].n)))
            return changes
        for game, _ in games:
            entry = self._entry(game.id)
            with entry.lock:
                entry.game = game
        return [Change(None, events[game.id], is_repeat=False, game=game) for game, _ in games]

    def change(
        self,
        game_id: UUID,
        command: Callable[[Game], T],
        *,
        request: IdempotentRequest | None = None,
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

    def change_together(
        self, orders: Sequence[BatchCommand], answer: Callable[[int, Change[None]], None]
    ) -> dict[int, DelvebookError]:
        """
        Carries out commands on several games, and stores the events of all of them in one transaction.

        Each is judged as by `change`, in order, after those before it on the same game. A refusal stops none of the
        others. A game that is in use elsewhere, or that another process has changed meanwhile, is changed by `change`.

        Args:
            orders: What is to be done.
            answer: Called for each command that was carried out, now or before, once its events are durable, with the
                number of its order. Its game is held meanwhile.

        Returns:
            Why an order was refused, by its number.
        """
        refused: dict[int, DelvebookError] = {}
        with ExitStack() as held:
            batch = _Batch()
            alone: set[UUID] = set()
            for number, order in enumerate(orders):
                if order.game not in batch.entries and order.game not in alone:
                    entry = self._entry(order.game)
                    # Nobody waits for one game while holding another, so nobody can wait for us in a circle.
                    if entry.lock.acquire(blocking=False):
                        held.callback(entry.lock.release)
                        batch.entries[order.game] = entry
                    else:
                        alone.add(order.game)
                if order.game in batch.entries:
                    try:
                        self._judge(batch, number, order)
                    except DelvebookError as refusal:
                        refused[number] = refusal
            if self._store_batch(batch):
                for number, change in batch.changes.items():
                    answer(number, change)
                    if change.events and not change.is_repeat:
                        self._snapshots.take_if_due(change.game, after=change.events[0].n - 1)
            else:
                alone |= set(batch.entries)
        for number, order in enumerate(orders):
            if order.game in alone:
                refused.pop(number, None)
                try:
                    with self.holding(order.game):
                        made = self.change(order.game, order.command, request=order.request, origin=order.origin)
                        answer(number, made)
                except DelvebookError as refusal:
                    refused[number] = refusal
        return refused

    def _judge(self, batch: _Batch, number: int, order: BatchCommand) -> None:
        """Judges one order of a batch, on a game that is held. Its events are collected, and not stored yet."""
        entry, request = batch.entries[order.game], order.request
        game = self._load(entry, order.game)
        while True:
            if request is not None and (known := self._find(game, request.key)) is not None:
                sent = batch.made_by.get((order.game, request.key))
                if sent is None:
                    made = events_made_by(request, self, order.game, first=known[0])
                else:
                    made = batch.changes[sent].events  # not stored yet
                    require_same_body(request, made)
                batch.changes[number] = Change(None, made, is_repeat=True, game=game)
                return
            mark = game.mark()
            try:
                order.command(game)
            except DelvebookError:
                game.rewind(mark)
                if order.game not in batch.marks and self._catch_up(game):
                    continue
                with _judged_against(game):
                    raise
            except BaseException:
                for held in batch.entries.values():
                    held.game = None
                raise
            break
        batch.marks.setdefault(order.game, mark)
        game.stamp(request=request, origin=order.origin)
        if request is not None:
            batch.made_by[order.game, request.key] = number
        batch.forgotten.append(
            (order.game, {key: was for key, was in mark.stream.requests.items() if key not in game.stream.requests})
        )
        batch.changes[number] = Change(None, game.collect_events(), is_repeat=False, game=game)

    def _store_batch(self, batch: _Batch) -> bool:
        """Stores what a batch has made; False if another process was first, and the games are as they were before."""
        made = [event for change in batch.changes.values() if not change.is_repeat for event in change.events]
        if not made:
            return True
        try:
            for game, forgotten in batch.forgotten:
                if forgotten:
                    self._requests.keep(game, forgotten)
            self._events.put(made)
        except IntegrityError:
            for game_id, mark in batch.marks.items():
                changed = batch.entries[game_id].game
                if changed is not None:
                    changed.rewind(mark)
            return False
        except BaseException:
            for game_id in batch.marks:
                batch.entries[game_id].game = None
            raise
        return True

    def _store(self, entry: _Entry, game: Game, mark: Mark) -> Sequence[GameEvent] | None:
        """Stores what is pending; None if another process was first, and the game is up to date and unchanged."""
        made = game.collect_events()
        if not made:
            return made
        try:
            if forgotten := {key: was for key, was in mark.stream.requests.items() if key not in game.stream.requests}:
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
        return game.stream.requests.get(key) or self._requests.find(game, key)

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

    def _note_stored(self, game_id: UUID, n: int) -> None:
        """Notes that the store has event `n` of the game, in case that the game is kept here."""
        entry = self._entries.get(game_id)
        if entry is not None and entry.stored is not None:
            entry.stored = n

    def _doubt_all(self) -> None:
        """Notes that every game kept here may be behind the store."""
        with self._entries_lock:
            for entry in self._entries.values():
                entry.stored = None

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
        start = 0 if game is None else game.stream.version
        after = start
        while page := self.events_of(game_id, after=after, upto=n):
            _require_chained(game, page)
            game = Game.project(game, page)
            after = page[-1].n
        return game, start

    def _catch_up(self, game: Game, *, upto: int | None = None) -> list[GameEvent]:
        """Brings the game up to what is stored, or to that event; returns the events that were new."""
        newer: list[GameEvent] = []
        while game.stream.version != upto and (page := self.events_of(game.id, after=game.stream.version, upto=upto)):
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
    n, head = (0, FIRST_PREV) if game is None else (game.stream.version, game.stream.head)
    for event in events:
        if event.n != n + 1 or event.prev != head:
            raise BrokenChainError(event.originator_id, event.n)
        n, head = event.n, event.hash
