"""Reads the record of a command that takes a game's id or a file."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from uuid import UUID

import httpx

from delvebook.service.cli.options import refuse

SERVER: Final = "http://127.0.0.1:8080"


def fetched(game: str, server: str, token: str | None = None) -> bytes | Path:
    """The record of that game, from the service; or the file, if it is no game's id."""
    try:
        id_ = UUID(game)
    except ValueError:
        return Path(game)
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    try:
        answer = httpx.get(f"{server.rstrip('/')}/v1/games/{id_}/record", headers=headers, timeout=60)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        refuse(f"{server} does not answer: {error}")
    if answer.status_code != httpx.codes.OK:
        try:
            told = answer.json()
            refuse(f"{game}: {told.get('detail') or told.get('title')} ({told.get('code')})")
        except (ValueError, AttributeError):
            refuse(f"{server} answers {answer.status_code}")
    return answer.content
