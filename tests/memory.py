"""The memory of this process."""

from __future__ import annotations

import re
from pathlib import Path


def peak() -> int | None:
    """The most bytes that this process has had in memory at once. None where there is no Linux to tell it."""
    return _told("VmHWM")


def resident() -> int | None:
    """The bytes that this process has in memory now. None where there is no Linux to tell it."""
    return _told("VmRSS")


def _told(name: str) -> int | None:
    status = Path("/proc/self/status")
    taken = re.search(rf"^{name}:\s+(\d+) kB$", status.read_text() if status.exists() else "", re.MULTILINE)
    return None if taken is None else int(taken[1]) * 1024
