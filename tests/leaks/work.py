"""
Counts the work of an answer, instead of its time.

Time is noise; what makes it is not. A request is profiled, and every call of one of our own functions is counted. An
answer that took another number of steps could be told by the clock from one that did not.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final, TypeVar

from tests.house.files import ROOMS, ROOT

T = TypeVar("T")

ASIDE: Final = (
    "service/identity/",
    "service/base/database.py:transaction",
    "service/store/log.py:EventLog.close",
    "service/store/log.py:EventLog.__del__",
)
"""
What is not counted, with all that it calls: tokens and keys, which are cached for some seconds and know nothing of
games; tidying up.

Tokens are read in a `transaction`. Everything else that opens one is counted itself.
"""

_OURS: Final = {f"{ROOT / room}/": room for room in ROOMS}
_LINKED: Final = {f"{ROOT / 'delvebook' / room}/": room for room in ROOMS}


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts the calls of our functions in the block by module and name."""
    calls: Counter[str] = Counter()
    names: dict[Any, str | None] = {}
    depth = 0  # of frames that are not counted, one in the other

    def name_of(frame: FrameType) -> str | None:
        path = frame.f_code.co_filename
        for prefix, room in (*_OURS.items(), *_LINKED.items()):
            if path.startswith(prefix):
                return f"{room}/{path.removeprefix(prefix)}:{frame.f_code.co_qualname}"
        return None

    def note(frame: FrameType, event: str, _: Any) -> None:
        nonlocal depth
        if event not in ("call", "return"):
            return
        code = frame.f_code
        if code not in names:
            names[code] = name_of(frame)
        name = names[code]
        if name is None:
            return
        if name.startswith(ASIDE):
            depth = max(0, depth + (1 if event == "call" else -1))
        elif event == "call" and not depth:
            calls[name] += 1

    gc.disable()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
        gc.enable()


def work_of(do: Callable[[], T]) -> Counter[str]:
    """Returns the calls that it takes."""
    with counted() as calls:
        do()
    return calls
