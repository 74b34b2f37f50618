"""Whether what a title shows has the shape that its schemas publish; undeclared keys are refused here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import jsonschema_rs

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets.registry import get_ruleset
from tests.titles import TEST_TITLES


def strict(schema: Any) -> Any:
    """The schema, with no room for keys that it does not declare."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: strict(value) for key, value in schema.items()}
    if made.get("type") == "object" and "properties" in made:
        made.setdefault("additionalProperties", False)
    return made


class Judge:
    """Holds what a title shows to its catalogue's schemas."""

    def __init__(self, ruleset: Ruleset) -> None:
        schemas = strict(ruleset.catalogue["schemas"])
        self.has_shapes = bool(schemas["table"])
        """Whether the title says what it shows."""
        self._schemas = {
            **{f"table {kind}": schema for kind, schema in schemas["table"].items()},
            **{f"facts {type_}": schema for type_, schema in schemas["facts"].items()},
            **{f"actions {type_}": schema for type_, schema in ruleset.catalogue["actions"].items()},
            "details": schemas["details"],
        }
        # One validator for all: what it compiles of the definitions would take megabytes again for each of many.
        self._validator = jsonschema_rs.validator_for(
            {"properties": self._schemas, "schemas": {"$defs": schemas["$defs"]}}
        )

    def table(self, kind: str, view: Any) -> list[str]:
        """What is wrong with a view."""
        return self._faults(f"table {kind}", view)

    def fact(self, fact: Mapping[str, Any]) -> list[str]:
        """What is wrong with a fact."""
        return self._faults(f"facts {fact['type']}", fact)

    def details(self, details: Any) -> list[str]:
        """What is wrong with an outcome's details."""
        return self._faults("details", details)

    def action(self, action: Mapping[str, Any]) -> list[str]:
        """What is wrong with an action; of a concealed one nothing is known but its type."""
        return [] if action.keys() == {"type"} else self._faults(f"actions {action['type']}", action)

    def _faults(self, what: str, value: Any) -> list[str]:
        if what not in self._schemas:
            return [f"{what} is not declared"]
        return [
            f"{what} at /{'/'.join(map(str, error.instance_path[1:]))}: {error.message}"
            for error in self._validator.iter_errors({what: value})
        ]


@cache
def judge_of(key: str) -> Judge:
    """The judge of a title, by `id@version`."""
    return Judge(TEST_TITLES[key] if key in TEST_TITLES else get_ruleset(key))


def strings_in(value: Any) -> Iterator[str]:
    """Every string value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for member in value.values():
            yield from strings_in(member)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings_in(item)


def keys_in(value: Any) -> Iterator[str]:
    """Every key of every object."""
    if isinstance(value, Mapping):
        yield from value
        for member in value.values():
            yield from keys_in(member)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from keys_in(item)
