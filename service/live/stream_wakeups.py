"""
Calls between web processes: a stream's name was taken, or an account has changed. They say where to look, and no more.

They travel through Redis, best effort. The checks that every stream makes anyway compensate for a lost call.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Final

import redis

from delvebook.service.live.signals import hear

CHANNEL: Final = "delvebook:calls"
ACCOUNT: Final = "account/"

Callback = Callable[[], None]


class StreamWakeups:
    """
    Calls by words, from one process to all.

    Args:
        connection: Redis, with short timeouts, because callers wait for it.
        url: The URL of Redis, for a connection that listens. It is opened by `start`.
    """

    def __init__(self, connection: redis.Redis, url: str) -> None:
        self._connection = connection
        self._url = url
        self._listeners: dict[str, set[Callback]] = {}
        self._on_account: list[Callable[[str], None]] = []
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self, word: str) -> None:
        """Calls the listeners for the word: in this process at once, and in others if Redis answers."""
        self._pass_on(word)
        with contextlib.suppress(redis.RedisError, OSError):
            self._connection.publish(CHANNEL, word)

    def wake_account(self, account: str) -> None:
        """Calls the listeners for the account, because it, or one of its tokens, has changed."""
        self.wake(ACCOUNT + account)

    def listen(self, word: str, called: Callback) -> Callback:
        """
        Calls `called` from another thread whenever the word is called. It must not block.

        Returns:
            A function that unsubscribes.
        """
        with self._lock:
            self._listeners.setdefault(word, set()).add(called)
        self.start()

        def stop() -> None:
            with self._lock:
                left = self._listeners.get(word, set())
                left.discard(called)
                if not left:
                    self._listeners.pop(word, None)

        return stop

    def on_account(self, called: Callable[[str], None]) -> None:
        """Calls `called` with the id of every changed account, before the listeners for that account."""
        self._on_account.append(called)

    def start(self) -> None:
        """Begins to hear other processes, if it does not hear them yet. The first `listen` does so, too."""
        with self._lock:
            if self._thread is None and not self._closed.is_set():
                self._thread = threading.Thread(target=self._run, name="wakeups", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """Ends the listening, and closes the connection."""
        self._closed.set()
        self._connection.close()

    def _run(self) -> None:
        hear(self._url, CHANNEL, self._closed, lambda said: self._pass_on(said.decode(errors="replace")))

    def _pass_on(self, word: str) -> None:
        if word.startswith(ACCOUNT):
            for tell in self._on_account:
                tell(word.removeprefix(ACCOUNT))
        with self._lock:
            called = list(self._listeners.get(word, ()))
        for one in called:
            one()
