"""Times as records write them: UTC, to the microsecond."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

MICROSECONDS: Final = 1_000_000
"""In a second."""


def later(at: str, seconds: int, *, microseconds: int = 0) -> str:
    """The time so long after a time in the record's format, in the same format; negative for before."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds, microseconds=microseconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def microseconds_between(start: str, end: str) -> int:
    """How many microseconds lie between two times in the record's format; negative if the first is the later one."""
    return (datetime.fromisoformat(end) - datetime.fromisoformat(start)) // timedelta(microseconds=1)
