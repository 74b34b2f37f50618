"""
Checks of any record, whoever wrote it.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ... import models
from ...requests import part
from ..group import AsyncGroup


class AsyncVerificationsApi(AsyncGroup):
    """Checks of any record, whoever wrote it."""

    async def begin(
        self,
        *,
        record: str | bytes,
        parents: Sequence[str | bytes] | None = None,
        receipts: Sequence[str | bytes] | None = None,
        level: Sequence[Literal["chain", "receipts", "log", "replay", "bots"]] | None = None,
        prefer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Report | models.Check:
        """
        Check a record: send it as it is, or together with receipts and, for a fork, the records of the games it left.

        Together send `multipart/form-data` with the parts `record`, `receipts` (one a line, or a JSON list) and any
        number of `parents`, or JSON: `{"record": text, "receipts": [text, …], "parents": [text, …]}`. A record alone
        may also come as a bundle. Receipts are checked with this service's keys. The answer says for each level of
        verification whether it holds, and if not, which event fails first and why; `?level=bots`, beside the other
        levels that you want, asks every bot again, too. A long record is checked as a job. Its address is all you need
        to look at it.

        Args:
            record: The record, as NDJSON.
            parents: For the record of a fork: the records of the games it came from, each as NDJSON.
            receipts: Receipts to be checked with it.
            level: A level to check; may be repeated. By default chain, receipts, log, replay: asking every bot again
                can take longer than all of them.
            prefer: With `respond-async` (RFC 7240) the check runs as a job, however short the record is.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask_job(
            models.Report,
            models.Check,
            "POST",
            "/v1/verifications",
            query={"level": level, "lang": lang},
            body={"record": record, "parents": parents, "receipts": receipts},
            headers={"Prefer": prefer},
            timeout=timeout,
        )

    async def look(
        self,
        verification_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Check:
        """
        Follow a check that runs as a job: its progress, and its outcome.

        `report` is set once `status` is `finished`, and `problem` once it is `failed`. Both are kept for about a day.

        Args:
            verification_id: The check's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Check, "GET", f"/v1/verifications/{part(verification_id)}", query={"lang": lang}, timeout=timeout
        )
