"""
The shapes of games.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ..shapes import Json, Sent, Shape
from .common_2 import Finding, Level, NewGameDone, NotAsked, SeatedBot, Statement
from .games import Candidate, Chosen, NewClock, NewDelay


class NewGame(Sent, frozen=True, kw_only=True):
    """New game."""

    bots: list[SeatedBot] | None = None
    """Bots, each with its seat."""
    clock: NewClock | None = None
    """The clock; null for a game without one."""
    hints: bool | None = None
    """
    Whether its only player may ask for hints; such a game is not rated. Null, the default, allows them if bots have
    every seat but one.
    """
    options: dict[str, Json] | None = None
    """See the ruleset; defaults are filled in."""
    ruleset: str
    """`id@version`, or an id for its newest version."""
    seats: int
    """How many seats the game has."""
    spectator_delay: NewDelay | None = None
    """The delay with which all but its players see it while it runs; null for no delay."""
    visibility: Literal["public", "unlisted", "private"] | None = None
    """`public`, `unlisted` (seen by all who know its id), or `private` (by its players, until it is over)."""


class NewGamesDone(Shape, frozen=True, kw_only=True):
    """New games done."""

    games: list[NewGameDone]
    """For each game, in the order of the request, the answer that it would have had alone."""


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
