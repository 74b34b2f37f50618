"""What an account is told of, besides what happens in its games: the one place that says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

NotifyAccount = Callable[[str, str, Mapping[str, object]], None]
"""Tells an account something, at best once and perhaps never: the account's id, what happened, and the body."""


def tell_nobody(account: str, what: str, body: Mapping[str, object]) -> None:
    """Tells nobody anything: what an account wants to know it can also ask for."""
