"""
Invitations of named players to games.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ...requests import part
from ..group import AsyncGroup, new_key
from ..pages import AsyncPages


class AsyncInvitationsApi(AsyncGroup):
    """Invitations of named players to games."""

    def list(
        self,
        *,
        status: Literal["open", "accepted", "declined", "withdrawn", "expired"] | None = None,
        direction: Literal["received", "sent"] | None = None,
        game: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Invitation]:
        """
        List invitations from you and to you, the latest first.

        List invitations from you and to you, the latest first.

        Args:
            status: Their status.
            direction: Those to you, or those from you; both by default.
            game: The game.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            models.Invitation,
            "invitations",
            "/v1/invitations",
            {"status": status, "direction": direction, "game": game, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=200,
            timeout=timeout,
        )

    async def get(
        self,
        invitation: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Invitation:
        """
        Look at an invitation from you or to you.

        Look at an invitation from you or to you.

        Args:
            invitation: The invitation's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Invitation, "GET", f"/v1/invitations/{part(invitation)}", query={"lang": lang}, timeout=timeout
        )

    async def accept(
        self,
        invitation: str,
        *,
        nonce_commitment: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Done:
        """
        Accept an invitation to you: take the seat, as by `POST /v1/games/{id}/seats`.

        Accept an invitation to you: take the seat, as by `POST /v1/games/{id}/seats`.

        Args:
            invitation: The invitation's id.
            nonce_commitment: As in `POST …/seats`: your own contribution to the game's chance.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Done,
            "POST",
            f"/v1/invitations/{part(invitation)}/acceptance",
            query={"lang": lang},
            body={"nonce_commitment": nonce_commitment},
            key=key or new_key(),
            timeout=timeout,
        )

    async def decline(
        self,
        invitation: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Invitation:
        """
        Decline an invitation to you. Declining it again has the same answer.

        Decline an invitation to you. Declining it again has the same answer.

        Args:
            invitation: The invitation's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Invitation,
            "POST",
            f"/v1/invitations/{part(invitation)}/refusal",
            query={"lang": lang},
            is_repeatable=True,
            timeout=timeout,
        )

    async def withdraw(
        self,
        invitation: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Invitation:
        """
        Withdraw an invitation of yours. Withdrawing it again has the same answer.

        Withdraw an invitation of yours. Withdrawing it again has the same answer.

        Args:
            invitation: The invitation's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Invitation,
            "POST",
            f"/v1/invitations/{part(invitation)}/withdrawal",
            query={"lang": lang},
            is_repeatable=True,
            timeout=timeout,
        )
