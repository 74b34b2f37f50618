"""Tables that a title's schemas allow, whether or not the rules can lead there: random ones, and the fullest."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from delvebook.research.observations import DEPTH_MAX

Schema = Mapping[str, Any]


class Maker:
    """
    Makes values that fit a schema.

    Args:
        schemas: `catalogue["schemas"]`.
        ids: The strings that stand where a schema allows any.
        chance: Decides; lists are as long as it says, or as long as they may be if they are to be full.
    """

    def __init__(self, schemas: Schema, ids: Sequence[str], chance: random.Random, *, full: bool = False) -> None:
        self._definitions, self._ids, self._chance, self._full = schemas["$defs"], ids, chance, full

    def value(self, schema: Schema, within: tuple[str, ...] = ()) -> Any:
        """Returns a value; an optional one is None where it would be unfolded too deep."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return None if within.count(name) == DEPTH_MAX else self.value(self._definitions[name], (*within, name))
        if "anyOf" in schema:
            some = [one for one in schema["anyOf"] if one.get("type") != "null"]
            some = [one for one in some if within.count(one.get("$ref", "").rpartition("/")[2]) < DEPTH_MAX]
            if not some or (len(some) < len(schema["anyOf"]) and not self._full and self._chance.random() < 0.3):
                return None
            return self.value(self._chance.choice(some), within)
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        return getattr(self, f"_{schema['type']}")(schema, within)

    def _object(self, schema: Schema, within: tuple[str, ...]) -> dict[str, Any]:
        if "properties" not in schema:
            keys = self._chance.sample(self._ids, self._length(schema, "Properties"))
            return {key: self.value(schema["additionalProperties"], within) for key in keys}
        must = schema.get("required", ())
        return {
            name: self.value(one, within)
            for name, one in schema["properties"].items()
            if name in must or self._full or self._chance.random() < 0.7
        }

    def _array(self, schema: Schema, within: tuple[str, ...]) -> list[Any]:
        return [self.value(schema["items"], within) for _ in range(self._length(schema, "Items"))]

    def _length(self, schema: Schema, of: str) -> int:
        least, most = schema.get(f"min{of}", 0), schema[f"max{of}"]
        return int(most) if self._full else self._chance.randint(least, max(least, min(most, 6)))

    def _integer(self, schema: Schema, within: tuple[str, ...]) -> int:
        return self._chance.randint(schema.get("minimum", -1000), schema.get("maximum", 1000))

    def _string(self, schema: Schema, within: tuple[str, ...]) -> str:
        if "maxLength" in schema:
            return "".join(self._chance.choice("#=.X?") for _ in range(schema["maxLength"]))
        return self._chance.choice(self._ids)

    def _boolean(self, schema: Schema, within: tuple[str, ...]) -> bool:
        return self._chance.random() < 0.5

    def _null(self, schema: Schema, within: tuple[str, ...]) -> None:
        return None


def leaves(value: Any, *path: str | int) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yields every number, truth value and string of a value, with the way to it."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, *path, key)
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from leaves(one, *path, index)
    elif value is not None:
        yield path, value


def at(value: Any, path: Sequence[str | int]) -> Any:
    """Returns the part of a value to which the way leads."""
    for step in path:
        value = value[step]
    return value
