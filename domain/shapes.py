"""
The shapes of what a title shows: its table, its facts, the details of its outcome.

They are written as types and read as JSON Schema.

A title writes them in `words/shapes/`, as `TypedDict`s whose members are `Annotated` with `Meta`, which describes
the member and may bound it. A union may have several `TypedDict`s, for example for a question of several kinds.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    Required,
    TypedDict,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from msgspec import Meta

from delvebook.domain.schemas import JsonSchema, type_schema

__all__ = [
    "REFERENCE",
    "Clauses",
    "Fact",
    "Meta",
    "Shapes",
    "facts_of",
    "properties_of",
    "schemas_of",
    "schemas_of_types",
]

REFERENCE: Final = "#/schemas/$defs/{name}"
"""The target of a reference, inside the catalogue."""

Clauses = Annotated[list[str], Meta(description="The clauses of the rules that decide", min_length=1)]


class Fact(TypedDict):
    """The members of every fact. Which type a fact has is added to the schema of each."""

    type: Annotated[str, Meta(description="The fact's type")]
    clauses: Clauses


@dataclass(frozen=True, slots=True)
class Shapes:
    """
    The types of what a title shows.

    Attributes:
        table: By kind of viewer (`seat`, `spectator`, `arbiter`, `public`), the type of its view.
        facts: By fact type, the type of the whole fact, a subclass of `Fact`.
        details: The type of `Outcome.details`.
    """

    table: Mapping[str, object] = field(default_factory=dict)
    facts: Mapping[str, object] = field(default_factory=dict)
    details: object = None


def facts_of(*facts: type) -> dict[str, type]:
    """These classes by fact type: the type of `RoomEntered` is `room_entered`."""
    return {re.sub(r"(?<=.)(?=[A-Z])", "_", fact.__name__).lower(): fact for fact in facts}


def schemas_of(shapes: Shapes, *, told: Callable[[str], str], reference: str = REFERENCE) -> JsonSchema:
    """
    The JSON Schemas: `{"table": {kind: schema}, "facts": {type: schema}, "details": schema, "$defs": {name: schema}}`.

    Args:
        shapes: The types.
        told: Returns the pattern of a fact type's sentence, which becomes the description of the type.
        reference: How `$ref`s are written; `{name}` stands for the name in `$defs`.
    """
    roots = [*shapes.table.values(), *shapes.facts.values(), *([] if shapes.details is None else [shapes.details])]
    prepared = _Prepared(reference)
    wanted = [prepared.of(root) for root in roots]
    made, definitions = msgspec.json.schema_components([*wanted, *prepared.dicts()], ref_template=reference)
    found = iter(made)
    return {
        "table": {kind: next(found) for kind in shapes.table},
        "facts": {
            type_: {
                **next(found),
                "properties": {"type": type_schema(type_, f"The fact's type, told as “{told(type_)}”")},
            }
            for type_ in shapes.facts
        },
        "details": {} if shapes.details is None else next(found),
        "$defs": dict(sorted(definitions.items())),
    }


def schemas_of_types(roots: Iterable[object], *, reference: str) -> JsonSchema:
    """The JSON Schema of every `TypedDict` among these types and inside them, by name."""
    prepared = _Prepared(reference)
    wanted = [prepared.of(root) for root in roots]
    _, definitions = msgspec.json.schema_components([*wanted, *prepared.dicts()], ref_template=reference)
    return dict(sorted(definitions.items()))


class _Prepared:
    """
    Types prepared for msgspec, which allows at most one `TypedDict` in a union.

    Such a union becomes a value of any type whose schema refers to each of them.
    """

    def __init__(self, reference: str) -> None:
        self._reference = reference
        self._made: dict[type, object] = {}
        self._names: dict[str, Any] = {}

    def dicts(self) -> list[object]:
        """Every `TypedDict` that has been met, so that it is defined even where only a union refers to it."""
        return list(self._made.values())

    def of(self, hint: Any) -> Any:
        """The type, with every union in it made ready."""
        if is_typeddict(hint):
            return self._typed_dict(hint)
        origin, arguments = get_origin(hint), get_args(hint)
        if origin is Annotated:
            return Annotated[(self.of(arguments[0]), *arguments[1:])]
        if origin in (Union, types.UnionType):
            return self._union(arguments)
        if origin is None or origin is Literal:
            return hint
        return origin[tuple(argument if argument is ... else self.of(argument) for argument in arguments)]

    def _typed_dict(self, type_: Any) -> Any:
        if type_ not in self._made:
            name = type_.__name__
            if self._names.setdefault(name, type_) is not type_:
                raise TypeError(f"two shapes are called {name}; clients see these names, so they must differ")
            members = {}
            for key, hint in get_type_hints(type_, include_extras=True).items():
                # A class with postponed annotations does not know which of its members are optional.
                marked = get_origin(hint) if get_origin(hint) in (NotRequired, Required) else None
                member = self.of(get_args(hint)[0] if marked else hint)
                is_required = key in type_.__required_keys__ if marked is None else marked is Required
                members[key] = member if is_required else NotRequired[member]
            made = TypedDict(name, members)  # type: ignore[misc]
            made.__doc__ = type_.__doc__
            self._made[type_] = made
        return self._made[type_]

    def _union(self, members: tuple[Any, ...]) -> Any:
        if sum(is_typeddict(_bare(member)) for member in members) < 2:
            return Union[tuple(self.of(member) for member in members)]  # noqa: UP007
        choices = [{"type": "null"} if member is type(None) else self._choice(_bare(member)) for member in members]
        return Annotated[Any, Meta(extra_json_schema={"anyOf": choices})]

    def _choice(self, member: Any) -> JsonSchema:
        if not is_typeddict(member):
            raise TypeError(f"a union of several TypedDicts may contain only None besides them, not {member}")
        self._typed_dict(member)
        return {"$ref": self._reference.format(name=member.__name__)}


def _bare(hint: Any) -> Any:
    """The type without its annotations."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def properties_of(schema: Any, path: str = "") -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Every member of every object in a schema, as its path, its name and its schema."""
    if isinstance(schema, Mapping):
        for name, member in schema.get("properties", {}).items():
            yield path, name, member
        for key, value in schema.items():
            yield from properties_of(value, f"{path}/{key}")
    elif isinstance(schema, list):
        for index, value in enumerate(schema):
            yield from properties_of(value, f"{path}/{index}")
