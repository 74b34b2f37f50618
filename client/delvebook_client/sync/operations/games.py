"""
Games, from the empty table to the end.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ... import models
from ...shapes import Json
from ..group import Group, new_key
from ..pages import Pages


class GamesApi(Group):
    """Games, from the empty table to the end."""

    def list(
        self,
        *,
        status: Literal["open", "running", "finished", "aborted"] | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        waiting_for: str | None = None,
        parent: str | None = None,
        rematch_of: str | None = None,
        free: bool | None = None,
        seats: int | None = None,
        clock: Literal["per_decision", "budget", "days", "none"] | None = None,
        order: Literal["updated", "created"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.GameSummary]:
        """
        List games, the latest changed first; with `order=created`, the latest created.

        A game that changes while you read pages moves to the front of the first order, and keeps its place in the
        other: read that one to miss none.

        Unlisted and private games are shown only to their own players. The list follows the games a moment later.

        Args:
            status: Their status.
            ruleset: `id` or `id@version`.
            player: The id or the name of an account that has a seat, or `me`.
            waiting_for: The id or the name of an account that the game waits for, or `me`.
            parent: The game they are forks of.
            rematch_of: The game they are rematches of.
            free: With `true`: open games in which a seat is free that you may take; not one kept for another player.
            seats: How many seats they have.
            clock: The kind of their clock, or `none`.
            order: The time to sort by, the latest first; the order by `created` does not change while games go on.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.GameSummary,
            "games",
            "/v1/games",
            {
                "status": status,
                "ruleset": ruleset,
                "player": player,
                "waiting_for": waiting_for,
                "parent": parent,
                "rematch_of": rematch_of,
                "free": free,
                "seats": seats,
                "clock": clock,
                "order": order,
                "cursor": cursor,
                "lang": lang,
            },
            limit=limit,
            page_max=200,
            timeout=timeout,
        )

    def create(
        self,
        *,
        ruleset: str,
        seats: int,
        bots: Sequence[models.SeatedBot | Mapping[str, Json]] | None = None,
        clock: models.NewClock | Mapping[str, Json] | None = None,
        hints: bool | None = None,
        options: Mapping[str, Json] | None = None,
        spectator_delay: models.NewDelay | Mapping[str, Json] | None = None,
        visibility: Literal["public", "unlisted", "private"] | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.NewGameDone:
        """
        Create a game, with bots on their seats. All other seats are free, and you take one in a request of its own.

        Create a game, with bots on their seats. All other seats are free, and you take one in a request of its own.

        Args:
            ruleset: `id@version`, or an id for its newest version.
            seats: How many seats the game has.
            bots: Bots, each with its seat.
            clock: The clock; null for a game without one.
            hints: Whether its only player may ask for hints; such a game is not rated. Null, the default, allows them
                if bots have every seat but one.
            options: See the ruleset; defaults are filled in.
            spectator_delay: The delay with which all but its players see it while it runs; null for no delay.
            visibility: `public`, `unlisted` (seen by all who know its id), or `private` (by its players, until it is
                over).
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.NewGameDone,
            "POST",
            "/v1/games",
            query={"lang": lang},
            body={
                "ruleset": ruleset,
                "seats": seats,
                "bots": bots,
                "clock": clock,
                "hints": hints,
                "options": options,
                "spectator_delay": spectator_delay,
                "visibility": visibility,
            },
            key=key or new_key(),
            timeout=timeout,
        )

    def create_many(
        self,
        *,
        games: Sequence[models.NewGame | Mapping[str, Json]],
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.NewGamesDone:
        """
        Create several games, all or none.

        If one is refused, none is created, and `index` of the problem says which. The request counts as many requests
        as it has games.

        Args:
            games: 1 to 50 games, each as in `POST /v1/games`.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.NewGamesDone,
            "POST",
            "/v1/games/batch",
            query={"lang": lang},
            body={"games": games},
            key=key or new_key(),
            timeout=timeout,
        )
