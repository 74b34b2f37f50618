"""
The shapes of offices.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Shape


class Office(Shape, frozen=True, kw_only=True):
    """Office."""

    accepted_at: datetime | None
    """When its owner accepted it; null while it is only offered."""
    offered_at: datetime
    """When it was offered."""
    offered_by: str | None
    """The id of the account that offered it; null for a command on the service's own machine."""
    office: str
    """The office: `arbiter`, `operator`. There may be more."""
    scope: str
    """
    The scope that its holder's tokens may have: `games:read`, `games:play`, `bots:play`, `records:export`,
    `disputes:file`, `disputes:rule`, `service:operate`. There may be more.
    """


class Offices(Shape, frozen=True, kw_only=True):
    """Offices."""

    offices: list[Office]
    """All of them."""
