"""
The names that clients give their streams, held in Redis, so that a stream ends when a later one takes its name.

Best effort: without Redis, streams of one name end only where they are in one process.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

import redis

from delvebook.service.live.stream_wakeups import Callback, StreamWakeups

NAME_SECONDS: Final = 86_400
"""How long a name is remembered that nobody takes again."""


class StreamNames:
    """
    Who has which name.

    Args:
        connection: Redis.
        wakeups: Tells the other processes that a name was taken.
    """

    def __init__(self, connection: redis.Redis, wakeups: StreamWakeups) -> None:
        self._connection = connection
        self._wakeups = wakeups

    def take(self, place: str) -> str:
        """Takes the name. Returns the word that holds it from now on."""
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
        """Whether no later stream has taken the name, as far as is known."""
        try:
            now = self._connection.get(_key(place))
        except (redis.RedisError, OSError):
            return True
        return not held or now is None or now == held.encode()


def _key(place: str) -> str:
    return "delvebook:line:" + sha256(place.encode()).hexdigest()[:32]
