"""
The fast lane: what most requests ask, answered in the event loop, without a thread and without the framework.

An action, a list of actions and a look at a game come again and again, and nearly all are accepted. The lane answers
these, and the start of a game. Whatever is unusual it leaves to the application, which answers as if there were no
lane: refusals, repetitions, games that are not in memory, sessions of browsers, other headers and queries. Who the
caller is, what they have left, how an answer is marked, counted and logged: that is asked of the same functions as on
the other road. What a route takes and gives is read from the declaration of its endpoint.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, cast
from urllib.parse import parse_qsl
from uuid import UUID

from flask import Flask

from delvebook.domain.canonical import jcs, parse
from delvebook.domain.errors import DelvebookError
from delvebook.domain.phrases import LANGUAGES, Language
from delvebook.domain.stream import IdempotentRequest
from delvebook.projections.views import Body
from delvebook.service.api import edge, limits
from delvebook.service.api.blueprint import declared_of
from delvebook.service.api.context import (
    CHARGED,
    EXTENSION,
    FAILED,
    body_of,
    caller_from,
    headers_of,
    reply_of,
    request_of,
    require_key,
    token_in,
)
from delvebook.service.api.observing import REGISTRY, Metrics
from delvebook.service.api.schemas.base import A_UUID
from delvebook.service.api.services import Services
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.caller import Caller
from delvebook.service.store.loop_games import NotAtHandError
from delvebook.service.usecases.commands import CommandResult, Reply
from delvebook.service.usecases.playing import Move

PREFIX: Final = "/v1/games/"
GAME: Final = len(PREFIX) + 36
"""The length of a game's address."""
QUERY_MAX: Final = 64
IDS_KEPT: Final = 4096
"""How many ids of games are kept as read, because the same games are asked for again and again."""
RETRY_SECONDS: Final = 1.0
RENEWALS: Final = 2
"""How often tokens and names in use are read again within the time for which they are believed."""
Parameters = Mapping[str, str]
Headers = list[tuple[str, str]]


@dataclass(slots=True)
class Asked:
    """
    A request.

    Attributes:
        method: Its method.
        path: Its path.
        query: Its query.
        headers: Its headers, by their names in lower case.
        address: The address that it comes from, as far as the service's proxies vouch for it.
        body: Its body.
    """

    method: str
    path: str
    query: str
    headers: Mapping[str, str]
    address: str
    body: bytes


@dataclass(slots=True)
class Answer:
    """The answer to a request."""

    status: int
    headers: Headers
    body: bytes


@dataclass(slots=True)
class HandedOver:
    """A request that the application has to answer, with what it has to know in the environment (PEP 3333)."""

    environ: dict[str, object]


@dataclass(slots=True)
class Route:
    """
    A route of the lane.

    Attributes:
        rule: Its rule, for the log and the figures.
        status: The status of its answers.
        enough: The scopes of which one is enough.
        parameters: The parameters of a query that the lane takes, and their values.
    """

    rule: str
    status: int
    enough: frozenset[str]
    parameters: Mapping[str, tuple[str, ...]]


class Told(NamedTuple):
    """An answer on its way: its headers of its own, its body, and the last event that it tells of."""

    headers: dict[str, str]
    body: bytes
    n: int


Kind = Literal["act", "start", "legal", "get"]
INCLUDE: Final = {"include": ("actions",)}
LANG: Final = {"lang": tuple(LANGUAGES)}
ROUTES: Final[Mapping[Kind, Mapping[str, tuple[str, ...]]]] = {
    "act": {**INCLUDE, **LANG},
    "start": {**INCLUDE, **LANG},
    "legal": LANG,
    "get": {},
}
"""By the endpoint, the parameters that the lane takes."""
COMMANDS: Final[Mapping[str, Kind]] = {"/actions": "act", "/start": "start"}
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
        self._prompt = services.use.prompt
        self._figures: Metrics = app.extensions[REGISTRY]
        budgets: limits.Budgets | None = app.extensions.get(limits.BUDGETS)
        self._budgets = None if budgets is None else limits.LoopBudgets(budgets)
        self._routes = {kind: _route(app, kind) for kind in ROUTES}
        self._renewing: asyncio.Task[None] | None = None
        common = {"Content-Type": "application/json", **edge.SECURITY_HEADERS}
        self._common = [*common.items(), ("Cache-Control", edge.FOR_ONE), ("Vary", edge.VARIES)]

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
        """Ends. Call it after the last request."""
        if self._renewing is not None:
            self._renewing.cancel()
        await self._prompt.end()

    async def answer(self, asked: Asked) -> Answer | HandedOver:
        """Answers the request, or hands it over. Then nothing has happened but what the environment tells."""
        kind = _kind_of(asked)
        if kind is None or not self._is_usual(asked):
            return HANDED_OVER
        begun = time.perf_counter()
        route = self._routes[kind]
        parameters = _parameters_of(asked.query, kind)
        game_text = asked.path[len(PREFIX) : GAME]
        game = _id_in(game_text)
        if parameters is None or game is None:
            return HANDED_OVER
        environ: dict[str, object] = {}
        budget: limits.Budget | None = None
        try:
            caller = await self._caller(asked)
            if caller.scopes.isdisjoint(route.enough):
                return HANDED_OVER
            if self._budgets is not None:
                budget = environ[CHARGED] = await self._budgets.take(limits.payer(str(caller.account)))
                if budget.is_spent:
                    return HandedOver(environ)
            told = await self._do(kind, asked, caller, game, parameters)
        except (NotAtHandError, DelvebookError):
            return HandedOver(environ)
        except Exception as error:  # noqa: BLE001 - the application answers and logs it
            return HandedOver({**environ, FAILED: error})
        request_id = edge.request_id_of(asked.headers.get("x-request-id", ""))
        headers = [*self._common, *told.headers.items(), ("X-Request-ID", request_id)]
        if asked.method == "GET":
            headers.append(("ETag", f'"{edge.etag_of(told.body)}"'))
        if budget is not None:
            headers.extend(limits.headers_of([budget], is_refused=False).items())
        headers.append(("Content-Length", str(len(told.body))))
        line = edge.fields_of(
            method=asked.method,
            route=route.rule,
            status=route.status,
            code=None,
            noted={"game": game_text, "n": told.n},
            who=caller,
            request_id=request_id,
        )
        edge.finish(self._figures, line, begun, is_stream=False)
        return Answer(route.status, headers, told.body)

    def _is_usual(self, asked: Asked) -> bool:
        """Whether the request has nothing that only the application heeds."""
        headers = asked.headers
        if "authorization" not in headers or len(asked.body) > self._settings.body_bytes_max:
            return False
        if self._settings.cors_origins and "origin" in headers:
            return False
        return asked.method != "GET" or headers.keys().isdisjoint(CONDITIONS)

    async def _caller(self, asked: Asked) -> Caller:
        secret = token_in(asked.headers["authorization"])
        token = self._accounts.tokens.at_hand(secret)
        if token is None:
            token = await asyncio.to_thread(self._accounts.tokens.authenticate, secret)
        return caller_from(token, address_class(asked.address, secret=self._settings.secret_key))

    async def _do(self, kind: Kind, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told:
        named = self._prompt.named_in(game)
        if not self._accounts.has_names(named):
            await asyncio.to_thread(self._accounts.names, named)
        if kind in ("act", "start"):
            return await self._command(kind, asked, caller, game, parameters)
        language = cast("Language | None", parameters.get("lang"))

        def show(body: Body) -> Told:
            return Told({} if language is None else {"Content-Language": language}, jcs(body), body["n"])

        if kind == "legal":
            return await self._prompt.actions(caller, game, language=language, show=show)
        return await self._prompt.look(caller, game, show=show)

    async def _command(self, kind: Kind, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told:
        body = parse(asked.body) if asked.body else {}
        if asked.body and asked.headers.get("content-type") != "application/json":
            raise NotAtHandError
        named = cast("Language | None", parameters.get("lang"))
        reply = reply_of(parameters.get("include"), named, asked.headers.get("prefer"))
        if kind == "start" and body == {}:
            request = _repeatable(asked, caller, body)
            return await self._prompt.start_game(caller, game, request, reply, lambda result: _told(result, reply))
        if kind == "start" or not _is_action(body):
            raise NotAtHandError
        move = Move(game, body["decision"], body["action"], _repeatable(asked, caller, body))
        return await self._prompt.act(caller, move, reply, lambda result: _told(result, reply))

    async def _renew_always(self) -> None:
        """Keeps the tokens and names in use at hand, so that no request waits for them."""
        while True:
            await asyncio.sleep(self._settings.token_cache_seconds / RENEWALS)
            with suppress(Exception):  # They are no longer believed then, and read when they are used.
                await asyncio.to_thread(self._accounts.renew)


CONDITIONS: Final = frozenset(name.removeprefix("HTTP_").lower().replace("_", "-") for name in edge.CONDITIONS)


def _route(app: Flask, kind: Kind) -> Route:
    declared = declared_of(app, f"games.{kind}")
    [rule] = [rule.rule for rule in app.url_map.iter_rules(f"games.{kind}")]
    return Route(rule, declared.status, declared.enough, ROUTES[kind])


def _kind_of(asked: Asked) -> Kind | None:
    """The endpoint that the request asks for; None if the lane does not answer for it."""
    path = asked.path
    if not path.startswith(PREFIX):
        return None
    rest = path[GAME:]
    if asked.method == "GET":
        return "legal" if rest == "/actions" else "get" if not rest and len(path) == GAME else None
    return COMMANDS.get(rest) if asked.method == "POST" else None


def game_of(method: str, path: str) -> UUID | None:
    """The game of a command, or of what the lane answers, which is best answered where the game belongs; else None."""
    if not path.startswith(PREFIX):
        return None
    is_best_there = method == "POST" or (method == "GET" and path[GAME:] in ("", "/actions"))
    return _id_in(path[len(PREFIX) : GAME]) if is_best_there else None


@lru_cache(maxsize=IDS_KEPT)
def _id_in(text: str) -> UUID | None:
    """The game's id in an address; None if it is none."""
    return UUID(text) if A_UUID.fullmatch(text) else None


@lru_cache(maxsize=1024)
def _parameters_of(query: str, kind: Kind) -> Parameters | None:
    """The parameters of a query; None if the lane does not take them."""
    if not query:
        return {}
    if len(query) > QUERY_MAX:
        return None
    pairs = parse_qsl(query, keep_blank_values=True)
    taken = ROUTES[kind]
    if len(dict(pairs)) != len(pairs) or any(value not in taken.get(name, ()) for name, value in pairs):
        return None
    return dict(pairs)


def _is_action(body: object) -> bool:
    """Whether a body has the usual form of an action. The application says what is wrong with any other."""
    return (
        isinstance(body, dict)
        and body.keys() == {"decision", "action"}
        and type(body["decision"]) is int
        and type(body["action"]) is dict
    )


def _repeatable(asked: Asked, caller: Caller, body: object) -> IdempotentRequest | None:
    key = asked.headers.get("idempotency-key")
    if key is None:
        return None
    require_key(key)
    return request_of(caller, key, method=asked.method, path=asked.path, body=body)


def _told(result: CommandResult, reply: Reply) -> Told:
    return Told(headers_of(result, reply), jcs(body_of(result, reply)), result.n)
