"""
Files with the records of many games, made by jobs.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..downloads import AsyncDownload
from ..group import AsyncGroup
from ..pages import AsyncPages


class AsyncExportsApi(AsyncGroup):
    """Files with the records of many games, made by jobs."""

    def list(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Export]:
        """
        List your exports that are not forgotten, the latest first.

        List your exports that are not forgotten, the latest first.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(self._api, models.Export, "exports", "/v1/exports", {"lang": lang}, timeout=timeout)

    async def create(
        self,
        *,
        format: Literal["ndjson.zst", "parquet"],
        bot: str | None = None,
        option: Sequence[str] | None = None,
        player: str | None = None,
        pseudonymous: bool | None = None,
        ruleset: str | None = None,
        since: str | None = None,
        status: Sequence[Literal["finished", "aborted"]] | None = None,
        until: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Export:
        """
        Ask for a file with the records of many games, by the filters of `GET /v1/records`.

        A job makes it. It is yours alone; you follow it at `Location`, take the file once its `status` is `finished`,
        and have about a day for that. With `pseudonymous`, nothing in it can be looked up or verified:
        `docs/exports.md`.

        Args:
            format: `ndjson.zst`: the records one after another, packed with Zstandard; `parquet`: tables of games,
                seats, events, facts and decisions, in a zip.
            bot: A bot that had a seat: a kind, `greedy`, or a program, `greedy@1`.
            option: An option of the games, as `name:value`; may be repeated. A value that is not text is written as
                JSON.
            player: The id or the name of an account that had a seat, or `me`.
            pseudonymous: Whether accounts and games stand under pseudonyms, and every random string is left out.
            ruleset: `id` or `id@version`.
            since: Games that ended then or later.
            status: How they ended; may be repeated. By default only those that finished by their rules.
            until: Games that ended before.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Export,
            "POST",
            "/v1/exports",
            query={"lang": lang},
            body={
                "format": format,
                "bot": bot,
                "option": option,
                "player": player,
                "pseudonymous": pseudonymous,
                "ruleset": ruleset,
                "since": since,
                "status": status,
                "until": until,
            },
            timeout=timeout,
        )

    async def cancel(
        self,
        export_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> None:
        """
        Call off an export that is not finished, or forget a finished one and its file.

        Call off an export that is not finished, or forget a finished one and its file.

        Args:
            export_id: The export's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        await self._api.ask(object, "DELETE", f"/v1/exports/{part(export_id)}", query={"lang": lang}, timeout=timeout)

    async def look(
        self,
        export_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Export:
        """
        Follow an export: its progress, and once it is finished, its file.

        Follow an export: its progress, and once it is finished, its file.

        Args:
            export_id: The export's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Export, "GET", f"/v1/exports/{part(export_id)}", query={"lang": lang}, timeout=timeout
        )

    def download(
        self,
        export_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """
        Take the file of a finished export, whole or by `Range`.

        Take the file of a finished export, whole or by `Range`.

        Args:
            export_id: The export's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncDownload(self._api, f"/v1/exports/{part(export_id)}/file", {"lang": lang}, timeout=timeout)
