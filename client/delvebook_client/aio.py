"""The client for programs that use asyncio. `client.py` is made from it by `make client`: change this one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Literal, Self, cast

import httpx

from .canonical import nonce_commitment
from .errors import (
    ConflictError,
    KeptFileError,
    NoAnswerError,
    ProblemError,
    ReceiptError,
    StreamEndedError,
    parse_problem,
)
from .keep import Keep
from .receipts import can_check_signatures, open_receipt, read_receipt
from .records import RecordReport, check_record
from .retries import SAFE_METHODS, Attempts, Retries, may_ask_again, may_resend
from .types import (
    Account,
    Action,
    ActionResult,
    Done,
    Event,
    GameSummary,
    GameView,
    NewAction,
    Notice,
    Offer,
    PendingDecision,
    Query,
    StreamLine,
)

NDJSON: Final = "application/x-ndjson"
OVER: Final = ("finished", "aborted")
ANSWER_SECONDS: Final = 60.0
"""The time for which the service may be silent in the middle of an answer."""
SILENCE_SECONDS: Final = 45.0
"""A stream that is silent for this long is dead. The service sends a heartbeat every 15 seconds."""
WAIT_SECONDS: Final = 30
COME_BACK: Final = ("closing", "unavailable", "revoked")
"""Reasons for the end of a stream after which a client reconnects. After `revoked`, the answer says what is wrong."""

log: Final = logging.getLogger("delvebook_client")


class AsyncClient:
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

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        keep: Keep | None = None,
        retries: Retries | None = None,
        lang: str | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.keep = Keep() if keep is None else keep
        self.retries = Retries() if retries is None else retries
        headers = {} if lang is None else {"Accept-Language": lang}
        self._http = httpx.AsyncClient(base_url=self.url, timeout=ANSWER_SECONDS, headers=headers, transport=transport)
        self._account: str | None = None
        if token is not None:
            self.use(token)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    # Accounts and tokens

    def use(self, token: str) -> None:
        """Sends this token with every request from now on."""
        self._http.headers["Authorization"] = f"Bearer {token}"
        self._account = None

    async def register(self, name: str, *, kind: Literal["person", "bot"] = "person") -> Account:
        """Creates an account, keeps it, and uses it from now on."""
        key = self.keep.registration_key(self.url, name)
        made = cast("Account", await self.post("/v1/accounts", {"name": name, "kind": kind}, key=key))
        self.keep.add_account(self.url, made["id"], name, made["token"])
        self.use(made["token"])
        self._account = made["id"]
        return made

    async def sign_in(self, name: str, *, kind: Literal["person", "bot"] = "person") -> None:
        """Uses the account of that name from `keep`. If there is none, registers it."""
        kept = self.keep.account(self.url, name)
        if kept is None:
            await self.register(name, kind=kind)
        else:
            self.use(kept["token"])
            self._account = kept["id"]

    async def account(self, account: str = "me") -> Account:
        """Returns an account; your own by default."""
        return cast("Account", await self.get(f"/v1/accounts/{account}"))

    async def account_id(self) -> str:
        """Returns the id of your account."""
        if self._account is None:
            self._account = (await self.account())["id"]
        return self._account

    # Games

    def game(self, game: str) -> AsyncGame:
        """Returns a game by its id. No request is sent yet."""
        return AsyncGame(self, game)

    async def create_game(
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
    ) -> AsyncGame:
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
        made = await self.command("/v1/games", body, key=key)
        return self.game(made["id"])

    def games(
        self,
        *,
        status: str | None = None,
        ruleset: str | None = None,
        player: str | None = None,
        waiting_for: str | None = None,
        parent: str | None = None,
    ) -> AsyncIterator[GameSummary]:
        """Yields games, the latest changed first, page after page. `player` and `waiting_for` take `me`."""
        query = {
            "status": status,
            "ruleset": ruleset,
            "player": player,
            "waiting_for": waiting_for,
            "parent": parent,
        }
        return cast("AsyncIterator[GameSummary]", self.pages("/v1/games", "games", query))

    async def act_together(self, actions: Sequence[NewAction], *, lang: str | None = None) -> list[ActionResult]:
        """
        Takes up to 256 actions in one request. Returns the result of each, in their order.

        A refused action does not stop the others: look at `status`. `done` of the others has no `events` or `game`.
        """
        items = [{"key": secrets.token_hex(16), **action} for action in actions]
        answer = await self.request(
            "POST",
            "/v1/actions",
            body={"actions": items},
            query={"include": "actions", "lang": lang},
            headers={"Prefer": "return=minimal"},
            is_repeatable=True,  # every item has its key
        )
        results = cast("list[ActionResult]", _json(answer)["results"])
        for item, result in zip(items, results, strict=True):
            if "done" in result:
                await self._keep_receipt(str(item["game"]), result["done"])
        return results

    # What waits for you

    def notices(self, *, after: int = 0) -> AsyncIterator[Notice]:
        """Yields your notices after that number, page after page."""
        return cast("AsyncIterator[Notice]", self.pages("/v1/notices", "notices", {"after": after}))

    def stream_notices(self, *, after: int | None = None, line: str | None = None) -> AsyncIterator[StreamLine]:
        """
        Follows your notices for as long as you read. Reconnects by itself if the connection breaks.

        Args:
            after: The number of the last notice you have; None to begin with a snapshot of the pending ones.
            line: A name for this stream. A later stream of the same name takes its place, wherever it runs.

        Raises:
            StreamEndedError: Another stream of the same name has taken its place.
            ProblemError, NoAnswerError
        """
        return self._follow("/v1/notices/stream", "number", after, line, {})

    # Rules

    def rulesets(self) -> AsyncIterator[dict[str, Any]]:
        """Yields the playable titles with their seats, bots and versions."""
        return self.pages("/v1/rulesets", "rulesets", {})

    async def ruleset(self, ruleset: str) -> dict[str, Any]:
        """Returns a ruleset with its options and actions as JSON Schema."""
        return cast("dict[str, Any]", await self.get(f"/v1/rulesets/{ruleset}"))

    async def catalogue(self, ruleset: str) -> dict[str, Any]:
        """Returns the contents of a title's box, in words, figures and maps."""
        return cast("dict[str, Any]", await self.get(f"/v1/rulesets/{ruleset}/catalogue"))

    # Records

    async def verify(
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
        answer = await self.request("POST", "/v1/verifications", body=body, query=query, is_repeatable=True)
        return await self._checked(answer)

    async def public_keys(self) -> dict[str, Any]:
        """Returns the keys with which the service signs receipts, old ones included, as a JWK set. They are kept."""
        self.keep.add_public_keys(self.url, await self.get("/.well-known/jwks.json"))
        return self.keep.public_keys(self.url)

    # Everything else

    async def get(self, path: str, query: Query | None = None) -> Any:
        """Returns the JSON at any address of the API."""
        return _json(await self.request("GET", path, query=query))

    async def post(self, path: str, body: object = None, *, key: str | None = None) -> Any:
        """
        Returns the JSON that a POST gives. It is sent again only with a key, or if it has not reached the service.

        Give a key only where the API takes an `Idempotency-Key`.
        """
        return _json(await self.request("POST", path, body={} if body is None else body, key=key))

    async def pages(self, path: str, member: str, query: Query) -> AsyncIterator[dict[str, Any]]:
        """Yields the items of a collection, page after page."""
        at = dict(query)
        while True:
            page = await self.get(path, at)
            for item in page[member]:
                yield item
            if page.get("next") is None:
                return
            at = {name: value for name, value in query.items() if name != "after"} | {"cursor": page["next"]}

    async def command(
        self,
        path: str,
        body: object,
        *,
        method: str = "POST",
        key: str | None = None,
        query: Query | None = None,
        prefer: Sequence[str] = (),
    ) -> Done:
        """Carries out a command in a game, with a key, and keeps its receipt. Returns what it did."""
        answer = await self.request(
            method,
            path,
            body=body,
            query=query,
            headers={"Prefer": ", ".join(prefer)} if prefer else {},
            key=key or secrets.token_hex(16),
        )
        done = cast("Done", _json(answer))
        if "receipt" in done:
            game = str(done["id"]) if "id" in done else path.removeprefix("/v1/games/").partition("/")[0]
            await self._keep_receipt(game, done)
        return done

    async def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Query | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        is_repeatable: bool = False,
    ) -> httpx.Response:
        """
        Returns an answer of the service, after as many attempts as `retries` allows and is safe.

        Args:
            method: GET, POST, PUT, PATCH or DELETE.
            path: The address, from `/`.
            body: The value sent as JSON; None for no body.
            query: The parameters. Those that are None are left out.
            headers: Further headers.
            key: The `Idempotency-Key`.
            is_repeatable: Whether it may be sent twice even without a key.

        Raises:
            ProblemError: The service refused.
            NoAnswerError: No attempt was answered, or the only one that was safe.
        """
        attempts = Attempts(self.retries)
        is_safe = is_repeatable or key is not None or method in SAFE_METHODS
        given = {name: value for name, value in (query or {}).items() if value is not None}
        sent = {**(headers or {}), **({} if key is None else {"Idempotency-Key": key})}
        while True:
            wrong: ProblemError | NoAnswerError
            try:
                answer = await self._http.request(method, path, json=body, params=given, headers=sent)
            except httpx.TransportError as broken:
                wrong = NoAnswerError(f"no answer to {method} {path}: {broken!r}")
                wrong.__cause__ = broken
                if not may_resend(broken, is_safe=is_safe):
                    raise wrong from broken
            else:
                if answer.is_success:
                    return answer
                wrong = parse_problem(answer.status_code, answer.content, answer.headers.get("Retry-After"))
                if not may_ask_again(wrong, is_safe=is_safe):
                    raise wrong
            await self._pause(attempts, wrong)

    async def _pause(self, attempts: Attempts, wrong: ProblemError | NoAnswerError) -> None:
        """Waits before the next attempt. Raises the error if there is no further attempt."""
        seconds = attempts.pause(wrong.retry_after if isinstance(wrong, ProblemError) else None)
        if seconds is None:
            raise wrong
        log.warning("%s; again in %.2f s", wrong, seconds)
        await asyncio.sleep(seconds)

    async def _follow(
        self, path: str, number: str, after: int | None, line: str | None, query: Query
    ) -> AsyncIterator[StreamLine]:
        """
        Yields the lines of a stream, each once and in order, even if the connection breaks.

        Args:
            path: The stream.
            number: The member by which its items are numbered.
            after: The number of the last item that the caller has.
            line: The stream's name. By default, with a token, a new one, so that the stream replaces its own dead
                predecessor and no other stream.
            query: Further parameters.
        """
        last = after
        attempts = Attempts(self.retries)
        name = line or (secrets.token_hex(8) if "Authorization" in self._http.headers else None)
        timeout = httpx.Timeout(ANSWER_SECONDS, read=SILENCE_SECONDS)
        while True:
            wrong: ProblemError | NoAnswerError = NoAnswerError(f"the stream {path} was cut off")
            parameters = {**query, "line": name, "after": last}
            given = {name: value for name, value in parameters.items() if value is not None}
            try:
                async with self._http.stream(
                    "GET", path, params=given, headers={"Accept": NDJSON}, timeout=timeout
                ) as answer:
                    if not answer.is_success:
                        content = await answer.aread()
                        raise parse_problem(answer.status_code, content, answer.headers.get("Retry-After"))
                    async for one in _whole_lines(answer):
                        kind, at = one["kind"], one.get(number)
                        if kind == "end":
                            if one.get("reason") == "finished":
                                yield one
                                return
                            wrong = NoAnswerError(f"the stream {path} has ended: {one.get('reason')}")
                            if one.get("reason") not in COME_BACK:
                                raise StreamEndedError(str(one.get("reason")))
                            break
                        if kind == "heartbeat":
                            attempts.renew()
                            continue
                        if not isinstance(at, int):
                            continue  # a kind of line that this version does not know
                        if kind != "snapshot" and last is not None:
                            if at <= last:
                                continue
                            if at > last + 1:
                                break  # something is missing: ask for it again
                        attempts.renew()
                        last = at
                        yield one
            except httpx.TransportError as broken:
                wrong.__cause__ = broken
            except ProblemError as problem:
                if not may_ask_again(problem, is_safe=True):
                    raise
                wrong = problem
            await self._pause(attempts, wrong)

    async def _checked(self, answer: httpx.Response) -> dict[str, Any]:
        """Returns the report of a verification, at once or when the job is done."""
        if answer.status_code != 202:
            return cast("dict[str, Any]", _json(answer))
        where = answer.headers["Location"]
        while True:
            answer = await self.request("GET", where)
            check = _json(answer)
            if check["status"] == "failed":
                problem = check["problem"]
                raise parse_problem(int(problem.get("status", 500)), json.dumps(problem).encode(), None)
            if check["report"] is not None:
                return cast("dict[str, Any]", check["report"])
            seconds = answer.headers.get("Retry-After", "1")
            await asyncio.sleep(float(seconds) if seconds.isdigit() else 1.0)

    async def _keep_receipt(self, game: str, done: Done) -> None:
        """
        Keeps the receipt of an accepted command, and checks that it agrees with the answer.

        Raises:
            ReceiptError: It does not agree. The command was carried out, and the receipt is kept all the same.
        """
        receipt = done.get("receipt")
        if receipt is None:
            return
        self.keep.add_receipt(game, receipt)
        said = read_receipt(receipt)
        if (said["game"], said["n"], said.get("hash")) != (game, done["n"], done["hash"]):
            raise ReceiptError("receipts/hash", "the service has signed something else than it answers")
        if can_check_signatures():
            try:
                open_receipt(receipt, self.keep.public_keys(self.url))
            except ReceiptError as unknown:
                if unknown.code != "receipts/unknown_key":
                    raise
                open_receipt(receipt, await self.public_keys())


class AsyncGame:
    """
    One game, as the account of its client plays or watches it.

    Attributes:
        id: The game's id.
    """

    def __init__(self, client: AsyncClient, game: str) -> None:
        self.id = game
        self._client = client
        self._path = f"/v1/games/{game}"
        self._offer: Offer | None = None

    async def look(self, *, event: int | None = None, viewer: str | None = None) -> GameView:
        """Returns the game as you see it now, or as it stood after that event."""
        return cast("GameView", await self._client.get(self._path, {"event": event, "viewer": viewer}))

    # From the first seat to the start

    async def sit(self, seat: int | None = None, *, invite: str | None = None, key: str | None = None) -> Done:
        """
        Takes a seat, and commits to a nonce: your contribution to the game's randomness.

        The nonce is kept before the commitment is sent. `start`, `show_nonce` or `decisions` shows it.

        Args:
            seat: The seat, from 0; by default the first free one.
            invite: The invitation word of a private game.
            key: The `Idempotency-Key`, if you keep your own.
        """
        account = await self._client.account_id()
        nonce = self._client.keep.nonce_to_promise(self.id, account)
        body: dict[str, object] = {
            "seat": seat,
            "nonce_commitment": nonce_commitment(game=self.id, account=account, nonce=nonce),
        }
        if invite is not None:
            body["invite"] = invite
        return await self._client.command(f"{self._path}/seats", body, key=key)

    async def seat_bot(self, seat: int, bot: str) -> Done:
        """Puts a bot on a seat of a game that you created."""
        return await self._client.command(f"{self._path}/seats", {"seat": seat, "bot": bot})

    async def leave(self, seat: int) -> Done:
        """Leaves your seat, or removes a bot from one, while seats are free."""
        return await self._client.command(f"{self._path}/seats/{seat}", None, method="DELETE")

    async def show_nonce(self) -> Done:
        """
        Shows your nonce. Every seat must be taken.

        Raises:
            KeptFileError: The nonce of your seat is not in `keep`.
        """
        nonce = await self._nonce_to_show(await self.look())
        if nonce is None:
            raise KeptFileError(f"your seat in game {self.id} has no nonce to show")
        return await self._client.command(f"{self._path}/nonces", {"nonce": nonce})

    async def start(self, *, key: str | None = None) -> Done:
        """Starts the game. Shows your nonce first if you have not yet."""
        nonce = await self._nonce_to_show(await self.look())
        body = {} if nonce is None else {"nonce": nonce}
        done = await self._client.command(f"{self._path}/start", body, key=key, query={"include": "actions"})
        self._offer = done.get("actions")
        return done

    async def abort(self, reason: str = "") -> Done:
        """Ends a game that has not started."""
        return await self._client.command(f"{self._path}/abort", {"reason": reason})

    # Playing

    async def actions(self, *, lang: str | None = None) -> Offer:
        """Returns what your seat may do now, each action with a sentence."""
        return cast("Offer", await self._client.get(f"{self._path}/actions", {"lang": lang}))

    async def act(
        self,
        action: Action,
        *,
        decision: int,
        key: str | None = None,
        is_minimal: bool = True,
        wants_receipt: bool = False,
        lang: str | None = None,
    ) -> Done:
        """
        Takes an action.

        Args:
            action: The `action` of one of `actions()`, unchanged.
            decision: The decision that it answers.
            key: The `Idempotency-Key`, if you keep your own.
            is_minimal: Whether `events` and `game` are left out of the answer, which makes it faster.
            wants_receipt: Whether a refusal gets a signed receipt, too. It is kept as well.
            lang: The only language in which the next actions are told.

        Returns:
            The result, with the next `actions` of your seat.

        Raises:
            StaleDecisionError: The decision is closed. Look again, and choose again.
            IllegalActionError: The rules forbid it.
            ProblemError, NoAnswerError
        """
        prefer = [*(["return=minimal"] if is_minimal else []), *(["receipt"] if wants_receipt else [])]
        self._offer = None
        try:
            done = await self._client.command(
                f"{self._path}/actions",
                {"decision": decision, "action": action},
                key=key,
                query={"include": "actions", "lang": lang},
                prefer=prefer,
            )
        except ProblemError as refused:
            receipt = refused.body.get("receipt")
            if isinstance(receipt, str):
                self._client.keep.add_receipt(self.id, receipt)
            raise
        self._offer = done.get("actions")
        return done

    async def judge(self, action: Action, *, decision: int) -> None:
        """
        Asks whether an action would be accepted now. Changes nothing.

        Raises:
            ProblemError: It would be refused.
        """
        body = {"decision": decision, "action": action}
        await self._client.request(
            "POST", f"{self._path}/actions", body=body, query={"dry_run": "true"}, is_repeatable=True
        )

    async def decisions(self) -> AsyncIterator[PendingDecision]:
        """
        Yields the offer of actions each time that the game waits for your seat, until the game is over.

        Answer each with `act`. Unanswered offers are made again. Before the start it shows your nonce when it is due.
        """
        while True:
            offer, self._offer = self._offer, None
            if offer is None:
                game = await self.look()
                if game["status"] in OVER:
                    return
                if game["status"] == "open":
                    await self._before_start(game)
                    continue
                try:
                    offer = await self.actions()
                except ConflictError as refused:
                    if refused.code != "game/finished":
                        raise
                    return
            if offer["owed"]:
                yield cast("PendingDecision", offer)
                continue
            # Your own action may have ended the game, and then no further event comes.
            if (await self.look())["status"] in OVER:
                return
            await self.wait(after=offer["n"])

    async def take_back(self) -> Done:
        """Takes back your last action, or asks the others to agree."""
        self._offer = None
        return await self._client.command(f"{self._path}/take-backs", {})

    async def answer_take_back(self, event: int, *, agrees: bool) -> Done:
        """Answers another seat's request to take an action back. `event` is the event of the request."""
        return await self._client.command(f"{self._path}/take-backs/{event}/answers", {"agrees": agrees})

    async def dispute(self, event: int, claim: str) -> Done:
        """Claims that something went wrong at that event. The clock stops, and an arbiter rules."""
        return await self._client.command(f"{self._path}/disputes", {"event": event, "claim": claim})

    # What happens

    def events(self, *, after: int = 0, lang: str | None = None) -> AsyncIterator[Event]:
        """Yields the events after that one that you may know, page after page."""
        return self._client.pages(f"{self._path}/events", "events", {"after": after, "lang": lang})

    async def wait(self, *, after: int, seconds: int = WAIT_SECONDS) -> bool:
        """Waits for an event after that one. Returns False if none came within that many seconds (at most 30)."""
        query = {"after": after, "wait": seconds, "limit": 1}
        page = await self._client.get(f"{self._path}/events", query)
        return bool(page["events"])

    def stream(
        self, *, after: int | None = None, line: str | None = None, lang: str | None = None, viewer: str | None = None
    ) -> AsyncIterator[StreamLine]:
        """
        Follows the game to its end. Reconnects by itself if the connection breaks, and misses or repeats nothing.

        The last line has the `kind` `end` and the `status`.

        Args:
            after: The number of the last event you have; None to begin with a snapshot.
            line: A name for this stream. A later one of the same name and account takes its place, wherever it runs.
            lang: Adds sentences to events.
            viewer: The viewer; yourself by default.

        Raises:
            StreamEndedError: Another stream of the same name has taken its place.
            ProblemError, NoAnswerError
        """
        return self._client._follow(f"{self._path}/stream", "n", after, line, {"lang": lang, "viewer": viewer})  # noqa: SLF001

    # Proof

    async def record(self, *, viewer: str | None = None) -> bytes:
        """Returns the record of the game, as far as you may know it."""
        answer = await self._client.request(
            "GET", f"{self._path}/record", query={"viewer": viewer}, headers={"Accept": NDJSON}
        )
        return answer.content

    async def check(self, record: bytes | None = None) -> RecordReport:
        """
        Checks the record on this machine: its chain, your kept receipts, and that your own nonce is in it.

        It does not replay the game. `verification` has the service replay it, and `delvebook verify` replays it here.

        Args:
            record: The record; fetched by default.

        Raises:
            ExtraMissingError: There are receipts, and signatures cannot be checked.
        """
        found = await self.record() if record is None else record
        receipts = self._client.keep.receipts(self.id)
        keys = self._client.keep.public_keys(self._client.url)
        if receipts and not keys["keys"]:
            keys = await self._client.public_keys()
        nonces = {}
        with contextlib.suppress(ProblemError):  # a spectator has none
            account = await self._client.account_id()
            nonce = self._client.keep.nonce(self.id, account)
            nonces = {} if nonce is None else {account: nonce}
        return check_record(found, game=self.id, receipts=receipts, keys=keys, nonces=nonces)

    async def verification(self, *, levels: Sequence[str] = ()) -> dict[str, Any]:
        """Returns the service's report on the record and your receipts. Waits as long as the check takes."""
        query = {"level": list(levels)} if levels else {}
        receipts = self._client.keep.receipts(self.id)[-1:]  # the last one vouches for all before it
        answer = await self._client.request(
            "GET", f"{self._path}/verification", query={**query, **({"receipt": receipts} if receipts else {})}
        )
        return await self._client._checked(answer)  # noqa: SLF001

    async def _nonce_to_show(self, game: GameView) -> str | None:
        """Returns your nonce if your seat has committed to it and not shown it yet."""
        you = game["you"]
        if you is None or you["nonce_commitment"] is None or you["nonce"] is not None:
            return None
        account = await self._client.account_id()
        nonce = self._client.keep.nonce(self.id, account)
        if nonce is None or nonce_commitment(game=self.id, account=account, nonce=nonce) != you["nonce_commitment"]:
            raise KeptFileError(f"the nonce that your seat in game {self.id} has promised is not kept here")
        return nonce

    async def _before_start(self, game: GameView) -> None:
        """Shows your nonce if the game waits for it. Otherwise waits for the next event."""
        you, nonces = game["you"], game["nonces"]
        if you is not None and nonces is not None and you["seat"] in nonces["missing"]:
            await self.show_nonce()
        else:
            await self.wait(after=game["n"])


async def _whole_lines(answer: httpx.Response) -> AsyncIterator[StreamLine]:
    """Yields the complete lines of a stream. An incomplete last line is dropped."""
    rest = b""
    async for some in answer.aiter_bytes():
        *lines, rest = (rest + some).split(b"\n")
        for line in lines:
            if line:
                yield json.loads(line)


def _json(answer: httpx.Response) -> Any:
    return answer.json() if answer.content else None
