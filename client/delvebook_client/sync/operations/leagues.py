"""
Ratings by title, options and season.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ...requests import part
from ..group import Group
from ..pages import Pages


class LeaguesApi(Group):
    """Ratings by title, options and season."""

    def list(
        self,
        *,
        title: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.League]:
        """
        List the seasons of leagues in which somebody is rated.

        A league is a title with a set of options. A finished public game counts if it compares at least two people or
        two different programs, unless it is a fork or a claim about it was upheld. A player who gave up a seat, or left
        it to a bot, comes last. The list follows the games a moment later.

        Args:
            title: The id of a title.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.League,
            "leagues",
            "/v1/leagues",
            {"title": title, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=200,
            timeout=timeout,
        )

    def ratings(
        self,
        league: str,
        season: str,
        *,
        kind: Literal["players", "bots"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Rating]:
        """
        List the ratings of one season of a league, the best first; players and bots have tables of their own.

        List the ratings of one season of a league, the best first; players and bots have tables of their own.

        Args:
            league: The league's id.
            season: The season, as `2026-q4`.
            kind: `players`, or `bots`: the programs of the service, and accounts that are bots'.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.Rating,
            "ratings",
            f"/v1/leagues/{part(league)}/seasons/{part(season)}/ratings",
            {"kind": kind, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=200,
            timeout=timeout,
        )
