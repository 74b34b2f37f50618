"""Ends child processes when the supervisor is gone, even if it was killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Final

LOOK_SECONDS: Final = 1.0


def end_with_parent() -> None:
    """Sends this process SIGTERM when the process that started it is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os.kill(os.getpid(), signal.SIGTERM)

    if parent != 1:
        threading.Thread(target=watch, name="end-with-parent", daemon=True).start()
