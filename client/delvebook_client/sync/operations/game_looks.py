"""
Of one game.

Made from the API's OpenAPI document by `make client`; do not change it by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ... import models
from ...requests import part
from ..downloads import Download
from ..group import GameGroup
from ..pages import Pages
from ..streams import NDJSON, follow


class GameLooksApi(GameGroup):
    """Of one game."""

    def look(
        self,
        *,
        event: int | None = None,
        viewer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Game:
        """
        Look at a game, as it stands or as it stood after an event.

        Look at a game, as it stands or as it stood after an event.

        Args:
            event: As it stood after that event.
            viewer: `seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Game,
            "GET",
            f"/v1/games/{part(self.id)}",
            query={"event": event, "viewer": viewer, "lang": lang},
            timeout=timeout,
        )

    def actions(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Actions:
        """
        List everything your seat may do now, each with a sentence.

        A client that knows no rules can play by choosing from it. One that chooses at random should create its games
        with the `brief_options` of the ruleset: with the defaults, Runebound takes such players thousands of actions.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Actions, "GET", f"/v1/games/{part(self.id)}/actions", query={"lang": lang}, timeout=timeout
        )

    def kept_analyses(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Analyses:
        """
        List the analyses of a game that are under way or kept, whoever asked for them.

        Those with a budget of their own are left out.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Analyses, "GET", f"/v1/games/{part(self.id)}/analyses", query={"lang": lang}, timeout=timeout
        )

    def analysis(
        self,
        analysis_id: str,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Analysis:
        """
        Follow an analysis: its progress, and once it is finished, its result.

        Follow an analysis: its progress, and once it is finished, its result.

        Args:
            analysis_id: The analysis's id.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Analysis,
            "GET",
            f"/v1/games/{part(self.id)}/analyses/{part(analysis_id)}",
            query={"lang": lang},
            timeout=timeout,
        )

    def events(
        self,
        *,
        after: int | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        viewer: str | None = None,
        from_: int | None = None,
        to: int | None = None,
        wait: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Pages[models.Event]:
        """
        Read a game's events, as you may see them: a page, a range, or all there are.

        By the header `Accept`: `application/json` gives a page, `application/x-ndjson` all there are. With `wait` the
        answer comes as soon as there is an event after `after`. `GET …/stream` tells events as they happen.

        Args:
            after: The number of the last one you have.
            cursor: The `next` of the page before, instead of `after`.
            limit: Yield at most so many; all by default.
            viewer: `seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default.
            from_: With `to`, instead of `after` and `limit`: the first event of a range.
            to: The last event of the range, which has at most 500.
            wait: If there is nothing after `after`: how many seconds to wait for it.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Pages(
            self._api,
            models.Event,
            "events",
            f"/v1/games/{part(self.id)}/events",
            {"after": after, "cursor": cursor, "viewer": viewer, "from": from_, "to": to, "wait": wait, "lang": lang},
            limit=limit,
            page_max=500,
            timeout=timeout,
        )

    def event(
        self,
        n: int,
        *,
        viewer: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Event:
        """
        Read one event, as you may see it. `Location` of an accepted command leads here.

        Read one event, as you may see it. `Location` of an accepted command leads here.

        Args:
            n: An event's number in its game.
            viewer: `seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Event,
            "GET",
            f"/v1/games/{part(self.id)}/events/{part(n)}",
            query={"viewer": viewer, "lang": lang},
            timeout=timeout,
        )

    def reasoning(
        self,
        n: int,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Reasoning:
        """
        See why a bot played as it did: what it saw, what it weighed, what it chose. Only after the game.

        The bot is asked again, with the table that its seat saw and the chance that follows from the seed; nothing of
        this is stored. `holds` says whether it chooses the recorded action again. Everybody who may look at the game
        may ask, but nobody two things at a time.

        Args:
            n: An event's number in its game.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Reasoning,
            "GET",
            f"/v1/games/{part(self.id)}/events/{part(n)}/reasoning",
            query={"lang": lang},
            timeout=timeout,
        )

    def examine(
        self,
        *,
        event: int | None = None,
        seat: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Examination:
        """
        For arbiters: what a seat knew and could have done before an event, and the event's draws with proof.

        A look at secrets is entered in the audit trail before it is answered.

        Args:
            event: Which event.
            seat: The seat whose view is shown; by default the acting seat.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Examination,
            "GET",
            f"/v1/games/{part(self.id)}/examination",
            query={"event": event, "seat": seat, "lang": lang},
            timeout=timeout,
        )

    def head(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Head:
        """
        Ask how far a game has come. This is the cheapest request of all; with a stream you do not need it.

        Ask how far a game has come. This is the cheapest request of all; with a stream you do not need it.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Head, "GET", f"/v1/games/{part(self.id)}/head", query={"lang": lang}, timeout=timeout
        )

    def hint(
        self,
        *,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Hint:
        """
        Say what the strong bot would weigh at your decision, if you are the game's only player and it allows `hints`.

        It is worked out from what your seat sees, and from nothing else: the same table gives the same hint. It takes
        as long as a move of that bot, so it counts as several requests, and nobody gets two at a time.

        Args:
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Hint, "GET", f"/v1/games/{part(self.id)}/hint", query={"lang": lang}, timeout=timeout
        )

    def inclusion(
        self,
        *,
        size: int | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> models.Inclusion:
        """
        Prove that the game is in the log of games: its entries, each with a proof that leads to the checkpoint.

        Anybody who may look at the game may ask. With `size` the proofs lead to the checkpoint of that size, such as
        one that you kept.

        Args:
            size: The size of a published checkpoint, such as one that you kept; the last one by default.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return self._api.ask(
            models.Inclusion,
            "GET",
            f"/v1/games/{part(self.id)}/inclusion",
            query={"size": size, "lang": lang},
            timeout=timeout,
        )

    def record(
        self,
        *,
        viewer: str | None = None,
        format: Literal["ndjson", "json", "text"] | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Download:
        """
        Export the game's record, as you may see it.

        Every export of a game has the same hashes and the same head. Once the game is over, everything is open. By the
        header `Accept`, or by `format`, it comes as lines, as a bundle that can be turned back into the same lines
        (`delvebook export`), or as a ledger for people.

        Args:
            viewer: `seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default.
            format: `ndjson`: the record; `json`: a bundle; `text`: a ledger. By default the header `Accept` decides.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return Download(
            self._api,
            f"/v1/games/{part(self.id)}/record",
            {"viewer": viewer, "format": format, "lang": lang},
            accept=NDJSON if format is None else "*/*",
            timeout=timeout,
        )

    def stream(
        self,
        *,
        viewer: str | None = None,
        after: int | None = None,
        line: str | None = None,
        lang: Literal["en", "ru"] | None = None,
        timeout: float | None = None,
    ) -> Iterator[models.StreamLine]:
        """
        Follow a game: first as it stands, then each event as it happens, as you may see it.

        By the header `Accept`: lines of JSON (`application/x-ndjson`), or server-sent events (`text/event-stream`) with
        the same JSON. Come back with `after` or `Last-Event-ID`, and you get what you have missed, without a snapshot.
        Whenever nothing happens for 15 seconds, a `heartbeat` says how far the game has come. The `end` says why
        nothing follows.

        Args:
            viewer: `seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default.
            after: The last event you have; without it the stream begins with a snapshot of the game.
            line: Your own name for this stream, such as that of your device: your earlier stream of the same thing and
                name ends with the reason `superseded`. Needs a token.
            lang: The language of sentences, refusals too.
            timeout: The seconds to wait, if not those of the client.
        """
        return follow(
            self._api,
            models.StreamLine,
            "n",
            f"/v1/games/{part(self.id)}/stream",
            {"viewer": viewer, "lang": lang},
            after=after,
            line=line,
            timeout=timeout,
        )
