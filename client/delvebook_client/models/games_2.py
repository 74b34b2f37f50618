"""
The shapes of games.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Json, Shape
from .common import Event, Game
from .common_2 import Finding, Level, NotAsked, Statement
from .games import Candidate, Chosen


class Reasoning(Shape, frozen=True, kw_only=True):
    """Reasoning."""

    again: Chosen | None
    """What the program chooses when it is asked again; null if it fails there."""
    bot: str
    """The program that the record names."""
    candidates: list[Candidate]
    """What it could choose: best first as far as it tells scores, then in the title's order."""
    chosen: Chosen
    """What the record says that it chose."""
    decision: int
    """The decision that it answered."""
    game: str
    """The game."""
    holds: bool
    """Whether the two are the same action."""
    n: int
    """The event."""
    seat: int
    """The seat it played, from 0."""
    table: dict[str, Json]
    """What the bot saw: its seat's view before the action."""


class StreamLine(Shape, frozen=True, kw_only=True):
    """Stream line."""

    event: Event | None = None
    """Of an event: the event."""
    game: Game | None = None
    """Of a snapshot: the game as it stood after event `n`."""
    hash: str | None = None
    """Of a heartbeat and of the end: the hash of event `n`."""
    kind: str
    """What the line is: `snapshot`, `event`, `heartbeat`, `end`. There may be more."""
    n: int
    """Of an event its number; else the last event of the game when the line was made."""
    reason: str | None = None
    """
    Of the end, why nothing follows: `finished`, `closing` (this process ends; come back), `superseded` (a later stream
    of yours has the same `line`), `revoked` (the token or the right to look has ended), `unavailable` (the store does
    not answer; come back). There may be more.
    """
    status: str | None = None
    """Of the end, if the game is over: its status."""


class Verdict(Shape, frozen=True, kw_only=True):
    """Verdict."""

    accepted: bool
    """Always true; a refusal is a problem."""
    n: int
    """The game's last event, against which it was judged."""


class Verification(Shape, frozen=True, kw_only=True):
    """Verification."""

    first: Finding | None
    """The first fault; null if there is none."""
    game: str
    """The game."""
    head: str
    """That event's hash."""
    holds: bool
    """Every level that could be checked holds; see `summary`."""
    level_reached: str | None
    """The strongest level that holds while no weaker one fails."""
    levels: list[Level]
    """Level by level."""
    more_stated: int
    """How many such statements are not listed."""
    n: int
    """The last event of the record that was checked."""
    not_asked: list[NotAsked]
    """Levels that were left out of this check."""
    notes: list[str]
    """Further remarks for the reader."""
    stated: list[Statement]
    """What only the service states, and no level proves."""
    summary: str
    """The outcome in a line."""
    viewer: str
    """Whose record was checked."""
