"""What an answer of today no longer says as the answer of a kept version did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

WORDS: Final = ("description", "en", "ru", "told", "told_short")
"""Members with words for people. Later versions may find better ones, but have to say something."""

RENEWED: Final = ("catalogue", "cover", "levels")
"""Members that name the newest of something: a catalogue or a picture by its digest, a level's bot by its version."""


def lost(old: Any, new: Any, where: str = "") -> Iterator[str]:
    """What an answer does not say as it did. It may say more, and a list of words may have more of them."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name, one in old.items():
            place = f"{where}.{name}"
            if name not in new:
                yield f"{place} is gone"
            elif name in WORDS and not isinstance(one, dict):
                yield from [f"{place} says nothing any more"] if one and not new[name] else []
            elif name in RENEWED:
                yield from [f"{place} has another form"] if type(one) is not type(new[name]) else []
            else:
                yield from lost(one, new[name], place)
    elif isinstance(old, list) and isinstance(new, list) and all(isinstance(one, str | int) for one in (*old, *new)):
        yield from (f"{where} has no {one!r} any more" for one in old if one not in new)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from lost(one, other, f"{where}[{number}]")
    elif type(old) is not type(new) or old != new:
        yield f"{where} was {old!r} and is {new!r}"
