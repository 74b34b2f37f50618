"""
Profiles, blocks, and reports about players.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..group import Group
from ..pages import Pages


class PlayersApi(Group):
    """Profiles, blocks, and reports about players."""

    def choose_shown(
        self,
        *,
        shows: Sequence[Literal["results", "ratings", "games"]],
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.ShownDone:
        """
        Choose the parts of your profile that others see. All of them are shown until you choose.

        Public games stay in the list of games, and ratings in the leagues.

        Args:
            shows: The parts; none of them hides all but the counts.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.ShownDone,
            "PUT",
            "/v1/accounts/me/profile",
            query={"lang": lang},
            body={"shows": shows},
            is_repeatable=True,
            timeout=timeout,
        )

    def blocks(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Blocks:
        """
        List the players that you have blocked. Nobody else learns of them.

        List the players that you have blocked. Nobody else learns of them.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(models.Blocks, "GET", "/v1/blocks", query={"lang": lang}, timeout=timeout)

    def unblock(
        self,
        player_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        End a block, by id or name. Without one nothing happens. A player who has deleted the account has an id alone.

        End a block, by id or name. Without one nothing happens. A player who has deleted the account has an id alone.

        Args:
            player_id: A player's account: its id or its name, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        self._api.ask(object, "DELETE", f"/v1/blocks/{part(player_id)}", query={"lang": lang}, timeout=timeout)

    def block(
        self,
        player_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Block:
        """
        Block a player, by id or name. They cannot sit down in a game that you made or play in, nor invite you.

        A rematch is an invitation, too. Games that you already play together go on, and so does one that a ruling
        resumes.

        Args:
            player_id: A player's account: its id or its name, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Block,
            "PUT",
            f"/v1/blocks/{part(player_id)}",
            query={"lang": lang},
            is_repeatable=True,
            timeout=timeout,
        )

    def profile(
        self,
        player_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Player:
        """
        Look at a player's profile; `player_id` is an account's id, its name, or `me`.

        `counts` are always shown. Of the other parts the player chooses (`PUT /v1/accounts/me/profile`) which others
        see. Games that are not public count for the player alone, and are listed for those who may see them.

        Args:
            player_id: A player's account: its id or its name, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Player, "GET", f"/v1/players/{part(player_id)}", query={"lang": lang}, timeout=timeout
        )

    def reports(
        self,
        *,
        open: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.PlayerReport]:
        """
        List reports, the latest first: your own, or for an operator all of them but those about the operator.

        An account that is connected with the operator's counts as the operator's own, here and for a settlement.

        Args:
            open: With `true`: those that wait for an operator; with `false`: settled ones.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.PlayerReport,
            "reports",
            "/v1/reports",
            {"open": open, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=200,
            timeout=timeout,
        )

    def report(
        self,
        *,
        player: str,
        reason: Literal["insults", "stalling", "cheating", "name", "other"],
        game: str | None = None,
        words: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PlayerReport:
        """
        Report a player to the operators: whom, for what, and in which game.

        The player is not told. While a report about the same player and game waits, it is the answer.

        Args:
            player: The account, by its id or its name.
            reason: What it is about.
            game: The game in which it happened.
            words: What happened.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.PlayerReport,
            "POST",
            "/v1/reports",
            query={"lang": lang},
            body={"player": player, "reason": reason, "game": game, "words": words},
            timeout=timeout,
        )

    def get_report(
        self,
        report_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PlayerReport:
        """
        Look at a report of yours, or for an operator at any that is not about the operator.

        Look at a report of yours, or for an operator at any that is not about the operator.

        Args:
            report_id: A report's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.PlayerReport, "GET", f"/v1/reports/{part(report_id)}", query={"lang": lang}, timeout=timeout
        )

    def settle(
        self,
        report_id: str,
        *,
        outcome: Literal["acted", "dismissed"],
        answer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.PlayerReport:
        """
        Settle a report, as an operator who neither made it nor is its subject. What is done about it is another
        request.

        The reporter sees outcome and answer. Settling it alike again does nothing.

        Args:
            report_id: A report's id.
            outcome: What came of it.
            answer: What the reporter is told.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.PlayerReport,
            "POST",
            f"/v1/reports/{part(report_id)}/settlement",
            query={"lang": lang},
            body={"outcome": outcome, "answer": answer},
            timeout=timeout,
        )
