"""Leagues: who is rated how, by title, options and season."""

from __future__ import annotations

import re
from typing import Final

from delvebook.domain.rulesets import registry
from delvebook.projections.leagues import LeagueTable
from delvebook.projections.views import person_body
from delvebook.service.api.blueprint import Blueprint
from delvebook.service.api.context import services
from delvebook.service.api.paging import link_headers, read_cursor, write_cursor
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.schemas.leagues import LeaguesQuerySchema, LeaguesSchema, RatingsQuerySchema, RatingsSchema
from delvebook.service.base.errors import UnknownLeagueError
from delvebook.service.identity.caller import READ

A_SEASON: Final = re.compile(r"[0-9]{4}-q[1-4]")

leagues = Blueprint("leagues", __name__, url_prefix="/v1/leagues", description="Ratings by title, options and season")


@leagues.route("", methods=["GET"])
@leagues.takes_token(READ)
@leagues.arguments(LeaguesQuerySchema, location="query")
@leagues.response(200, LeaguesSchema)
@leagues.headers("Link", "ETag")
@leagues.refuses("ruleset/unknown")
def index(query: Given) -> object:
    """
    List the seasons of leagues in which somebody is rated.

    A league is a title with a set of options. A finished public game counts if it compares at least two people or two
    different programs, unless it is a fork or a claim about it was upheld. A player who gave up a seat, or left it to a
    bot, comes last. The list follows the games a moment later.
    """
    if query["title"] is not None:
        registry.get_ruleset(query["title"])
    limit, after = query["limit"], read_cursor(query["cursor"], second=str)
    found = services().leagues.leagues(title=query["title"], after=after, limit=limit + 1)
    page = found[:limit]
    cursor = write_cursor(page[-1]["id"], page[-1]["season"]) if len(found) > limit else None
    return {"leagues": page, "next": cursor}, link_headers(cursor)


@leagues.route("/<league>/seasons/<season>/ratings", methods=["GET"])
@leagues.takes_token(READ)
@leagues.arguments(RatingsQuerySchema, location="query")
@leagues.response(200, RatingsSchema)
@leagues.headers("Link", "ETag")
@leagues.refuses("league/unknown")
def ratings(query: Given, league: str, season: str) -> object:
    """List the ratings of one season of a league, the best first; players and bots have tables of their own."""
    reader, kind = services().leagues, query["kind"]
    if not A_SEASON.fullmatch(season) or not reader.exists(league[:100]):
        raise UnknownLeagueError("there is no such league, or no such season")
    limit, after = query["limit"], read_cursor(query["cursor"], first=_whole, second=str)
    position = None if after is None else (int(after[0]), after[1])
    found = reader.ratings(LeagueTable(league, season, kind), after=position, limit=limit + 1)
    page = found[:limit]
    cursor = write_cursor(str(page[-1]["rating"]), page[-1]["who"]) if len(found) > limit else None
    names = services().accounts.names({row["who"] for row in page if "@" not in row["who"]})
    shown = [
        {
            **{name: value for name, value in row.items() if name != "who"},
            "player": None if "@" in row["who"] else person_body(row["who"], names),
            "bot": row["who"] if "@" in row["who"] else None,
        }
        for row in page
    ]
    return {"league": league, "season": season, "kind": kind, "ratings": shown, "next": cursor}, link_headers(cursor)


def _whole(text: str) -> None:
    if not re.fullmatch("-?[0-9]{1,15}", text):
        raise ValueError(text)
