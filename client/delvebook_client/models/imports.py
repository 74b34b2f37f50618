"""
The shapes of imports.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import field

from ..shapes import Json, Shape
from .common import Person


class ImportedLevel(Shape, frozen=True, kw_only=True):
    """Imported level."""

    level: str
    """The level."""
    status: str
    """The result."""
    why_not: str | None
    """Why it could not be checked."""


class ImportedParent(Shape, frozen=True, kw_only=True):
    """Imported parent."""

    as_: str | None = field(default=None, name="as")
    """The seat whose knowledge alone it kept, if it did not keep everything."""
    game: str
    """The parent."""
    hash: str
    """That event's hash."""
    imported_as: str | None
    """Its record's id here; null if it is a game of this service."""
    n: int
    """The parent's event that the fork begins after."""
    ruling: int | None = None
    """The parent's event whose ruling resumes the game here, if one does."""


class ImportedSeat(Shape, frozen=True, kw_only=True):
    """Imported seat."""

    bot: str | None
    """The program that played it last."""
    player: str | None
    """The account elsewhere that had it last."""
    rank: int | None
    """Its place in the outcome, from 1."""
    score: int | None
    """Its score in the outcome."""
    seat: int
    """The seat."""


class Import(Shape, frozen=True, kw_only=True):
    """Import."""

    action_count: int
    """How many actions were taken."""
    bytes: int
    """The size of the record."""
    created_at: datetime
    """When the game was created, as the record says."""
    ended: str
    """How the game ended: `finished`, `aborted`. There may be more."""
    game: str
    """The id of its game, as the record says."""
    head: str
    """That event's hash."""
    id: str
    """Its id here; the same bytes have the same one."""
    imported_at: datetime
    """When it was imported."""
    imported_by: Person
    """Who imported it."""
    levels: list[ImportedLevel]
    """What was checked at the import."""
    n: int
    """Its last event."""
    options: dict[str, Json]
    """The game's options."""
    outcome: dict[str, Json] | None
    """The outcome, if it finished by its rules."""
    parent: ImportedParent | None
    """For a fork: its parent."""
    ruleset: str
    """The title and its version."""
    seats: list[ImportedSeat]
    """Its seats."""
    sha256: str
    """The SHA-256 of the record."""
    status: str
    """That it is imported: `imported`. There may be more."""


class ImportEvents(Shape, frozen=True, kw_only=True):
    """Import events."""

    events: list[dict[str, Json]]
    """Lines of the record."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""


class ImportedMoment(Shape, frozen=True, kw_only=True):
    """Imported moment."""

    at: datetime
    """When."""
    by: str
    """Who made it."""
    n: int
    """The event."""
    table: dict[str, Json] | None
    """What that viewer saw after it."""
    told: list[str]
    """What happened, in sentences."""
    type: str
    """Its type."""
    viewer: str
    """The viewer whose view is shown."""


class Imports(Shape, frozen=True, kw_only=True):
    """Imports."""

    imports: list[Import]
    """The records of the page."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""
