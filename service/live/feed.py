"""
Wakes the streams of this process when what they follow changes: a game, or an account's notices.

One thread reads what changed from a log, by position, however many streams there are. A signal only says when to look.
The thread runs while there are subscribers.
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
"""The least time between two looks, so that a busy log is read in larger pieces."""

Changed = Callable[[int], tuple[int, Set[Hashable]]]
"""A position of a log → the position read up to, and the keys of what changed between the two."""


class Subscription:
    """
    That one client follows one thing.

    Attributes:
        key: What it follows: a game's id, or an account's.
        owner: Whom it is counted for: an account or a network.
        line: The client's own name for it, if it has one.
        wake: Called when what it follows may have changed.
        on_superseded: Called when a later subscription of the same key, owner and line takes its place.
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
        changed: Reads what changed.
        position: The position of the last event of the log.
        signal: Says when to look.
        subscribers_max: How many subscriptions there may be at a time.
        owned_max: How many of them one account or network may have.
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
        A subscription that must be ended with `unsubscribe`.

        Changes before the subscriber's next read must be found by that read.

        Args:
            key: What to follow.
            wake: Called, from another thread, when it may have changed. It must not block.
            owner: Whom the subscription is counted for.
            line: A name for the subscription: those before it of the same key, owner and name end.
            on_superseded: Called when it ends so; `wake` is called then, too.

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
