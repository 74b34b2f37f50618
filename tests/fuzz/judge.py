"""Judges answers: each must be one that the OpenAPI document allows."""

from __future__ import annotations

import http.client
import json
import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

from tests.fuzz.wild import Ask
from tests.fuzz.world import World
from tests.rights.oracle import Oracle
from tests.service.api.conformance import JUDGED, OUTSIDE, PAGES, Contract

NOWHERE = (308, 400, 404, 405, 422)
"""Answers to an unknown path. An invalid query may be refused first, with 422."""
PARSER = (400, 408, 413, 414, 431, 501, 505)
"""Answers of the server itself to bytes that are no HTTP, without a body."""


TEMPLATE = re.compile(r"\{([^}]+)\}")


def _fitting(parameter: re.Match[str]) -> str:
    return "[0-9]+" if parameter[1] in ("n", "seat") else "[^/]+"


class Answers:
    """
    A judge of answers, and its tally.

    Args:
        document: The OpenAPI document.
        world: The service that answers, and what is known of its people and games; None if nothing is.
    """

    def __init__(self, document: dict[str, Any], world: World | None = None) -> None:
        self._world = world
        self._oracle = None if world is None else Oracle(world.people, world.secrets)
        self._contract = Contract(document)
        self._routes = [re.compile(TEMPLATE.sub(_fitting, path)) for path in document["paths"]]
        self._operations = operations_of(document)
        self.statuses: dict[str, int] = {}
        self.succeeded: set[str] = set()
        self.faults: dict[str, str] = {}

    def judge(self, method: str, target: str, status: int, headers: Any, body: bytes, sent: str) -> None:
        """Counts an answer, and keeps its faults, once for each kind."""
        self.statuses[str(status)] = self.statuses.get(str(status), 0) + 1
        if status >= 500 and status != 503:
            self.fault(f"{method} {_shape(target)} → {status}", f"{sent} → {body[:300]!r}")
            return
        path = urlsplit(target).path
        if 200 <= status < 300:
            asked_for = f"{method} {path}"
            self.succeeded |= {name for name, fits in self._operations.items() if fits.fullmatch(asked_for)}
        if not body and status in PARSER:
            return
        kind = str(headers.get("Content-Type", "")).partition(";")[0]
        if kind == "text/event-stream" or path.startswith((*OUTSIDE, *PAGES)) or method not in KNOWN_METHODS:
            return
        parsed = None
        try:
            if kind in JUDGED and body:
                parsed = json.loads(body)
            if self._is_no_route(path):
                assert status in NOWHERE, f"there is no {path}, and it answers {status}"
                return
            if method == "HEAD":  # its answer has no body that could be judged, and otherwise that of GET
                assert not body, "an answer to HEAD has a body"
                return
            answer: Any = SimpleNamespace(
                status_code=status,
                mimetype=kind,
                headers=headers,
                data=body,
                text=body.decode(errors="replace"),
                json=parsed,
                get_data=lambda: body,
            )
            self._contract.judge(method, path, answer)
        except (AssertionError, ValueError, KeyError) as error:
            self.fault(f"{method} {_shape(target)} → {status}: {str(error)[:100]}", f"{sent} → {error}")

    def may(self, ask: Ask, status: int, headers: Any, body: bytes) -> None:
        """Keeps an answer as a fault if its caller may not see or do this: `tests/rights/`."""
        if self._oracle is None or self._world is None:
            return
        token = self._world.tokens.get(ask.who)
        if token is None or ask.headers.get("Authorization", "") != (f"Bearer {token}" if token else ""):
            return  # It was sent as somebody else.
        fault = self._oracle.fault(
            ask.who, ask.method, ask.target, ask.headers, asked=ask.body, status=status, got=headers, body=body
        )
        if fault is not None and fault.about is not None and not self._world.is_secret(fault.about):
            return
        if fault is not None:
            sent = f"{ask.method} {ask.target[:300]} as {ask.who} {ask.headers} {(ask.body or b'')[:300]!r}"
            self.fault(f"{ask.method} {_shape(ask.target)} → {status}: {fault.text}", f"{sent} → {body[:600]!r}")

    def _is_no_route(self, path: str) -> bool:
        """Returns whether a path fits no template: a number in it is wrong, or a part is decoded to a slash."""
        return "%2f" in path.lower() or not any(route.fullmatch(path) for route in self._routes)

    def fault(self, kind: str, example: str) -> None:
        self.faults.setdefault(kind, example[:2000])

    def merge(self, statuses: dict[str, int], succeeded: set[str], faults: dict[str, str]) -> None:
        for status, count in statuses.items():
            self.statuses[status] = self.statuses.get(status, 0) + count
        self.succeeded |= succeeded
        self.faults = {**faults, **self.faults}


def operations_of(document: dict[str, Any]) -> dict[str, re.Pattern[str]]:
    """Returns the operations of the document, each with what its requests look like."""
    return {
        f"{method.upper()} {path}": re.compile(f"{method.upper()} {TEMPLATE.sub(_fitting, path)}")
        for path, item in document["paths"].items()
        for method in item
        if method.upper() in KNOWN_METHODS
    }


KNOWN_METHODS = ("GET", "HEAD", "POST", "DELETE", "PUT", "PATCH")


def _shape(target: str) -> str:
    """Returns the path without its values, so that one fault is reported once."""
    return "/".join(part if re.fullmatch("[a-z-]+|v1", part) else "…" for part in urlsplit(target).path.split("/"))[
        :120
    ]


def asked(
    connection: http.client.HTTPConnection, method: str, target: str, body: bytes | None, headers: dict[str, str]
) -> tuple[int, Any, bytes]:
    """Sends one request on a kept connection. Returns the answer."""
    connection.putrequest(method, target, skip_host="Host" in headers, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    if body is not None and "Content-Length" not in headers:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    kind = answer.getheader("Content-Type", "")
    followed = any(word in unquote(target) for word in ("/stream", "follow"))
    if kind.startswith("text/event-stream") or ("ndjson" in kind and followed):
        connection.close()  # it has no end
        return answer.status, answer.headers, b""
    return answer.status, answer.headers, answer.read()
