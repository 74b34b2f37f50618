"""
The shapes of push.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Sent, Shape


class BrowserKeys(Sent, frozen=True, kw_only=True):
    """Browser keys."""

    auth: str
    """The secret that the browser shares with you."""
    p256dh: str
    """The browser's public key."""


class PushSubscription(Shape, frozen=True, kw_only=True):
    """Push subscription."""

    created_at: datetime
    """When it was made."""
    endpoint: str
    """Its address at the push service."""
    failing_since: datetime | None
    """Since when every message failed."""
    id: str
    """Its id."""
    key: str
    """The key that it was made with; if it is no longer the current one, subscribe anew."""
    label: str
    """What you call it."""
    types: list[str] | None
    """Only notices of these types; null for all."""


class PushSubscriptions(Shape, frozen=True, kw_only=True):
    """Push subscriptions."""

    key: str | None
    """
    This service's public key, as `PushManager.subscribe` takes it (`applicationServerKey`); null if none is offered.
    """
    subscriptions: list[PushSubscription]
    """The oldest first."""
