"""
The names that clients give their streams. Redis holds them, so that a stream ends when a later one takes its name.

Best effort: without Redis, a stream only ends when the later one is in the same process.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

import redis

from delvebook.service.live.stream_wakeups import Callback, StreamWakeups

NAME_SECONDS: Final = 86_400
"""How long an unused name is remembered."""


class StreamNames:
    """
    The current holders of the names.

    Args:
        connection: Redis.
        wakeups: Tells other processes that a name was taken.
    """

    def __init__(self, connection: redis.Redis, wakeups: StreamWakeups) -> None:
        self._connection = connection
        self._wakeups = wakeups

    def take(self, place: str) -> str:
        """Takes the name. Returns the token of its new holder."""
        held = secrets.token_hex(8)
        try:
            self._connection.set(_key(place), held, ex=NAME_SECONDS)
        except (redis.RedisError, OSError):
            return ""
        self._wakeups.wake(_key(place))
        return held

    def listen(self, place: str, called: Callback) -> Callback:
        """Calls `called` when another process takes the name. Returns a function that unsubscribes."""
        return self._wakeups.listen(_key(place), called)

    def holds(self, place: str, held: str) -> bool:
        """Returns whether no later stream has taken the name, as far as this process can tell."""
        try:
            now = self._connection.get(_key(place))
        except (redis.RedisError, OSError):
            return True
        return not held or now is None or now == held.encode()


def _key(place: str) -> str:
    return "delvebook:line:" + sha256(place.encode()).hexdigest()[:32]
