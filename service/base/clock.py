"""The time of day, in the record's form. Only the composition roots pass it on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

TIME_FORMAT: Final = "%Y-%m-%dT%H:%M:%S.%fZ"
"""`strftime` format of a UTC time in the record's form."""


def utc_now() -> str:
    """Returns the time in the record's form: `YYYY-MM-DDTHH:MM:SS.ffffffZ`."""
    return datetime.now(UTC).isoformat(timespec="microseconds")[:26] + "Z"
