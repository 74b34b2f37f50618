"""The schemas of what clients send to a title, its options and its actions: read, and as JSON Schema (2020-12)."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema, ValidationError, fields, validate

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


JsonSchema = dict[str, Any]
"""A JSON Schema, or a part of a document that is made of them."""


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


def messages_of(error: ValidationError) -> dict[str, object]:
    """A validation's messages by field."""
    return error.messages if isinstance(error.messages, dict) else {"_schema": error.messages}


@cache
def _converter() -> Any:
    plugin = MarshmallowPlugin(schema_name_resolver=lambda _: "")
    APISpec("schemas", "1", "3.1.0", plugins=[plugin])
    return plugin.converter
