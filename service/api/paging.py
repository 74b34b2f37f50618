"""Lists in pages: a cursor says where the next page begins, and a link leads to it."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import NoReturn
from urllib.parse import urlencode
from uuid import UUID

from flask import request

from delvebook.service.api.reading import refuse


def write_cursor(first: str, second: str, *, order: str = "") -> str:
    """
    The cursor of the page after an entry.

    Args:
        first: The value that the list is ordered by; holds no space.
        second: The value that tells apart entries with the same `first`.
        order: The list's order, if it has several; a cursor is valid for one of them.
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
    The two values that were given to `write_cursor`; None without a cursor.

    Args:
        cursor: The cursor.
        order: The list's order, if it has several.
        first: Raises ValueError if the first value is not what it should be.
        second: Does the same for the second value.

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
        _refuse_cursor()
    if written != ([order] if order else []):
        _refuse_cursor()
    return before, after


def link_headers(cursor: str | None, *, name: str = "cursor") -> dict[str, str]:
    """
    The header with the link to the next page (RFC 8288); empty if there is none.

    Args:
        cursor: The beginning of the next page; None on the last page.
        name: The parameter of the query that holds it.
    """
    if cursor is None:
        return {}
    kept = {key: value for key, value in request.args.to_dict().items() if key not in ("cursor", "after")}
    return {"Link": f'<{request.path}?{urlencode({**kept, name: cursor})}>; rel="next"'}


def _refuse_cursor() -> NoReturn:
    refuse({"cursor": ["must be the `next` of a page of this list, in this order"]}, "query")
