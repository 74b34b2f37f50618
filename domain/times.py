"""Times as records write them: UTC, to the microsecond."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

MICROSECONDS: Final = 1_000_000
"""Microseconds in a second."""


def later(at: str, seconds: int, *, microseconds: int = 0) -> str:
    """The time this long after `at`, both in the record's format. Negative durations give earlier times."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds, microseconds=microseconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
