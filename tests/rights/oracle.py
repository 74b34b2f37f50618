"""May this caller see or do this? Asked of every answer, from the table and from what the world knows of its games."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from tests.rights.table import ANYBODY, INCLUDED, NEEDS, NEEDS_BY_BODY, OPEN, OPERATE, OWNER, RULE, TOKEN

A_GAME: Final = re.compile(r"/v1/games/([0-9a-f-]{36})(?:/|$)")
TEMPLATE: Final = re.compile(r"\\\{[^}]+\\\}")


class Who(NamedTuple):
    """A caller: the account, None for nobody; the scopes of the token; whether it looks after the account."""

    account: str | None = None
    scopes: frozenset[str] = frozenset()
    manages: bool = False

    @property
    def rights(self) -> set[str]:
        """The scopes, with those that they include."""
        return {included for scope in self.scopes for included in INCLUDED[scope]}


class Fault(NamedTuple):
    """What is wrong with an answer, and the secret game that it is about, if any."""

    text: str
    about: str | None = None


@dataclass(frozen=True)
class Secret:
    """
    A game that not everybody may see whole.

    Attributes:
        seats: The accounts that sit there, in order.
        insiders: Who may know of it although it is private; None if it is public.
        shown: Its last event that is public; None if all are. It is running, and so it stays.
    """

    seats: tuple[str, ...]
    insiders: frozenset[str] | None = None
    shown: int | None = None


ROUTES: Final = [
    (route, re.compile(TEMPLATE.sub("[^/]+", re.escape(route)))) for route in sorted(NEEDS, key=lambda one: "{" in one)
]
"""The routes of the table; those without parameters come first, because they are meant first."""


def need_of(method: str, path: str, members: Collection[str] = ()) -> str | None:
    """Returns what a request whose body has these members needs; None if the table does not know its route."""
    for route, pattern in ROUTES:
        if pattern.fullmatch(f"{method} {path}"):
            by_body = NEEDS_BY_BODY.get(route, {})
            return next((by_body[one] for one in members if one in by_body), by_body.get("", NEEDS[route]))
    return None


def has_right(who: Who, need: str) -> bool:
    """Returns whether the caller may send such a request at all."""
    wanted = need.split()
    if OPEN in wanted or wanted == [ANYBODY]:
        return True
    if who.account is None:
        return ANYBODY in wanted
    return TOKEN in wanted or (OWNER in wanted and who.manages) or not who.rights.isdisjoint(wanted)


@dataclass
class Oracle:
    """
    Judges answers by who sent the request.

    Attributes:
        people: The callers, by the name under which they send requests.
        secrets: The games that not everybody may see whole, by id.
        keys: The callers' `Idempotency-Key`s so far, as pairs of account and key.
    """

    people: Mapping[str, Who]
    secrets: Mapping[str, Secret]
    keys: set[tuple[str | None, str]] = field(default_factory=set)

    def fault(
        self,
        name: str,
        method: str,
        target: str,
        sent: Mapping[str, str],
        *,
        asked: bytes | None,
        status: int,
        got: Mapping[str, str],
        body: bytes,
    ) -> Fault | None:
        """
        Returns what is wrong with an answer; None if its caller may see and do this.

        Args:
            name: The caller, one of `people`. Of others nothing is known.
            method: The method of the request.
            target: Its path and query.
            sent: Its headers.
            asked: Its body.
            status: The status of the answer.
            got: The headers of the answer.
            body: Its body.
        """
        who = self.people.get(name)
        if who is None:
            return None
        key = sent.get("Idempotency-Key")
        if key is not None:
            is_known = (who.account, key) in self.keys
            self.keys.add((who.account, key))
            answered = got.get("Idempotent-Replay") == "true" or b'"code":"request/reused"' in body
            if answered and not is_known:
                return Fault("the key of another account gave an answer, or was in the way")
        if status >= 300:
            return None
        path = urlsplit(target).path
        parsed = _parsed(asked or b"")
        need = need_of("GET" if method == "HEAD" else method, path, parsed if isinstance(parsed, dict) else ())
        if need is not None and not has_right(who, need):
            return Fault(f"a caller without a right to it was answered: it needs {need}")
        return self._told(path, parse_qs(urlsplit(target).query), who, body)

    def _told(self, path: str, query: Mapping[str, list[str]], who: Who, body: bytes) -> Fault | None:
        """Returns what the caller was told without a right to know it; None if nothing."""
        found = A_GAME.match(path)
        for game, secret in self.secrets.items():
            is_here = found is not None and found[1] == game
            if not is_here and game.encode() not in body:
                continue
            if not self._knows(who, secret):
                return Fault("a private game was shown to a stranger", game)
            if is_here and not _has_eyes(secret, query.get("viewer", []), who):
                return Fault("a running game was shown with the eyes of another", game)
            if path == "/v1/audit" and OPERATE in who.scopes:
                continue  # An operator reads the whole trail, which says that there was an event and not what it was.
            if secret.shown is not None and who.account not in secret.seats and RULE not in who.rights:
                told = _numbers(_parsed(body), None if is_here else game)
                if any(n > secret.shown for n in told):
                    return Fault("a game with a delay was shown without it", game)
        return None

    def _knows(self, who: Who, secret: Secret) -> bool:
        return secret.insiders is None or who.account in secret.insiders or bool({RULE, OPERATE} & who.scopes)


def _has_eyes(secret: Secret, viewers: Collection[str], who: Who) -> bool:
    """Returns whether the caller may look as these viewers into a game that goes on."""
    own = f"seat:{secret.seats.index(who.account)}" if who.account in secret.seats else ""
    foreign = any(one.startswith(("seat:", "arbiter")) and one != own for one in viewers)
    return not foreign or RULE in who.scopes


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        lines = [line for line in body.splitlines() if line.startswith(b"{")]
        try:
            return [json.loads(line) for line in lines]
        except ValueError:
            return None


def _numbers(value: Any, game: str | None) -> Iterator[int]:
    """Yields the numbers of events in a body; with `game` those in objects of that game alone."""
    if isinstance(value, list):
        for one in value:
            yield from _numbers(one, game)
    elif isinstance(value, dict):
        if game is None or game in (value.get("id"), value.get("game")):
            if type(value.get("n")) is int:
                yield value["n"]
            game = None
        for one in value.values():
            yield from _numbers(one, game)
