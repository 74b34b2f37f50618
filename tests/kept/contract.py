"""
What a change of the OpenAPI document breaks, for clients that were written for the document before.

A request that was right stays right, and an answer says no less than before. The rules are those that oasdiff calls
errors, as far as this API uses them. One is stricter: an input that is gone breaks, because unknown inputs are refused.
An answer may always say more; see `docs/api.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Final, Literal

Json = Any
Way = Literal["asked", "answered"]
"""Whether a value is sent by clients, or by the service."""

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
LOWER: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
INFINITE: Final = float("inf")


class Document:
    """An OpenAPI document whose references are followed."""

    def __init__(self, document: Json) -> None:
        self._whole = document

    def follow(self, node: Json) -> Json:
        """A node, or what it refers to with what stands beside the reference."""
        while isinstance(node, dict) and "$ref" in node:
            found = self._whole
            for part in node["$ref"].removeprefix("#/").split("/"):
                found = found[part.replace("~1", "/").replace("~0", "~")]
            node = {**found, **{name: one for name, one in node.items() if name != "$ref"}}
        return node

    def schema(self, node: Json) -> Json:
        """A schema with its references followed, and all that it must be in one."""
        node = self.follow(node)
        if isinstance(node, bool):
            return {} if node else {"not": {}}
        merged = {name: one for name, one in node.items() if name != "allOf"}
        for part in map(self.schema, node.get("allOf", ())):
            properties = {**part.get("properties", {}), **merged.get("properties", {})}
            required = [*part.get("required", ()), *merged.get("required", ())]
            merged = {**part, **merged}
            merged |= {"properties": properties} if properties else {}
            merged |= {"required": required} if required else {}
        return merged

    @cached_property
    def operations(self) -> dict[str, Json]:
        """Every operation by `METHOD path`, with the parameters of its path, by place and name."""
        found = {}
        for path, reference in self._whole["paths"].items():
            item = self.follow(reference)
            for method in set(METHODS) & item.keys():
                operation = self.follow(item[method])
                given = map(self.follow, [*item.get("parameters", ()), *operation.get("parameters", ())])
                found[f"{method.upper()} {path}"] = operation | {
                    "parameters": {(one["in"], one["name"]): one for one in given}
                }
        return found


class Comparison:
    """Two documents, the older one first."""

    def __init__(self, old: Json, new: Json) -> None:
        self.old = Document(old)
        self.new = Document(new)
        self._seen: set[tuple[str, str, Way]] = set()

    def breaks(self) -> Iterator[str]:
        """Every break, as a sentence that begins with its operation."""
        for name, old in self.old.operations.items():
            if name not in self.new.operations:
                yield f"{name} is gone"
                continue
            self._seen.clear()
            new = self.new.operations[name]
            yield from (f"{name}: {found}" for found in self._rights(old, new))
            yield from (f"{name}: {found}" for found in self._inputs(old, new))
            yield from (f"{name}: {found}" for found in self._answers(old, new))

    def _rights(self, old: Json, new: Json) -> Iterator[str]:
        """Whoever might call an operation may still: with each way to be known that was enough, or with none."""
        for way in old.get("security", [{}]):
            if not any(
                other.keys() <= way.keys() and all(set(scopes) <= set(way[scheme]) for scheme, scopes in other.items())
                for other in new.get("security", [{}])
            ):
                named = " and ".join(f"{scheme} {scopes}" for scheme, scopes in way.items())
                yield f"{named or 'no token'} is not enough any more"

    def _inputs(self, old: Json, new: Json) -> Iterator[str]:
        for key, before in old["parameters"].items():
            where = f"the parameter {key[1]}"
            if (after := new["parameters"].get(key)) is None:
                yield f"{where} is gone"
                continue
            if after.get("required") and not before.get("required"):
                yield f"{where} is required now"
            if any(before.get(name) != after.get(name) for name in ("style", "explode")):
                yield f"{where} is written in another way"
            yield from self._schemas(before.get("schema", {}), after.get("schema", {}), "asked", where)
        for key, after in new["parameters"].items():
            if key not in old["parameters"] and after.get("required"):
                yield f"the parameter {key[1]} is new and required"
        before, after = self.old.follow(old.get("requestBody")) or {}, self.new.follow(new.get("requestBody")) or {}
        if after.get("required") and not before.get("required"):
            yield "a body is required now"
        yield from self._contents(before, after, "asked", "the body")

    def _answers(self, old: Json, new: Json) -> Iterator[str]:
        for status, reference in old["responses"].items():
            if not status.startswith("2"):
                continue
            if status not in new["responses"]:
                yield f"it never answers {status} any more"
                continue
            before, after = self.old.follow(reference), self.new.follow(new["responses"][status])
            for header in before.get("headers", {}).keys() - after.get("headers", {}).keys():
                yield f"{status} has no header {header} any more"
            yield from self._contents(before, after, "answered", status)

    def _contents(self, old: Json, new: Json, way: Way, where: str) -> Iterator[str]:
        for media_type, before in old.get("content", {}).items():
            if media_type not in new.get("content", {}):
                yield f"{where} is not {media_type} any more"
                continue
            after = new["content"][media_type]
            yield from self._schemas(before.get("schema", {}), after.get("schema", {}), way, where)

    def _schemas(self, before: Json, after: Json, way: Way, where: str) -> Iterator[str]:
        if isinstance(before, dict) and isinstance(after, dict) and "$ref" in before and "$ref" in after:
            pair = (before["$ref"], after["$ref"], way)
            if pair in self._seen:
                return
            self._seen.add(pair)
        old, new = self.old.schema(before), self.new.schema(after)
        yield from self._types(old, new, way, where)
        yield from self._bounds(old, new, way, where)
        yield from self._members(old, new, way, where)
        if "items" in old:
            yield from self._schemas(old["items"], new.get("items", {}), way, f"{where}[]")
        for kind in ("anyOf", "oneOf"):
            yield from self._choices(old.get(kind), new.get(kind), way, where)

    def _types(self, old: Json, new: Json, way: Way, where: str) -> Iterator[str]:
        narrow, wide = (old, new) if way == "asked" else (new, old)
        if "type" in wide and not types(narrow) <= types(wide):
            yield f"{where} was {spoken(old)} and is {spoken(new)}"
        words = [values(one) for one in (old, new)]
        if way == "asked" and words[1] is not None:
            lost = "any other value" if words[0] is None else ", ".join(sorted(words[0] - words[1]))
            if lost:
                yield f"{where} may not be {lost} any more"
        if way == "answered" and words[0] is not None and (words[1] is None or words[1] - words[0]):
            yield f"{where} may be something else than {', '.join(sorted(words[0]))}"
        if way == "asked" and new.get("pattern") not in (None, old.get("pattern")):
            yield f"{where} has to match another pattern"
        if way == "asked" and "default" in old and new.get("default", ...) != old["default"]:
            yield f"{where} has another default"
        if way == "answered" and old.get("format") not in (None, new.get("format")):
            yield f"{where} is no {old['format']} any more"

    def _bounds(self, old: Json, new: Json, way: Way, where: str) -> Iterator[str]:
        if way == "answered":
            return
        for name in LOWER:
            if new.get(name, -INFINITE) > old.get(name, -INFINITE) and new[name] != 0:
                yield f"{where} has a higher {name}"
        for name in UPPER:
            if new.get(name, INFINITE) < old.get(name, INFINITE):
                yield f"{where} has a lower {name}"

    def _members(self, old: Json, new: Json, way: Way, where: str) -> Iterator[str]:
        for name, before in old.get("properties", {}).items():
            after = new.get("properties", {}).get(name)
            if after is None:
                if way == "answered" or new.get("additionalProperties") is False:
                    yield f"{where}.{name} is gone"
                continue
            yield from self._schemas(before, after, way, f"{where}.{name}")
        others = [self._others(one) for one in (old, new)]
        if way == "asked" and others[0] is not False and others[1] is False:
            yield f"{where} may have no other members any more"
        elif False not in others and others != [{}, {}]:
            yield from self._schemas(*others, way, f"{where}.*")
        needed = [set(one.get("required", ())) for one in (old, new)]
        if way == "asked":
            yield from (f"{where}.{name} is required now" for name in sorted(needed[1] - needed[0]))
        else:
            there = needed[0] & new.get("properties", {}).keys()
            yield from (f"{where}.{name} may be missing now" for name in sorted(there - needed[1]))

    @staticmethod
    def _others(schema: Json) -> Json:
        """What a schema says of members that it does not name: a schema, or False if there may be none."""
        said = schema.get("additionalProperties", True)
        return {} if said is True else said

    def _choices(self, old: Json, new: Json, way: Way, where: str) -> Iterator[str]:
        """One of several shapes: every shape that is sent has one among those that are expected."""
        if old is None and new is None:
            return
        if old is None or new is None:
            if (way == "asked") == (old is None):
                yield f"{where} is one of certain shapes now" if old is None else f"{where} has fewer shapes"
            return
        for number, one in enumerate(old if way == "asked" else new):
            others = new if way == "asked" else old
            pairs = [(one, other) if way == "asked" else (other, one) for other in others]
            if not any(self._is_sound(*pair, way) for pair in pairs):
                name = one.get("$ref", "").rpartition("/")[2] or spoken(one) or str(number)
                yield f"{where} is not {name} any more" if way == "asked" else f"{where} may be {name} now"

    def _is_sound(self, before: Json, after: Json, way: Way) -> bool:
        kept = self._seen.copy()
        is_sound = next(self._schemas(before, after, way, ""), None) is None
        if not is_sound:
            self._seen = kept
        return is_sound


def types(schema: Json) -> set[str]:
    """The JSON types that a schema allows."""
    named = schema.get("type", ["array", "boolean", "integer", "null", "number", "object", "string"])
    found = {named} if isinstance(named, str) else set(named)
    return found | {"integer"} if "number" in found else found


def spoken(schema: Json) -> str:
    """The types of a schema in words."""
    return " or ".join(sorted(types(schema))) if "type" in schema else "anything"


def values(schema: Json) -> set[str] | None:
    """The only values that a schema allows, if it lists them."""
    listed = [schema["const"]] if "const" in schema else schema.get("enum")
    return None if listed is None else {repr(one) for one in listed}


def breaks(old: Json, new: Json) -> list[str]:
    """Returns what a client that was written for the old document can no longer do or rely on."""
    return list(Comparison(old, new).breaks())
