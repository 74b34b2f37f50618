"""
The shapes of disputes.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ..shapes import Json, Sent, Shape
from .common import Person


class Appealed(Shape, frozen=True, kw_only=True):
    """Appealed."""

    at: datetime
    """When."""
    player: Person
    """Who appealed."""
    reason: str
    """Why, in the player's words."""


class ClaimedRecord(Shape, frozen=True, kw_only=True):
    """Claimed record."""

    event: int | None
    """The first event that differs from ours; null if none does."""
    hash: str
    """That event's hash."""
    n: int
    """Its last event."""
    sha256: str
    """Of the file."""


class RuledRemedy(Shape, frozen=True, kw_only=True):
    """Ruled remedy."""

    event: int | None = None
    """Of `resume`: the event that the game continues from."""
    game: str | None = None
    """Of `resume`: the game in which it continues."""
    ranking: list[list[int]] | None = None
    """Of `adjudicate`: the seats in order of rank."""
    ruleset: str | None = None
    """Of `resume`: the version that it continues under."""
    type: str
    """What is done about it: `annul`, `adjudicate`, `resume`. There may be more."""


class Ruled(Shape, frozen=True, kw_only=True):
    """Ruled."""

    arbiter: Person
    """Who ruled."""
    at: datetime
    """When."""
    n: int
    """The event that rules."""
    reason: str
    """Why, in the arbiter's words."""
    remedy: RuledRemedy | None
    """What is done about it, if anything."""
    verdict: str
    """Whether the claim is right: `dismissed`, `upheld`. There may be more."""


class Dispute(Shape, frozen=True, kw_only=True):
    """Dispute."""

    appeal: Appealed | None
    """The appeal, if there is one."""
    claim: str
    """What is wrong, in the claimant's words."""
    claimant: Person
    """Who disputes it."""
    clock_resumed_at: datetime | None
    """When the clock ran again because the ruling was overdue; null if that did not happen."""
    event: int
    """The event that is disputed."""
    finding: dict[str, Json] | None
    """What the replay of the game showed; null until it is done."""
    game: str
    """Its game."""
    has_finding: bool
    """Whether the replay of the game is done."""
    id: str
    """Its id."""
    last_event: int | None
    """The game's last event before a ruling stopped it for another game to resume it; null if no ruling did."""
    n: int
    """The event that opened it."""
    opened_at: datetime
    """When it was opened."""
    receipts: list[str]
    """Receipts that the claimant handed in."""
    record: ClaimedRecord | None
    """The claimant's record, compared with ours; null if they handed in none."""
    ruleset: str | None = None
    """The game's ruleset; missing until the list of games has the game."""
    rulings: list[Ruled]
    """The rulings, in order."""
    seat: int | None
    """The claimant's seat then; null if they had left it."""
    status: str
    """Its status: `open`, `ruled`, `appealed`, `closed`, `withdrawn`. There may be more."""


class DisputeSummary(Shape, frozen=True, kw_only=True):
    """Dispute summary."""

    claimant: Person
    """Who disputes it."""
    event: int
    """The event that is disputed."""
    game: str
    """Its game."""
    has_finding: bool
    """Whether the replay of the game is done."""
    id: str
    """Its id."""
    n: int
    """The event that opened it."""
    opened_at: datetime
    """When it was opened."""
    ruleset: str | None = None
    """The game's ruleset; missing until the list of games has the game."""
    status: str
    """Its status: `open`, `ruled`, `appealed`, `closed`, `withdrawn`. There may be more."""


class Disputes(Shape, frozen=True, kw_only=True):
    """Disputes."""

    disputes: list[DisputeSummary]
    """The disputes of the page."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""


class Remedy(Sent, frozen=True, kw_only=True):
    """Remedy."""

    event: int | None = None
    """With `resume`: the event to continue from."""
    ranking: list[list[int]] | None = None
    """With `adjudicate`: the seats in order of rank."""
    ruleset: str | None = None
    """With `resume`: the version to continue under; the game's own by default."""
    type: Literal["annul", "adjudicate", "resume"]
    """What is done about it."""
