"""
Wake-ups: "the log has grown". They carry no data; a process that is woken reads the log.

They travel through Redis, best effort. Without Redis every process goes on by polling.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

import redis

CHANNEL: Final = "delvebook:log"
NOTICES_CHANNEL: Final = "delvebook:notices"
RETRY_SECONDS: Final = 1.0


def connect(url: str, *, seconds: float = 5.0) -> redis.Redis:
    """Returns a Redis client that waits at most `seconds` for an answer. It does not connect yet."""
    return redis.Redis.from_url(
        url, socket_connect_timeout=min(1.0, seconds), socket_timeout=seconds, health_check_interval=30
    )


class LogSignal:
    """
    Tells other processes that the log has grown, and waits for their messages.

    Neither blocks on Redis or fails because of it: two threads of the signal's own talk to Redis.

    Args:
        url: The URL of Redis.
        channel: The channel of the log.
    """

    def __init__(self, url: str, *, channel: str = CHANNEL) -> None:
        self._url = url
        self._channel = channel
        self._grown = threading.Condition()
        self._count = 0
        self._to_send = threading.Event()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self._threads_lock = threading.Lock()
        self._listens = False

    def notify(self, position: int = 0) -> None:
        """Announces that the log has grown."""
        self._wake()
        self._start(self._send, "signal-send")
        self._to_send.set()

    @property
    def count(self) -> int:
        """The number of times the log has grown, as far as this process knows; for `wait`."""
        return self._count

    def wait(self, timeout: float, *, seen: int | None = None) -> int:
        """Waits until `count` differs from `seen`, or for `timeout` seconds. Returns the new count."""
        self._start(self._listen, "signal-listen")
        with self._grown:
            before = self._count if seen is None else seen
            self._grown.wait_for(lambda: self._count != before or self._closed.is_set(), timeout)
            return self._count

    def close(self) -> None:
        """Ends the threads."""
        self._closed.set()
        self._to_send.set()
        self._wake()

    def _wake(self) -> None:
        with self._grown:
            self._count += 1
            self._grown.notify_all()

    def _start(self, target: Callable[[], None], name: str) -> None:
        if any(thread.name == name for thread in self._threads):
            return
        with self._threads_lock:
            if not any(thread.name == name for thread in self._threads):
                thread = threading.Thread(target=target, name=name, daemon=True)
                self._threads.append(thread)
                thread.start()

    def _send(self) -> None:
        client = connect(self._url)
        while not self._closed.is_set():
            self._to_send.wait()
            self._to_send.clear()
            try:
                client.publish(self._channel, "grown")
            except redis.RedisError:
                self._closed.wait(RETRY_SECONDS)

    def _listen(self) -> None:
        hear(self._url, self._channel, self._closed, lambda _: self._wake())


def hear(url: str, channel: str, closed: threading.Event, heard: Callable[[bytes], None]) -> None:
    """Passes on the messages of a Redis channel until `closed`. Continues after every interruption."""
    while not closed.is_set():
        try:
            client = connect(url)
            with client.pubsub(ignore_subscribe_messages=True) as listening:  # type: ignore[no-untyped-call]
                listening.subscribe(channel)
                while not closed.is_set():
                    if (message := listening.get_message(timeout=1.0)) is not None:
                        heard(message["data"])
        except (redis.RedisError, OSError, ValueError):
            closed.wait(RETRY_SECONDS)
