"""The schemas of what clients send to a title, its options and its actions: read, and as JSON Schema (2020-12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import RAISE, Schema, ValidationError, fields, validate
from marshmallow.exceptions import SCHEMA

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


UNKNOWN: Final = "Unknown field."
IN_OUR_WORDS: Final = {
    "Field may not be null.": "must not be null",
    "Invalid input type.": "must be an object",
    "Missing data for required field.": "is missing",
    "Not a valid boolean.": "must be true or false",
    "Not a valid integer.": "must be a whole number",
    "Not a valid list.": "must be a list",
    "Not a valid mapping type.": "must be an object",
    "Not a valid string.": "must be a text",
    "Not a valid UUID.": "must be a UUID",
}
"""The library's messages that do not say what would be right, in words that do."""
JsonSchema = dict[str, Any]
"""A JSON Schema, or a part of a document that is made of them."""


class StrictSchema(Schema):
    """A schema that refuses unknown fields. The base of every title's options and actions."""

    class Meta:
        unknown = RAISE


class Flag(fields.Boolean):
    """A truth of JSON. To the library the numbers 0 and 1 are truths, too, because Python finds them equal."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


def json_schema(schema_class: type[Schema]) -> JsonSchema:
    """The JSON Schema of a marshmallow schema, nested ones written out."""
    made: JsonSchema = _converter().schema2jsonschema(schema_class())
    return {"$schema": DIALECT, "type": "object", **made}


def action_schema(type_: str, schema_class: type[Schema], *, told: str) -> JsonSchema:
    """The JSON Schema of a whole action, its type included; `told` is the pattern of its sentence."""
    schema = json_schema(schema_class)
    properties = schema.get("properties", {})
    pattern = told.replace("{stakes}", "")  # what is at stake differs from choice to choice
    schema["properties"] = {"type": type_schema(type_, f"The action's type, told as “{pattern}”"), **properties}
    schema["required"] = ["type", *schema.get("required", [])]
    return schema


def type_schema(type_: str, description: str) -> dict[str, object]:
    """The JSON Schema of a member `type` that always has this value."""
    return {"type": "string", "const": type_, "description": description}


def values_of(option: fields.Field[object]) -> list[object]:
    """The values a schema lists for an option; `[]` if it lists none."""
    if isinstance(option, fields.Boolean):
        return [False, True]
    for check in option.validators:
        if isinstance(check, validate.OneOf):
            return list(check.choices)
        if isinstance(option, fields.Integer) and isinstance(check, validate.Range):
            if check.min is None or check.max is None:
                return []
            first = int(check.min) + (not check.min_inclusive)
            return list(range(first, int(check.max) + check.max_inclusive))
    return []


def messages_of(error: ValidationError, schema: Schema, *, whole: str) -> dict[str, list[str]]:
    """
    A validation's messages by the path of the member, such as `clock.seconds` or `bots.0.seat`.

    Path and message together make a sentence: `clock.seconds` "must be a whole number".

    Args:
        error: The library's error.
        schema: The schema that raised it. The message about an unknown member lists the members that are known.
        whole: The path of a message about everything.
    """
    found: dict[str, list[str]] = {}

    def gather(messages: object, path: str, place: object) -> None:
        if not isinstance(messages, dict):
            told = messages if isinstance(messages, list) else [messages]
            found.setdefault(path or whole, []).extend(map(str, told))
            return
        inner = _schema_in(place)
        members = {} if inner is None else {field.data_key or name: field for name, field in inner.load_fields.items()}
        for key, told in messages.items():
            below = path if key == SCHEMA else f"{path}.{key}".removeprefix(".")
            gather([unknown_among(members)] if told == [UNKNOWN] else told, below, members.get(str(key), place))

    gather(error.messages if isinstance(error.messages, dict) else {SCHEMA: error.messages}, "", schema)
    return {path: [_plain(one) for one in told] for path, told in found.items()}


def unknown_among(names: Iterable[str]) -> str:
    """The message about a name that is not one of these."""
    known = ", ".join(f"`{name}`" for name in names)
    return f"is not known here; known are {known}" if known else "is not known here; nothing is"


def in_words(messages: Mapping[str, Sequence[str]]) -> str:
    """The messages as one sentence: "`decision` is missing; `speed` is not known: known are `mode`, `seats`"."""
    return "; ".join(f"`{path}` {message}" for path, told in messages.items() for message in told)


def _schema_in(place: object) -> Schema | None:
    """The schema of what is at that place: of a nested object, or of each in a list of them; None if it has none."""
    while isinstance(place, fields.List):
        place = place.inner
    found = place.schema if isinstance(place, fields.Nested) else place
    return found if isinstance(found, Schema) else None


def _plain(message: str) -> str:
    """A message of the library, or of ours, so that it goes on after the path of a member."""
    if message in IN_OUR_WORDS:
        return IN_OUR_WORDS[message]
    return message[:1].lower() + message[1:].removesuffix(".")


@cache
def _converter() -> Any:
    plugin = MarshmallowPlugin(schema_name_resolver=lambda _: "")
    APISpec("schemas", "1", "3.1.0", plugins=[plugin])
    return plugin.converter
