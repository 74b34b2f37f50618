"""
The shapes of handovers.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Shape
from .common import Account


class Handover(Shape, frozen=True, kw_only=True):
    """Handover."""

    created_at: datetime
    """When its code was made."""
    expires_at: datetime
    """When its code ends."""
    id: str
    """Its id, which is no secret."""
    used_at: datetime | None
    """When another device used it; null if none has."""


class Handovers(Shape, frozen=True, kw_only=True):
    """Handovers."""

    handovers: list[Handover]
    """The newest first."""


class InspectedCode(Shape, frozen=True, kw_only=True):
    """Inspected code."""

    account: Account
    """The account that it opens."""
    expires_at: datetime
    """When it ends."""


class NewHandover(Shape, frozen=True, kw_only=True):
    """New handover."""

    address: str
    """The page that asks, with the code in its fragment, which no browser sends."""
    code: str
    """Shown only once. Case and hyphens are free."""
    created_at: datetime
    """When its code was made."""
    expires_at: datetime
    """When its code ends."""
    id: str
    """Its id, which is no secret."""
    qr: str
    """The address as a QR code: an SVG picture in a `data:` address."""
    used_at: datetime | None
    """When another device used it; null if none has."""
