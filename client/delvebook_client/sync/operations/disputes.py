"""
Claims, findings and rulings.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from ... import models
from ...requests import part
from ...shapes import Json
from ..group import Group, new_key
from ..pages import Pages


class DisputesApi(Group):
    """Claims, findings and rulings."""

    def list(
        self,
        *,
        status: Literal["open", "ruled", "appealed", "closed", "withdrawn"] | None = None,
        game: str | None = None,
        claimant: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.DisputeSummary]:
        """
        List disputes, the latest first. Those about games that are not public are shown to their players.

        List disputes, the latest first. Those about games that are not public are shown to their players.

        Args:
            status: Their status.
            game: The game they are about.
            claimant: The id or the name of the claimant's account, or `me`.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.DisputeSummary,
            "disputes",
            "/v1/disputes",
            {"status": status, "game": game, "claimant": claimant, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=200,
            timeout=timeout,
        )

    def get(
        self,
        dispute_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Dispute:
        """
        Read a dispute: the claim, the finding, the rulings.

        Read a dispute: the claim, the finding, the rulings.

        Args:
            dispute_id: A dispute's id: its game's, a point, and the event that opened it.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Dispute, "GET", f"/v1/disputes/{part(dispute_id)}", query={"lang": lang}, timeout=timeout
        )

    def appeal(
        self,
        dispute_id: str,
        *,
        reason: str,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Appeal against a ruling on a game you played in, once; another arbiter rules then.

        Appeal against a ruling on a game you played in, once; another arbiter rules then.

        Args:
            dispute_id: A dispute's id: its game's, a point, and the event that opened it.
            reason: Why.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/disputes/{part(dispute_id)}/appeal",
            query={"lang": lang},
            body={"reason": reason},
            key=key or new_key(),
            timeout=timeout,
        )

    def rule(
        self,
        dispute_id: str,
        *,
        reason: str,
        verdict: Literal["dismissed", "upheld"],
        remedy: models.Remedy | Mapping[str, Json] | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Rule on a dispute; for arbiters who did not play in the game, nor in one of its forks or parents.

        `dismissed`, or `upheld` with a remedy: `annul` the game, `adjudicate` a ranking, or `resume` it after an event,
        in a fork that is created at once (`remedy.game`) and may continue under another version of the rules. Upholding
        a claim aborts a running game; if it is resumed, its secrets stay sealed until the fork is over. After an appeal
        another arbiter has the last word.

        Args:
            dispute_id: A dispute's id: its game's, a point, and the event that opened it.
            reason: Why.
            verdict: Whether the claim is right.
            remedy: With `upheld`: what is done about it.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/disputes/{part(dispute_id)}/ruling",
            query={"lang": lang},
            body={"reason": reason, "verdict": verdict, "remedy": remedy},
            key=key or new_key(),
            timeout=timeout,
        )

    def withdraw(
        self,
        dispute_id: str,
        *,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Withdraw your claim before an arbiter has ruled on it. A clock that it stopped runs again.

        Withdraw your claim before an arbiter has ruled on it. A clock that it stopped runs again.

        Args:
            dispute_id: A dispute's id: its game's, a point, and the event that opened it.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Done,
            "POST",
            f"/v1/disputes/{part(dispute_id)}/withdrawal",
            query={"lang": lang},
            key=key or new_key(),
            timeout=timeout,
        )
