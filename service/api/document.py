"""The OpenAPI document, completed with what decorators cannot know, and as rows for the pages under /docs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from flask import Flask

from delvebook.domain.schemas import JsonSchema
from delvebook.service.api.blueprint import EVERY_ANSWER, HEADERS, header
from delvebook.service.api.components import CHOICES, REFERENCES, named
from delvebook.service.api.languages import LANG
from delvebook.service.api.sharing import shared

EXAMPLES_FILE: Final = "examples.json"
"""Exchanges recorded by `make examples`: by operation, its `request`, and its `responses` by status and media type."""
RECORDED: Final = "recorded"
"""The name of a recorded example."""
METHODS: Final = ("get", "post", "put", "patch", "delete")
DEPTH_MAX: Final = 4
PATH_PARAMETERS: Final[dict[str, JsonSchema]] = {
    "game_id": {"description": "The game's UUID", "schema": {"type": "string", "format": "uuid"}},
    "ruleset_id": {"description": "`id@version`, or an id for its newest version", "schema": {"type": "string"}},
    "account_id": {"description": "An account's id, or `me`", "schema": {"type": "string"}},
    "player_id": {"description": "A player's account: its id or its name, or `me`", "schema": {"type": "string"}},
    "report_id": {"description": "A report's id", "schema": {"type": "string"}},
    "office": {"description": "`arbiter` or `operator`", "schema": {"type": "string"}, "example": "arbiter"},
    "invitation": {"description": "The invitation's id", "schema": {"type": "string"}},
    "league": {"description": "The league's id", "schema": {"type": "string"}},
    "season": {"description": "The season, as `2026-q4`", "schema": {"type": "string"}},
    "client_id": {"description": "A client's id", "schema": {"type": "string"}},
    "token_id": {"description": "A token's id", "schema": {"type": "string"}},
    "verification_id": {"description": "The check's id", "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}},
    "subscription_id": {
        "description": "The push subscription's id",
        "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
    },
    "webhook_id": {"description": "The webhook's id", "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}},
    "export_id": {"description": "The export's id", "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}},
    "analysis_id": {"description": "The analysis's id", "schema": {"type": "string", "pattern": "^[0-9a-f]{32}$"}},
    "import_id": {"description": "The id of an imported record", "schema": {"type": "string", "format": "uuid"}},
    "digest": {"description": "The digest of a catalogue", "schema": {"type": "string", "pattern": "^[0-9a-f]{64}$"}},
    "clause": {"description": "A clause's id", "schema": {"type": "string"}, "example": "DR-014"},
    "n": {"description": "An event's number in its game", "schema": {"type": "integer", "minimum": 0}},
    "dispute_id": {
        "description": "A dispute's id: its game's, a point, and the event that opened it",
        "schema": {"type": "string"},
    },
    "seat": {"description": "The seat's number, from 0", "schema": {"type": "integer", "minimum": 0}},
}


@dataclass(frozen=True, slots=True)
class Document:
    """The OpenAPI document: as data, and as it is sent."""

    content: dict[str, Any]
    body: bytes
    packed: bytes
    """The body packed with gzip, a tenth of its size."""


def finish(document: JsonSchema, app: Flask) -> JsonSchema:
    """The document with operation ids, with path parameters in words, in a form without lint, and nothing twice."""
    document["components"]["headers"] = {**HEADERS, **EVERY_ANSWER}
    document["components"]["schemas"] = named(document["components"]["schemas"])
    everywhere = {name: header(name) for name in EVERY_ANSWER}
    names = {
        (_template(rule.rule), method.lower()): rule.endpoint
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
    }
    recorded = examples()
    for path, item in document["paths"].items():
        for parameter in item.get("parameters", ()):
            parameter.update(PATH_PARAMETERS.get(parameter["name"], {}))
        for method, operation in operations(item):
            blueprint, _, view = names[path, str(method)].partition(".")
            operation["operationId"] = f"{blueprint}_{view}"
            _exemplify(operation, recorded.get(operation["operationId"], {}))
            parameters = operation.setdefault("parameters", [])
            if all(parameter.get("name") != "lang" for parameter in parameters):
                parameters.append(dict(LANG))
            for parameter in parameters:
                parameter["schema"] = _of_query(parameter["schema"])
            for response in operation["responses"].values():
                response["headers"] = {**response.get("headers", {}), **everywhere}
            operation.setdefault("description", operation["summary"])
    _tidy(document)
    _name_directly(document["components"]["schemas"], document)
    _leave_out_unused(document["components"]["schemas"], document)
    return shared(document)


def _tidy(schema: object) -> None:
    """Puts patterns into the dialect of JSON Schema, and a choice of one schema in its own place."""
    if isinstance(schema, list):
        for one in schema:
            _tidy(one)
    if not isinstance(schema, dict):
        return
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        # Python matches from the beginning, and has a sign of its own for the very end.
        schema["pattern"] = f"^{pattern.removeprefix('^')}".replace(r"\Z", "$")
    for key in CHOICES:
        choices = schema.get(key)
        if isinstance(choices, list) and len(choices) == 1:
            del schema[key]
            schema.update({**choices[0], **{name: value for name, value in schema.items() if name != "type"}})
            if "$ref" in schema:
                schema.pop("type", None)
    for key, value in schema.items():
        if key not in ("example", "examples", "default", "enum", "const"):
            _tidy(value)


def _name_directly(schemas: JsonSchema, document: JsonSchema) -> None:
    """Refers to the component itself where another component only stands for it; generators would make it twice."""
    meant = {f"{REFERENCES}{name}": schema["$ref"] for name, schema in schemas.items() if "$ref" in schema}

    def rename(part: object) -> None:
        if isinstance(part, list):
            for one in part:
                rename(one)
        elif isinstance(part, dict):
            if part.get("$ref") in meant:
                part["$ref"] = meant[part["$ref"]]
            for key, value in part.items():
                if key not in ("example", "examples"):
                    rename(value)

    rename(document)


def _leave_out_unused(schemas: JsonSchema, document: JsonSchema) -> None:
    """Removes the components that no operation leads to."""
    used: set[str] = set()
    waiting = set(_references(document["paths"]))
    while waiting:
        used |= waiting
        waiting = {name for found in waiting for name in _references(schemas[found])} - used
    for name in schemas.keys() - used:
        del schemas[name]


def _references(schema: object) -> Iterator[str]:
    """The components that a part of the document refers to."""
    if isinstance(schema, list):
        for one in schema:
            yield from _references(one)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref" and str(value).startswith(REFERENCES):
                yield str(value).removeprefix(REFERENCES)
            elif key == "mapping":
                yield from (str(one).removeprefix(REFERENCES) for one in value.values())
            elif key not in ("example", "examples"):
                yield from _references(value)


@cache
def examples() -> JsonSchema:
    """The recorded exchanges, by operation."""
    file = resources.files("delvebook.service.api").joinpath("assets", EXAMPLES_FILE)
    found: JsonSchema = json.loads(file.read_text(encoding="utf-8"))
    return found


def _exemplify(operation: JsonSchema, exchange: JsonSchema) -> None:
    """Adds the recorded exchange to an operation."""
    body = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if body is not None and "request" in exchange:
        body["examples"] = {RECORDED: {"value": exchange["request"]}}
    for status, answers in exchange.get("responses", {}).items():
        for media_type, value in answers.items():
            content = operation["responses"].get(status, {}).get("content", {}).get(media_type)
            if content is not None:
                is_line = media_type.endswith("ndjson") and content["schema"] != {"type": "string"}
                shown = json.loads(value.partition("\n")[0]) if is_line else _without_references(value)
                content["examples"] = {RECORDED: {"summary": "Recorded; long lists and texts are cut", "value": shown}}


def _without_references(value: object) -> object:
    """An example without schemas' references, which readers of the document would take for its own."""
    if isinstance(value, list):
        return [_without_references(one) for one in value]
    if isinstance(value, dict):
        return {} if "$ref" in value else {key: _without_references(one) for key, one in value.items()}
    return value


def _of_query(schema: JsonSchema) -> JsonSchema:
    """The schema of a query parameter without null. Null only stands for a parameter that is left out."""
    made = {key: value for key, value in schema.items() if key != "default" or value is not None}
    if isinstance(made.get("type"), list):
        made["type"] = next(kind for kind in made["type"] if kind != "null")
    if "enum" in made:
        made["enum"] = [word for word in made["enum"] if word is not None]
    return made


def operations(item: JsonSchema) -> Iterator[tuple[str, dict[str, Any]]]:
    """The operations of a path, by method."""
    for method in METHODS:
        if method in item:
            yield method, item[method]


@dataclass(frozen=True, slots=True)
class Row:
    """A field of a schema, for a table; `depth` is how far to indent it."""

    depth: int
    name: str
    type: str
    is_required: bool
    description: str


def rows_of(schema: JsonSchema, document: JsonSchema, *, depth: int = 0) -> Iterator[Row]:
    """The fields of an object schema and of those within it, in order."""
    schema = _resolve(schema, document)
    if schema.get("type") == "array":
        yield from rows_of(schema.get("items", {}), document, depth=depth)
        return
    required = schema.get("required", ())
    for name, field in schema.get("properties", {}).items():
        whole = _resolve(field, document)
        yield Row(depth, name, type_of(field, document), name in required, _describe(field, whole))
        if depth < DEPTH_MAX:
            yield from rows_of(whole, document, depth=depth + 1)


def type_of(schema: JsonSchema, document: JsonSchema) -> str:
    """A schema's type in a few words."""
    schema = _resolve(schema, document)
    if "enum" in schema:
        return " | ".join(f"“{one}”" if isinstance(one, str) else str(one) for one in schema["enum"])
    if "const" in schema:
        return f"“{schema['const']}”"
    kinds = schema.get("type", "any")
    words = [
        f"list of {type_of(schema.get('items', {}), document)}" if kind == "array" else kind
        for kind in ([kinds] if isinstance(kinds, str) else kinds)
    ]
    text = " or ".join(words)
    return f"{text} ({schema['format']})" if "format" in schema else text


def _describe(field: JsonSchema, whole: JsonSchema) -> str:
    said = str(field.get("description") or whole.get("description") or "")
    if "default" in whole:
        said = f"{said}{'; ' if said else ''}{whole['default']!r} if not given"
    return said


def _resolve(schema: JsonSchema, document: JsonSchema) -> JsonSchema:
    """The schema that a reference stands for, or the only alternative besides null."""
    for name in ("allOf", "anyOf", "oneOf"):
        found = [one for one in schema.get(name, ()) if one.get("type") != "null"]
        if len(found) == 1:
            return _resolve(found[0], document)
    reference = schema.get("$ref")
    if reference is None:
        return schema
    found_schema: JsonSchema = document["components"]["schemas"][reference.rpartition("/")[2]]
    return found_schema


def _template(rule: str) -> str:
    return rule.replace("<int:", "<").replace("<", "{").replace(">", "}")
