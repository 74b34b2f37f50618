"""Rate limits, counted per account, or per network for callers without a token."""

from __future__ import annotations

import math
import time
from typing import Any, Final

from flask import Flask, Response, g, request
from flask_limiter import Limiter

from delvebook.domain.errors import DelvebookError
from delvebook.service.api.context import EXTENSION, caller, services
from delvebook.service.api.observing import PROBES
from delvebook.service.identity.accounts import address_class

REDIS_OPTIONS: Final[dict[str, Any]] = {"socket_connect_timeout": 0.5, "socket_timeout": 0.5}


def install(app: Flask) -> None:
    """Counts requests in Redis, so that all processes count together; in memory while Redis is away."""
    settings = app.extensions[EXTENSION].settings
    if not settings.rate_limit:
        return
    is_shared = settings.limits_url != "memory://"
    limiter = Limiter(
        key_func=who,
        default_limits=[settings.rate_limit],
        application_limits_per_method=False,
        headers_enabled=False,
        storage_uri=settings.limits_url,
        storage_options=REDIS_OPTIONS if is_shared else {},
        in_memory_fallback_enabled=is_shared,
        strategy="fixed-window",
    )
    limiter.init_app(app)

    @limiter.request_filter
    def is_exempt() -> bool:
        return request.path in PROBES or request.method == "OPTIONS"

    @app.after_request
    def tell(response: Response) -> Response:
        limit = limiter.current_limit
        if limit is None:
            return response
        wait = min(limit.limit.get_expiry(), max(0, math.ceil(limit.reset_at - time.time())))
        response.headers["RateLimit-Limit"] = str(limit.limit.amount)
        response.headers["RateLimit-Remaining"] = str(max(0, limit.remaining))
        response.headers["RateLimit-Reset"] = str(wait)
        response.headers["RateLimit-Policy"] = f"{limit.limit.amount};w={limit.limit.get_expiry()}"
        if response.status_code == 429:
            response.headers["Retry-After"] = str(max(1, wait))
        return response


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
