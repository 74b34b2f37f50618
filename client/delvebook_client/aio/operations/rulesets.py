"""
Titles and their rules.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from typing import Literal

from ... import models
from ...requests import part
from ..group import AsyncGroup
from ..pages import AsyncPages


class AsyncRulesetsApi(AsyncGroup):
    """Titles and their rules."""

    def list(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> AsyncPages[models.RulesetSummary]:
        """
        List the titles.

        List the titles.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return AsyncPages(self._api, models.RulesetSummary, "rulesets", "/v1/rulesets", {"lang": lang}, timeout=timeout)

    async def get(
        self,
        ruleset_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Ruleset:
        """
        Describe a title: seats, options, actions, ends, bots.

        `ruleset_id` is `id@version`, or an id for its newest version. Then `Content-Location` says which one that is
        now.

        Args:
            ruleset_id: `id@version`, or an id for its newest version.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Ruleset, "GET", f"/v1/rulesets/{part(ruleset_id)}", query={"lang": lang}, timeout=timeout
        )

    async def catalogue(
        self,
        ruleset_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.CatalogueFullCatalogue:
        """
        Everything about a title that does not change from game to game: what is in the box, names, texts, maps,
        schemas.

        In English and Russian. With it a client can draw any table. `Content-Location` is the address of this very
        catalogue, which may be kept for ever.

        Args:
            ruleset_id: `id@version`, or an id for its newest version.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.CatalogueFullCatalogue,
            "GET",
            f"/v1/rulesets/{part(ruleset_id)}/catalogue",
            query={"lang": lang},
            timeout=timeout,
        )

    async def kept_catalogue(
        self,
        ruleset_id: str,
        digest: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.CatalogueFullCatalogue:
        """
        The catalogue of that digest. What is answered here never changes; keep it as long as you like.

        The catalogue of that digest. What is answered here never changes; keep it as long as you like.

        Args:
            ruleset_id: `id@version`, or an id for its newest version.
            digest: The digest of a catalogue.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.CatalogueFullCatalogue,
            "GET",
            f"/v1/rulesets/{part(ruleset_id)}/catalogue/{part(digest)}",
            query={"lang": lang},
            timeout=timeout,
        )

    async def clauses(
        self,
        ruleset_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Clauses:
        """
        List the rule clauses that facts and refusals name.

        List the rule clauses that facts and refusals name.

        Args:
            ruleset_id: `id@version`, or an id for its newest version.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Clauses, "GET", f"/v1/rulesets/{part(ruleset_id)}/clauses", query={"lang": lang}, timeout=timeout
        )

    async def clause(
        self,
        ruleset_id: str,
        clause: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Clause:
        """
        Quote one rule clause.

        Quote one rule clause.

        Args:
            ruleset_id: `id@version`, or an id for its newest version.
            clause: A clause's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Clause,
            "GET",
            f"/v1/rulesets/{part(ruleset_id)}/clauses/{part(clause)}",
            query={"lang": lang},
            timeout=timeout,
        )

    async def guide(
        self,
        ruleset_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Guide:
        """
        Give the guided first game of a title: how it is set up, and what a beginner is told at which moments.

        Create the game like any other, with the beginner on seat 0. At each of their decisions, and at the end, tell
        those moments that are there and have not been told. A title that is not `guided` has none.

        Args:
            ruleset_id: `id@version`, or an id for its newest version.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return await self._api.ask(
            models.Guide, "GET", f"/v1/rulesets/{part(ruleset_id)}/guide", query={"lang": lang}, timeout=timeout
        )
