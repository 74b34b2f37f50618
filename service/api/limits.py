"""
Rate limits: one budget for each account, or for each network of callers without a token, over all routes and processes.

They are told in the fields of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` names the budget, and
`RateLimit` says what is left of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple, cast

from flask import Flask, Response, current_app, g, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage, storage_from_string

from delvebook.domain.errors import DelvebookError
from delvebook.service.api.context import EXTENSION, caller, services
from delvebook.service.api.observing import PROBES
from delvebook.service.errors import RateLimitedError
from delvebook.service.identity.accounts import address_class

REDIS_SECONDS_MAX: Final = 0.25
"""For Redis to answer. It is asked before every request, so it must not hold one up."""
PAUSE_SECONDS: Final = 5.0
"""After Redis has failed to answer, requests are counted in memory for so long."""
BUDGETS: Final = "delvebook.budgets"
POLICY: Final = "requests"
"""What the budget is called in the headers."""


class Budget(NamedTuple):
    """
    What an account or a network may do until the end of a span of time.

    Attributes:
        quota: Requests in a span.
        window: The length of a span, in seconds.
        used: Requests made in this one, the last included.
        reset: Seconds until the next span, at least 1.
    """

    quota: int
    window: int
    used: int
    reset: int

    @property
    def is_spent(self) -> bool:
        """Whether the last request was one too many."""
        return self.used > self.quota

    def headers(self) -> dict[str, str]:
        """The fields that tell of it."""
        told = {
            "RateLimit-Policy": f'"{POLICY}";q={self.quota};w={self.window}',
            "RateLimit": f'"{POLICY}";r={max(0, self.quota - self.used)};t={self.reset}',
        }
        return {**told, "Retry-After": str(self.reset)} if self.is_spent else told


class Budgets:
    """
    Counts requests in Redis, so that all processes count together; in memory while Redis does not answer.

    Args:
        limit: How many requests in what time.
        url: Where they are counted, as a URL of the `limits` library.
        now: The time, in seconds since 1970.
    """

    def __init__(self, limit: RateLimitItem, url: str, *, now: Callable[[], float] = time.time) -> None:
        self._limit = limit
        self._own = MemoryStorage()
        self._shared: Storage = self._own
        if url != "memory://":
            seconds = REDIS_SECONDS_MAX
            shared = storage_from_string(url, socket_connect_timeout=seconds, socket_timeout=seconds)
            self._shared = cast("Storage", shared)
        self._now = now
        self._shared_from = 0.0

    def take(self, who: str, count: int = 1) -> Budget:
        """Takes so many requests from the budget."""
        now, window = int(self._now()), self._limit.get_expiry()
        # The span is part of the key, so that one command counts and nobody has to ask when the span ends.
        key = f"delvebook/limit/{who}/{now // window}"
        return Budget(self._limit.amount, window, self._count(key, window, count), window - now % window)

    def _count(self, key: str, window: int, count: int) -> int:
        if self._now() >= self._shared_from:
            try:
                return self._shared.incr(key, window, count)
            except self._shared.base_exceptions:
                self._shared_from = self._now() + PAUSE_SECONDS
        return self._own.incr(key, window, count)


def install(app: Flask) -> None:
    """Counts every request but those of probes, and refuses those for which nothing is left."""
    settings = app.extensions[EXTENSION].settings
    if not settings.rate_limit:
        return
    app.extensions[BUDGETS] = Budgets(parse(settings.rate_limit), settings.limits_url)

    @app.before_request
    def count() -> None:
        if request.path not in PROBES and request.method != "OPTIONS":
            charge(1)

    @app.after_request
    def tell(response: Response) -> Response:
        if "budget" in g:
            response.headers.update(g.budget.headers())
        return response


def charge(count: int) -> None:
    """
    Counts so many requests of the caller.

    Raises:
        RateLimitedError: These are more than are left.
    """
    budgets: Budgets | None = current_app.extensions.get(BUDGETS)
    if budgets is None or not count:
        return
    g.budget = budgets.take(who(), count)
    if g.budget.is_spent:
        raise RateLimitedError(
            f"you have made {g.budget.quota} requests in {g.budget.window} seconds, which is the most; "
            f"go on in {g.budget.reset} seconds",
            quota=g.budget.quota,
            window=g.budget.window,
        )


def who() -> str:
    """What the request is counted for: its account, or the network it comes from."""
    try:
        account = caller().account
    except DelvebookError:
        account = None
    if account is not None:
        return f"account:{account}"
    if "limit_address" not in g:
        g.limit_address = address_class(request.remote_addr, secret=services().settings.secret_key) or "nowhere"
    return f"address:{g.limit_address}"
