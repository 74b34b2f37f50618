"""The client for programs that wait for each answer."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, cast

from ..types import Account, ActionResult, GameSummary, NewAction, Notice, StreamLine
from .connection import Connection, read_json
from .game import Game


class Client(Connection):
    """
    A client of one account, or an anonymous one.

    Requests are sent again where that is safe: reads, commands with their key, and requests that the service has not
    begun to carry out. Every command gets an `Idempotency-Key`, so nothing happens twice.

    Args:
        url: The service's address, such as `http://127.0.0.1:8080`.
        token: The account's token. Without one, call `register` or `sign_in`, or stay anonymous.
        keep: Stores the account, nonces, receipts and keys; in memory by default. Give a `Keep` with a file to a
            program that must go on after it was stopped.
        retries: How patiently it tries again.
        lang: `en` or `ru`: the language of problems, and of sentences.
        transport: A transport to use instead of the network.
    """

    # Accounts and tokens

    def register(self, name: str, *, kind: Literal["person", "bot"] = "person") -> Account:
        """Creates an account, keeps it, and uses it from now on."""
        key = self.keep.registration_key(self.url, name)
        made = cast("Account", self.post("/v1/accounts", {"name": name, "kind": kind}, key=key))
        self.keep.add_account(self.url, made["id"], name, made["token"])
        self.use(made["token"])
        self._account = made["id"]
        return made

    def sign_in(self, name: str, *, kind: Literal["person", "bot"] = "person") -> None:
        """Uses the account of that name from `keep`. If there is none, registers it."""
        kept = self.keep.account(self.url, name)
        if kept is None:
            self.register(name, kind=kind)
        else:
            self.use(kept["token"])
            self._account = kept["id"]

    def account(self, account: str = "me") -> Account:
        """Returns an account; your own by default."""
        return cast("Account", self.get(f"/v1/accounts/{account}"))

    # Games

    def game(self, game: str) -> Game:
        """Returns a game by its id. No request is sent yet."""
        return Game(self, game)

    def create_game(
        self,
        ruleset: str,
        *,
        seats: int,
        bots: Mapping[int, str] | None = None,
        options: Mapping[str, object] | None = None,
        clock: Mapping[str, object] | None = None,
        visibility: Literal["public", "unlisted", "private"] = "public",
        spectator_delay: Mapping[str, object] | None = None,
        key: str | None = None,
    ) -> Game:
        """
        Creates a game.

        Args:
            ruleset: `dungeon-raiders@1`, or `dungeon-raiders` for its newest version.
            seats: How many seats it has.
            bots: The bot of each seat that a bot plays, from 0: `{1: "greedy"}`.
            options: See `GET /v1/rulesets/{id}`.
            clock: The time limit for decisions, in the API's form; None for a game without a clock.
            visibility: Who may see it.
            spectator_delay: `{"actions": 10}` hides the last 10 actions from all but the players; None for no delay.
            key: The `Idempotency-Key`, if you keep your own.
        """
        body: dict[str, object] = {
            "ruleset": ruleset,
            "seats": seats,
            "bots": [{"seat": seat, "bot": bot} for seat, bot in sorted((bots or {}).items())],
            "options": dict(options or {}),
            "clock": clock,
            "visibility": visibility,
        }
        if spectator_delay is not None:
            body["spectator_delay"] = dict(spectator_delay)
        made = self.command("/v1/games", body, key=key)
        return self.game(made["id"])

    def games(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        waiting_for: str | None = None,
        parent: str | None = None,
    ) -> Iterator[GameSummary]:
        """Yields games, the latest changed first, page after page. `player` and `waiting_for` take `me`."""
        query = {
            "status": status,
            "ruleset": ruleset,
            "player": player,
            "waiting_for": waiting_for,
            "parent": parent,
        }
        return cast("Iterator[GameSummary]", self.pages("/v1/games", "games", query))

    def act_together(self, actions: Sequence[NewAction], *, lang: str | None = None) -> list[ActionResult]:
        """
        Takes up to 256 actions in one request. Returns the result of each, in their order.

        A refused action does not stop the others: look at `status`. `done` of the others has no `events` or `game`.
        """
        items = [{"key": secrets.token_hex(16), **action} for action in actions]
        answer = self.request(
            "POST",
            "/v1/actions",
            body={"actions": items},
            query={"include": "actions", "lang": lang},
            headers={"Prefer": "return=minimal"},
            is_repeatable=True,  # every item has its key
        )
        results = cast("list[ActionResult]", read_json(answer)["results"])
        for item, result in zip(items, results, strict=True):
            if "done" in result:
                self._keep_receipt(str(item["game"]), result["done"])
        return results

    # What waits for you

    def notices(self, *, after: int = 0) -> Iterator[Notice]:
        """Yields your notices after that number, page after page."""
        return cast("Iterator[Notice]", self.pages("/v1/notices", "notices", {"after": after}))

    def stream_notices(self, *, after: int | None = None, line: str | None = None) -> Iterator[StreamLine]:
        """
        Follows your notices for as long as you read. Reconnects by itself if the connection breaks.

        Args:
            after: The number of the last notice you have; None to begin with a snapshot of the pending ones.
            line: A name for this stream. A later stream of the same name takes its place, wherever it runs.

        Raises:
            StreamEndedError: Another stream of the same name has taken its place.
            ProblemError, NoAnswerError
        """
        return self.follow("/v1/notices/stream", "number", after, line, {})

    # Rules

    def rulesets(self) -> Iterator[dict[str, Any]]:
        """Yields the playable titles with their seats, bots and versions."""
        return self.pages("/v1/rulesets", "rulesets", {})

    def ruleset(self, ruleset: str) -> dict[str, Any]:
        """Returns a ruleset with its options and actions as JSON Schema."""
        return cast("dict[str, Any]", self.get(f"/v1/rulesets/{ruleset}"))

    def catalogue(self, ruleset: str) -> dict[str, Any]:
        """Returns the contents of a title's box, in words, figures and maps."""
        return cast("dict[str, Any]", self.get(f"/v1/rulesets/{ruleset}/catalogue"))

    # Records

    def verify(
        self, record: bytes, *, receipts: Sequence[str] = (), parents: Sequence[bytes] = (), levels: Sequence[str] = ()
    ) -> dict[str, Any]:
        """
        Returns the service's report on a record. Waits as long as the check takes.

        Args:
            record: The record, unchanged.
            receipts: Receipts to check against it.
            parents: The records of the games that a fork came from.
            levels: `chain`, `receipts`, `log`, `replay`, `bots`; by default all but `bots`.

        Raises:
            ProblemError: It is not a record, or the check could not be done.
        """
        body = {
            "record": record.decode(),
            "receipts": list(receipts),
            "parents": [parent.decode() for parent in parents],
        }
        query = {"level": list(levels)} if levels else {}
        answer = self.request("POST", "/v1/verifications", body=body, query=query, is_repeatable=True)
        return self.finished_check(answer)
