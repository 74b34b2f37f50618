"""
The shapes of notices.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Json, Shape


class Notice(Shape, frozen=True, kw_only=True):
    """Notice."""

    about: dict[str, Json]
    """
    `turn`: your seat has a decision to make (`seat`, `decision`); `nonce_wanted`: every seat is taken, and yours has to
    show its nonce (`seat`, `deadline`); `seat_kept`: a game that resumes another one keeps a seat for you (`seat`,
    `parent`); `started`: a game at whose table you sit has started; `take_back_asked`: another seat asks to take an
    action back (`seat`); `seat_replaced`: the clock, or another player after a week, gave your seat to a bot (`seat`,
    `bot`); `finished`: a game of yours is over (`winners`); `aborted`: a game of yours was broken off (`reason`,
    `resumed_by`); `dispute_opened`: somebody disputes an event of a game of yours (`dispute`, `event`);
    `dispute_ruled`: an arbiter has ruled (`dispute`, `verdict`); `dispute_appealed`: a party has appealed (`dispute`);
    `dispute_withdrawn`: the claimant has withdrawn the claim (`dispute`); `invitation`: you are invited, or an
    invitation was settled (`invitation`, `status`, `from`, `expires_at`); `office`: you are offered an office, or one
    of yours or of your offers changed (`office`, `change`, `of`, `by`); `account`: an operator has changed your account
    (`change`, `by`); `ping`: a test that you asked for (`webhook`).
    """
    at: datetime
    """When it happened."""
    game: str | None
    """The game, if it is about one."""
    n: int | None
    """The event of the game, if it follows from one."""
    number: int
    """Your notices are numbered from 1, without gaps."""
    type: str
    """
    What it is: `turn`, `nonce_wanted`, `seat_kept`, `started`, `take_back_asked`, `seat_replaced`, `finished`,
    `aborted`, `dispute_opened`, `dispute_ruled`, `dispute_appealed`, `dispute_withdrawn`, `invitation`, `office`,
    `account`, `ping`. There may be more.
    """


class Waiting(Shape, frozen=True, kw_only=True):
    """Waiting."""

    decision: int | None
    """The decision that your seat owes."""
    game: str
    """The game."""
    nonce_deadline: datetime | None
    """Until when your seat has to show its nonce."""
    seat: int
    """Your seat."""
    since: datetime | None
    """Since when."""


class NoticeLine(Shape, frozen=True, kw_only=True):
    """Notice line."""

    kind: str
    """What the line is: `snapshot`, `notice`, `heartbeat`, `end`. There may be more."""
    notice: Notice | None = None
    """Of a notice: the notice."""
    number: int
    """Of a notice its number; else that of your last notice when the line was made."""
    reason: str | None = None
    """
    Of the end, why nothing follows: `finished`, `closing` (this process ends; come back), `superseded` (a later stream
    of yours has the same `line`), `revoked` (the token or the right to look has ended), `unavailable` (the store does
    not answer; come back). There may be more.
    """
    waiting: list[Waiting] | None = None
    """Of a snapshot: what waits for you after notice `number`."""


class Notices(Shape, frozen=True, kw_only=True):
    """Notices."""

    next: str | None
    """The `cursor` of the next page; null if there is none yet."""
    notices: list[Notice]
    """In the order of their numbers."""
