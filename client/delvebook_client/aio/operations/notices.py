"""
What you are told about your games.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Literal

from ... import models
from ..group import AsyncGroup
from ..pages import AsyncPages
from ..streams import follow


class AsyncNoticesApi(AsyncGroup):
    """What you are told about your games."""

    def list(
        self,
        *,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Notice]:
        """
        Read your notices: that a game waits for you, has ended, is disputed, and what others ask of you.

        They are kept for 30 days. With `wait` the answer comes as soon as there is a notice after `after`. By the
        header `Accept`: `application/json` gives a page, `application/x-ndjson` all there are.

        Args:
            after: The number of the last one you have.
            cursor: The `next` of the page before, instead of `after`.
            limit: Yield at most so many; all by default.
            wait: If there is nothing after `after`: how many seconds to wait for it.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            models.Notice,
            "notices",
            "/v1/notices",
            {"after": after, "cursor": cursor, "wait": wait, "lang": lang},
            limit=limit,
            page_max=500,
            timeout=timeout,
        )

    def stream(
        self,
        *,
        after: int | None = None,
        line: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncIterator[models.NoticeLine]:
        """
        Follow your notices: first what waits for you, then each notice as it comes.

        By the header `Accept`: lines of JSON (`application/x-ndjson`), or server-sent events (`text/event-stream`) with
        the same JSON. Come back with `after` or `Last-Event-ID`, and you get what you have missed, without a snapshot.

        Args:
            after: The last notice you have; without it the stream begins with a snapshot of what waits for you.
            line: Your own name for this stream, such as that of your device: your earlier stream of the same thing and
                name ends with the reason `superseded`. Needs a token.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return follow(
            self._api,
            models.NoticeLine,
            "number",
            "/v1/notices/stream",
            {"lang": lang},
            after=after,
            line=line,
            timeout=timeout,
        )
