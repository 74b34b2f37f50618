"""Times as records write them: UTC, to the microsecond."""

from __future__ import annotations

from datetime import datetime, timedelta


def later(at: str, seconds: int) -> str:
    """The time `seconds` after a time in the record's format, in the same format; negative for before."""
    moment = datetime.fromisoformat(at) + timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
