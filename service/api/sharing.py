"""
The answers, parameters and examples that operations have in common, each written once in the document.

`shared` makes components of them, for the document that is sent. `spelled_out` is for readers that want to find each
where it is used.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from delvebook.domain.schemas import JsonSchema
from delvebook.service.api.blueprint import CODES, EVERYWHERE, WITH_BODY

EXAMPLES, PARAMETERS, RESPONSES = KINDS = "examples", "parameters", "responses"
"""The kinds of such parts. Examples are first, because they are parts of answers."""
_OF_MOST: Final = frozenset((*EVERYWHERE, *WITH_BODY))
"""Codes of so many operations that a name need not say them."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of an operation, with its name as a component, and another name in case that one is taken."""

    name: str
    other: str
    value: JsonSchema

    @property
    def text(self) -> str:
        """The same for the same value."""
        return json.dumps(self.value, sort_keys=True)


_Change = Callable[[_Part], JsonSchema]


def shared(document: JsonSchema) -> JsonSchema:
    """
    The document with a component in place of every answer, parameter and example that it has more than once.

    Raises:
        ValueError: Two of them would have the same name.
    """
    for kind in KINDS:
        document = _with_components(document, kind)
    return document


def spelled_out(document: JsonSchema) -> JsonSchema:
    """The document that `shared` was given: every answer, parameter and example is where it is used."""
    components: JsonSchema = document["components"]
    for kind in reversed(KINDS):
        known = components[kind]

        def whole(part: _Part, known: JsonSchema = known) -> JsonSchema:
            found: JsonSchema = known[part.value["$ref"].rpartition("/")[2]] if "$ref" in part.value else part.value
            return found

        document = _with_each(document, kind, whole)
    return {**document, "components": {name: one for name, one in components.items() if name not in KINDS}}


def _with_components(document: JsonSchema, kind: str) -> JsonSchema:
    uses: dict[str, list[_Part]] = defaultdict(list)

    def note(part: _Part) -> JsonSchema:
        uses[part.text].append(part)
        return part.value

    _with_each(document, kind, note)
    names: dict[str, str] = {}
    components: JsonSchema = {}
    for text, parts in sorted(uses.items(), key=lambda use: (-len(use[1]), use[0])):
        if len(parts) > 1:  # what is used most comes first, and has the short name
            first = min(parts, key=lambda part: (part.name, part.other))
            name = names[text] = first.other if first.name in components else first.name
            if name in components:
                raise ValueError(f"two {kind} of the OpenAPI document are called {name}")
            components[name] = first.value

    def refer(part: _Part) -> JsonSchema:
        name = names.get(part.text)
        return part.value if name is None else {"$ref": f"#/components/{kind}/{name}"}

    return {**_with_each(document, kind, refer), "components": {**document["components"], kind: components}}


def _with_each(document: JsonSchema, kind: str, change: _Change) -> JsonSchema:
    """The document with what `change` makes of each part of that kind."""
    paths: JsonSchema = {}
    for path, item in document["paths"].items():
        paths[path] = made = dict(item)
        for method, operation in item.items():
            if method != PARAMETERS:
                made[method] = _CHANGES[kind](operation, operation["operationId"], change)
        if kind == PARAMETERS:
            paths[path] = _parameters(made, path, change)
    return {**document, "paths": paths}


def _parameters(owner: JsonSchema, where: str, change: _Change) -> JsonSchema:
    """The operation or the path with other parameters."""
    if PARAMETERS not in owner:
        return owner
    made = [change(_Part(str(one.get("name")), _name(str(one.get("name")), where), one)) for one in owner[PARAMETERS]]
    return {**owner, PARAMETERS: made}


def _responses(operation: JsonSchema, id_: str, change: _Change) -> JsonSchema:
    """The operation with other answers. They are named by status and codes, or, without codes, by their operation."""
    made: JsonSchema = {}
    for status, one in operation[RESPONSES].items():
        codes = one.get(CODES, ())
        telling = [code for code in codes if code not in _OF_MOST]
        made[status] = change(_Part(_name(status, *telling), _name(status, *(codes or [id_])), one))
    return {**operation, RESPONSES: made}


def _examples(operation: JsonSchema, id_: str, change: _Change) -> JsonSchema:
    """The operation with other examples of its answers. They are named by their operation."""
    made: JsonSchema = {}
    for status, response in operation[RESPONSES].items():
        made[status] = dict(response)
        for media_type, content in response.get("content", {}).items():
            if EXAMPLES in content:
                other = _name(id_, status, media_type)
                told = {name: change(_Part(id_, other, one)) for name, one in content[EXAMPLES].items()}
                made[status]["content"] = {**made[status]["content"], media_type: {**content, EXAMPLES: told}}
    return {**operation, RESPONSES: made}


_CHANGES: Final = {EXAMPLES: _examples, PARAMETERS: _parameters, RESPONSES: _responses}


def _name(*words: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "_", ".".join(words))
