"""The memory of this process, and a folder that lies in memory."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

SHARED: Final = Path("/dev/shm")  # noqa: S108 (Linux has it for what need not outlive the machine)
BYTES_MIN: Final = 4 << 30
"""What must be free there: several times what all tests that run at once keep in their folders."""


def folder() -> Path | None:
    """
    A folder in memory where tests may write and run programs, or None if there is none with enough room.

    Tests make thousands of stores and servers. On a disk they wait for it a third of their time. None of them is about
    a machine that loses its power, which is what a disk would be needed for.
    """
    if not SHARED.is_dir() or not os.access(SHARED, os.W_OK | os.X_OK):
        return None
    there = os.statvfs(SHARED)
    return None if there.f_flag & os.ST_NOEXEC or there.f_bavail * there.f_frsize < BYTES_MIN else SHARED


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
