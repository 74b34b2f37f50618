"""
The shapes of leagues.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from ..shapes import Json, Shape
from .common import Person


class League(Shape, frozen=True, kw_only=True):
    """League."""

    bots: int
    """How many programs are rated."""
    games: int
    """How many games count."""
    id: str
    """The league's id."""
    options: dict[str, Json]
    """The options of its games, with defaults filled in."""
    players: int
    """How many players are rated."""
    season: str
    """The season, a quarter of a year in UTC."""
    title: str
    """The title, in any version."""


class Leagues(Shape, frozen=True, kw_only=True):
    """Leagues."""

    leagues: list[League]
    """The leagues of the page."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""


class Rating(Shape, frozen=True, kw_only=True):
    """Rating."""

    bot: str | None
    """The program of the service; null for an account."""
    game_count: int
    """How many games have counted."""
    mu: int
    """The estimated skill; 25000000 at first."""
    place: int
    """From 1; equal ratings share a place."""
    player: Person | None
    """The account; null for a program of the service."""
    rating: int
    """The rating that decides the place: `mu` - 3 `sigma`."""
    sigma: int
    """Its standard deviation; 8333333 at first."""
    win_count: int
    """How many of them were won, among those compared."""


class Ratings(Shape, frozen=True, kw_only=True):
    """Ratings."""

    kind: str
    """Who is rated: `players`, `bots`. There may be more."""
    league: str
    """The league."""
    next: str | None
    """The `cursor` of the next page; null if there is none yet."""
    ratings: list[Rating]
    """The ratings of the page."""
    season: str
    """The season."""
