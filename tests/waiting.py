"""Waiting for what happens a moment later in another process, as lists that follow the games do."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

SECONDS_MAX: Final = 120


def until(found: Callable[[], Any], what: str = "it was so", seconds: float = SECONDS_MAX) -> Any:
    """Asks until the answer is true, or not empty. Returns that answer."""
    deadline = time.monotonic() + seconds
    while not (something := found()):
        assert time.monotonic() < deadline, f"waited {seconds:.0f} s, but never: {what}"
        time.sleep(0.05)
    return something
