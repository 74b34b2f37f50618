"""
The shapes of players.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from datetime import datetime

from ..shapes import Json, Shape
from .common import Account, Person
from .common_2 import Counts, GameSummary


class Block(Shape, frozen=True, kw_only=True):
    """Block."""

    at: datetime
    """Since when."""
    player: Person
    """Who is blocked."""


class Blocks(Shape, frozen=True, kw_only=True):
    """Blocks."""

    blocks: list[Block]
    """All of them, the latest first."""


class RatingPoint(Shape, frozen=True, kw_only=True):
    """Rating point."""

    at: datetime
    """When it ended."""
    game: str
    """The game."""
    rating: int
    """The rating after it."""


class PlayerRating(Shape, frozen=True, kw_only=True):
    """Player rating."""

    game_count: int
    """How many games have counted."""
    history: list[RatingPoint]
    """The rating after each game, the latest last."""
    kind: str
    """Among whom it is rated: `players`, `bots`. There may be more."""
    league: str
    """The league's id."""
    options: dict[str, Json]
    """The options of its games."""
    rating: int
    """The rating now, in whole millionths."""
    season: str
    """The season."""
    title: str
    """The title, in any version."""
    win_count: int
    """How many of them were won."""


class TitleResults(Shape, frozen=True, kw_only=True):
    """Title results."""

    games: int
    """How many games were finished."""
    last_at: datetime
    """When the last one ended."""
    shared_wins: int
    """How many of the wins were shared with another seat."""
    title: str
    """The title, in any version."""
    wins: int
    """How many of them were won, alone or with others."""


class Player(Shape, frozen=True, kw_only=True):
    """Player."""

    counts: Counts
    """What it did with games; always shown."""
    games: list[GameSummary] | None
    """What it played lately, as far as the caller may see it in `GET /v1/games`."""
    player: Account
    """Who it is."""
    ratings: list[PlayerRating] | None
    """In leagues, the latest season first."""
    results: list[TitleResults] | None
    """By title: finished public games that no ruling has changed; for the player itself, all of them."""
    shows: list[str]
    """The parts that others see."""


class PlayerReport(Shape, frozen=True, kw_only=True):
    """Player report."""

    answer: str | None
    """What the operator says to the reporter; null while it waits."""
    at: datetime
    """When it was made."""
    game: str | None
    """The game; null for none."""
    id: str
    """Its id."""
    outcome: str | None
    """What came of it: `acted` or `dismissed`; null while it waits. There may be more."""
    player: Person
    """Whom it is about."""
    reason: str
    """What it is about: `insults`, `stalling`, `cheating`, `name`, `other`. There may be more."""
    reporter: Person
    """Who made it."""
    settled_at: datetime | None
    """When an operator settled it; null while it waits."""
    words: str
    """What happened."""


class PlayerReports(Shape, frozen=True, kw_only=True):
    """Player reports."""

    next: str | None
    """The `cursor` of the next page; null if there is none yet."""
    reports: list[PlayerReport]
    """The reports of the page."""


class ShownDone(Shape, frozen=True, kw_only=True):
    """Shown done."""

    shows: list[str]
    """The parts."""
