"""What a request is made of, and which receipts are in its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Final
from urllib.parse import quote

import httpx

from .shapes import Json

Given = Mapping[str, object]
"""The arguments of a call by their names in the API. Those that are None were not given."""
Query = Given
"""Parameters of a query: text, numbers, booleans, times, and lists of them."""
_GAME: Final = re.compile(r"/v1/(?:games|disputes)/([0-9a-f-]{36})\b")


def given_of(arguments: Mapping[str, Json]) -> dict[str, Json]:
    """Returns the arguments that were given."""
    return {name: value for name, value in arguments.items() if value is not None}


def part(value: str | int) -> str:
    """
    Returns a part of an address.

    Raises:
        ValueError: It would lead to another address.
    """
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is no id: it would lead to another address")
    return quote(text, safe="@")


def address_of(base: str, path: str, query: Query | None) -> httpx.URL:
    """
    Returns the address of a request. Parameters are added to those in the path.

    Raises:
        ValueError: It is an address of another service.
    """
    if "://" in path:
        url = httpx.URL(path)
        ours = httpx.URL(base)
        if (url.scheme, url.host, url.port) != (ours.scheme, ours.host, ours.port):
            raise ValueError(f"{path} is not an address of {base}, and your token is not for others")
    else:
        url = httpx.URL(base + path)
    given = {name: _told(value) for name, value in given_of(query or {}).items()}
    return url.copy_merge_params(given) if given else url


def _told(value: Json) -> Json:
    if isinstance(value, datetime | date):
        return value.isoformat()
    return [_told(one) for one in value] if isinstance(value, list | tuple) else value


def game_of(path: str) -> str | None:
    """Returns the game that an address names, if it names one."""
    named = _GAME.match(path)
    return named[1] if named else None


def receipted(path: str, answer: Json) -> Iterator[tuple[str | None, dict[str, Json]]]:
    """
    Yields what was done by a command or by several, where there is a receipt for it, each with its game.

    The game is None where only the receipt names it.
    """
    if not isinstance(answer, dict):
        return
    if isinstance(answer.get("receipt"), str) and "hash" in answer:
        seen = answer.get("game") or {}
        yield answer.get("id") or game_of(path) or seen.get("id"), answer
    if path.startswith(("/v1/actions", "/v1/games/batch")):
        for one in answer.get("results", ()):
            yield from receipted("", one.get("done"))
        for one in answer.get("games", ()):
            yield from receipted("", one)
