"""
The schemas of what titles show and take, as components of the OpenAPI document.

A title's components are called `<id>.v<version>.<Name>`: its shapes under their own names, one for each type of fact
(`….fact.<type>`) and of action (`….action.<type>`), and `AnyTable`, `AnyFact`, `AnyAction` and `AnyOutcomeDetails`,
which refer to them; one that would refer to a single component is left out. `Table`, `Fact`, `Action` and
`OutcomeDetails` are those of any title. The options of a title are in `GET /v1/rulesets/{id}`.

Client generators need a discriminator where shapes differ by `type`, and no enumeration that mixes types.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from weakref import WeakKeyDictionary

import orjson

from delvebook.domain.catalogue import CATALOGUE_TYPES
from delvebook.domain.ruleset import AnyRuleset
from delvebook.domain.schemas import JsonSchema
from delvebook.domain.shapes import Fact, schemas_of_types
from delvebook.projections.views import Body

REFERENCES: Final = "#/components/schemas/"
ANY: Final = {
    "Table": "A title's view of its table",
    "Fact": "Something that happened, with the clauses of the rules that decide",
    "Action": "An action of a title",
    "OutcomeDetails": "The details of an outcome, which depend on the title",
}
"""The components that accept one of any title's, with their descriptions."""
LATER: Final = {
    "Table": "The table of a title, or a version of one, that came after this document",
    "Fact": "A fact of a title, or a version of one, that came after this document",
    "Action": "An action of a title, or a version of one, that came after this document",
    "OutcomeDetails": "The details of a title, or a version of one, that came after this document",
}
"""The alternative in each for values that a client does not know yet. It is last, so the others are tried first."""
TYPED: Final = ("Fact", "Action")
"""Those of them that have a `type`."""
CLAUSES: Final[JsonSchema] = schemas_of_types([Fact], reference=REFERENCES)["Fact"]["properties"]["clauses"]
"""A component of its own, because nearly all facts have it."""

_PACKED: Final[WeakKeyDictionary[AnyRuleset, bytes]] = WeakKeyDictionary()


def reference(name: str, *, allow_none: bool = False) -> dict[str, object]:
    """Metadata of a field that has the schema of that component."""
    null = [{"type": "null"}] if allow_none else []
    return {"anyOf": [{"$ref": f"#/components/schemas/{name}"}, *null]}


def components_of(rulesets: Iterable[AnyRuleset]) -> dict[str, object]:
    """Every component, by name."""
    catalogue = schemas_of_types(CATALOGUE_TYPES, reference=f"{REFERENCES}catalogue.{{name}}")
    found: JsonSchema = {f"catalogue.{name}": _plain(schema) for name, schema in catalogue.items()}
    choices: dict[str, list[str]] = {name: [] for name in ANY}
    for ruleset in rulesets:
        found |= _components_of(ruleset)
        for name in ANY:
            choices[name].append(f"{_prefix(ruleset)}.Any{name}")
    choices["OutcomeDetails"].append("NoDetails")
    given_up = "Nothing: the game ended because seats were given up"
    found["DecidingClauses"] = dict(CLAUSES)
    found["NoDetails"] = {"type": "object", "maxProperties": 0, "description": given_up}
    for name, description in ANY.items():
        later = f"later.{name}"
        found[later] = {"description": LATER[name], "type": "object"}
        if name in TYPED:
            found[later]["properties"] = {"type": {"type": "string", "description": "Its type"}}
            found[later]["required"] = ["type"]
        else:
            found[later]["additionalProperties"] = True
        found[name] = _any_of([*choices[name], later], description)
    found["ConcealedAction"] = {
        "description": "An action that is face down: its type alone",
        "type": "object",
        "properties": {"type": {"type": "string", "description": "The action's type"}},
        "required": ["type"],
        "maxProperties": 1,
    }
    found["PlayedAction"] = {
        "description": "An action; of one that is face down, its type alone; of a take-back, the action's event",
        "anyOf": [
            {"type": "integer", "minimum": 1},
            {"$ref": f"{REFERENCES}Action"},
            {"$ref": f"{REFERENCES}ConcealedAction"},
        ],
    }
    return found


def _prefix(ruleset: AnyRuleset) -> str:
    return f"{ruleset.id}.v{ruleset.version}"


def _components_of(ruleset: AnyRuleset) -> dict[str, object]:
    """A title's components. They are built once and copied each time, because the document's maker changes them."""
    packed = _PACKED.get(ruleset)
    if packed is None:
        made = {name: _plain(schema) for name, schema in _components(ruleset)}
        packed = _PACKED[ruleset] = orjson.dumps(made)
    components: JsonSchema = orjson.loads(packed)
    return components


def _components(ruleset: AnyRuleset) -> Iterator[tuple[str, object]]:
    prefix, title = _prefix(ruleset), ruleset.title["en"]
    schemas = ruleset.schemas(reference=f"{REFERENCES}{prefix}.{{name}}")
    definitions = schemas["$defs"]
    facts = {type_: _whole(fact, definitions) for type_, fact in schemas["facts"].items()}
    actions = ruleset.catalogue["actions"]
    referred = _referred([definitions, facts, schemas["table"], schemas["details"]])
    for name, definition in definitions.items():
        if f"{prefix}.{name}" in referred:
            yield f"{prefix}.{name}", definition
    for kind, members in (("fact", facts), ("action", actions)):
        for type_, schema in members.items():
            yield f"{prefix}.{kind}.{type_}", schema
    tables = {str(table["$ref"]).removeprefix(REFERENCES) for table in schemas["table"].values()}
    yield f"{prefix}.AnyTable", _any_of(sorted(tables), f"{title}: the table, by kind of viewer")
    details = [str(schemas["details"]["$ref"]).removeprefix(REFERENCES)] if schemas["details"] else []
    yield f"{prefix}.AnyOutcomeDetails", _any_of(details, f"{title}: the details of an outcome")
    for name, kind, types in (("AnyFact", "fact", facts), ("AnyAction", "action", actions)):
        described = f"{title}: {'a fact' if kind == 'fact' else 'an action'}"
        named = {type_: f"{prefix}.{kind}.{type_}" for type_ in types}
        yield f"{prefix}.{name}", _any_of(named.values(), described, named)


def _whole(fact: JsonSchema, definitions: JsonSchema) -> Body:
    """The schema of a fact with its type's members in place, and no reference to the shape that types may share."""
    shape = definitions[str(fact["$ref"]).rpartition(".")[2]]
    return {**shape, "properties": {**shape["properties"], **fact["properties"]}}


def _referred(schema: object) -> set[str]:
    """The components that a schema refers to."""
    if isinstance(schema, Mapping):
        own = {str(schema["$ref"]).removeprefix(REFERENCES)} if "$ref" in schema else set()
        return own.union(*map(_referred, schema.values()))
    return set().union(*map(_referred, schema)) if isinstance(schema, (list, tuple)) else set()


def _plain(schema: object) -> object:
    """The schema as part of a document: without dialects and names of its own, and with no enumeration of two types."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, Mapping):
        return schema
    if schema == CLAUSES:
        return {"$ref": f"{REFERENCES}DecidingClauses"}
    made = {key: _plain(value) for key, value in schema.items() if key != "$schema"}
    if isinstance(made.get("title"), str):
        del made["title"]
    words = made.get("enum")
    if isinstance(words, list) and len({type(word) for word in words if word is not None}) > 1:
        del made["enum"]
        kinds = {"string": str, "integer": int}
        made["anyOf"] = [
            {"type": kind, "enum": [word for word in words if type(word) is type_]} for kind, type_ in kinds.items()
        ]
    return made


def _any_of(names: Iterable[str], description: str, types: Mapping[str, str] | None = None) -> dict[str, object]:
    """The schema of one of these components. `types` gives the component of each `type`."""
    references = [{"$ref": f"{REFERENCES}{name}"} for name in names]
    made: dict[str, object] = {"description": description, "type": "object"}
    if references:
        made["anyOf"] = references
    if types:
        mapping = {type_: f"{REFERENCES}{name}" for type_, name in types.items()}
        made["discriminator"] = {"propertyName": "type", "mapping": mapping}
    return made
