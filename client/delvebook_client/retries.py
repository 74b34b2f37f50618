"""When a request is sent again, and after how long."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Final

import httpx

from .errors import ProblemError

SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
UNTOUCHED: Final = frozenset({"service/busy", "service/too_many_streams", "service/too_many_requests"})
"""Codes of 503 that the service gives before it changes anything, so that any request may be sent again."""


@dataclass(frozen=True, slots=True)
class Retries:
    """
    How patiently a client tries again.

    Attributes:
        seconds: How long it keeps trying without an answer; 0 for never, `math.inf` for ever.
        pause: The first pause, in seconds. Each is twice as long as the one before, less a random part.
        pause_max: The longest pause, in seconds, unless the service asks for a longer one with `Retry-After`.
    """

    seconds: float = 120.0
    pause: float = 0.25
    pause_max: float = 10.0


class Attempts:
    """Counts the failures of one request, or of one stream since its last line."""

    def __init__(self, retries: Retries) -> None:
        self._retries = retries
        self._since: float | None = None
        self._count = 0

    def renew(self) -> None:
        """Resets the count after a success."""
        self._since, self._count = None, 0

    def pause(self, retry_after: float | None = None) -> float | None:
        """Counts a failure. Returns the seconds to wait before the next attempt, or None to give up."""
        now = time.monotonic()
        self._since = now if self._since is None else self._since
        longest = min(self._retries.pause_max, self._retries.pause * 2 ** min(self._count, 30))
        self._count += 1
        seconds = random.uniform(longest / 2, longest)  # noqa: S311 - so that clients do not all come back together
        if retry_after is not None:
            seconds = max(retry_after, seconds)
        return seconds if now + seconds - self._since <= self._retries.seconds else None


def may_resend(broken: httpx.TransportError, *, is_safe: bool) -> bool:
    """Returns whether a request may be sent again after its connection broke: if it is safe, or was never sent."""
    if isinstance(broken, httpx.UnsupportedProtocol | httpx.LocalProtocolError):
        return False
    return is_safe or isinstance(broken, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)


def may_ask_again(problem: ProblemError, *, is_safe: bool) -> bool:
    """Returns whether a refused request is worth sending again unchanged."""
    if problem.status in (408, 429):
        return problem.is_retryable and problem.code != "service/quota"
    if problem.status == 503 and problem.is_retryable:
        return is_safe or problem.code in UNTOUCHED
    return is_safe and problem.status in (502, 503, 504) and problem.code.startswith("http/")
