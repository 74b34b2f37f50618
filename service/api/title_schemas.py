"""
The schemas of what titles show and take, as components of the OpenAPI document.

A title's components are called `<id>.v<version>.<Name>`: its shapes under their own names, and `AnyTable`, `AnyFact`,
`AnyAction`, `AnyOptions` and `AnyOutcomeDetails`, which refer to them. `Table`, `Fact`, `Action` and `OutcomeDetails`
are those of any title.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

import orjson

from delvebook.domain.catalogue import CATALOGUE_TYPES
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.shapes import schemas_of, schemas_of_types

ANY: Final = {
    "Table": "A title's view of its table",
    "Fact": "Something that happened, with the clauses of the rules that decide",
    "Action": "An action of a title",
    "OutcomeDetails": "What else a title says about the end of a game",
}
"""The components that are one of every title's, and what they are."""

_PACKED: Final[WeakKeyDictionary[Ruleset, bytes]] = WeakKeyDictionary()


def reference(name: str, *, allow_none: bool = False) -> dict[str, Any]:
    """A field's metadata: it has the schema of that component."""
    null = [{"type": "null"}] if allow_none else []
    return {"anyOf": [{"$ref": f"#/components/schemas/{name}"}, *null]}


def components_of(rulesets: Iterable[Ruleset]) -> dict[str, Any]:
    """Every component, by name."""
    catalogue = schemas_of_types(CATALOGUE_TYPES, reference="#/components/schemas/catalogue.{name}")
    found: dict[str, Any] = {f"catalogue.{name}": schema for name, schema in catalogue.items()}
    choices: dict[str, list[Any]] = {name: [] for name in ANY}
    for ruleset in rulesets:
        found |= _components_of(ruleset)
        for name in ANY:
            choices[name].append({"$ref": f"#/components/schemas/{_prefix(ruleset)}.Any{name}"})
    for name, description in ANY.items():
        found[name] = {"description": description, "type": "object", "anyOf": choices[name]}
    found["PlayedAction"] = {
        "description": "An action; of one that is face down, its type alone; of a take-back, the action's event",
        "anyOf": [
            {"type": "integer", "minimum": 1},
            {"$ref": "#/components/schemas/Action"},
            {"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"], "maxProperties": 1},
        ],
    }
    return found


def _prefix(ruleset: Ruleset) -> str:
    return f"{ruleset.id}.v{ruleset.version}"


def _components_of(ruleset: Ruleset) -> dict[str, Any]:
    """A title's components, worked out once and copied each time, because the document's maker changes them."""
    packed = _PACKED.get(ruleset)
    if packed is None:
        packed = _PACKED[ruleset] = orjson.dumps(dict(_components(ruleset)))
    components: dict[str, Any] = orjson.loads(packed)
    return components


def _components(ruleset: Ruleset) -> Iterator[tuple[str, Any]]:
    prefix, title = _prefix(ruleset), ruleset.title["en"]
    schemas = schemas_of(ruleset.shapes, reference=f"#/components/schemas/{prefix}.{{name}}")
    for name, definition in schemas["$defs"].items():
        yield f"{prefix}.{name}", definition
    tables = {str(table): table for table in schemas["table"].values()}
    yield f"{prefix}.AnyTable", _any_of(tables.values(), f"{title}: the table, by kind of viewer")
    yield f"{prefix}.AnyFact", _any_of(schemas["facts"].values(), f"{title}: a fact")
    yield f"{prefix}.AnyOutcomeDetails", schemas["details"] or {"type": "object"}
    actions = ruleset.catalogue["actions"].values()
    yield f"{prefix}.AnyAction", _any_of(map(_bare, actions), f"{title}: an action")
    yield f"{prefix}.AnyOptions", _bare(ruleset.catalogue["options"])


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that is part of a document, and so does not name its dialect."""
    return {key: value for key, value in schema.items() if key != "$schema"}


def _any_of(schemas: Iterable[Any], description: str) -> dict[str, Any]:
    choices = list(schemas)
    return {"description": description, "type": "object", **({"anyOf": choices} if choices else {})}
