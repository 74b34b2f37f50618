"""Where two plain values differ, as JSON pointers (RFC 6901), and values in a form short enough for a report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import NotCanonicalError


class Absent:
    """Stands for a value that is not there, which is different from null."""

    def __repr__(self) -> str:
        return "absent"


ABSENT: Final = Absent()
SHORT: Final = 160
"""Maximum number of characters of a value in a report."""


class Difference(NamedTuple):
    """One place where two values differ; `ABSENT` where one of them has nothing."""

    pointer: str
    left: object
    right: object


def differences(left: object, right: object, pointer: str = "") -> Iterator[Difference]:
    """The smallest differences between two plain values: keys sorted, items in order."""
    if type(left) is dict and type(right) is dict:
        for key in sorted(left.keys() | right.keys()):
            below = f"{pointer}/{escape(key)}"
            yield from differences(left.get(key, ABSENT), right.get(key, ABSENT), below)
    elif type(left) is list and type(right) is list:
        for index in range(max(len(left), len(right))):
            yield from differences(
                left[index] if index < len(left) else ABSENT,
                right[index] if index < len(right) else ABSENT,
                f"{pointer}/{index}",
            )
    elif type(left) is not type(right) or left != right:
        yield Difference(pointer, left, right)


def escape(key: str) -> str:
    """The key, escaped as a part of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def resolve(value: object, pointer: str) -> object:
    """The part of the value that the pointer names; `ABSENT` if there is none."""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if type(value) is dict:
            value = value.get(key, ABSENT)
        elif type(value) is list and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return ABSENT
    return value


def shorten(value: object, *, length: int = SHORT) -> str:
    """The value as canonical JSON, cut in the middle if it is long; "absent" if it is not there."""
    if isinstance(value, Absent):
        return "absent"
    try:
        text = jcs(value).decode()
    except NotCanonicalError:
        text = repr(value)
    if len(text) <= length:
        return text
    half = (length - 3) // 2
    return f"{text[:half]} … {text[-half:]}"
