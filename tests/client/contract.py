"""The operations of the OpenAPI document, their recorded answers, and calls of every method of the client."""

from __future__ import annotations

import contextlib
import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx

import make_api
from delvebook_client import Client, NoAnswerError, Retries
from delvebook_client.sync import operations
from delvebook_client.sync.downloads import Download, Records
from delvebook_client.sync.pages import Pages
from tests.house.files import ROOT

OURS = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
EXAMPLES = json.loads((ROOT / "service" / "api" / "assets" / "examples.json").read_text(encoding="utf-8"))


@cache
def document() -> Any:
    """The document of this checkout."""
    return make_api.document()


@dataclass
class Asked:
    """What was sent to an operation, over all calls that reached it."""

    methods: set[str] = field(default_factory=set)
    query: set[str] = field(default_factory=set)
    headers: set[str] = field(default_factory=set)
    body: set[str] = field(default_factory=set)
    answers: list[object] = field(default_factory=list)


def operations_of(document: Any) -> Iterator[tuple[str, str, Any]]:
    """Yields the method in capitals, the path and the operation, literal paths before those with more parameters."""
    for path in sorted(document["paths"], key=lambda one: one.count("{")):
        for method, operation in document["paths"][path].items():
            if method != "parameters":
                yield method.upper(), path, operation


def recorded(operation: str, *, at_once: bool = False) -> httpx.Response:
    """The recorded answer of an operation: that of its highest status, or of its lowest; JSON, or else lines."""
    for media in ("application/json", "application/x-ndjson"):
        for status, answers in sorted(EXAMPLES.get(operation, {}).get("responses", {}).items(), reverse=not at_once):
            if media in answers:
                answer = unsigned(answers[media])
                content = answer if isinstance(answer, str) else json.dumps(answer)
                return httpx.Response(int(status), content=content.encode(), headers={"Content-Type": media})
    return httpx.Response(204)


def unsigned(answer: Any) -> Any:
    """The answer without receipts, whose keys nobody has kept."""
    if isinstance(answer, dict):
        return {name: None if name == "receipt" else unsigned(one) for name, one in answer.items()}
    return [unsigned(one) for one in answer] if isinstance(answer, list) else answer


class Recorder:
    """A service that answers each operation with its recorded answer, and remembers what it was sent."""

    def __init__(
        self, document: Any, change: Callable[[Any], Any] = lambda answer: answer, *, at_once: bool = False
    ) -> None:
        self.asked: dict[str, Asked] = {}
        self.now = ""
        self._change = change
        self._at_once = at_once
        self._routes = [
            (method, re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + r"\Z"), operation["operationId"])
            for method, path, operation in operations_of(document)
        ]

    def __call__(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.now = next(id_ for method, route, id_ in self._routes if method == request.method and route.match(path))
        asked = self.asked.setdefault(self.now, Asked())
        asked.query |= set(request.url.params)
        asked.headers |= set(request.headers)
        content = request.content
        if content.startswith(b"{"):
            asked.body |= set(json.loads(content))
        elif content:
            asked.body |= set(httpx.QueryParams(content.decode()))
        answer = recorded(self.now, at_once=self._at_once or "dry_run" in request.url.params)
        if answer.headers.get("Content-Type") != "application/json":
            return answer
        changed = self._change(answer.json())
        return httpx.Response(answer.status_code, json=changed)


def call_everything(recorder: Recorder) -> None:
    """Calls every public method of every group, and of a game, with every argument that it takes."""
    never = Retries(seconds=0)
    with Client("http://there", token="dvb_1", retries=never, transport=httpx.MockTransport(recorder)) as client:
        groups = [name for name, kind in vars(operations.Operations).items() if isinstance(kind, property)]
        of_game = operations.GameOperations(client, OURS)
        for group in (*(getattr(client, name) for name in groups), of_game):
            for name, method in inspect.getmembers(group, inspect.ismethod):
                if not name.startswith("_"):
                    recorder.now = ""
                    found: object = None
                    with contextlib.suppress(NoAnswerError):  # a recorded stream ends
                        found = read(method(*positional(method), **named(method)))
                    asked = recorder.asked[recorder.now]
                    asked.methods.add(f"{type(group).__name__}.{name}")
                    asked.answers.append(found)


def read(found: object) -> object:
    """What a method returns, read to its end where it reads as it goes."""
    if isinstance(found, Pages):
        return next(found, None)
    if isinstance(found, Download):
        return found.read()
    if isinstance(found, Records):
        return next(iter(found), None)
    return next(found, None) if isinstance(found, Iterator) else found


def positional(method: Callable[..., object]) -> list[object]:
    return [value_of(one) for one in parameters(method) if one.kind is one.POSITIONAL_OR_KEYWORD]


def named(method: Callable[..., object]) -> dict[str, object]:
    return {one.name: value_of(one) for one in parameters(method) if one.kind is one.KEYWORD_ONLY}


def parameters(method: Callable[..., object]) -> list[inspect.Parameter]:
    return list(inspect.signature(method).parameters.values())


def value_of(parameter: inspect.Parameter) -> object:
    """A value of the kind that an argument takes."""
    kind = str(parameter.annotation).removesuffix(" | None")
    if parameter.name == "timeout":
        return 5.0
    if kind.startswith("Literal["):
        return kind.removeprefix("Literal[").split(",")[0].strip("]\"'")
    if kind.startswith("Sequence["):
        return [{"type": "pass"} if "models." in kind else OURS]
    if kind == "Json" or kind.startswith(("dict[", "Mapping[", "models.")):
        return {"type": "pass"}
    kinds: Mapping[str, object] = {"int": 7, "bool": True}
    return kinds.get(kind, OURS)
