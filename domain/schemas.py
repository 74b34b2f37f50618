"""JSON Schemas (draft 2020-12) of what clients send to a title: its options and its actions."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from marshmallow import Schema

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def json_schema(schema_class: type[Schema]) -> dict[str, Any]:
    """The JSON Schema of a marshmallow schema, nested ones written out."""
    made: dict[str, Any] = _converter().schema2jsonschema(schema_class())
    return {"$schema": DIALECT, "type": "object", **made}


def action_schema(type_: str, schema_class: type[Schema]) -> dict[str, Any]:
    """The JSON Schema of a whole action, its type included."""
    schema = json_schema(schema_class)
    schema["properties"] = {"type": {"const": type_}, **schema.get("properties", {})}
    schema["required"] = ["type", *schema.get("required", [])]
    return schema


@cache
def _converter() -> Any:
    plugin = MarshmallowPlugin(schema_name_resolver=lambda _: "")
    APISpec("schemas", "1", "3.1.0", plugins=[plugin])
    return plugin.converter
