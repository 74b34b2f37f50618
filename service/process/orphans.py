"""Ends child processes when the process that started them is gone, even if that was killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time
from typing import Final

LOOK_SECONDS: Final = 1.0
PR_SET_PDEATHSIG: Final = 1
"""The number of the option in Linux's `prctl`."""


def end_with_parent() -> None:
    """Sends this process SIGTERM when the process that started it is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    if parent != 1:
        threading.Thread(target=watch, name="end-with-parent", daemon=True).start()


def die_with_parent(parent: int) -> None:
    """
    Has the system kill this process at once when the process that started it is gone, even if this one is stopped.

    Only Linux can, and it takes the end of the thread that started it for the end of the process. What may be killed
    at any moment may call this, if it was started by a main thread. The wish outlives `exec`.

    Args:
        parent: The process that started it.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # It was gone before the wish was made.
            os.kill(os.getpid(), signal.SIGKILL)
