"""
The shapes of invitations.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Shape
from .common_2 import Invitation


class Invitations(Shape, frozen=True, kw_only=True):
    """Invitations."""

    invitations: list[Invitation]
    """The invitations of the page."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""
