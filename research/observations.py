# ruff: noqa: D102  `Part` says what the methods of every part do
"""
A seat's view as a vector of integers of fixed length, worked out from the title's own JSON Schema of it.

Every part of the view has its place, the same in every game of a ruleset version:

| schema | slots |
|---|---|
| integer | the number |
| boolean | 0 or 1 |
| string with an `enum`, or `const` | its place in the list, from 1 |
| string with a `maxLength` | its characters, by their code points |
| any other string | its place in the vocabulary (`codecs.vocabulary_of`), from 1 |
| object | its members, in the order of the schema |
| array | how many items there are, then room for `maxItems` of them |
| object with free keys | the same, with room for `maxProperties`, each item with its key; keys are in order |
| may be null, or missing | 1 if it is there, else 0; then its slots, all 0 if it is not |
| one of several | which one it is, from 1; then the slots of each |

A title derives these bounds from its rules. What breaks them all the same, or has no place, is cut, and the first slot
of the vector is then 1; `Observations.cut` says where.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

import orjson

HIGH: Final = 2**31 - 1
"""The bound of numbers without a declared one. Larger numbers are cut."""
DEPTH_MAX: Final = 1
"""The depth to which a recursive schema is unfolded."""
CODE_POINT_MAX: Final = 0x10FFFF
KEPT_MIN: Final = 16
"""A part with fewer numbers than this is measured faster than it is looked up."""
KEPT_MAX: Final = 4096
"""How many values a part keeps at most."""

Json = Mapping[str, Any]


class Slot(NamedTuple):
    """One number of the vector: its place in the view, its meaning, and its inclusive bounds."""

    at: str
    says: str
    low: int
    high: int


class Part(ABC):
    """Writes one part of a view as numbers."""

    @abstractmethod
    def slots(self) -> Iterator[Slot]:
        """Its slots, in order."""

    @abstractmethod
    def write(self, value: object, out: list[int]) -> None:
        """Appends the numbers for a value."""

    @abstractmethod
    def measure(self, value: object, cut: set[str]) -> None:
        """Adds to `cut` each place at which the numbers for a value lack something of it."""

    @abstractmethod
    def fits(self, value: object) -> bool:
        """Returns whether the value is of this kind, as far as is needed to distinguish alternatives."""

    @cached_property
    def size(self) -> int:
        """The number of its slots."""
        return sum(1 for _ in self.slots())


@dataclass(frozen=True)
class Number(Part):
    """An integer."""

    at: str
    low: int
    high: int

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "number", min(self.low, 0), self.high)

    def write(self, value: Any, out: list[int]) -> None:
        out.append(max(min(self.low, 0), min(int(value), self.high)))

    def measure(self, value: object, cut: set[str]) -> None:
        if not isinstance(value, int) or not min(self.low, 0) <= value <= self.high:
            cut.add(self.at)

    def fits(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Choice(Part):
    """One of some listed values: truth values, or an `enum`."""

    at: str
    values: tuple[object, ...]

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "one of " + ", ".join(map(str, self.values)), 0, len(self.values))

    def write(self, value: object, out: list[int]) -> None:
        out.append(self.values.index(value) + 1 if value in self.values else 0)

    def measure(self, value: object, cut: set[str]) -> None:
        if value not in self.values:
            cut.add(self.at)

    def fits(self, value: object) -> bool:
        return value in self.values


@dataclass(frozen=True)
class Truth(Part):
    """A boolean."""

    at: str

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "false or true", 0, 1)

    def write(self, value: object, out: list[int]) -> None:
        out.append(int(bool(value)))

    def measure(self, value: object, cut: set[str]) -> None:
        pass

    def fits(self, value: object) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True)
class Id(Part):
    """A string that is an id of the catalogue."""

    at: str
    vocabulary: Mapping[str, int]

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "id", 0, len(self.vocabulary))

    def write(self, value: Any, out: list[int]) -> None:
        out.append(self.vocabulary.get(value, 0))

    def measure(self, value: object, cut: set[str]) -> None:
        if value not in self.vocabulary:
            cut.add(self.at)

    def fits(self, value: object) -> bool:
        return isinstance(value, str)


@dataclass(frozen=True)
class Text(Part):
    """A string that is no id, such as a row of a map."""

    at: str
    cap: int

    def slots(self) -> Iterator[Slot]:
        for _ in range(self.cap):
            yield Slot(self.at, "character", 0, CODE_POINT_MAX)

    def write(self, value: Any, out: list[int]) -> None:
        out.extend(map(ord, value[: self.cap]))
        out.extend([0] * (self.cap - len(value)))

    def measure(self, value: object, cut: set[str]) -> None:
        if not isinstance(value, str) or len(value) > self.cap:
            cut.add(self.at)

    def fits(self, value: object) -> bool:
        return isinstance(value, str)


@dataclass(frozen=True)
class Nothing(Part):
    """Always null or empty, or too deep."""

    at: str

    def slots(self) -> Iterator[Slot]:
        yield from ()

    def write(self, value: object, out: list[int]) -> None:
        pass

    def measure(self, value: object, cut: set[str]) -> None:
        if value:
            cut.add(self.at)

    def fits(self, value: object) -> bool:
        return value is None


@dataclass(frozen=True)
class Perhaps(Part):
    """A value that may be null or missing."""

    at: str
    part: Part

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "whether it is there", 0, 1)
        yield from self.part.slots()

    def write(self, value: object, out: list[int]) -> None:
        out.append(int(value is not None))
        if value is None:
            out.extend([0] * self.part.size)
        else:
            self.part.write(value, out)

    def measure(self, value: object, cut: set[str]) -> None:
        if value is not None:
            self.part.measure(value, cut)

    def fits(self, value: object) -> bool:
        return value is None or self.part.fits(value)


@dataclass(frozen=True)
class Either(Part):
    """A value of one of several kinds."""

    at: str
    parts: tuple[Part, ...]

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "which kind it is", 0, len(self.parts))
        for part in self.parts:
            yield from part.slots()

    def write(self, value: object, out: list[int]) -> None:
        found = self._found(value)
        out.append(0 if found is None else self.parts.index(found) + 1)
        for part in self.parts:
            if part is found:
                part.write(value, out)
            else:
                out.extend([0] * part.size)

    def measure(self, value: object, cut: set[str]) -> None:
        found = self._found(value)
        if found is None:
            cut.add(self.at)
        else:
            found.measure(value, cut)

    def _found(self, value: object) -> Part | None:
        return next((part for part in self.parts if part.fits(value)), None)

    def fits(self, value: object) -> bool:
        return any(part.fits(value) for part in self.parts)


@dataclass(frozen=True)
class Members(Part):
    """An object with known members."""

    parts: tuple[tuple[str, Part], ...]
    required: frozenset[str]

    def slots(self) -> Iterator[Slot]:
        for _, part in self.parts:
            yield from part.slots()

    def write(self, value: object, out: list[int]) -> None:
        for part, one in self._members(value):
            part.write(one, out)

    def measure(self, value: object, cut: set[str]) -> None:
        for part, one in self._members(value):
            part.measure(one, cut)

    def _members(self, value: Any) -> list[tuple[Part, object]]:
        return [(part, value.get(name)) for name, part in self.parts]

    def fits(self, value: object) -> bool:
        if not isinstance(value, dict) or not self.required <= value.keys():
            return False
        known = dict(self.parts)
        return all(name in known and known[name].fits(one) for name, one in value.items())


@dataclass(frozen=True)
class Items(Part):
    """An array, or an object with free keys. `key` writes its keys."""

    at: str
    part: Part
    cap: int
    key: Part | None = None

    def slots(self) -> Iterator[Slot]:
        yield Slot(self.at, "how many", 0, HIGH)
        for _ in range(self.cap):
            if self.key is not None:
                yield from self.key.slots()
            yield from self.part.slots()

    def write(self, value: Any, out: list[int]) -> None:
        out.append(len(value))
        if self.key is None:
            for item in value[: self.cap]:
                self.part.write(item, out)
        else:
            for name in sorted(value)[: self.cap]:
                self.key.write(name, out)
                self.part.write(value[name], out)
        each = self.part.size + (0 if self.key is None else self.key.size)
        out.extend([0] * (each * max(0, self.cap - len(value))))

    def measure(self, value: object, cut: set[str]) -> None:
        keys = list(value) if isinstance(value, (list, dict)) else []
        if len(keys) > self.cap:
            cut.add(self.at)
        for item in value.values() if isinstance(value, dict) else keys:
            self.part.measure(item, cut)
        if self.key is not None:
            for name in keys:
                self.key.measure(name, cut)

    def fits(self, value: object) -> bool:
        if self.key is None:
            return isinstance(value, list) and all(self.part.fits(item) for item in value)
        return isinstance(value, dict) and all(self.part.fits(item) for item in value.values())


class Kept(Part):
    """
    A part that remembers what it has measured.

    Most of a table is as it was a move ago, so most of the next view need not be measured again.
    """

    def __init__(self, part: Part) -> None:
        self._part = part
        self._measured: dict[bytes, frozenset[str]] = {}

    def slots(self) -> Iterator[Slot]:
        return self._part.slots()

    def write(self, value: object, out: list[int]) -> None:
        self._part.write(value, out)

    def fits(self, value: object) -> bool:
        return self._part.fits(value)

    def measure(self, value: object, cut: set[str]) -> None:
        key = orjson.dumps(value)
        found = self._measured.get(key)
        if found is None:
            lost: set[str] = set()
            self._part.measure(value, lost)
            if len(self._measured) == KEPT_MAX:
                self._measured.clear()
            found = self._measured[key] = frozenset(lost)
        cut |= found


def _kept(part: Part) -> Part:
    return Kept(part) if part.size >= KEPT_MIN else part


class Observations:
    """
    The encoding of one ruleset version's views.

    Args:
        schemas: `catalogue["schemas"]`.
        vocabulary: The ids, in order.
        kind: The kind of viewer.

    Raises:
        ValueError: The schemas do not say how long a list or an object with free keys may be.
    """

    def __init__(self, schemas: Json, *, vocabulary: Sequence[str], kind: str = "seat") -> None:
        self.room: dict[str, int] = {}
        """By the place of a list, how many items it has room for; the most, if a place has several kinds of list."""
        self._vocabulary = {id_: index for index, id_ in enumerate(vocabulary, start=1)}
        self._definitions: Json = schemas["$defs"]
        self._root = self._part(schemas["table"][kind], "", ())
        self.slots: list[Slot] = [Slot("", "whether something was cut", 0, 1), *self._root.slots()]

    @property
    def size(self) -> int:
        """The length of the vector."""
        return len(self.slots)

    def encode(self, view: Json) -> list[int]:
        """Returns the vector of a view: `size` integers within the bounds of their slots."""
        out = [int(bool(self.cut(view)))]
        self._root.write(view, out)
        return out

    def cut(self, view: Json) -> set[str]:
        """Returns the places of the view at which its vector lacks something; none, if the title keeps its bounds."""
        cut: set[str] = set()
        self._root.measure(view, cut)
        return cut

    def _part(self, schema: Json, at: str, within: tuple[str, ...]) -> Part:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if within.count(name) == DEPTH_MAX:
                return Nothing(at)
            return self._part(self._definitions[name], at, (*within, name))
        if "anyOf" in schema:
            parts = [self._part(one, at, within) for one in schema["anyOf"] if one.get("type") != "null"]
            kept = [part for part in parts if not isinstance(part, Nothing)]
            chosen: Part = kept[0] if len(kept) == 1 else Either(at, tuple(kept)) if kept else Nothing(at)
            return Perhaps(at, chosen) if len(parts) < len(schema["anyOf"]) else chosen
        if "enum" in schema:
            return Choice(at, tuple(schema["enum"]))
        makers: dict[str, Callable[[Json, str, tuple[str, ...]], Part]] = {
            "object": self._object,
            "array": self._array,
            "integer": self._integer,
            "boolean": lambda _, at, __: Truth(at),
            "string": self._string,
            "null": lambda _, at, __: Nothing(at),
        }
        return makers[schema["type"]](schema, at, within)

    def _object(self, schema: Json, at: str, within: tuple[str, ...]) -> Part:
        if "properties" not in schema:
            free = schema.get("additionalProperties")
            if not isinstance(free, Mapping):
                return Nothing(at)
            item = self._part(free, f"{at}/*", within)
            return Items(at, item, self._room(schema, "maxProperties", at), Id(f"{at}/*", self._vocabulary))
        required = frozenset(schema.get("required", ()))
        parts: list[tuple[str, Part]] = []
        for name, one in schema["properties"].items():
            part = self._part(one, f"{at}/{name}", within)
            parts.append((name, _kept(part if name in required else Perhaps(f"{at}/{name}", part))))
        return Members(tuple(parts), required)

    def _array(self, schema: Json, at: str, within: tuple[str, ...]) -> Part:
        item = _kept(self._part(schema["items"], f"{at}/*", within))
        return Items(at, item, self._room(schema, "maxItems", at))

    def _string(self, schema: Json, at: str, within: tuple[str, ...]) -> Part:
        return Text(at, schema["maxLength"]) if "maxLength" in schema else Id(at, self._vocabulary)

    def _integer(self, schema: Json, at: str, within: tuple[str, ...]) -> Part:
        return Number(at, schema.get("minimum", -HIGH), schema.get("maximum", HIGH))

    def _room(self, schema: Json, bound: str, at: str) -> int:
        if bound not in schema:
            raise ValueError(
                f"the shape of the table says nowhere how long {at} may be; give it a `Meta(max_length=…)`"
            )
        room = int(schema[bound])
        self.room[at] = max(room, self.room.get(at, 0))
        return room
