"""
Wakes the streams of this process when the game, or the account's notices, that they follow changes.

One thread reads the changes from a log, by position, for any number of streams. A signal only says when to look. The
thread runs while there are subscribers.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable, Set
from typing import Final

from delvebook.service.base.errors import TooManyStreamsError
from delvebook.service.live.signals import LogSignal

PAUSE_SECONDS: Final = 0.01
"""The shortest time between two looks, so that a busy log is read in larger pieces."""

Changed = Callable[[int], tuple[int, Set[Hashable]]]
"""Takes a position of a log. Returns the position read up to, and the keys that changed between the two."""


class Subscription:
    """
    One client's subscription to one thing.

    Attributes:
        key: The id of the game or account that it follows.
        owner: The account or network that it is counted for.
        line: The client's own name for it, if any.
        wake: Called when the followed thing may have changed.
        on_superseded: Called when a later subscription with the same key, owner and line replaces it.
    """

    __slots__ = ("key", "line", "on_superseded", "owner", "wake")

    def __init__(
        self,
        key: Hashable,
        owner: str,
        wake: Callable[[], None],
        line: str | None = None,
        on_superseded: Callable[[], None] = lambda: None,
    ) -> None:
        self.key = key
        self.owner = owner
        self.line = line
        self.wake = wake
        self.on_superseded = on_superseded


class Feed:
    """
    The subscriptions of this process.

    Args:
        changed: Reads the changes.
        position: Returns the position of the log's last event.
        signal: Says when to look.
        subscribers_max: The largest number of subscriptions.
        owned_max: The largest number that one account or network may have.
        poll_seconds: How long to wait for the signal before looking anyway.
    """

    def __init__(
        self,
        changed: Changed,
        *,
        position: Callable[[], int],
        signal: LogSignal,
        subscribers_max: int,
        owned_max: int,
        poll_seconds: float,
    ) -> None:
        self._changed = changed
        self._position = position
        self._signal = signal
        self._subscribers_max = subscribers_max
        self._owned_max = owned_max
        self._owned: Counter[str] = Counter()
        self._poll_seconds = poll_seconds
        self._subscribers: dict[Hashable, set[Subscription]] = {}
        self._lock = threading.Lock()
        self._runs = False
        self._thread: threading.Thread | None = None
        self.count = 0
        self.is_closing = False

    def subscribe(
        self,
        key: Hashable,
        wake: Callable[[], None],
        *,
        owner: str = "",
        line: str | None = None,
        on_superseded: Callable[[], None] = lambda: None,
    ) -> Subscription:
        """
        Returns a subscription that must be ended with `unsubscribe`.

        The subscriber's next read must find all earlier changes.

        Args:
            key: The key to follow.
            wake: Called, from another thread, when the key may have changed. It must not block.
            owner: The account or network that it is counted for.
            line: A name for the subscription. It replaces earlier ones with the same key, owner and name.
            on_superseded: Called when it is replaced; `wake` is called then, too.

        Raises:
            TooManyStreamsError
        """
        subscription = Subscription(key, owner, wake, line, on_superseded)
        with self._lock:
            before = [] if line is None else self._named(key, owner, line)
            for one in before:
                self._remove(one)
            if self.count >= self._subscribers_max or self.is_closing:
                raise TooManyStreamsError("this process has reached its limit of streams; try another one, or later")
            if self._owned[owner] >= self._owned_max:
                raise TooManyStreamsError(
                    f"you have {self._owned_max} streams open already, which is the limit; end one of them first"
                )
            self.count += 1
            self._owned[owner] += 1
            self._subscribers.setdefault(key, set()).add(subscription)
            if not self._runs:
                self._runs = True
                self._thread = threading.Thread(target=self._run, name="feed", daemon=True)
                self._thread.start()
        for one in before:
            one.on_superseded()
            one.wake()
        return subscription

    def _named(self, key: Hashable, owner: str, line: str) -> list[Subscription]:
        return [one for one in self._subscribers.get(key, ()) if (one.owner, one.line) == (owner, line)]

    def unsubscribe(self, subscription: Subscription) -> None:
        """Ends a subscription. Doing it twice is harmless."""
        with self._lock:
            self._remove(subscription)

    def _remove(self, subscription: Subscription) -> None:
        present = self._subscribers.get(subscription.key, set())
        if subscription in present:
            present.remove(subscription)
            self.count -= 1
            self._owned[subscription.owner] -= 1
            if not self._owned[subscription.owner]:
                del self._owned[subscription.owner]
        if not present:
            self._subscribers.pop(subscription.key, None)

    def close(self) -> None:
        """Marks the process as about to end. The log is read no further, and new subscriptions are refused."""
        self.is_closing = True

    def settle(self) -> None:
        """Returns once the log is no longer read. Call it after `close` and before the store is closed."""
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
                    changed: Set[Hashable] = self._everybody()
                else:
                    position, changed = self._changed(position)
            except Exception:  # noqa: BLE001 - subscribers meet the error when they read; this thread goes on
                self._wake(self._everybody())
                time.sleep(self._poll_seconds)
                continue
            if changed:
                self._wake(changed)
                time.sleep(PAUSE_SECONDS)
            else:
                seen = self._signal.wait(self._poll_seconds, seen=seen)

    def _everybody(self) -> set[Hashable]:
        with self._lock:
            return set(self._subscribers)

    def _wake(self, keys: Set[Hashable]) -> None:
        with self._lock:
            woken = [one for key in keys & self._subscribers.keys() for one in self._subscribers[key]]
        for subscription in woken:
            subscription.wake()
