"""The time of day, in the record's form. Nothing but the composition root hands it out."""

from __future__ import annotations

from datetime import UTC, datetime


def utc_now() -> str:
    """Now, as the record writes it: `YYYY-MM-DDTHH:MM:SS.ffffffZ`."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
