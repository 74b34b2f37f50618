"""
The shapes of webhooks.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Shape


class Delivery(Shape, frozen=True, kw_only=True):
    """Delivery."""

    at: datetime
    """When."""
    attempt: int
    """Which attempt since the last success, from 1."""
    duration_ms: int
    """How long it took; 0 if it is `not_public`."""
    id: int
    """Grows with each attempt; used as `after`."""
    notice: int
    """The number of the notice."""
    outcome: str
    """
    The result; `status`: the answer was not 2xx; `not_public`: the name has no address, or one that is not public;
    `tls`: the certificate is not trusted or not for that name: `delivered`, `status`, `not_public`, `tls`,
    `unreachable`, `timeout`, `malformed`. There may be more.
    """
    status: int | None
    """The HTTP status of the answer, if any."""


class Deliveries(Shape, frozen=True, kw_only=True):
    """Deliveries."""

    deliveries: list[Delivery]
    """The oldest first."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""


class Ping(Shape, frozen=True, kw_only=True):
    """Ping."""

    number: int
    """The number of the notice that is posted."""


class SecretWebhook(Shape, frozen=True, kw_only=True):
    """Secret webhook."""

    created_at: datetime
    """When it was made."""
    delivered: int
    """The number of the last notice that it was sent or has filtered out."""
    disabled_at: datetime | None
    """Since when nothing is sent to it."""
    disabled_because: str | None
    """`failing`: every attempt failed for five days; `gone`: it answered 410. There may be more."""
    failing_since: datetime | None
    """When the first of these attempts failed."""
    failures: int
    """Attempts that failed since the last successful one."""
    id: str
    """Its id."""
    label: str
    """What you call it."""
    next_at: datetime | None
    """The earliest time of the next attempt."""
    secret: str
    """What its messages are signed with; keep it."""
    secret_number: int
    """Which secret it has, from 1."""
    types: list[str] | None
    """Only notices of these types; null for all."""
    url: str
    """Where your notices are posted."""


class Webhook(Shape, frozen=True, kw_only=True):
    """Webhook."""

    created_at: datetime
    """When it was made."""
    delivered: int
    """The number of the last notice that it was sent or has filtered out."""
    disabled_at: datetime | None
    """Since when nothing is sent to it."""
    disabled_because: str | None
    """`failing`: every attempt failed for five days; `gone`: it answered 410. There may be more."""
    failing_since: datetime | None
    """When the first of these attempts failed."""
    failures: int
    """Attempts that failed since the last successful one."""
    id: str
    """Its id."""
    label: str
    """What you call it."""
    next_at: datetime | None
    """The earliest time of the next attempt."""
    secret_number: int
    """Which secret it has, from 1."""
    types: list[str] | None
    """Only notices of these types; null for all."""
    url: str
    """Where your notices are posted."""


class Webhooks(Shape, frozen=True, kw_only=True):
    """Webhooks."""

    webhooks: list[Webhook]
    """The oldest first."""
