"""How often Python looks for garbage that only its collector can find."""

from __future__ import annotations

import gc
from typing import Final

YOUNG_OBJECTS: Final = 20_000
"""The collector looks after so many new objects. Python's own number is 700."""


def look_seldom() -> None:
    """
    Makes collections less frequent.

    Imports, a request and a search make many objects but hardly any cycles, so a collection after every 700 finds
    little: it is a fifth of the time in which a process of the service starts.
    """
    gc.set_threshold(YOUNG_OBJECTS, 20, 20)


def pass_over_what_exists() -> None:
    """Excludes the objects that exist now from all later collections."""
    gc.collect()
    gc.freeze()
