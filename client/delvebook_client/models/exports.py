"""
The shapes of exports.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Shape
from .common_2 import JobProgress, Problem


class ExportFile(Shape, frozen=True, kw_only=True):
    """Export file."""

    bytes: int
    """Its size."""
    media_type: str
    """Its media type."""
    records: int
    """How many records it holds."""
    sha256: str
    """Its SHA-256, in hex."""
    skipped: int
    """How many games are left out because they are damaged."""


class ExportWanted(Shape, frozen=True, kw_only=True):
    """Export wanted."""

    bot: str | None
    """The bot that had a seat."""
    options: dict[str, str]
    """The options."""
    player: str | None
    """The account that had a seat."""
    ruleset: str | None
    """The title, or the title and its version."""
    since: datetime | None
    """Games that ended then or later."""
    statuses: list[str]
    """How they ended."""
    until: datetime | None
    """Games that ended before."""


class Export(Shape, frozen=True, kw_only=True):
    """Export."""

    created_at: datetime
    """When it was asked for."""
    expires_at: datetime | None
    """Until when its outcome is kept; null until it has ended."""
    file: ExportFile | None
    """Its file, once it is finished."""
    finished_at: datetime | None
    """When it ended; null until then."""
    format: str
    """Its format: `ndjson.zst`, `parquet`. There may be more."""
    id: str
    """Its id."""
    problem: Problem | None
    """Why it failed, if it did."""
    progress: JobProgress
    """How much of it is done."""
    pseudonymous: bool
    """Whether it is under pseudonyms."""
    status: str
    """Its status: `queued`, `running`, `finished`, `failed`, `cancelled`. There may be more."""
    wanted: ExportWanted
    """Which games it holds."""


class Exports(Shape, frozen=True, kw_only=True):
    """Exports."""

    exports: list[Export]
    """The latest first."""
