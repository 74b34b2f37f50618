"""
Wakes the streams of this process when their game changes.

One thread reads the changed games from the log, by position, however many streams there are. A signal only says when
to look. The thread runs while there are subscribers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol
from uuid import UUID

from delvebook.service.errors import TooManyStreamsError

PAUSE_SECONDS: Final = 0.01
"""The least time between two looks, so that a busy log is read in larger pieces."""

ChangedGames = Callable[[int], tuple[int, set[UUID]]]


class Signal(Protocol):
    """Says when the log has grown (`delvebook.service.live.signals.LogSignal`)."""

    @property
    def count(self) -> int:
        """How often it has said so."""

    def wait(self, timeout: float, *, seen: int | None = None) -> int:
        """Returns when `count` is no longer `seen`, or after `timeout` seconds; the new count."""


class Subscriber:
    """A subscription to one game, for use in one thread."""

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._changed = threading.Event()

    def wake(self) -> None:
        """The game has changed."""
        self._changed.set()

    def wait(self, timeout: float) -> bool:
        """Returns once the game has changed since the last call, or after `timeout` seconds; whether it has."""
        changed = self._changed.wait(timeout)
        self._changed.clear()
        return changed

    @property
    def is_closing(self) -> bool:
        """Whether the process is about to end."""
        return self._feed.is_closing


class Feed:
    """
    The subscriptions of this process.

    Args:
        changed_games: A position of the log → the position read up to, and the games that changed between the two.
        position: The position of the last event of the log.
        signal: Says when to look.
        subscribers_max: How many may subscribe at a time.
        poll_seconds: How long to wait for the signal before looking anyway.
    """

    def __init__(
        self,
        changed_games: ChangedGames,
        *,
        position: Callable[[], int],
        signal: Signal,
        subscribers_max: int,
        poll_seconds: float,
    ) -> None:
        self._changed_games = changed_games
        self._position = position
        self._signal = signal
        self._subscribers_max = subscribers_max
        self._poll_seconds = poll_seconds
        self._subscribers: dict[UUID, list[Subscriber]] = {}
        self._lock = threading.Lock()
        self._runs = False
        self._thread: threading.Thread | None = None
        self.count = 0
        self.is_closing = False

    @contextmanager
    def following(self, game: UUID) -> Iterator[Subscriber]:
        """
        A subscription for the length of the block. Changes before the first read must be read by the subscriber.

        Raises:
            TooManyStreamsError
        """
        subscriber = self.subscribe(game)
        try:
            yield subscriber
        finally:
            self.unsubscribe(game, subscriber)

    def subscribe(self, game: UUID) -> Subscriber:
        """
        A subscription that must be ended with `unsubscribe`.

        Raises:
            TooManyStreamsError
        """
        subscriber = Subscriber(self)
        with self._lock:
            if self.count >= self._subscribers_max or self.is_closing:
                raise TooManyStreamsError("this process follows as many games as it may; try another one, or later")
            self.count += 1
            self._subscribers.setdefault(game, []).append(subscriber)
            if not self._runs:
                self._runs = True
                self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()
        return subscriber

    def unsubscribe(self, game: UUID, subscriber: Subscriber) -> None:
        """Ends a subscription. Doing it twice is harmless."""
        with self._lock:
            present = self._subscribers.get(game, [])
            if subscriber in present:
                present.remove(subscriber)
                self.count -= 1
            if not present:
                self._subscribers.pop(game, None)

    def close(self) -> None:
        """Tells all subscribers that the process is about to end. Safe in a signal handler."""
        self.is_closing = True

    def settle(self) -> None:
        """Returns once the log is no longer read. To be called after `close` and before the store is closed."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        seen = self._signal.count
        position: int | None = None
        while True:
            with self._lock:
                if not self._subscribers or self.is_closing:
                    self._runs = False
                    return
            try:
                if position is None:
                    position = self._position()
                    changed = self._everybody()
                else:
                    position, changed = self._changed_games(position)
            except Exception:  # noqa: BLE001 - subscribers meet the error when they read; this thread goes on
                self._wake(self._everybody())
                time.sleep(self._poll_seconds)
                continue
            if changed:
                self._wake(changed)
                time.sleep(PAUSE_SECONDS)
            else:
                seen = self._signal.wait(self._poll_seconds, seen=seen)

    def _everybody(self) -> set[UUID]:
        with self._lock:
            return set(self._subscribers)

    def _wake(self, games: set[UUID]) -> None:
        with self._lock:
            for game in games & self._subscribers.keys():
                for subscriber in self._subscribers[game]:
                    subscriber.wake()
