"""
Games loaded, changed and saved, safely and fast.

Games are kept in memory between requests. A change is made to the game in memory, written by group commit, and only
then acknowledged. If another process was faster, the game is brought up to date, and the change is judged again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar
from uuid import UUID

from eventsourcing.persistence import IntegrityError

from delvebook.domain.aggregate import Mark
from delvebook.domain.errors import DelvebookError, UnknownEventError, UnknownGameError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent, Origin
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.base.database import open_truth
from delvebook.service.base.errors import BusyError
from delvebook.service.base.gate import FileGate
from delvebook.service.base.settings import Settings
from delvebook.service.store.changes import Batch, BatchCommand, Change, KnownTo
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.freshness import Freshness
from delvebook.service.store.imports import ImportedRecords
from delvebook.service.store.kept import Entry, KeptGames, forget_games
from delvebook.service.store.log import EventLog
from delvebook.service.store.loop_games import LoopGames
from delvebook.service.store.recorder import open_factory
from delvebook.service.store.requests import KeptRequests, events_made_by, require_same_body
from delvebook.service.store.snapshots import Snapshots
from delvebook.service.store.succession import GapError, require_chained

A = TypeVar("A")

ATTEMPTS: Final = 20
"""How often a change is retried against other processes' changes before it is refused as busy."""
BUSY: Final = "this game is being changed by too many requests"


def _say_where(refusal: DelvebookError, game: Game) -> None:
    """
    Adds to a refusal the event and the ruleset that it was judged against.

    `UnknownGameError` is left as it is, because it must not tell whether the game exists.
    """
    if not isinstance(refusal, UnknownGameError):
        refusal.details.setdefault("n", game.stream.version)
        refusal.details.setdefault("ruleset", game.ruleset.key)


class GameRepository(EventLog):
    """
    The event log, and the games that consist of its events.

    It uses the library's factory, recorders, mapper and event stores. It does not derive from the library's
    `Application`, whose `save`, `repository` and `take_snapshot` ignore the games in memory. The one recorder that
    groups commits writes every event.

    Args:
        settings: The settings, which name the store.
        create_tables: Whether the library's missing tables are created, as by `delvebook migrate`.
        on_commit: Called after every commit with the last position written. It must not raise or wait.
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
        self.confirm = self._requests.confirm
        """Returns once all that could be read is durable, on a synchronous standby, too, so it may be vouched for."""
        self.imports = ImportedRecords(open_truth(settings.sqlalchemy_url, connections=2))
        self._snapshots = Snapshots(factory, every=settings.snapshot_every)
        self.kept = KeptGames(settings.games_mib * 2**20)
        self._freshness = Freshness(
            self._recorder.rows_after, self.log_position, on_change=self.kept.note_stored, on_gap=self.kept.doubt_all
        )

    def close(self) -> None:
        """Closes the connections to the store."""
        super().close()
        self._requests.close()
        self.imports.close()
        if self._gate is not None:
            self._gate.close()

    def in_loop(self) -> LoopGames:
        """Returns the games for the use of an event loop."""
        return LoopGames(
            self.kept,
            self._recorder,
            self._snapshots,
            to_row=self._mapper.to_stored_event,
            position=self.log_position,
            settle=self._settle,
        )

    def watch_commits(self, watch: Callable[[int, float], None]) -> None:
        """Has `watch` called after every commit with the number of events and the seconds it took."""
        self._recorder.watch = watch

    # -- reading --------------------------------------------------------------------------------

    @contextmanager
    def reading(self, game_id: UUID) -> Iterator[Game]:
        """
        Yields the game as it is stored now, for reading. This process does not change it within the block.

        Raises:
            UnknownGameError
        """
        entry = self.kept.entry(game_id)
        self._freshness.ask()
        with entry.lock:
            game = self._load(entry, game_id)
            if entry.stored is None or entry.stored > game.stream.version:
                self._catch_up_entry(entry, game)
            self.kept.weigh(game_id, entry)
            try:
                yield game
            except DelvebookError as refusal:
                _say_where(refusal, game)
                raise

    @contextmanager
    def reading_at(self, game_id: UUID, n: int) -> Iterator[Game]:
        """
        Yields the game as it stood after event `n`, for reading within the block.

        It is kept for the next reader, and moves on with `n`, for games that many watch with the same delay.

        Raises:
            UnknownGameError, UnknownEventError
        """
        entry = self.kept.entry(game_id)
        with entry.lock:
            past, entry.past = entry.past, None
            if past is None or past.stream.version > n:
                past = self.game_at(game_id, n)
            self._catch_up(past, upto=n)
            try:
                yield past
            except DelvebookError as refusal:
                _say_where(refusal, past)
                raise
            entry.past = past
            self.kept.weigh(game_id, entry)

    def game_at(self, game_id: UUID, n: int) -> Game:
        """
        Returns a separate copy of the game as it stood after event `n`.

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
        self,
        games: Sequence[tuple[Game, IdempotentRequest | None]],
        answer: Callable[[Change], A],
        *,
        origin: Origin | None,
    ) -> list[A]:
        """
        Stores new games in one transaction, all or none. Returns the answer of each.

        Args:
            games: The games, each with the client's request for it. If there is one, the game's id must be derived
                from the request's key, so that a repetition finds the game.
            answer: Makes the answer for a game that is stored, now or before. The game is not changed meanwhile.
            origin: The sender of the request.
        """
        added: list[Change] = []
        for game, request in games:
            game.stamp(request=request, origin=origin)
            added.append(Change(game.collect_events(), is_repeat=False, game=game))
        try:
            self._events.put([event for change in added for event in change.events])
        except IntegrityError:
            self.confirm()
            before: list[A] = []
            for game, request in games:
                made = [] if request is None else events_made_by(request, self, game.id, first=1)
                if not made:
                    raise
                before.append(answer(Change(made, is_repeat=True, game=self.game_at(game.id, made[-1].n))))
            return before
        answers: list[A] = []
        for change in added:
            entry = self.kept.entry(change.game.id)
            with entry.lock:
                # The game is stored already, so another thread may have read it, and an event that came after.
                if entry.game is None:
                    entry.game = change.game
                answers.append(answer(change))
        return answers

    def change(
        self, game_id: UUID, command: Callable[[Game], object], *, origin: Origin | None = None
    ) -> Sequence[GameEvent]:
        """
        Carries out a command of the service itself. Returns the events that it made.

        Args:
            game_id: The game's id.
            command: Judges and changes the game. It may be called several times.
            origin: The sender of the command.

        Raises:
            UnknownGameError, BusyError, and whatever the command raises. Nothing has changed then.
        """
        [made] = self.change_together([BatchCommand(game_id, command, origin=origin)], lambda change: change.events)
        if isinstance(made, DelvebookError):
            raise made
        return made

    def change_together(
        self, commands: Sequence[BatchCommand], answer: Callable[[Change], A], *, known_to: KnownTo | None = None
    ) -> list[A | DelvebookError]:
        """
        Carries out commands, and stores the events of all of them in one transaction.

        They are judged in order. A refusal does not stop the others. If a game of several is in use, its commands are
        carried out one by one after the others. If another process has changed any of the games meanwhile, all are.

        Args:
            commands: The commands.
            answer: Makes the answer for a command that was carried out, now or before. Its events are durable, and its
                game is not changed meanwhile.
            known_to: Returns the last event of a delayed game that the sender may know; None if they know all.

        Returns:
            For each command its answer, or its refusal: UnknownGameError, RequestReusedError (the key belongs to a
            request with another body), BusyError, and whatever refusal the command raises.
        """
        done = self._carry_out(dict(enumerate(commands)), answer, known_to, waits=len(commands) == 1)
        for number, command in enumerate(commands):
            if number not in done:
                done.update(self._carry_out({number: command}, answer, known_to, waits=True))
        return [done[number] for number in range(len(commands))]

    def _carry_out(
        self,
        commands: Mapping[int, BatchCommand],
        answer: Callable[[Change], A],
        known_to: KnownTo | None,
        *,
        waits: bool,
    ) -> dict[int, A | DelvebookError]:
        """
        Carries out commands in one transaction. Returns answers and refusals by the commands' numbers.

        Args:
            commands: The commands, by number.
            answer: See `change_together`.
            known_to: See `change_together`.
            waits: Whether to wait for a game that is in use, and to retry if another process has changed it. If not,
                commands on such games have no answer. A thread never waits for one game while it holds another, so
                there is no deadlock.
        """
        held: dict[UUID, Entry] = {}
        try:
            for command in commands.values():
                if command.game not in held:
                    entry = self.kept.entry(command.game)
                    if entry.lock.acquire(blocking=waits):
                        held[command.game] = entry
            for _ in range(ATTEMPTS if waits else 1):
                batch = Batch(known_to)
                try:
                    for number, command in commands.items():
                        if command.game in held:
                            try:
                                self._judge(batch, number, command, held[command.game])
                            except DelvebookError as refusal:
                                batch.refused[number] = refusal
                    is_stored = self._store(batch)
                except GapError:
                    # The games in memory are ahead of the store, which alone knows what happened.
                    is_stored = False
                    forget_games(held.values())
                except BaseException:
                    # Whether the events are stored is not known, so the games must be loaded again.
                    forget_games(held.values())
                    raise
                if is_stored:
                    for change in batch.changes.values():
                        if not change.is_repeat:
                            held[change.game.id].remember(change.events)
                    answers = {number: answer(change) for number, change in batch.changes.items()}
                    for game, mark in batch.marks.values():
                        self._snapshots.take_if_due(game, after=mark.stream.version)
                    return {**answers, **batch.refused}
        finally:
            for game_id, entry in held.items():
                self.kept.weigh(game_id, entry)
                entry.lock.release()
        return dict.fromkeys(commands, BusyError(BUSY)) if waits else {}

    def _judge(self, batch: Batch, number: int, command: BatchCommand, entry: Entry) -> None:
        """
        Judges one command of a batch on a locked game. Its events are collected, but not stored yet.

        Raises:
            DelvebookError: The refusal. The game is as it was before the command.
        """
        game_id, request = command.game, command.request
        game = entry.game or self._load(entry, game_id)
        for _ in range(ATTEMPTS):
            if request is not None and (made := self._made_before(batch, game, request)):
                batch.changes[number] = Change(made, is_repeat=True, game=game)
                return
            mark = game.mark()
            try:
                if game.progress.delay is not None and batch.known_to is not None:
                    self._judge_as_known(command.command, game, batch.known_to(game))
                command.command(game)
            except DelvebookError as refusal:
                game.rewind(mark)
                if game_id not in batch.marks and self._catch_up(game):
                    continue
                _say_where(refusal, game)
                raise
            break
        else:
            raise BusyError(BUSY)
        batch.marks.setdefault(game_id, (game, mark))
        game.stamp(request=request, origin=command.origin)
        if request is not None:
            batch.made_by[game_id, request.key] = number
        before, now = mark.stream.requests, game.stream.requests
        if len(now) < len(before):
            batch.forgotten.append((game_id, {key: was for key, was in before.items() if key not in now}))
        batch.changes[number] = Change(game.collect_events(), is_repeat=False, game=game)

    def _judge_as_known(self, command: Callable[[Game], object], game: Game, n: int) -> None:
        """
        Tries the command on the game at event `n`, the last one that its sender knows.

        So a refusal reveals nothing about later events to senders with a delay.
        """
        if n == game.stream.version:
            return
        with self.reading_at(game.id, n) as past:
            mark = past.mark()
            try:
                command(past)
            finally:
                past.rewind(mark)

    def _made_before(self, batch: Batch, game: Game, request: IdempotentRequest) -> Sequence[GameEvent]:
        """
        Returns the request's events, made earlier, or in this batch and not stored yet; none if it is new.

        A kept request of which the store has no event is new, too: the events were restored from an older backup.
        """
        known = self._find(game, request.key)
        if known is None:
            return ()
        number = batch.made_by.get((game.id, request.key))
        if number is None:
            return events_made_by(request, self, game.id, first=known[0])
        made = batch.changes[number].events
        require_same_body(request, made)
        return made

    def _find(self, game: Game, key: str) -> tuple[int, str] | None:
        """Returns the first event of a request, and the digest of its body; None if it made none in 24 hours."""
        return game.stream.requests.get(key) or self._requests.find(game, key)

    def _store(self, batch: Batch) -> bool:
        """
        Stores the events of a batch.

        Returns:
            Whether they are stored. If another process was first, the games are up to date and otherwise unchanged.

        Raises:
            GapError: A game in memory is ahead of the store. Nothing was stored.
        """
        made = [event for change in batch.changes.values() if not change.is_repeat for event in change.events]
        if not made:
            if batch.changes:  # all of them are repeats, and no commit follows
                self.confirm()
            return True
        try:
            for game_id, forgotten in batch.forgotten:
                self._requests.keep(game_id, forgotten)
            self._events.put(made)
        except GapError:
            raise
        except IntegrityError:
            return self._settle(batch.marks.values(), made)
        return True

    def _settle(self, marks: Iterable[tuple[Game, Mark]], made: Sequence[GameEvent]) -> bool:
        """Brings games up to date after a conflict. Returns whether the events that were made are stored after all."""
        newer: set[str] = set()
        for game, mark in marks:
            game.rewind(mark)
            newer.update(event.hash for event in self._catch_up(game))
        # The library repeats a commit whose answer was lost, and then conflicts with itself.
        if not newer.issuperset(event.hash for event in made):
            return False
        self.confirm()
        return True

    # -- loading --------------------------------------------------------------------------------

    def _load(self, entry: Entry, game_id: UUID) -> Game:
        if entry.game is None:
            entry.game, start = self._reconstruct(game_id, None)
            if entry.game is not None:
                # Only if snapshots are missing, as after an update that changed their layout.
                self._snapshots.take_if_due(entry.game, after=start)
        if entry.game is None:
            self.kept.forget(game_id)
            raise UnknownGameError(f"there is no game {game_id}")
        return entry.game

    def _reconstruct(self, game_id: UUID, n: int | None) -> tuple[Game | None, int]:
        """Returns the game at event `n`, or now, and the event of the snapshot that it was loaded from, or 0."""
        game = self._snapshots.latest(game_id, upto=n)
        page: Sequence[GameEvent] = ()
        if game is not None:
            # The event of the snapshot is read again: a snapshot of other events than these is of no use.
            page = self.events_of(game_id, after=game.stream.version - 1, upto=n)
            if page and page[0].hash == game.stream.head:
                page = page[1:]
            else:
                game, page = None, ()
        start = after = 0 if game is None else game.stream.version
        while page := page or self.events_of(game_id, after=after, upto=n):
            require_chained(game, page)
            game = Game.project(game, page)
            after, page = page[-1].n, ()
        return game, start

    def _catch_up_entry(self, entry: Entry, game: Game) -> None:
        """Brings the game of an entry up to the last stored event. If that fails, the next reader tries again."""
        entry.stored = 0  # Set first, so that what is stored meanwhile is noted.
        try:
            entry.remember(self._catch_up(game))
        except BaseException:
            entry.stored = None
            raise

    def _catch_up(self, game: Game, *, upto: int | None = None) -> list[GameEvent]:
        """Brings the game up to the last stored event, or to `upto`. Returns the new events."""
        newer: list[GameEvent] = []
        while game.stream.version != upto and (page := self.events_of(game.id, after=game.stream.version, upto=upto)):
            require_chained(game, page)
            Game.project(game, page)
            newer += page
        return newer
