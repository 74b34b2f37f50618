"""
Records of games that were played elsewhere.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from ... import models
from ...requests import part
from ...shapes import Json
from ..downloads import AsyncDownload
from ..group import AsyncGroup, new_key
from ..pages import AsyncPages
from ..streams import NDJSON


class AsyncImportsApi(AsyncGroup):
    """Records of games that were played elsewhere."""

    def list(
        self,
        *,
        ruleset: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.Import]:
        """
        List imported records, the latest first.

        List imported records, the latest first.

        Args:
            ruleset: `id` or `id@version`.
            cursor: The `next` of the page before.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            models.Import,
            "imports",
            "/v1/imports",
            {"ruleset": ruleset, "cursor": cursor, "lang": lang},
            limit=limit,
            page_max=200,
            timeout=timeout,
        )

    async def add(
        self,
        *,
        record: str | bytes,
        parents: Sequence[str | bytes] | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Import:
        """
        Bring in the public record of a game that was played elsewhere, as lines or as a bundle.

        It is taken in if its chain holds and the replay gives the same game, and kept byte for byte. It can be watched
        and forked by everybody. It is no game of this service: it is not in `GET /v1/games` or `GET /v1/records`, in
        ratings or in the log of games. Its check does not prove who played: accounts, times and receipts are those of
        another service. The same record sent again is answered with 200.

        The replay of a fork begins where its parent stood. Send the records of its parents with it: as `multipart/form-
        data` with the parts `record` and any number of `parents`, or as JSON, `{"record": text, "parents": [text, …]}`.
        They are imported, too. Parents that were imported before, or that are public games of this service, need not be
        sent.

        Args:
            record: The record, as NDJSON.
            parents: For the record of a fork: the records of the games it came from, each as NDJSON.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Import,
            "POST",
            "/v1/imports",
            query={"lang": lang},
            body={"record": record, "parents": parents},
            is_repeatable=True,
            timeout=timeout,
        )

    async def get(
        self,
        import_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Import:
        """
        Look at an imported record.

        Look at an imported record.

        Args:
            import_id: The id of an imported record.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Import, "GET", f"/v1/imports/{part(import_id)}", query={"lang": lang}, timeout=timeout
        )

    def events(
        self,
        import_id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[dict[str, Json]]:
        """
        Read the events of an imported record.

        Read the events of an imported record.

        Args:
            import_id: The id of an imported record.
            after: The last event you have.
            limit: Yield at most so many; all by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(
            self._api,
            dict[str, Json],
            "events",
            f"/v1/imports/{part(import_id)}/events",
            {"after": after, "lang": lang},
            cursor="after",
            limit=limit,
            page_max=500,
            timeout=timeout,
        )

    async def moment(
        self,
        import_id: str,
        n: int,
        *,
        viewer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.ImportedMoment:
        """
        Watch an imported record: an event in words, and the table as a viewer saw it then. The game is replayed.

        Watch an imported record: an event in words, and the table as a viewer saw it then. The game is replayed.

        Args:
            import_id: The id of an imported record.
            n: An event's number in its game.
            viewer: `seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.ImportedMoment,
            "GET",
            f"/v1/imports/{part(import_id)}/events/{part(n)}",
            query={"viewer": viewer, "lang": lang},
            timeout=timeout,
        )

    async def fork(
        self,
        import_id: str,
        *,
        event: int,
        as_: str | None = None,
        bots: Sequence[models.SeatedBot | Mapping[str, Json]] | None = None,
        ruleset: str | None = None,
        key: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.NewGameDone:
        """
        Create a game that begins as the imported game stood after an event.

        It is a game of this service, and its record is verified together with the imported one.

        Args:
            import_id: The id of an imported record.
            event: After which event.
            as_: Keep what this seat knew, and deal the rest again.
            bots: Bots, each with its seat.
            ruleset: Another version of the same title to continue under.
            key: The `Idempotency-Key`, if you keep your own; by default a new one for each call.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.NewGameDone,
            "POST",
            f"/v1/imports/{part(import_id)}/forks",
            query={"lang": lang},
            body={"event": event, "as": as_, "bots": bots, "ruleset": ruleset},
            key=key or new_key(),
            timeout=timeout,
        )

    def record(
        self,
        import_id: str,
        *,
        format: Literal["ndjson", "json", "text"] | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncDownload:
        """
        Export the record again: the bytes that came, or another form of them by `Accept` or `format`.

        Export the record again: the bytes that came, or another form of them by `Accept` or `format`.

        Args:
            import_id: The id of an imported record.
            format: `ndjson`: the record; `json`: a bundle; `text`: a ledger. By default the header `Accept` decides.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncDownload(
            self._api,
            f"/v1/imports/{part(import_id)}/record",
            {"format": format, "lang": lang},
            accept=NDJSON if format is None else "*/*",
            timeout=timeout,
        )
