"""
The shapes of accounts.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Shape
from .common import Account
from .common_2 import Counts, Token


class Ban(Shape, frozen=True, kw_only=True):
    """Ban."""

    at: datetime
    """Since when."""
    until: datetime | None
    """When it ends; null if never."""


class IssuedToken(Shape, frozen=True, kw_only=True):
    """Issued token."""

    client: str | None
    """The id of the OAuth client it was given to; null for none."""
    created_at: datetime
    """When it was issued."""
    expires_at: datetime | None
    """When it expires; null for never."""
    id: str
    """Its id, which is no secret."""
    label: str
    """Your label for it."""
    last_used_at: datetime | None
    """When it was last used, to within five minutes; null for never."""
    made_by: str
    """The id of the account whose request made it. Another one than yours is connected with yours."""
    made_with: str | None
    """The id of the token that this request sent; null for none."""
    manages_account: bool
    """Whether it may also manage the account: its name, its tokens, its deletion."""
    scopes: list[str]
    """What it allows."""
    token: str
    """Shown only once."""


class Newcomer(Shape, frozen=True, kw_only=True):
    """Newcomer."""

    created_at: datetime
    """When it was created."""
    id: str
    """Its id, for ever."""
    kind: str
    """Who plays with the account: `person`, `bot`. There may be more."""
    name: str
    """Its name."""
    scopes: list[str]
    """What the token allows."""
    token: str
    """Shown only once."""
    token_id: str
    """The token's id, which is no secret."""


class OwnToken(Shape, frozen=True, kw_only=True):
    """Own token."""

    account: Account
    """The account that it belongs to."""
    client: str | None
    """The id of the OAuth client it was given to; null for none."""
    created_at: datetime
    """When it was issued."""
    expires_at: datetime | None
    """When it expires; null for never."""
    id: str
    """Its id, which is no secret."""
    label: str
    """Your label for it."""
    last_used_at: datetime | None
    """When it was last used, to within five minutes; null for never."""
    made_by: str
    """The id of the account whose request made it. Another one than yours is connected with yours."""
    made_with: str | None
    """The id of the token that this request sent; null for none."""
    manages_account: bool
    """Whether it may also manage the account: its name, its tokens, its deletion."""
    scopes: list[str]
    """What it allows."""


class Profile(Shape, frozen=True, kw_only=True):
    """Profile."""

    away_until: datetime | None = None
    """Until when its owner has said to be away; null for an owner who has not."""
    ban: Ban | None = None
    """The ban that is on it now; null for none."""
    counts: Counts
    """What it did with games."""
    created_at: datetime | None = None
    """When it was created."""
    deleted: bool
    """Whether it is deleted."""
    id: str
    """Its id, for ever."""
    kind: str | None = None
    """Whose it is, `person` or `bot`."""
    name: str | None = None
    """Its name."""
    offices: list[str] | None = None
    """The offices it holds."""


class Tokens(Shape, frozen=True, kw_only=True):
    """Tokens."""

    tokens: list[Token]
    """All of them."""
