"""
Arbiters and operators.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ...requests import part
from ..group import AsyncGroup
from ..pages import AsyncPages


class AsyncOfficesApi(AsyncGroup):
    """Arbiters and operators."""

    def list(
        self,
        account_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Office]:
        """
        List the offices that your account holds or is offered, or for an operator those of any account.

        List the offices that your account holds or is offered, or for an operator those of any account.

        Args:
            account_id: An account's id, or `me`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            models.Office,
            "offices",
            f"/v1/accounts/{part(account_id)}/offices",
            {"lang": lang},
            timeout=timeout,
        )

    async def offer(
        self,
        account_id: str,
        *,
        office: Literal["arbiter", "operator"],
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Office:
        """
        Offer an account an office. Its owner is told, and has no right of it before they accept.

        If it was offered, or is held, nothing happens. Both accounts' audit trails show the offer. Once it is accepted,
        the two accounts are connected for ever: neither judges where the other plays.

        Args:
            account_id: An account's id, or `me`.
            office: The office.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Office,
            "POST",
            f"/v1/accounts/{part(account_id)}/offices",
            query={"lang": lang},
            body={"office": office},
            timeout=timeout,
        )

    async def end(
        self,
        account_id: str,
        office: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Give up an office of yours, or decline it; for an operator, withdraw one from any account.

        All tokens of the account lose its scope at once.

        Args:
            account_id: An account's id, or `me`.
            office: `arbiter` or `operator`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        await self._api.ask(
            object,
            "DELETE",
            f"/v1/accounts/{part(account_id)}/offices/{part(office)}",
            query={"lang": lang},
            timeout=timeout,
        )

    async def accept(
        self,
        account_id: str,
        office: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Office:
        """
        Accept an office that your account is offered. The token you use gets the office's scope.

        Give other tokens the scope with `POST /v1/tokens`, or accept again with them: that changes nothing else.

        Args:
            account_id: An account's id, or `me`.
            office: `arbiter` or `operator`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Office,
            "PUT",
            f"/v1/accounts/{part(account_id)}/offices/{part(office)}",
            query={"lang": lang},
            is_repeatable=True,
            timeout=timeout,
        )
