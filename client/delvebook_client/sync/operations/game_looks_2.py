"""
Of one game.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..group import GameGroup


class GameLooks2Api(GameGroup):
    """Of one game."""

    def may_take_back(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.MayTakeBack:
        """
        Say whether your seat may take its last action back now, and why not.

        It is judged as the request itself would be, so that a client offers it only where it works. `allowed` is null
        if somebody has acted since.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.MayTakeBack, "GET", f"/v1/games/{part(self.id)}/take-backs", query={"lang": lang}, timeout=timeout
        )

    def begin_verification(
        self,
        *,
        level: Sequence[Literal["chain", "receipts", "log", "replay", "bots"]] | None = None,
        receipt: Sequence[str] | None = None,
        prefer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Verification | models.Check:
        """
        Check the game's record: its chain, your receipts for it, and, once the game is over, by replaying it.

        Bots are asked again for all their moves if you want it: `?level=bots`, beside the other levels that you want.
        `not_asked` lists the levels that were left out. The service checks the record that you would get, so you can
        check it yourself and compare. A long record is checked as a job: repeat the request, or follow `Location`,
        which stays with its event while the game goes on.

        Args:
            level: A level to check; may be repeated. By default chain, receipts, log, replay: asking every bot again
                can take longer than all of them.
            receipt: A receipt you were given; may be repeated.
            prefer: With `respond-async` (RFC 7240) the check runs as a job, however short the record is.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask_job(
            models.Verification,
            models.Check,
            "GET",
            f"/v1/games/{part(self.id)}/verification",
            query={"level": level, "receipt": receipt, "lang": lang},
            headers={"Prefer": prefer},
            timeout=timeout,
        )
