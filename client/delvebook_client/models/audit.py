"""
The shapes of audit.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Json, Shape


class AuditEntry(Shape, frozen=True, kw_only=True):
    """Audit entry."""

    account: str | None
    """Who did it."""
    account_name: str | None
    """The name of that account now; null for none, and once it is deleted."""
    action: str
    """What was done."""
    address: str | None
    """The class of their address: a keyed hash of its network."""
    at: datetime
    """When."""
    bot: str | None
    """For a bot's move: the kind of bot."""
    by: str | None
    """For an event: who made it."""
    details: dict[str, Json]
    """Further details, which depend on the action."""
    game: str | None
    """The game."""
    id: int
    """Grows with each entry; used as `after`."""
    n: int | None
    """The event of the game."""
    on_behalf_of: str | None
    """For an event: the seat it is about; for a bot's move: the player it plays for."""
    token: str | None
    """The id of the token they used."""


class Audit(Shape, frozen=True, kw_only=True):
    """Audit."""

    entries: list[AuditEntry]
    """The entries of the page, in order of arrival."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""
