"""
Games changed and read in the event loop of a web process, for what most requests ask.

It takes what is at hand: a game in memory that no thread is using, and a command that is accepted. Whatever else may
happen is left to the threads (`GameRepository`), which share the games, their locks and the committer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import NamedTuple, TypeVar
from uuid import UUID

from eventsourcing.persistence import IntegrityError, StoredEvent

from delvebook.domain.aggregate import Mark
from delvebook.domain.errors import DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent, Origin
from delvebook.domain.stream import REQUESTS_MAX, IdempotentRequest
from delvebook.service.store.changes import BatchCommand, Change
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.freshness import LoopFreshness
from delvebook.service.store.kept import Entry, KeptGames, forget_games
from delvebook.service.store.looped import LoopStore, open_loop_store
from delvebook.service.store.snapshots import Snapshots
from delvebook.service.store.succession import GapError

A = TypeVar("A")


class NotAtHandError(Exception):
    """The event loop cannot do it. Nothing has happened, and a thread has to be asked."""


class _Judged(NamedTuple):
    """A command carried out in memory: its game, the state of the game before it, and the events that it made."""

    entry: Entry
    game: Game
    mark: Mark
    events: Sequence[GameEvent]


class LoopGames:
    """
    The games of a process, for its event loop.

    Args:
        kept: The games in memory.
        recorder: The committer, which the loop drives.
        snapshots: The snapshots of games.
        to_row: Returns the row of an event.
        position: Returns the last position of the log. It may block.
        settle: Brings games up to date after a conflict. Returns whether the events made are stored after all. It may
            block.
    """

    def __init__(
        self,
        kept: KeptGames,
        recorder: GroupCommitRecorder,
        snapshots: Snapshots,
        *,
        to_row: Callable[[GameEvent], StoredEvent],
        position: Callable[[], int],
        settle: Callable[[Sequence[tuple[Game, Mark]], Sequence[GameEvent]], bool],
    ) -> None:
        self._kept = kept
        self._recorder = recorder
        self._snapshots = snapshots
        self._to_row = to_row
        self._position = position
        self._settle = settle
        self._store: LoopStore | None = None
        self._freshness: LoopFreshness | None = None

    async def start(self) -> None:
        """Has the loop lead the committer, and follow the log. Until it has succeeded, nothing is at hand."""
        store = self._store = self._store or open_loop_store(self._recorder.recorder)
        if store is None:
            return
        position = await asyncio.to_thread(self._position)
        self._recorder.drive(asyncio.get_running_loop(), store.inserter())
        self._kept.doubt_all()
        self._freshness = LoopFreshness(
            store.rows_after, position, on_change=self._kept.note_stored, on_gap=self._kept.doubt_all
        )

    async def end(self) -> None:
        """Has threads lead the committer again, and closes the loop's connections. Nothing is at hand any more."""
        self._freshness = None
        self._recorder.release()
        if self._store is not None:
            await self._store.close()

    def find(self, game_id: UUID, after: int | None = None) -> tuple[Game | None, Sequence[GameEvent]]:
        """
        Returns the game if it is in memory, and its events after that one if they are, too.

        It may be behind the store, or in use.
        """
        entry = self._kept.find(game_id)
        if entry is None:
            return None, ()
        return entry.game, () if after is None else entry.events_after(after) or ()

    async def read(
        self, game_id: UUID, look: Callable[[Game, Sequence[GameEvent]], A], *, after: int | None = None
    ) -> A:
        """
        Returns what `look` makes of the game as it is stored now, and of its events after event `after`, if given.

        Raises:
            NotAtHandError: Also if not all events after that one are in memory, or there is no such event.
            Whatever `look` raises.
        """
        if self._freshness is None:
            raise NotAtHandError
        try:
            await self._freshness.ask()
        except Exception as error:
            raise NotAtHandError from error
        entry, game = await self._take(game_id)
        try:
            if entry.stored is None or entry.stored > game.stream.version:
                raise NotAtHandError
            events = () if after is None else entry.events_after(after)
            if events is None:
                raise NotAtHandError
            return look(game, events)
        finally:
            self._leave(game_id, entry)

    async def add(
        self, game: Game, request: IdempotentRequest | None, origin: Origin | None, answer: Callable[[Change], A]
    ) -> A:
        """
        Stores a new game. Returns the answer, which is made while the store writes.

        Raises:
            NotAtHandError: Also if the request has made the game before.
            Errors of the store. Then the game may be stored.
        """
        if self._freshness is None:
            raise NotAtHandError
        game.stamp(request=request, origin=origin)
        events = game.collect_events()
        written = self._recorder.submit([self._to_row(event) for event in events])
        made = answer(Change(events, is_repeat=False, game=game))
        try:
            await written
        except IntegrityError as error:
            if request is None:
                raise
            raise NotAtHandError from error
        entry = self._kept.entry(game.id)
        if entry.lock.acquire(blocking=False):
            try:
                # It is stored already, so a thread may have read it, and an event that came after.
                entry.game = entry.game or game
                self._kept.weigh(game.id, entry)
            finally:
                entry.lock.release()
        return made

    async def change(
        self,
        command: BatchCommand,
        answer: Callable[[Change], A],
        *,
        permit: Callable[[Game], Awaitable[bool]] | None = None,
    ) -> A:
        """
        Carries out a command on a game, and stores its events. Returns the answer.

        The answer is made while the store writes, and returned once the events are durable.

        Args:
            command: The command.
            answer: Makes the answer.
            permit: Asked about the game after an accepted command, before its events are stored. Nothing happens if it
                returns False, or fails.

        Raises:
            NotAtHandError: Also if the command is refused or not permitted, or was carried out before.
            Whatever `answer` raises, and errors of the store. Then the events may be stored, or are.
        """
        [made] = await self.change_together([command], answer, permit=permit)
        return made

    async def change_together(
        self,
        commands: Sequence[BatchCommand],
        answer: Callable[[Change], A],
        *,
        permit: Callable[[Game], Awaitable[bool]] | None = None,
    ) -> list[A]:
        """
        Carries out commands on different games, and stores their events in one transaction. Returns the answers.

        Args:
            commands: The commands, each on another game.
            answer: See `change`.
            permit: See `change`.

        Raises:
            NotAtHandError: As for `change`, if it holds of one of them. Nothing has happened then.
            Whatever `answer` raises, and errors of the store. Then the events may be stored, or are.
        """
        if self._freshness is None:
            raise NotAtHandError
        taken: dict[UUID, tuple[Entry, Game]] = {}
        try:
            # All take them in the same order, so that no two wait for each other.
            for game_id in sorted(command.game for command in commands):
                taken[game_id] = await self._take(game_id)
            judged: list[_Judged] = []
            try:
                for command in commands:
                    if judged:
                        await asyncio.sleep(0)  # many commands take long, and others need the loop
                    judged.append(await self._judge(command, *taken[command.game], permit))
            except BaseException:
                for one in judged:
                    one.game.rewind(one.mark)
                raise
            written = self._recorder.submit([self._to_row(event) for one in judged for event in one.events])
            made: list[A] = []
            failure: BaseException | None = None
            try:
                made = [answer(Change(one.events, is_repeat=False, game=one.game)) for one in judged]
            except BaseException as error:  # noqa: BLE001 - it is raised once the fate of the events is known
                failure = error
            await self._stored(written, judged)
            for one in judged:
                one.entry.remember(one.events)
                if self._snapshots.is_due(one.game, after=one.mark.stream.version):
                    await asyncio.to_thread(self._snapshots.take, one.game)
            if failure is not None:
                raise failure
            return made
        finally:
            for game_id, (entry, _) in taken.items():
                self._leave(game_id, entry)

    async def _judge(
        self,
        command: BatchCommand,
        entry: Entry,
        game: Game,
        permit: Callable[[Game], Awaitable[bool]] | None,
    ) -> _Judged:
        """
        Carries out a command in memory.

        Raises:
            NotAtHandError: The game is as it was.
        """
        request = command.request
        known = game.stream.requests
        if request is not None and (request.key in known or len(known) >= REQUESTS_MAX):
            raise NotAtHandError
        mark = game.mark()
        try:
            command.command(game)
        except (DelvebookError, NotAtHandError) as refusal:
            game.rewind(mark)
            raise NotAtHandError from refusal
        except Exception as defect:
            entry.game = None
            raise NotAtHandError from defect
        if permit is not None:
            await self._require_permit(permit, game, mark)
        game.stamp(request=request, origin=command.origin)
        return _Judged(entry, game, mark, game.collect_events())

    async def _require_permit(self, permit: Callable[[Game], Awaitable[bool]], game: Game, mark: Mark) -> None:
        try:
            is_permitted = await permit(game)
        except BaseException as error:
            game.rewind(mark)
            if isinstance(error, Exception):
                raise NotAtHandError from error
            raise
        if not is_permitted:
            game.rewind(mark)
            raise NotAtHandError

    async def _stored(self, written: asyncio.Future[None], judged: Sequence[_Judged]) -> None:
        """
        Returns once the events are durable.

        Raises:
            NotAtHandError: They are not stored, and the games are up to date, or no longer in memory.
        """
        entries = [one.entry for one in judged]
        try:
            await written
        except GapError as error:
            forget_games(entries)  # one of the games is ahead of the store, which alone knows what happened
            raise NotAtHandError from error
        except IntegrityError as error:
            marks = [(one.game, one.mark) for one in judged]
            made = [event for one in judged for event in one.events]
            try:
                is_stored = await asyncio.to_thread(self._settle, marks, made)
            except BaseException:
                forget_games(entries)
                raise
            if not is_stored:
                raise NotAtHandError from error
        except BaseException:
            forget_games(entries)  # whether the events are stored is not known, so the games must be loaded again
            raise

    async def _take(self, game_id: UUID) -> tuple[Entry, Game]:
        """
        Returns a game in memory that nobody else uses until `_leave`.

        Raises:
            NotAtHandError: It is not in memory, a thread is using it, or what spectators see of it is delayed.
        """
        entry = self._kept.in_memory(game_id)
        if entry is None:
            raise NotAtHandError
        await entry.turns.acquire()
        if not entry.lock.acquire(blocking=False):
            entry.turns.release()
            raise NotAtHandError
        game = entry.game
        if game is None or game.progress.delay is not None:
            self._leave(game_id, entry)
            raise NotAtHandError
        return entry, game

    def _leave(self, game_id: UUID, entry: Entry) -> None:
        """Lets others use the game."""
        try:
            self._kept.weigh(game_id, entry)
        finally:
            entry.lock.release()
            entry.turns.release()
