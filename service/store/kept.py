"""The games that a process keeps in memory, as many as its share of bytes has room for."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
import types
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.ruleset import Ruleset

SHARED: Final = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    Ruleset,
)
"""What all games share. It is no part of any of them."""
RECENT_MAX: Final = 4
"""How many of a game's last events are kept in memory. Whoever follows a game lacks fewer."""
LEAVES: Final = frozenset((str, int, bytes, bool, float, type(None)))
"""Types of which nothing else is a part."""
EVENTS_MIN: Final = 64
"""A game is measured again after this many events at least."""


class Entry:
    """A game kept in memory, the lock for its use, and its last event in the store as far as is known."""

    __slots__ = ("bytes", "due", "game", "lock", "past", "recent", "status", "stored", "turns")

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.turns = asyncio.Lock()
        """Taken before `lock` in the event loop, all of whose tasks are one thread to `lock`."""
        self.game: Game | None = None
        self.past: Game | None = None
        """The game at an earlier event, for viewers with a delay."""
        self.recent: Sequence[GameEvent] = ()
        """Some of its last events, for those who ask what has just happened."""
        self.stored: int | None = 0
        """None if it is not known. Then the store must be asked."""
        self.bytes = 0
        self.due = 0
        """The number of events from which it is measured again."""
        self.status = ""
        """Its status when it was measured. A start or an end changes much at once."""

    def remember(self, events: Sequence[GameEvent]) -> None:
        """Keeps the events that the game has got, as far as there is room, instead of older ones."""
        if events:
            follows = bool(self.recent) and self.recent[-1].hash == events[0].prev
            self.recent = (*(self.recent if follows else ()), *events)[-RECENT_MAX:]

    def events_after(self, n: int) -> Sequence[GameEvent] | None:
        """Returns all events of the game in memory after event `n`; None if not all of them are kept."""
        game, recent = self.game, self.recent
        if game is None or n > game.stream.version:
            return None
        if n == game.stream.version:
            return ()
        if not recent or recent[-1].hash != game.stream.head or recent[0].n > n + 1:
            return None
        return recent[n + 1 - recent[0].n :]


def forget_games(entries: Iterable[Entry]) -> None:
    """Drops the games of these entries from memory, so that the next use loads them from the store."""
    for entry in entries:
        entry.game = None


class KeptGames:
    """
    The entries of games, of which those that were not used for longest are dropped.

    Args:
        bytes_max: The bytes that all of them together may take. The one in use is kept even if it takes more.
    """

    def __init__(self, bytes_max: int) -> None:
        self._bytes_max = bytes_max
        self._bytes = 0
        self._entries: OrderedDict[UUID, Entry] = OrderedDict()
        self._lock = threading.Lock()
        self._noting = threading.Lock()

    @property
    def bytes(self) -> int:
        """The bytes that they take, as far as they have been measured."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._entries)

    def entry(self, game_id: UUID) -> Entry:
        """Returns the entry of a game, which is a new one if there is none."""
        with self._lock:
            entry = self._entries.setdefault(game_id, Entry())
            self._entries.move_to_end(game_id)
            return entry

    def in_memory(self, game_id: UUID) -> Entry | None:
        """Returns the entry of a game that is in memory, and counts as a use of it; None if it is not."""
        entry = self._entries.get(game_id)
        if entry is None or entry.game is None:
            return None
        with self._lock:
            if game_id in self._entries:
                self._entries.move_to_end(game_id)
        return entry

    def find(self, game_id: UUID) -> Entry | None:
        """Returns the entry of a game, if there is one."""
        return self._entries.get(game_id)

    def forget(self, game_id: UUID) -> None:
        """Drops the entry of a game."""
        with self._lock:
            self._drop(game_id)

    def clear(self) -> None:
        """Drops all entries."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0

    @contextmanager
    def all(self) -> Iterator[list[Entry]]:
        """Yields all entries. None is added or dropped within the block."""
        with self._lock:
            yield list(self._entries.values())

    def note_stored(self, game_id: UUID, n: int) -> None:
        """Notes that the store has event `n` of the game, if the game is in memory. Another thread may know of more."""
        entry = self._entries.get(game_id)
        if entry is not None:
            with self._noting:
                if entry.stored is not None:
                    entry.stored = max(entry.stored, n)

    def doubt_all(self) -> None:
        """Notes that every game in memory may be behind the store."""
        with self.all() as entries:
            for entry in entries:
                entry.stored = None

    def weigh(self, game_id: UUID, entry: Entry) -> None:
        """
        Measures a game if it has grown, and drops others if there is no room. Call it with the lock of the entry held.

        A game takes a hundredth of a second at most to measure, so it is measured after each third that it has grown.
        """
        games = [game for game in (entry.game, entry.past) if game is not None]
        events = sum(game.stream.version for game in games)
        if not games or (events < entry.due and games[0].lifecycle.status == entry.status):
            return
        entry.status = games[0].lifecycle.status
        entry.due = events + max(EVENTS_MIN, events // 3)
        weight = bytes_of(*games, *entry.recent)
        with self._lock:
            if self._entries.get(game_id) is not entry:
                return
            self._bytes += weight - entry.bytes
            entry.bytes = weight
            self._entries.move_to_end(game_id)
            while self._bytes > self._bytes_max and len(self._entries) > 1:
                self._drop(next(iter(self._entries)))

    def _drop(self, game_id: UUID) -> None:
        if (entry := self._entries.pop(game_id, None)) is not None:
            self._bytes -= entry.bytes


def bytes_of(*roots: Game | GameEvent) -> int:
    """Returns the bytes of memory that a game and its events take together, without what they share with others."""
    seen: set[int] = set()
    total = 0
    left: list[object] = [*roots]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if type(one) not in LEAVES:
            if isinstance(one, SHARED):
                continue
            left.extend(gc.get_referents(one))
        total += sys.getsizeof(one)
    return total
