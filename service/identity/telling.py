"""How this floor tells owners what was done with their accounts, without knowing how notices are stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

Tell = Callable[[Connection, str, str, Mapping[str, object]], None]
"""Tells an account something in a transaction. Takes the account's id, the type of notice, and its members."""


def tell_nobody(connection: Connection, account: str, what: str, about: Mapping[str, object]) -> None:
    """Tells nobody. It is for a process that has no notices."""
