"""Requests of the OpenAPI document with faults: wrong types, missing and unknown members, odd ids, odd headers."""

from __future__ import annotations

import json
import random
import re
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from delvebook.service.api.sharing import spelled_out
from tests.fuzz.world import World
from tests.rights.oracle import has_right, need_of

ODD_TEXTS: Final = (
    "", " ", "0", "-1", "null", "true", "../../etc/passwd", "%00", "a" * 300, "é", "аdmin", "\U0001f600", "\u202e",
    "\x7f",     "' OR 1=1 --", "<script>", "${7*7}", "1e309", "9" * 40, "NaN",
    "00000000-0000-0000-0000-000000000000", "seat:0",
    "arbiter", "public", "me", "@", "dungeon-raiders@0", "dungeon-raiders@99999999999999999999", "\ud800",
)  # fmt: skip
ODD_VALUES: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**64, -(2**63) - 1, 0.5, 1e308, [], {}, [[]], [None], {"": None},
    {"a": {"b": {"c": []}}}, *ODD_TEXTS,
)  # fmt: skip
ODD_HEADERS: Final = (
    ("Accept", "text/event-stream"), ("Accept", "application/x-ndjson"), ("Accept", "image/png"), ("Accept", "*/*;q=0"),
    ("Accept", ",;q=x"), ("Accept-Language", "ru"), ("Accept-Language", "xx-" * 40), ("If-None-Match", "*"),
    ("If-None-Match", 'W/"'), ("Range", "bytes=0-1"), ("Prefer", "respond-async"),
    ("Prefer", "return=minimal, wait=9e9"),
    ("Idempotency-Key", ""), ("Idempotency-Key", "k" * 256), ("Last-Event-ID", "-5"),
    ("Last-Event-ID", "9" * 14), ("X-Request-ID", "a\tb"), ("X-Forwarded-For", "::1, x"), ("Origin", "null"),
    ("Cookie", "delvebook_session=x; ;=;"), ("Accept-Encoding", "gzip;q=0, br"), ("Content-Encoding", "gzip"),
    ("Content-Type", "text/plain"), ("Content-Type", "application/json; charset=utf-16"), ("Content-Type", ""),
    ("Content-Type", "multipart/form-data"), ("Content-Type", "multipart/form-data; boundary=x"),
    ("Expect", "100-continue"),
    ("Authorization", "Basic YTpi"), ("Authorization", "Bearer"), ("Authorization", "Bearer \u00e9"),
)  # fmt: skip
GOOD: Final = 0.3
"""The share of bodies that are the document's own examples. The others seldom get past the check of the body."""
ENTITLED: Final = 0.4
"""The share of requests whose sender has the right to them."""
METHODS: Final = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "TRACE", "GEX")
PARAMETER: Final = re.compile(r"\{([^}]+)\}")
IDLE_BODIES: Final = (
    b"",
    b"{",
    b"[]",
    b"null",
    b'"',
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    b'{"a":1,"a":2}',
    b"[" * 5000,
    b'{"a":' * 900,
)


class Ask(NamedTuple):
    """A request: method, target, body, headers, and the owner of its token."""

    method: str
    target: str
    body: bytes | None
    headers: dict[str, str]
    who: str


class Wild:
    """
    Draws requests.

    Args:
        world: The filled service.
        chance: Draws.
        seed: Makes the keys of this process its own.
    """

    def __init__(self, world: World, chance: random.Random, *, seed: str = "") -> None:
        self._world = world
        self._seed = "".join(one for one in seed if one.isalnum())
        self._chance = chance
        self._schemas = world.document["components"]["schemas"]
        self._operations = [
            (method.upper(), path, [*item.get("parameters", ()), *operation.get("parameters", ())], operation)
            for path, item in spelled_out(world.document)["paths"].items()
            for method, operation in item.items()
            if method != "parameters"
        ]
        known = {value for values in world.values.values() for value in values}
        self._known = sorted(known - world.secrets.keys())  # A text with it would show it to whoever may read the text.

    def ask(self) -> Ask:
        """Returns the next request."""
        chance = self._chance
        method, path, parameters, operation = chance.choice(self._operations)
        target = PARAMETER.sub(lambda found: self._path_value(found[1]), path)
        if query := self._query(parameters):
            target += "?" + "&".join(f"{_quoted(name)}={_quoted(value)}" for name, value in query)
        if chance.random() < 0.03:
            method = chance.choice(METHODS)
        who = chance.choice(self._entitled(method, path) or list(self._world.tokens))
        headers: dict[str, str] = {}
        if token := self._world.tokens[who]:
            headers["Authorization"] = f"Bearer {token}"
        body = None
        if "requestBody" in operation or chance.random() < 0.05:
            headers["Content-Type"] = "application/json"
            body = self._body(operation)
        for _ in range(chance.choice((0, 0, 0, 1, 2))):
            name, value = chance.choice(ODD_HEADERS)
            headers[name] = value
        if chance.random() < 0.05:
            headers["Idempotency-Key"] = f"again {self._seed}"
        return Ask(method, target, body, headers, who)

    def _entitled(self, method: str, path: str) -> list[str]:
        """Returns those who may send such a request, in a share `ENTITLED` of the calls; otherwise nobody."""
        need = need_of(method, path)
        if need is None or self._chance.random() >= ENTITLED:
            return []
        return [who for who, known in self._world.people.items() if has_right(known, need)]

    def _path_value(self, name: str) -> str:
        draw = self._chance.random()
        if draw < 0.75 and name in self._world.values:
            return _quoted(self._chance.choice(self._world.values[name]))
        return _quoted(self._chance.choice(self._known if draw < 0.9 else ODD_TEXTS)) or "%20"

    def _query(self, parameters: list[dict[str, Any]]) -> list[tuple[str, str]]:
        chance = self._chance
        drawn = []
        for parameter in parameters:
            if parameter.get("in") == "query" and chance.random() < 0.3:
                value = (
                    self._value(parameter.get("schema", {}), 0) if chance.random() < 0.6 else chance.choice(ODD_TEXTS)
                )
                drawn.append((parameter["name"], value if isinstance(value, str) else json.dumps(value)))
        if chance.random() < 0.03:
            drawn.append((chance.choice(ODD_TEXTS), chance.choice(ODD_TEXTS)))
        return drawn

    def _body(self, operation: dict[str, Any]) -> bytes:
        chance = self._chance
        if chance.random() < 0.06:
            return chance.choice(IDLE_BODIES)
        content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        good = [one["value"] for one in content.get("examples", {}).values() if "value" in one]
        if "example" in content:
            good.append(content["example"])
        if good and chance.random() < GOOD:
            value = chance.choice(good)
        else:
            value = self._value(content.get("schema", {"type": "object"}), 0)
        body = json.dumps(value).encode()
        if chance.random() < 0.05:
            place = chance.randrange(len(body))
            body = body[:place] + bytes([chance.randrange(256)]) + body[place + 1 :]
        return body

    def _value(self, schema: dict[str, Any], depth: int) -> Any:
        """Returns a value that mostly fits the schema."""
        chance = self._chance
        if chance.random() < 0.07 or depth > 6:
            return chance.choice(ODD_VALUES)
        if "$ref" in schema:
            return self._value(self._schemas[schema["$ref"].rpartition("/")[2]], depth + 1)
        for word in ("oneOf", "anyOf", "allOf"):
            if word in schema:
                return self._value(chance.choice(schema[word]), depth + 1)
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if "example" in schema and chance.random() < 0.4:
            return schema["example"]
        kinds = schema.get("type", "string")
        kind = kinds if isinstance(kinds, str) else chance.choice(kinds)
        if kind == "object":
            made = {}
            for name, member in schema.get("properties", {}).items():
                if name in schema.get("required", ()) or chance.random() < 0.5:
                    made[name] = self._value(member, depth + 1)
            if chance.random() < 0.04:
                made[chance.choice(("unknown", "", "__proto__", "seat "))] = chance.choice(ODD_VALUES)
            return made
        if kind == "array":
            return [self._value(schema.get("items", {}), depth + 1) for _ in range(chance.choice((0, 1, 1, 2, 5)))]
        if kind == "integer":
            return chance.choice((schema.get("minimum", 0), schema.get("maximum", 3), 0, 1, 2, chance.randrange(100)))
        if kind == "boolean":
            return chance.random() < 0.5
        if kind == "null":
            return None
        return chance.choice((*self._known, f"n{chance.getrandbits(30):x}", "ann"))


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "surrogatepass"), safe="@:")
