"""
Rate limits: one budget for each account, or for each network of callers without a token, over all routes and processes.
Also caps: accounts made from one network, games and seats of one account.

Answers report them in the fields of draft-ietf-httpapi-ratelimit-headers: `RateLimit-Policy` names the budget, and
`RateLimit` says what is left of it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple, cast
from uuid import UUID

from flask import Flask, Response, current_app, g, request
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage, Storage, storage_from_string

from delvebook.domain.errors import DelvebookError
from delvebook.domain.stream import IdempotentRequest
from delvebook.service.api.context import AWAITED, CHARGED, EXTENSION, caller, services
from delvebook.service.api.observing import PROBES
from delvebook.service.base.errors import RateLimitedError, TooManyError
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.caller import OPERATE, Caller

REDIS_SECONDS_MAX: Final = 0.25
"""Time that Redis has to answer. It is asked before every request, so it must not hold one up."""
PAUSE_SECONDS: Final = 5.0
"""Time for which requests are counted in memory after Redis has failed to answer."""
BUDGETS: Final = "delvebook.budgets"
NEWCOMERS: Final = "delvebook.newcomers"
REQUESTS: Final = "requests"
ACCOUNTS: Final = "accounts"
"""Names of the budgets in the headers: all requests, and accounts made from a network."""


class Budget(NamedTuple):
    """
    The budget of an account or a network in the present span of time.

    Attributes:
        name: Its name in the headers.
        quota: Requests allowed in a span.
        window: The length of a span, in seconds.
        used: Requests made in this span, including the last.
        reset: Seconds until the next span, at least 1.
    """

    name: str
    quota: int
    window: int
    used: int
    reset: int

    @property
    def is_spent(self) -> bool:
        """Whether the last request was one too many."""
        return self.used > self.quota


class Charged(NamedTuple):
    """What has been taken from the budget of a request's caller: the budget after it, and the number of requests."""

    budget: Budget
    requests: int


def headers_of(budgets: Iterable[Budget], *, is_refused: bool) -> dict[str, str]:
    """The header fields for one or more budgets. For a refused request they also say when to try again."""
    allowed: list[str] = []
    left: list[str] = []
    wait = 0
    for budget in budgets:
        allowed.append(f'"{budget.name}";q={budget.quota};w={budget.window}')
        left.append(f'"{budget.name}";r={max(0, budget.quota - budget.used)};t={budget.reset}')
        if is_refused and budget.is_spent:
            wait = max(wait, budget.reset)
    told = {"RateLimit-Policy": ", ".join(allowed), "RateLimit": ", ".join(left)}
    return {**told, "Retry-After": str(wait)} if wait else told


class Budgets:
    """
    Counts requests in Redis, so that all processes count together, or in memory while Redis does not answer.

    Args:
        name: The budget's name.
        limit: The number of requests, and the span of time.
        url: The store of the counts, as a URL of the `limits` library.
        now: Returns the time, in seconds since 1970.
        monotonic: Returns a time in seconds that nobody sets.
    """

    def __init__(
        self,
        name: str,
        limit: RateLimitItem,
        url: str,
        *,
        now: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._limit = limit
        self._own = MemoryStorage()
        self._shared: Storage = self._own
        if url != "memory://":
            seconds = REDIS_SECONDS_MAX
            shared = storage_from_string(url, socket_connect_timeout=seconds, socket_timeout=seconds)
            self._shared = cast("Storage", shared)
        self._now = now
        self._monotonic = monotonic
        self._shared_from = float("-inf")

    def take(self, who: str, count: int = 1) -> Budget:
        """Takes that number of requests from the budget, or gives them back if it is negative. Returns the budget."""
        now, window = int(self._now()), self._limit.get_expiry()
        # The span is part of the key. So counting takes one command, and nobody has to ask when the span ends.
        key = f"delvebook/limit/{who}/{now // window}"
        return Budget(self._name, self._limit.amount, window, self._count(key, window, count), window - now % window)

    def take_all(self, wanted: Sequence[tuple[str, int]]) -> list[Budget]:
        """Takes so many requests from each of these budgets. Returns them as they are after it; one may come again."""
        counts: Counter[str] = Counter()
        for who, count in wanted:
            counts[who] += count
        after = {who: self.take(who, count) for who, count in counts.items()}
        budgets = []
        for who, count in wanted:
            counts[who] -= count
            budgets.append(after[who]._replace(used=after[who].used - counts[who]))
        return budgets

    def _count(self, key: str, window: int, count: int) -> int:
        if self._monotonic() >= self._shared_from:
            try:
                return self._shared.incr(key, window, count)
            except self._shared.base_exceptions:
                self._shared_from = self._monotonic() + PAUSE_SECONDS
        return self._own.incr(key, window, count)


def install(app: Flask) -> None:
    """Counts every request except probes, and refuses those that exceed the budget."""
    settings = app.extensions[EXTENSION].settings
    if settings.accounts_limit:
        app.extensions[NEWCOMERS] = Budgets(ACCOUNTS, parse(settings.accounts_limit), settings.limits_url)
    if settings.rate_limit:
        app.extensions[BUDGETS] = Budgets(REQUESTS, parse(settings.rate_limit), settings.limits_url)
        app.before_request(_count)
    if settings.rate_limit or settings.accounts_limit:
        app.after_request(_tell)


def _count() -> None:
    counted: Charged | None = request.environ.get(CHARGED)
    if counted is not None:
        _require_left(counted.budget)
    elif request.path not in PROBES and request.method != "OPTIONS" and AWAITED not in request.environ:
        charge(1)


def _tell(response: Response) -> Response:
    # An answer that anybody may keep for ever also reaches people who made no request here.
    if "budgets" in g and not response.cache_control.immutable:
        response.headers.update(headers_of(g.budgets.values(), is_refused=response.status_code == 429))
    return response


def charge(count: int) -> None:
    """
    Takes that number of requests from the caller's budget.

    Raises:
        RateLimitedError: Fewer are left.
    """
    budgets: Budgets | None = current_app.extensions.get(BUDGETS)
    if budgets is None or not count:
        return
    _require_left(budgets.take(who(), count))


def charged_so_far() -> Charged | None:
    """What this request has taken from the caller's budget; None if nothing."""
    budget = g.get("budgets", {}).get(REQUESTS)
    return None if budget is None else Charged(budget, 1)


def charge_for_all(count: int) -> None:
    """
    Takes as many requests from the caller's budget as this one counts as, but for those that have been taken.

    Raises:
        RateLimitedError: Fewer are left.
    """
    counted: Charged | None = request.environ.get(CHARGED)
    charge(count - (1 if counted is None else counted.requests))


def _require_left(budget: Budget) -> None:
    """
    Returns if the budget of the caller's requests is not spent. The answer tells of it in any case.

    Raises:
        RateLimitedError
    """
    g.setdefault("budgets", {})[REQUESTS] = budget
    if budget.is_spent:
        raise RateLimitedError(
            f"you have made {budget.quota} requests in {budget.window} seconds, which is the limit; "
            f"go on in {budget.reset} seconds",
            quota=budget.quota,
            window=budget.window,
        )


def who() -> str:
    """The name under which requests are counted: that of the account, or of the network without one."""
    try:
        account = caller().account
    except DelvebookError:
        account = None
    return f"address:{_network()}" if account is None else payer(account)


def payer(account: str) -> str:
    """The name under which the requests of an account are counted."""
    return f"account:{account}"


def _network() -> str:
    """The class of the address that the request comes from."""
    if "limit_address" not in g:
        g.limit_address = address_class(request.remote_addr, secret=services().settings.secret_key) or "nowhere"
    return str(g.limit_address)


@dataclass(slots=True)
class NewAccount:
    """An account that is being made. `is_new` is set once this request, not an earlier one, has made it."""

    is_new: bool = False


@contextmanager
def new_account(repeated: IdempotentRequest | None) -> Iterator[NewAccount]:
    """
    Counts an account made here against its caller's network. If no new one is made after all, takes the count back.

    Operators may make any number. A request that has made an account before is answered again.

    Args:
        repeated: The client's request, if it may be repeated.

    Raises:
        TooManyError
    """
    made = NewAccount()
    budgets: Budgets | None = current_app.extensions.get(NEWCOMERS)
    if budgets is None or caller().may(OPERATE):
        yield made
        return
    key = f"accounts:{_network()}"
    budget = g.setdefault("budgets", {})[ACCOUNTS] = budgets.take(key)
    try:
        if budget.is_spent and not services().accounts.tokens.has_answered(repeated):
            raise TooManyError(
                f"{budget.quota} accounts have been made from your network in {budget.window} seconds, "
                "which is the limit",
                what="accounts",
                limit=budget.quota,
            )
        yield made
    finally:
        if not made.is_new:
            after = budgets.take(key, -1)
            g.budgets[ACCOUNTS] = budget if budget.is_spent else after


def require_room_for_game(who: Caller, repeatable: IdempotentRequest | None) -> None:
    """
    Returns if the caller may create one more game, or if this request has created one before.

    Raises:
        TooManyError
    """
    limit = services().settings.games_owned_max
    if not limit or who.account is None or services().holdings.created_going_on([who.account])[0] < limit:
        return
    if repeatable is not None and services().use.games.has_made(repeatable):
        return
    raise TooManyError(
        f"{limit} games that you created are open or running, which is the limit; abort or finish some",
        what="games",
        limit=limit,
    )


def require_room_for_seat(who: Caller, game: UUID) -> None:
    """
    Returns if the caller may have one more seat, or already has one in this game.

    Raises:
        TooManyError
    """
    limit = services().settings.seats_owned_max
    if not limit or who.account is None or services().holdings.seats_going_on([who.account])[0] < limit:
        return
    if str(game) in dict(services().holdings.seats_of(who.account)):
        return
    raise TooManyError(
        f"you have {limit} seats in games that are open or running, which is the limit; leave or finish some",
        what="seats",
        limit=limit,
    )
