"""
The fast lane: what most requests ask, answered in the event loop, without a thread and without the framework.

An action, a list of actions and a look at a game come again and again, and nearly all are accepted. The lane answers
these, and what leads to a game: making it, taking a seat, showing a nonce, starting it. Whatever is unusual it leaves
to the application, which answers as if there were no lane: refusals, repetitions, games that are not in memory, other
headers and queries. Who the caller is, what they have left, how an answer is marked, counted and logged: that is asked
of the same functions as on the other road. What a route takes and gives is read from the declaration of its endpoint.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, Literal, NamedTuple, cast
from urllib.parse import parse_qsl
from uuid import UUID

from flask import Flask
from marshmallow import Schema, ValidationError
from werkzeug.http import parse_cookie

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
from delvebook.service.api.games import terms_of
from delvebook.service.api.observing import REGISTRY, Metrics
from delvebook.service.api.schemas.base import A_UUID, Given
from delvebook.service.api.services import Services
from delvebook.service.base.together import Together
from delvebook.service.identity.addresses import address_class
from delvebook.service.identity.caller import Caller
from delvebook.service.store.loop_games import NotAtHandError
from delvebook.service.usecases.commands import FULL, CommandResult, Reply
from delvebook.service.usecases.games import NewGame
from delvebook.service.usecases.playing import Move

GAMES: Final = "/v1/games"
PREFIX: Final = f"{GAMES}/"
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
        scheme: `http` or `https`, as far as the service's proxies vouch for it.
        path: Its path.
        query: Its query.
        headers: Its headers, by their names in lower case.
        address: The address that it comes from, as far as the service's proxies vouch for it.
        body: Its body.
    """

    method: str
    scheme: str
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
        body: The schema of a body; None if it has none.
    """

    rule: str
    status: int
    enough: frozenset[str]
    body: Schema | None


class Told(NamedTuple):
    """An answer on its way: its headers of its own, its body, and the game and the last event that it tells of."""

    headers: dict[str, str]
    body: bytes
    game: str
    n: int


Kind = Literal["act", "start", "create", "take_seat", "reveal_nonce", "legal", "get"]
INCLUDE: Final = {"include": ("actions",)}
LANG: Final = {"lang": tuple(LANGUAGES)}
ROUTES: Final[Mapping[Kind, Mapping[str, tuple[str, ...]]]] = {
    "act": {**INCLUDE, **LANG},
    "start": {**INCLUDE, **LANG},
    "create": {},
    "take_seat": {},
    "reveal_nonce": {},
    "legal": LANG,
    "get": {},
}
"""By the endpoint, the parameters that the lane takes."""
COMMANDS: Final[Mapping[str, Kind]] = {
    "/actions": "act",
    "/start": "start",
    "/seats": "take_seat",
    "/nonces": "reveal_nonce",
}
NO_GAME: Final = UUID(int=0)
"""Stands for the game of a request that makes one."""
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
        self._budgets = None if budgets is None else Together(budgets.take_all)
        holdings = services.holdings
        self._rooms = {
            "create": (settings.games_owned_max, Together(holdings.created_going_on)),
            "take_seat": (settings.seats_owned_max, Together(holdings.seats_going_on)),
        }
        self._routes = {kind: _route(app, kind) for kind in ROUTES}
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

    async def answer(self, asked: Asked) -> Answer | HandedOver:
        """Answers the request, or hands it over. Then nothing has happened but what the environment tells."""
        kind = _kind_of(asked)
        secret = None if kind is None or not self._is_usual(asked) else _secret_of(asked)
        if kind is None or secret is None:
            return HANDED_OVER
        begun = time.perf_counter()
        route = self._routes[kind]
        parameters = _parameters_of(asked.query, kind)
        game = NO_GAME if kind == "create" else _id_in(asked.path[len(PREFIX) : GAME])
        if parameters is None or game is None:
            return HANDED_OVER
        environ: dict[str, object] = {}
        budget: limits.Budget | None = None
        try:
            caller = await self._caller(asked, secret)
            if caller.scopes.isdisjoint(route.enough):
                return HANDED_OVER
            if self._budgets is not None:
                budget = environ[CHARGED] = await self._budgets.ask(limits.payer(str(caller.account)))
                if budget.is_spent:
                    return HandedOver(environ)
            told = await self._do(kind, asked, caller, game, parameters)
        except (NotAtHandError, DelvebookError):
            return HandedOver(environ)
        except Exception as error:  # noqa: BLE001 - the application answers and logs it
            return HandedOver({**environ, FAILED: error})
        request_id = edge.request_id_of(asked.headers.get("x-request-id", ""))
        origin = asked.headers.get("origin") if self._origins else None
        varies = edge.VARIES if origin is None else self._varies_by_origin
        headers = [*self._common, ("Vary", varies), *told.headers.items(), ("X-Request-ID", request_id)]
        if asked.method == "GET":
            headers.append(("ETag", f'"{edge.etag_of(told.body)}"'))
        if budget is not None:
            headers.extend(limits.headers_of([budget], is_refused=False).items())
        if origin is not None:
            headers.extend(edge.headers_for(origin, self._origins, [name for name, _ in headers]).items())
        headers.append(("Content-Length", str(len(told.body))))
        line = edge.fields_of(
            method=asked.method,
            route=route.rule,
            status=route.status,
            code=None,
            noted={"game": told.game, "n": told.n},
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
        token = self._accounts.tokens.at_hand(secret)
        if token is None:
            token = await asyncio.to_thread(self._accounts.tokens.authenticate, secret)
        return caller_from(token, address_class(asked.address, secret=self._settings.secret_key))

    async def _do(self, kind: Kind, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told:
        named = self._prompt.named_in(game)
        if kind in ("create", "take_seat") and caller.account is not None:
            named = {*named, caller.account}
        if not self._accounts.has_names(named):
            await asyncio.to_thread(self._accounts.names, named)
        if kind == "act":
            return await self._act(asked, caller, game, parameters)
        if asked.method == "POST":
            return await self._open(kind, asked, caller, game, parameters)
        language = cast("Language | None", parameters.get("lang"))

        def show(body: Body) -> Told:
            said: dict[str, str] = {} if language is None else {"Content-Language": language}
            return Told(said, jcs(body), str(game), body["n"])

        if kind == "legal":
            return await self._prompt.actions(caller, game, language=language, show=show)
        return await self._prompt.look(caller, game, show=show)

    async def _act(self, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told:
        body = _body_in(asked)
        reply = _reply_to(asked, parameters)
        if not _is_action(body):
            raise NotAtHandError
        move = Move(game, body["decision"], body["action"], _repeatable(asked, caller, body))
        return await self._prompt.act(caller, move, reply, partial(_told, reply))

    async def _open(self, kind: Kind, asked: Asked, caller: Caller, game: UUID, parameters: Parameters) -> Told:
        """Does what comes before a game's first decision."""
        sent = _body_in(asked)
        request, given = _repeatable(asked, caller, sent), self._given(kind, sent)
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

    def _given(self, kind: Kind, sent: Given) -> Given:
        """The members of a body, as its endpoint reads them. The application says what is wrong with any other."""
        schema = self._routes[kind].body
        assert schema is not None  # noqa: S101 - these endpoints declare one
        try:
            given: Given = schema.load(sent)
        except ValidationError:
            raise NotAtHandError from None
        return given

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


def _route(app: Flask, kind: Kind) -> Route:
    declared = declared_of(app, f"games.{kind}")
    [rule] = [rule.rule for rule in app.url_map.iter_rules(f"games.{kind}")]
    return Route(rule, declared.status, declared.enough, declared.body)


def _kind_of(asked: Asked) -> Kind | None:
    """The endpoint that the request asks for; None if the lane does not answer for it."""
    path = asked.path
    if not path.startswith(PREFIX):
        return "create" if path == GAMES and asked.method == "POST" else None
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


def _body_in(asked: Asked) -> Given:
    """The object in the body; an empty one without a body. The application says what is wrong with any other."""
    if not asked.body:
        return {}
    body = parse(asked.body)
    if asked.headers.get("content-type") != "application/json" or not isinstance(body, dict):
        raise NotAtHandError
    return body


def _is_action(body: Given) -> bool:
    """Whether a body has the usual form of an action. The application says what is wrong with any other."""
    return body.keys() == {"decision", "action"} and type(body["decision"]) is int and type(body["action"]) is dict


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
    return Told(headers_of(result, reply), jcs(body_of(result, reply)), str(result.id), result.n)


def _told_anew(result: CommandResult) -> Told:
    return Told(headers_anew(result), jcs(body_anew(result)), str(result.id), result.n)
