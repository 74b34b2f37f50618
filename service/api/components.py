"""
The components of the OpenAPI document, in a form that client generators understand.

Each component has its own `title`, which can be the name of a class. Every array says what it holds. An object inside
a component becomes a component, because a generator that meets the object twice would make its class twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from delvebook.domain.schemas import JsonSchema
from delvebook.projections.views import Body

REFERENCES: Final = "#/components/schemas/"
NESTED: Final = ("items", "additionalProperties")
CHOICES: Final = ("anyOf", "oneOf", "allOf")


def named(schemas: Mapping[str, object]) -> Body:
    """The components, and one more for each object inside them, each with its title. Changes the given schemas."""
    made: JsonSchema = dict(schemas)
    for name in schemas:
        for inner, schema in _taken_out(made[name], name, is_whole=True):
            if inner in made:
                raise ValueError(f"two components of the OpenAPI document are called {inner}")
            made[inner] = schema
    for name, schema in made.items():
        schema["title"] = class_name(name)
    return made


def class_name(component: str) -> str:
    """The component's name as a class name: `the-descent.v1.fact.web_laid` as `TheDescentV1FactWebLaid`."""
    return "".join(word[:1].upper() + word[1:] for word in re.split(r"[-._]", component))


def _taken_out(schema: JsonSchema, name: str, *, is_whole: bool = False) -> Iterator[tuple[str, dict[str, object]]]:
    """Yields every object inside the schema with the name it gets, and puts a reference in its place."""
    if "array" in schema.get("type", ()):
        schema.setdefault("items", {})
    if schema.get("additionalProperties") == {} and any(key in schema for key in CHOICES):
        del schema["additionalProperties"]  # it says nothing, and generators would take it for one more choice
    for member, inner in schema.get("properties", {}).items():
        yield from _taken_out(inner, f"{name}{class_name(member)}")
    for key in NESTED:
        if isinstance(schema.get(key), dict):
            yield from _taken_out(schema[key], f"{name}Item")
    for key in CHOICES:
        for number, inner in enumerate(schema.get(key, ()), 1):
            yield from _taken_out(inner, f"{name}Choice{number}")
    is_object = schema.get("type") == "object" and not any(key in schema for key in CHOICES)
    if is_object and not is_whole:
        inner = {key: schema.pop(key) for key in list(schema) if key not in ("description", "example", "default")}
        inner.setdefault("description", schema.get("description", ""))
        schema["$ref"] = f"{REFERENCES}{name}"
        yield name, inner
