"""Lists in pages: a cursor says where the next page begins, and a link leads to it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from urllib.parse import urlencode
from uuid import UUID

from flask import request

from delvebook.service.base.errors import InvalidInputError


def write_cursor(first: str, second: str, *, order: str = "") -> str:
    """
    Where the page after an entry begins.

    Args:
        first: What the list is ordered by; holds no space.
        second: What tells entries apart of which `first` is the same.
        order: The list's order, if it has several; a cursor is for one of them.
    """
    return base64.urlsafe_b64encode(f"{first} {second} {order}".rstrip().encode()).decode().rstrip("=")


def read_cursor(
    cursor: str | None,
    *,
    order: str = "",
    first: Callable[[str], object] = str,
    second: Callable[[str], object] = UUID,
) -> tuple[str, str] | None:
    """
    What `write_cursor` wrote; None for None.

    Args:
        cursor: The cursor.
        order: The list's order, if it has several.
        first: Raises ValueError if the first part is not what it should be.
        second: The same for the second part.

    Raises:
        InvalidInputError
    """
    if cursor is None:
        return None
    try:
        place = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
        before, after, *written = place.split(" ")
        first(before)
        second(after)
    except (binascii.Error, ValueError):
        raise _no_cursor() from None
    if written != ([order] if order else []):
        raise _no_cursor()
    return before, after


def link_headers(cursor: str | None, *, name: str = "cursor") -> dict[str, str]:
    """
    The link to the next page (RFC 8288), if there is one.

    Args:
        cursor: Where the page begins.
        name: The parameter that says so.
    """
    if cursor is None:
        return {}
    kept = {key: value for key, value in request.args.to_dict().items() if key not in ("cursor", "after")}
    return {"Link": f'<{request.path}?{urlencode({**kept, name: cursor})}>; rel="next"'}


def _no_cursor() -> InvalidInputError:
    return InvalidInputError("this is no cursor of a page", fields={"cursor": ["take it from `next`"]})
