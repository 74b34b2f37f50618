"""Who is at work, told through Redis: the leading follower, and the workers of each queue."""

from __future__ import annotations

from typing import Final

import redis

FOLLOWER: Final = "follower"
PRESENT_SECONDS: Final = 15
"""How long a process counts as present after it has said so. Each says so every five seconds."""


def announce(connection: redis.Redis, role: str) -> None:
    """
    Tells that a process of that role is at work: `FOLLOWER`, or the name of a queue.

    Raises:
        redis.RedisError
    """
    connection.set(_key(role), 1, ex=PRESENT_SECONDS)


def is_present(connection: redis.Redis, role: str) -> bool:
    """
    Returns whether a process of that role has said in the last seconds that it is at work.

    Raises:
        redis.RedisError
    """
    # A key that lives longer is from before the clock was set back.
    return 0 <= int(connection.ttl(_key(role))) <= PRESENT_SECONDS


def _key(role: str) -> str:
    return f"delvebook:present:{role}"
