"""
Wakes the streams of this process when their game changes.

One thread reads the changed games from the log, by position, however many streams there are. A signal only says when
to look. The thread runs while there are subscribers.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
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


class Subscription:
    """
    That one client follows one game.

    Attributes:
        game: Which game.
        owner: Whom it is counted for: an account or a network.
    """

    __slots__ = ("game", "owner", "wake")

    def __init__(self, game: UUID, owner: str, wake: Callable[[], None]) -> None:
        self.game = game
        self.owner = owner
        self.wake = wake


class Feed:
    """
    The subscriptions of this process.

    Args:
        changed_games: A position of the log → the position read up to, and the games that changed between the two.
        position: The position of the last event of the log.
        signal: Says when to look.
        subscribers_max: How many subscriptions there may be at a time.
        owned_max: How many of them one account or network may have.
        poll_seconds: How long to wait for the signal before looking anyway.
    """

    def __init__(
        self,
        changed_games: ChangedGames,
        *,
        position: Callable[[], int],
        signal: Signal,
        subscribers_max: int,
        owned_max: int,
        poll_seconds: float,
    ) -> None:
        self._changed_games = changed_games
        self._position = position
        self._signal = signal
        self._subscribers_max = subscribers_max
        self._owned_max = owned_max
        self._owned: Counter[str] = Counter()
        self._poll_seconds = poll_seconds
        self._subscribers: dict[UUID, set[Subscription]] = {}
        self._lock = threading.Lock()
        self._runs = False
        self._thread: threading.Thread | None = None
        self.count = 0
        self.is_closing = False

    def subscribe(self, game: UUID, wake: Callable[[], None], *, owner: str = "") -> Subscription:
        """
        A subscription that must be ended with `unsubscribe`.

        Changes before the subscriber's next read must be found by that read.

        Args:
            game: Which game to follow.
            wake: Called, from another thread, when the game may have changed. It must not block.
            owner: Whom the subscription is counted for.

        Raises:
            TooManyStreamsError
        """
        subscription = Subscription(game, owner, wake)
        with self._lock:
            if self.count >= self._subscribers_max or self.is_closing:
                raise TooManyStreamsError("this process follows as many games as it may; try another one, or later")
            if self._owned[owner] >= self._owned_max:
                raise TooManyStreamsError(
                    f"you follow {self._owned_max} games already, which is the most; end one of these streams first"
                )
            self.count += 1
            self._owned[owner] += 1
            self._subscribers.setdefault(game, set()).add(subscription)
            if not self._runs:
                self._runs = True
                self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        """Ends a subscription. Doing it twice is harmless."""
        with self._lock:
            present = self._subscribers.get(subscription.game, set())
            if subscription in present:
                present.remove(subscription)
                self.count -= 1
                self._owned[subscription.owner] -= 1
                if not self._owned[subscription.owner]:
                    del self._owned[subscription.owner]
            if not present:
                self._subscribers.pop(subscription.game, None)

    def close(self) -> None:
        """Says that the process is about to end: the log is read no more, and nobody new may subscribe."""
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
            woken = [one for game in games & self._subscribers.keys() for one in self._subscribers[game]]
        for subscription in woken:
            subscription.wake()
