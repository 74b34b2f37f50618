"""
Many actions in one request.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ... import models
from ...shapes import Json
from ..group import AsyncGroup


class AsyncActionsApi(AsyncGroup):
    """Many actions in one request."""

    async def act(
        self,
        *,
        actions: Sequence[models.NewActionItem | Mapping[str, Json]],
        include: Literal["actions"] | None = None,
        prefer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.ActionsDone:
        """
        Answer decisions of your seats in up to 256 games, or several of one game, in one request.

        They are judged in order and stored together. Each is answered separately, as if it had been sent alone to `POST
        /v1/games/{id}/actions`: one that is refused stops none of the others. A `key` does what `Idempotency-Key` does
        there. The request counts as many requests as it has actions.

        Args:
            actions: The actions, in the order in which they are judged.
            include: Adds `actions`: what your seat may do next, as in `GET …/actions`.
            prefer: With `return=minimal` (RFC 7240) the answer leaves out `events` and `game`.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.ActionsDone,
            "POST",
            "/v1/actions",
            query={"include": include, "lang": lang},
            body={"actions": actions},
            headers={"Prefer": prefer},
            is_repeatable=True,
            timeout=timeout,
        )
