"""
The fast lane: what most requests ask, answered in the event loop, without a thread and without the framework.

An action or several, a list of actions, a look at a game and a question for its latest events come again and again, and
nearly all are accepted. The lane answers these, and what leads to a game: making it, taking a seat, showing a nonce,
starting it. Whoever waits for an event waits without a thread. Whatever is unusual it leaves to the application, which
answers as if there were no lane: refusals, repetitions, games that are not in memory, other headers and queries. Who
the caller is, what they have left, how an answer is marked, counted and logged: that is asked of the same functions as
on the other road. What a route takes and gives is read from the declaration of its endpoint.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, cast
from uuid import UUID

from flask import Flask
from werkzeug.http import parse_cookie

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import DelvebookError
from delvebook.domain.phrases import Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body
from delvebook.service.api import edge, limits
from delvebook.service.api.batches import done_of, headers_together, repeatable
from delvebook.service.api.context import (
    CHARGED,
    EXTENSION,
    FAILED,
    body_anew,
    body_of,
    caller_from,
    headers_anew,
    headers_of,
    reply_of,
    request_of,
    require_key,
    token_in,
)
from delvebook.service.api.cookie import is_from_own_page, name_of_cookie
from delvebook.service.api.events import page_of, told_in
from delvebook.service.api.games import terms_of
from delvebook.service.api.lane_routes import (
    GAME,
    PREFIX,
    ROUTES,
    Asked,
    Kind,
    Parameters,
    body_in,
    id_in,
    items_in,
    kind_of,
    page_in,
    parameters_of,
    require_action,
    route_of,
)
from delvebook.service.api.observing import REGISTRY, Metrics
from delvebook.service.api.schemas.base import Given
from delvebook.service.api.services import Services
from delvebook.service.api.streams import Wait, WaitHandover
from delvebook.service.base.together import Together
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.caller import Caller
from delvebook.service.store.loop_games import NotAtHandError
from delvebook.service.usecases.commands import FULL, CommandResult, Reply
from delvebook.service.usecases.games import NewGame
from delvebook.service.usecases.playing import EventPage, Move

RETRY_SECONDS: Final = 1.0
RENEWALS: Final = 2
"""How often tokens and names in use are read again within the time for which they are believed."""
Headers = list[tuple[str, str]]


@dataclass(slots=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Headers
    body: bytes


@dataclass(slots=True)
class Waiting:
    """A request that waits for news (`streams.WaitHandover`). The wait is to be closed, and the request made again."""

    handover: WaitHandover
    close: Callable[[], None]


@dataclass(slots=True)
class HandedOver:
    """A request that the application has to answer, with what it has to know in the environment (PEP 3333)."""

    environ: dict[str, object]


class Told(NamedTuple):
    """An answer on its way: its headers of its own, its body, and what the log line notes of it."""

    headers: dict[str, str]
    body: bytes
    noted: Mapping[str, object]


OF_NO_GAME: Final = ("create", "act_together")
NO_GAME: Final = UUID(int=0)
"""Stands for the game of a request that names none in its address."""
HANDED_OVER: Final = HandedOver({})


class Lane:
    """
    Answers requests in the event loop.

    Args:
        app: The application, whose endpoints the lane answers for.
    """

    def __init__(self, app: Flask) -> None:
        services: Services = app.extensions[EXTENSION]
        settings = services.settings
        self._settings = settings
        self._accounts = services.accounts
        self._feed = services.feed
        self._prompt = services.use.prompt
        self._figures: Metrics = app.extensions[REGISTRY]
        budgets: limits.Budgets | None = app.extensions.get(limits.BUDGETS)
        self._budgets = None if budgets is None else Together(budgets.take_all)
        self._tokens = Together(self._accounts.tokens.authenticate_all)
        self._names = Together(self._read_names)
        holdings = services.holdings
        self._rooms = {
            "create": (settings.games_owned_max, Together(holdings.created_going_on)),
            "take_seat": (settings.seats_owned_max, Together(holdings.seats_going_on)),
        }
        self._routes = {kind: route_of(app, kind) for kind in ROUTES}
        self._origins = settings.cors_origins.split()
        self._is_ending = asyncio.Event()
        self._renewing: asyncio.Task[None] | None = None
        common = {"Content-Type": "application/json", **edge.SECURITY_HEADERS}
        self._common = [*common.items(), ("Cache-Control", edge.FOR_ONE)]
        self._varies_by_origin = edge.VARIES if "*" in self._origins else f"{edge.VARIES}, Origin"

    async def start(self) -> None:
        """Begins, once the store answers. Until then every request is handed over. Call it in the event loop."""
        while True:
            try:
                await self._prompt.start()
                break
            except Exception:  # noqa: BLE001 - the application says what is wrong with the store
                await asyncio.sleep(RETRY_SECONDS)
        self._renewing = asyncio.create_task(self._renew_always())

    async def end(self) -> None:
        """Ends. Call it after the last request, and before the stores are closed."""
        self._is_ending.set()
        if self._renewing is not None:
            await self._renewing
        await self._prompt.end()

    async def answer(self, asked: Asked) -> Answer | Waiting | HandedOver:
        """
        Answers the request, has it wait, or hands it over.

        If it is handed over, nothing has happened but what the environment tells.
        """
        kind = kind_of(asked)
        secret = None if kind is None or not self._is_usual(asked) else _secret_of(asked)
        if kind is None or secret is None:
            return HANDED_OVER
        begun = time.perf_counter()
        route = self._routes[kind]
        parameters = parameters_of(asked.query, kind)
        game = NO_GAME if kind in OF_NO_GAME else id_in(asked.path[len(PREFIX) : GAME])
        if parameters is None or game is None:
            return HANDED_OVER
        environ: dict[str, object] = {}
        charged = None if asked.waited is None else asked.waited.charged
        try:
            caller = await self._caller(asked, secret)
            if caller.scopes.isdisjoint(route.enough):
                return HANDED_OVER
            items = items_in(asked) if kind == "act_together" else []
            if self._budgets is not None and asked.waited is None:
                count = max(1, len(items))
                budget = await self._budgets.ask((limits.payer(str(caller.account)), count))
                charged = environ[CHARGED] = limits.Charged(budget, count)
                if charged.budget.is_spent:
                    return HandedOver(environ)
            if items:
                told: Told | Wait = await self._act_together(asked, caller, items, parameters)
            else:
                told = await self._do(kind, asked, caller, game, parameters)
        except (NotAtHandError, DelvebookError):
            return HandedOver(environ)
        except Exception as error:  # noqa: BLE001 - the application answers and logs it
            return HandedOver({**environ, FAILED: error})
        if isinstance(told, Wait):
            return Waiting(told.hand_over(asked.may_wait(parameters), charged), told.close)
        request_id = edge.request_id_of(asked.headers.get("x-request-id", ""))
        origin = asked.headers.get("origin") if self._origins else None
        varies = edge.VARIES if origin is None else self._varies_by_origin
        headers = [*self._common, ("Vary", varies), *told.headers.items(), ("X-Request-ID", request_id)]
        if asked.method == "GET":
            headers.append(("ETag", f'"{edge.etag_of(told.body)}"'))
        if charged is not None:
            headers.extend(limits.headers_of([charged.budget], is_refused=False).items())
        if origin is not None:
            headers.extend(edge.headers_for(origin, self._origins, [name for name, _ in headers]).items())
        headers.append(("Content-Length", str(len(told.body))))
        line = edge.fields_of(
            method=asked.method,
            route=route.rule,
            status=route.status,
            code=None,
            noted=told.noted,
            who=caller,
            request_id=request_id,
        )
        edge.finish(self._figures, line, begun, is_stream=False)
        return Answer(route.status, headers, told.body)

    def _is_usual(self, asked: Asked) -> bool:
        """Whether the request has nothing that only the application heeds."""
        headers = asked.headers
        if "content-encoding" in headers or len(asked.body) > self._settings.body_bytes_max:
            return False
        return asked.method != "GET" or headers.keys().isdisjoint(CONDITIONS)

    async def _caller(self, asked: Asked, secret: str) -> Caller:
        token = self._accounts.tokens.at_hand(secret) or await self._tokens.ask(secret)
        if token is None:
            raise NotAtHandError
        return caller_from(token, address_class(asked.address, secret=self._settings.secret_key))

    async def _have_names(self, accounts: Collection[str]) -> None:
        """Returns once the names of these accounts are at hand."""
        if not self._accounts.has_names(accounts):
            await self._names.ask(accounts)

    def _read_names(self, asked: Sequence[Collection[str]]) -> Sequence[None]:
        self._accounts.names({account for accounts in asked for account in accounts})
        return [None] * len(asked)

    async def _do(self, kind: Kind, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told | Wait:
        language = cast("Language | None", parameters.get("lang"))
        if kind == "events":
            can_wait = asked.may_wait(parameters) > 0
            return await self._events(caller, game, page_in(parameters), language, can_wait=can_wait)
        named = self._prompt.named_in(game)
        if kind in ("create", "take_seat") and caller.account is not None:
            named = {*named, caller.account}
        await self._have_names(named)
        if kind == "act":
            body = body_in(asked)
            require_action(body)
            reply = _reply_to(asked, parameters)
            move = Move(game, body["decision"], body["action"], _repeatable(asked, caller, body))
            return await self._prompt.act(caller, move, reply, partial(_told, reply))
        if asked.method == "POST":
            return await self._open(kind, asked, caller, game, parameters)

        def show(body: Body) -> Told:
            return Told(told_in(language), jcs(body), {"game": str(game), "n": body["n"]})

        if kind == "legal":
            return await self._prompt.actions(caller, game, language=language, show=show)
        return await self._prompt.look(caller, game, show=show)

    async def _act_together(
        self, asked: Asked, caller: Caller, items: Sequence[tuple[UUID, Given]], parameters: Parameters
    ) -> Told:
        """Answers decisions in several games."""
        reply = _reply_to(asked, parameters)
        moves = [Move(game, item["decision"], item["action"], repeatable(caller, item)) for game, item in items]
        await self._have_names({name for move in moves for name in self._prompt.named_in(move.game)})
        results = await self._prompt.act_together(caller, moves, reply, partial(done_of, reply=reply))
        return Told(headers_together(reply), jcs({"results": results}), {})

    async def _events(
        self, caller: Caller, game: UUID, page: tuple[int, int], language: Language | None, *, can_wait: bool
    ) -> Told | Wait:
        """Tells the latest events of a game. If there is none yet, and the request can wait, returns its wait."""
        after, limit = page

        def show(found: EventPage) -> Told:
            body, links = page_of(found, game, limit=limit)
            return Told(links | told_in(language), jcs(body), {"game": str(game), "n": found.n})

        async def read() -> Told:
            if language is not None:
                await self._have_names(self._prompt.named_in(game, after=after))
            return await self._prompt.events(caller, game, after=after, limit=limit, language=language, show=show)

        if not can_wait:
            return await read()
        wait = Wait(self._feed, game, owner=limits.payer(str(caller.account)))
        is_needed = False
        try:
            told = await read()  # Asked only now, so that what comes from here on is not missed.
            is_needed = told.noted["n"] == after
            return wait if is_needed else told
        finally:
            if not is_needed:
                wait.close()

    async def _open(self, kind: Kind, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told:
        """Does what comes before a game's first decision."""
        sent = body_in(asked)
        request, given = _repeatable(asked, caller, sent), self._routes[kind].read(sent)
        if kind == "create":
            await self._require_room(kind, caller)
            return await self._prompt.create(caller, NewGame(**terms_of(given)), request, _told_anew)
        if kind == "take_seat":
            if not given.keys() <= {"seat", "nonce_commitment"}:
                raise NotAtHandError  # a bot's seat, or that of somebody who has been invited
            await self._require_room(kind, caller)
            chosen = {"seat": given["seat"], "nonce_commitment": given.get("nonce_commitment")}
            return await self._prompt.take_seat(caller, game, request, partial(_told, FULL), **chosen)
        if kind == "reveal_nonce":
            return await self._prompt.reveal_nonce(caller, game, given["nonce"], request, partial(_told, FULL))
        reply = _reply_to(asked, parameters)
        tell = partial(_told, reply)
        return await self._prompt.start_game(caller, game, request, reply, tell, nonce=given.get("nonce"))

    async def _require_room(self, kind: Kind, caller: Caller) -> None:
        """
        Returns if the caller may have one more of what the request asks for.

        Raises:
            NotAtHandError: They have as many as they may, and perhaps have this one already.
        """
        limit, counted = self._rooms[kind]
        if limit and caller.account is not None and await counted.ask(caller.account) >= limit:
            raise NotAtHandError

    async def _renew_always(self) -> None:
        """Keeps the tokens and names in use at hand, so that no request waits for them."""
        pause = self._settings.token_cache_seconds / RENEWALS
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._is_ending.wait(), pause)
            if self._is_ending.is_set():
                return
            with suppress(Exception):  # They are no longer believed then, and read when they are used.
                await asyncio.to_thread(self._accounts.renew)


CONDITIONS: Final = frozenset(name.removeprefix("HTTP_").lower().replace("_", "-") for name in edge.CONDITIONS)


def _secret_of(asked: Asked) -> str | None:
    """The token that the request brings, or that of its browser's session; None if it has neither."""
    headers = asked.headers
    if "authorization" in headers:
        return token_in(headers["authorization"])
    if "cookie" not in headers or not is_from_own_page(headers):
        return None
    return parse_cookie(headers["cookie"]).get(name_of_cookie(is_secure=asked.scheme == "https"))


def _repeatable(asked: Asked, caller: Caller, body: object) -> IdempotentRequest | None:
    key = asked.headers.get("idempotency-key")
    if key is None:
        return None
    require_key(key)
    return request_of(caller, key, method=asked.method, path=asked.path, body=body)


def _reply_to(asked: Asked, parameters: Parameters) -> Reply:
    named = cast("Language | None", parameters.get("lang"))
    return reply_of(parameters.get("include"), named, asked.headers.get("prefer"))


def _told(reply: Reply, result: CommandResult) -> Told:
    return Told(headers_of(result, reply), jcs(body_of(result, reply)), {"game": str(result.id), "n": result.n})


def _told_anew(result: CommandResult) -> Told:
    return Told(headers_anew(result), jcs(body_anew(result)), {"game": str(result.id), "n": result.n})
