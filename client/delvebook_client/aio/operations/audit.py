"""
Who did what, with which token, from where.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ..group import AsyncGroup
from ..pages import AsyncPages


class AsyncAuditApi(AsyncGroup):
    """Who did what, with which token, from where."""

    def list(
        self,
        *,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        account: str | None = None,
        token: str | None = None,
        game: str | None = None,
        action: str | None = None,
        by: str | None = None,
        address: str | None = None,
        since: str | None = None,
        until: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.AuditEntry]:
        """
        Read the audit trail, in order of arrival.

        You read what your own account did. With `service:operate` or `disputes:rule` you read everything, and the trail
        records that you read others' entries. The header `Accept` chooses the form: `application/json` gives a page,
        `application/x-ndjson` everything after `after`. If that breaks off, continue after the last `id` you have.
        Games' events appear a moment later.

        Args:
            after: The number of the last one you have.
            cursor: The `next` of the page before, instead of `after`.
            limit: Yield at most so many; all by default.
            account: Who did it: an account's id, `me`, or `-` for a command on the service's own machine.
            token: The id of the token they used.
            game: The id of a game.
            action: What was done: `game/` and an event's type, `game/look`, `token/issue`, …
            by: The actor of an event, as the record names it.
            address: The class of the address it came from, as in an entry.
            since: Not before that time or date.
            until: Before that time or date.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            models.AuditEntry,
            "entries",
            "/v1/audit",
            {
                "after": after,
                "cursor": cursor,
                "account": account,
                "token": token,
                "game": game,
                "action": action,
                "by": by,
                "address": address,
                "since": since,
                "until": until,
                "lang": lang,
            },
            limit=limit,
            page_max=500,
            timeout=timeout,
        )
