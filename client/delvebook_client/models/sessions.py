"""
The shapes of sessions.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Shape
from .common import Account


class RecoveryCode(Shape, frozen=True, kw_only=True):
    """Recovery code."""

    recovery_code: str
    """Shown only once."""


class Session(Shape, frozen=True, kw_only=True):
    """Session."""

    account: Account | None
    """The account; null without a session."""
    passkeys_origin: str | None
    """The origin at which passkeys can be used; null if nowhere."""
    scopes: list[str]
    """What the session allows."""
