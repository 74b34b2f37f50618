"""
Wakes those in this process who follow a game.

One thread reads which games have changed from the log, by position, however many follow; a signal only
says when to look. It runs while somebody follows.
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
"""The least time between two looks at the log, so that a busy log is read in larger pieces."""

ChangedGames = Callable[[int], tuple[int, set[UUID]]]


class Signal(Protocol):
    """Says when the log has grown (`delvebook.service.live.signals.LogSignal`)."""

    @property
    def count(self) -> int:
        """How often it was said."""

    def wait(self, timeout: float, *, seen: int | None = None) -> int:
        """Returns when it is said again after `count` was `seen`, or after `timeout` seconds; the new count."""


class Subscriber:
    """One who follows a game. To be asked from one thread."""

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
    Who in this process follows which game.

    Args:
        changed_games: A position of the log → the games that changed after it, and the position looked at up to.
        position: The position of the last event of the log.
        signal: Says when to look.
        subscribers_max: So many may follow at a time.
        poll_seconds: How long to wait at most before looking unasked.
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
        Somebody who is woken when the game changes. What happened before they read first is theirs to read.

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
        Takes a subscriber in; to be given to `unsubscribe` in the end.

        Raises:
            TooManyStreamsError
        """
        subscriber = Subscriber(self)
        with self._lock:
            if self.count >= self._subscribers_max or self.is_closing:
                raise TooManyStreamsError("this process follows as many games as it may")
            self.count += 1
            self._subscribers.setdefault(game, []).append(subscriber)
            if not self._runs:
                self._runs = True
                self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()
        return subscriber

    def unsubscribe(self, game: UUID, subscriber: Subscriber) -> None:
        """Lets a subscriber go; once is enough, twice does no harm."""
        with self._lock:
            present = self._subscribers.get(game, [])
            if subscriber in present:
                present.remove(subscriber)
                self.count -= 1
            if not present:
                self._subscribers.pop(game, None)

    def close(self) -> None:
        """Tells all who follow that the process is about to end. May be called from a signal handler."""
        self.is_closing = True

    def settle(self) -> None:
        """Returns once nobody here reads the log any more; after `close`, before the store is let go of."""
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
            except Exception:  # noqa: BLE001  whoever follows finds out by reading; this thread goes on
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
