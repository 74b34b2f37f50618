"""Messages to accounts about other matters than the events of their games."""

from __future__ import annotations

from collections.abc import Callable, Mapping

NotifyAccount = Callable[[str, str, Mapping[str, object]], None]
"""Tells an account something, at most once and perhaps never. Takes the account's id, the type, and the body."""


def tell_nobody(account: str, what: str, body: Mapping[str, object]) -> None:
    """Tells nobody. An account can also ask for what it wants to know."""
