"""What the fast lane takes: its routes, and the requests to them that have nothing unusual."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple
from urllib.parse import parse_qsl
from uuid import UUID

from flask import Flask
from marshmallow import Schema, ValidationError

from delvebook.domain.canonical import parse
from delvebook.domain.phrases import LANGUAGES
from delvebook.service.api.blueprint import declared_of
from delvebook.service.api.context import AWAITED, CHARGED, is_key
from delvebook.service.api.limits import Charged
from delvebook.service.api.schemas.actions import BATCH_MAX
from delvebook.service.api.schemas.base import A_UUID, PAGE_MAX, PAGE_USUAL, WAIT_SECONDS_MAX, Given
from delvebook.service.store.loop_games import NotAtHandError

GAMES: Final = "/v1/games"
ACTIONS: Final = "/v1/actions"
PREFIX: Final = f"{GAMES}/"
GAME: Final = len(PREFIX) + 36
"""The length of a game's address."""
QUERY_MAX: Final = 64
IDS_KEPT: Final = 4096
"""How many ids of games are kept as read, because the same games are asked for again and again."""
Parameters = Mapping[str, str]
Kind = Literal["act", "act_together", "start", "create", "take_seat", "reveal_nonce", "legal", "get", "events"]
Taken = re.Pattern[str]
NUMBER: Final = re.compile("0|[1-9][0-9]{0,8}")
INCLUDE: Final = {"include": re.compile("actions")}
LANG: Final = {"lang": re.compile("|".join(LANGUAGES))}
ROUTES: Final[Mapping[Kind, Mapping[str, Taken]]] = {
    "act": {**INCLUDE, **LANG},
    "act_together": {**INCLUDE, **LANG},
    "start": {**INCLUDE, **LANG},
    "create": {},
    "take_seat": {},
    "reveal_nonce": {},
    "legal": LANG,
    "get": {},
    "events": {"after": NUMBER, "limit": NUMBER, "wait": NUMBER, **LANG},
}
"""By what is asked, the parameters that the lane takes, and which values of them."""
ENDPOINTS: Final[Mapping[Kind, str]] = {"act_together": "actions.act"}
"""The endpoint, where it is not that of games with the same name."""
COMMANDS: Final[Mapping[str, Kind]] = {
    "/actions": "act",
    "/start": "start",
    "/seats": "take_seat",
    "/nonces": "reveal_nonce",
}
LOOKS: Final[Mapping[str, Kind]] = {"": "get", "/actions": "legal", "/events": "events"}
JSON_ENOUGH: Final = (None, "*/*", "application/json")
"""Values of `Accept` of those who take a page of events as JSON."""
ITEM: Final = frozenset({"game", "decision", "action"})
"""The members of an action in a batch. It may have a key, too."""


class Waited(NamedTuple):
    """
    What has become of a request that has waited for news.

    Attributes:
        left: The seconds that it may still wait.
        charged: What has been taken from its caller's budget; None if nothing.
    """

    left: float
    charged: Charged | None

    @property
    def environ(self) -> dict[str, object]:
        """The same for the application, in the environment (PEP 3333)."""
        return {AWAITED: self.left, CHARGED: self.charged}


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
        waited: What has become of it, if it has waited for news already.
    """

    method: str
    scheme: str
    path: str
    query: str
    headers: Mapping[str, str]
    address: str
    body: bytes
    waited: Waited | None = None

    def may_wait(self, parameters: Parameters) -> float:
        """Returns for how many seconds the request may wait for news, by its query and what it has waited already."""
        wanted = float(parameters.get("wait", 0))
        return wanted if self.waited is None else min(wanted, self.waited.left)


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

    def read(self, sent: Given) -> Given:
        """
        Returns the members of a body, as the endpoint reads them.

        Raises:
            NotAtHandError: The application says what is wrong with it.
        """
        assert self.body is not None  # noqa: S101 - these endpoints declare one
        try:
            given: Given = self.body.load(sent)
        except ValidationError:
            raise NotAtHandError from None
        return given


def route_of(app: Flask, kind: Kind) -> Route:
    """Returns the route, as its endpoint declares it."""
    name = ENDPOINTS.get(kind, f"games.{kind}")
    declared = declared_of(app, name)
    [rule] = [rule.rule for rule in app.url_map.iter_rules(name)]
    return Route(rule, declared.status, declared.enough, declared.body)


def kind_of(asked: Asked) -> Kind | None:
    """Returns what the request asks for; None if the lane does not answer it."""
    path = asked.path
    if not path.startswith(PREFIX):
        if asked.method != "POST":
            return None
        return "create" if path == GAMES else "act_together" if path == ACTIONS else None
    rest = path[GAME:]
    if asked.method == "GET":
        kind = LOOKS.get(rest) if rest or len(path) == GAME else None
        return None if kind == "events" and asked.headers.get("accept") not in JSON_ENOUGH else kind
    return COMMANDS.get(rest) if asked.method == "POST" else None


def game_of(method: str, path: str, query: str) -> UUID | None:
    """Returns the game of a request that is best answered by the process that the game belongs to; else None."""
    if not path.startswith(PREFIX):
        return None
    # Whoever waits for news is woken in every process.
    is_best_there = method == "POST" or (method == "GET" and path[GAME:] in LOOKS and "wait" not in query)
    return id_in(path[len(PREFIX) : GAME]) if is_best_there else None


@lru_cache(maxsize=IDS_KEPT)
def id_in(text: str) -> UUID | None:
    """Returns the game's id in an address; None if it is none."""
    return UUID(text) if A_UUID.fullmatch(text) else None


@lru_cache(maxsize=1024)
def parameters_of(query: str, kind: Kind) -> Parameters | None:
    """Returns the parameters of a query; None if the lane does not take them."""
    if not query:
        return {}
    if len(query) > QUERY_MAX:
        return None
    pairs = parse_qsl(query, keep_blank_values=True)
    parameters, taken = dict(pairs), ROUTES[kind]
    if len(parameters) != len(pairs) or not parameters.keys() <= taken.keys():
        return None
    return parameters if all(taken[name].fullmatch(value) for name, value in pairs) else None


def body_in(asked: Asked) -> Given:
    """
    Returns the object in the body; an empty one without a body.

    Raises:
        NotAtHandError: The application says what is wrong with it.
    """
    if not asked.body:
        return {}
    body = parse(asked.body)
    if asked.headers.get("content-type") != "application/json" or not isinstance(body, dict):
        raise NotAtHandError
    return body


def require_action(body: Given) -> None:
    """
    Returns if a body has the usual form of an action.

    Raises:
        NotAtHandError
    """
    if body.keys() != {"decision", "action"}:
        raise NotAtHandError
    _require_choice(body)


def items_in(asked: Asked) -> list[tuple[UUID, Given]]:
    """
    Returns the actions in the body of a batch, which are those of different games, each with its game.

    Raises:
        NotAtHandError
    """
    sent = body_in(asked)
    items = sent.get("actions")
    if sent.keys() != {"actions"} or not isinstance(items, list) or not 0 < len(items) <= BATCH_MAX:
        raise NotAtHandError
    found: dict[UUID, Given] = {}
    for item in items:
        if not isinstance(item, dict) or not ITEM <= item.keys() <= ITEM | {"key"}:
            raise NotAtHandError
        _require_choice(item)
        key = item.get("key")
        game = id_in(item["game"]) if isinstance(item["game"], str) else None
        if game is None or not (key is None or (isinstance(key, str) and is_key(key))):
            raise NotAtHandError
        found[game] = item
    if len(found) != len(items):
        raise NotAtHandError
    return list(found.items())


def _require_choice(item: Given) -> None:
    if type(item["decision"]) is not int or type(item["action"]) is not dict:
        raise NotAtHandError


def page_in(parameters: Parameters) -> tuple[int, int]:
    """
    Returns the event after which a query wants to know, and how many events it wants.

    Raises:
        NotAtHandError
    """
    after, limit = int(parameters.get("after", 0)), int(parameters.get("limit", PAGE_USUAL))
    if not 1 <= limit <= PAGE_MAX or int(parameters.get("wait", 0)) > WAIT_SECONDS_MAX:
        raise NotAtHandError
    return after, limit
