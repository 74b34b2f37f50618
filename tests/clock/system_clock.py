"""
A system clock that a test sets, for the programs that it starts and for all that they start.

The programs preload a small library (`set_clock.c`). libfaketime 0.9.10, which Debian 12 has, does not do: either it
sets the monotonic clock, too, which no machine does, or Python's `time.sleep` fails. Times of files stay those of the
machine, so after a step a new file looks older or newer than it is.
"""

from __future__ import annotations

import shutil
import struct
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from tests.missing import missing

SOURCE: Final = Path(__file__).parent / "set_clock.c"
SECOND: Final = 10**9


class SystemClock:
    """
    A system clock, at first that of the machine.

    Args:
        folder: Where its library and its file are made.
    """

    def __init__(self, folder: Path) -> None:
        compiler = shutil.which("cc")
        if compiler is None or not sys.platform.startswith("linux"):
            missing("no clock was set: that needs Linux and a C compiler (Debian: apt install gcc libc6-dev)")
        library = folder / "set_clock.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE], check=True)
        self._file = folder / "clock"
        self._file.write_bytes(bytes(8))
        self.environment = {"LD_PRELOAD": str(library), "SYSTEM_CLOCK": str(self._file)}
        """What the programs need that shall have this clock."""

    @property
    def ahead(self) -> timedelta:
        """How far it is ahead of the machine's clock."""
        [ahead] = struct.unpack("=q", self._file.read_bytes())
        return timedelta(microseconds=ahead // 1000)

    def set(self, ahead: timedelta) -> None:
        """Sets it, so that it is so far ahead of the machine's clock. All its programs see that at once."""
        with self._file.open("r+b", buffering=0) as file:
            file.write(struct.pack("=q", round(ahead.total_seconds()) * SECOND))

    def step(self, by: timedelta) -> None:
        """Sets it forwards, or backwards."""
        self.set(self.ahead + by)

    def now(self, *, plus: timedelta = timedelta()) -> str:
        """Returns its time, or another one beside it, in the record's form."""
        moment = datetime.fromtimestamp(time.time(), UTC) + self.ahead + plus
        return moment.isoformat(timespec="microseconds")[:26] + "Z"
