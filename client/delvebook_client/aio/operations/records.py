"""
The records of all games that are over.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..downloads import AsyncRecords
from ..group import AsyncGroup


class AsyncRecordsApi(AsyncGroup):
    """The records of all games that are over."""

    def stream(
        self,
        *,
        status: Sequence[Literal["finished", "aborted"]] | None = None,
        ruleset: str | None = None,
        since: str | None = None,
        until: str | None = None,
        player: str | None = None,
        bot: str | None = None,
        option: Sequence[str] | None = None,
        after: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncRecords:
        """
        Read the records of many games: all that are over, public, and not read yet.

        They come in the order in which their games became public, each as by `GET …/record`: its header begins it, and
        `head.n` in the header says how many events follow. The last line has the `format` `delvebook-records/1`, and
        says how many `records` came, which games were `skipped` because a stored event is damaged, and whether the
        stream is `complete`. A stream without that line was cut off. To go on from there, or on another day, send
        `after`: the last game of which you have the whole record. Unlisted and private games are shown only to their
        creator and players.

        Args:
            status: How they ended; may be repeated. By default only those that finished by their rules.
            ruleset: `id` or `id@version`.
            since: Games that ended then or later.
            until: Games that ended before.
            player: The id or the name of an account that had a seat, or `me`.
            bot: A bot that had a seat: a kind, `greedy`, or a program, `greedy@1`.
            option: An option of the games, as `name:value`; may be repeated. A value that is not text is written as
                JSON.
            after: The last game of which you have the whole record: the answer begins after it.
            limit: Maximum number of records; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncRecords(
            self._api,
            "/v1/records",
            {
                "status": status,
                "ruleset": ruleset,
                "since": since,
                "until": until,
                "player": player,
                "bot": bot,
                "option": option,
                "lang": lang,
            },
            after=after,
            limit=limit,
            timeout=timeout,
        )
