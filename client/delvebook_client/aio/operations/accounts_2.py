"""
Who plays, and with which tokens.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ...requests import part
from ..group import AsyncGroup


class AsyncAccounts2Api(AsyncGroup):
    """Who plays, and with which tokens."""

    async def revoke(
        self,
        token_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Revoke a token of yours: in this process at once, in others within seconds.

        Revoke a token of yours: in this process at once, in others within seconds.

        Args:
            token_id: A token's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        await self._api.ask(object, "DELETE", f"/v1/tokens/{part(token_id)}", query={"lang": lang}, timeout=timeout)

    async def token(
        self,
        token_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Token:
        """
        Look at one of your tokens.

        Look at one of your tokens.

        Args:
            token_id: A token's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Token, "GET", f"/v1/tokens/{part(token_id)}", query={"lang": lang}, timeout=timeout
        )
