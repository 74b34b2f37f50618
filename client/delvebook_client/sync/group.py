"""What the groups of operations are made of, for programs that wait for each answer."""

from __future__ import annotations

import secrets

from .connection import Connection


class Group:
    """Operations of the service."""

    def __init__(self, api: Connection) -> None:
        self._api = api


class GameGroup:
    """
    Operations of one game.

    Attributes:
        id: The game's id.
    """

    def __init__(self, api: Connection, game: str) -> None:
        self._api = api
        self.id = game


def new_key() -> str:
    """Returns a new `Idempotency-Key`, which nobody can guess."""
    return secrets.token_hex(16)
