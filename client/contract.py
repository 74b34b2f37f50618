"""
The OpenAPI document as the makers of the client read it: operations, shapes, and types in words of Python.

Whoever changes the API needs to change nothing here. What a name in Python cannot follow from the document is in the
tables at the top.
"""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Schema = Mapping[str, Any]

NAMES: Final[Mapping[str, str]] = {
    "games_get": "look",
    "games_legal": "actions",
    "games_open_dispute": "dispute",
    "games_leave_seat": "leave",
    "games_offer_rematch": "rematch",
    "games_verification": "begin_verification",
    "rulesets_get_clause": "clause",
    "verifications_verify": "begin",
}
"""The methods of operations whose own names would say less. A list, `…_index`, is `list`."""
PARAMETERS: Final[Mapping[str, str]] = {"Idempotency-Key": "key", "Prefer": "prefer"}
"""The arguments for headers."""
ABOUT: Final[Mapping[str, str]] = {
    "Idempotency-Key": "The `Idempotency-Key`, if you keep your own; by default a new one for each call",
    "lang": "The language of sentences, refusals too",
}
"""What arguments are that nearly all methods have."""
LEFT_OUT: Final[Mapping[str, str]] = {"Last-Event-ID": "`after` says the same"}
"""Parameters that are no arguments, and why."""
REPEATABLE: Final = frozenset(
    {
        "actions_act",  # each of its actions has a key
        "games_analyse",
        "games_invite",
        "imports_add",
        "invitations_decline",
        "invitations_withdraw",
        "push_create",
        "verifications_verify",
        "webhooks_rotate",
    }
)
"""POSTs without a key that the document calls safe to send again. All PUTs are."""
FORMS: Final[Mapping[str, tuple[str, ...]]] = {
    "oauth_token": ("grant_type", "code", "redirect_uri", "client_id", "code_verifier"),
    "oauth_revoke": ("token", "client_id"),
    "oauth_introspect": ("token", "client_id"),
}
"""The fields of forms, by their RFCs; the document says only that they are forms."""
IN_A_GAME: Final = "/v1/games/{game_id}"
WIDTH: Final = 120


def snake(name: str) -> str:
    """Returns the name of a member as an argument."""
    made = name.replace("-", "_").lower()
    return f"{made}_" if keyword.iskeyword(made) else made


def wrapped(text: str, indent: int, *, hanging: int = 0) -> str:
    """Returns a text in lines that are not too long, its paragraphs kept apart."""
    first, rest = " " * indent, " " * (indent + hanging)
    paragraphs = [" ".join(one.split()) for one in text.strip().split("\n\n")]
    filled = [textwrap.fill(one, WIDTH, initial_indent=first, subsequent_indent=rest) for one in paragraphs if one]
    return "\n\n".join(filled).replace("\\", "\\\\").replace('"""', "'''")


def sentence(text: str) -> str:
    """Returns a description as a sentence."""
    text = " ".join(text.split())
    return text if not text or text.endswith((".", "!", "?", "…", ":")) else f"{text}."


@dataclass(frozen=True)
class Argument:
    """
    An argument of a method.

    Attributes:
        name: Its name in Python.
        sent_as: Its name in the API.
        type: Its type.
        where: `path`, `query`, `header` or `body`.
        is_required: Whether it has no default.
        about: What it is.
    """

    name: str
    sent_as: str
    type: str
    where: str
    is_required: bool
    about: str


@dataclass(frozen=True)
class Operation:
    """
    An operation of the API.

    Attributes:
        id: Its `operationId`.
        group: Its tag.
        name: The name of its method.
        method, path: What is sent where.
        about: What it does.
        arguments: All that it takes.
        answers: The schema of each successful status that has a body of JSON.
        media: The media types of each successful status.
        lines: The schema of a line of its stream, if it has one.
        body: The object that is sent, as a schema; empty without one.
        page_max: The largest page, if it gives pages.
        is_form: Whether its body is a form.
    """

    id: str
    group: str
    name: str
    method: str
    path: str
    about: str
    arguments: tuple[Argument, ...]
    answers: Mapping[int, Schema] = field(repr=False)
    media: Mapping[int, tuple[str, ...]]
    lines: Schema | None = field(repr=False)
    body: Schema = field(repr=False)
    page_max: int | None
    is_form: bool

    @property
    def is_in_a_game(self) -> bool:
        """Whether it is a method of a game."""
        return self.path.startswith(IN_A_GAME)

    def argument(self, sent_as: str) -> Argument | None:
        """Returns its argument of that name in the API, if it has one."""
        return next((one for one in self.arguments if one.sent_as == sent_as), None)


class Contract:
    """A document."""

    def __init__(self, document: Schema) -> None:
        self.document = document
        self.schemas: Mapping[str, Schema] = document["components"]["schemas"]
        self.about_groups = {one["name"]: one.get("description", "") for one in document.get("tags", ())}
        self.sent = self._reachable(body for _, _, one in self._raw() for body in self._bodies(one))
        self.operations = [self._operation(path, method, one) for path, method, one in self._raw()]

    # Schemas

    def named(self, schema: Schema) -> str | None:
        """Returns the name of the component that a schema refers to, alone or in an `anyOf` of one or with null."""
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        choices = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
        return self.named(choices[0]) if len(choices) == 1 else None

    def is_shape(self, name: str) -> bool:
        """Whether a component becomes a class: an object with members of its own, some always there or no others."""
        schema = self.schemas[name]
        is_closed = schema.get("additionalProperties", False) is False
        return bool(schema.get("properties")) and (is_closed or bool(schema.get("required")))

    def class_of(self, name: str) -> str:
        """Returns the name of the class of a component."""
        return str(self.schemas[name].get("title") or name.replace(".", "_"))

    def parts(self, schema: Schema) -> Iterator[Schema]:
        """Yields the schemas in a schema, one level down."""
        yield from schema.get("anyOf", ())
        yield from schema.get("oneOf", ())
        yield from schema.get("properties", {}).values()
        for key in ("items", "additionalProperties"):
            if isinstance(schema.get(key), dict):
                yield schema[key]

    def shapes_in(self, schema: Schema) -> Iterator[str]:
        """Yields the components that are classes and that a schema needs itself, each once."""
        name = self.named(schema)
        if name is not None:
            if self.is_shape(name):
                yield name
            elif not self.is_union(self.schemas[name]):
                yield from self.shapes_in(self.schemas[name])
        else:
            yield from dict.fromkeys(found for one in self.parts(schema) for found in self.shapes_in(one))

    def is_union(self, schema: Schema) -> bool:
        """Whether a schema is one of several: its value is left as it is."""
        return len([one for one in schema.get("anyOf", ()) if one.get("type") != "null"]) > 1

    def _reachable(self, schemas: Iterator[Schema]) -> frozenset[str]:
        found: set[str] = set()
        waiting = [name for one in schemas for name in self.shapes_in(one)]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [one for part in self.parts(self.schemas[name]) for one in self.shapes_in(part)]
        return frozenset(found)

    def reachable(self, schema: Schema) -> frozenset[str]:
        """Returns the components that are classes and that a schema needs, directly or not."""
        return self._reachable(iter([schema]))

    # Types

    def type_of(self, schema: Schema, *, is_sent: bool = False, prefix: str = "") -> str:
        """Returns the type of a value, in words of Python."""
        kinds = schema.get("type")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        null = " | None" if "null" in kinds or any(one.get("type") == "null" for one in schema.get("anyOf", ())) else ""
        name = self.named(schema)
        if name is not None:
            if not self.is_shape(name):
                return self.type_of(self.schemas[name], is_sent=is_sent, prefix=prefix) + null
            made = f"{prefix}{self.class_of(name)}"
            return (f"{made} | Mapping[str, Json]" if is_sent and prefix else made) + null
        if self.is_union(schema):
            members = [one for one in schema["anyOf"] if one.get("type") != "null"]
            is_object = all(self._is_object(one) for one in members)
            return ("dict[str, Json]" if is_object else "Json") + (null if is_object else "")
        if is_sent and "enum" in schema:
            return f"Literal[{', '.join(_quoted(one) for one in schema['enum'] if one is not None)}]{null}"
        kind = next((one for one in kinds if one not in (None, "null")), None)
        if kind == "array":
            item = self.type_of(schema.get("items", {}), is_sent=is_sent, prefix=prefix)
            return f"{'Sequence' if is_sent and prefix else 'list'}[{item}]{null}"
        if kind == "object":
            rest = schema.get("additionalProperties")
            value = self.type_of(rest, is_sent=is_sent, prefix=prefix) if isinstance(rest, dict) and rest else "Json"
            return f"{'Mapping' if is_sent and prefix else 'dict'}[str, {value}]{null}"
        if kind == "string":
            is_time = schema.get("format") == "date-time"
            return ("str" if not is_time else "str | datetime" if is_sent else "datetime") + null
        simple = {"integer": "int", "boolean": "bool", "number": "float"}
        return simple[kind] + null if kind in simple else "Json"

    def _is_object(self, schema: Schema) -> bool:
        if "$ref" in schema:
            return self._is_object(self.schemas[schema["$ref"].rpartition("/")[2]])
        choices = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
        return schema.get("type") == "object" or (bool(choices) and all(self._is_object(one) for one in choices))

    # Operations

    def _raw(self) -> Iterator[tuple[str, str, Schema]]:
        for path, item in self.document["paths"].items():
            for method, operation in item.items():
                if method != "parameters":
                    yield path, method, {**operation, "at_path": item.get("parameters", [])}

    def _bodies(self, operation: Schema) -> Iterator[Schema]:
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            yield content["application/json"]["schema"]

    def _operation(self, path: str, method: str, raw: Schema) -> Operation:
        id_ = raw["operationId"]
        group, _, rest = id_.partition("_")
        successes = {int(status): one for status, one in raw["responses"].items() if status.startswith("2")}
        contents = {status: one.get("content", {}) for status, one in successes.items()}
        json = {
            status: one["application/json"]["schema"] for status, one in contents.items() if "application/json" in one
        }
        lines = next(
            (one["application/x-ndjson"]["schema"] for one in contents.values() if "application/x-ndjson" in one), {}
        )
        limit = next((one for one in raw["parameters"] if one.get("name") == "limit"), None)
        media = {status: tuple(one) for status, one in contents.items()}
        return Operation(
            id=id_,
            group=group,
            name=snake(NAMES.get(id_, "list" if rest == "index" else rest)),
            method=method.upper(),
            path=path,
            about="\n\n".join(filter(None, (raw["summary"], raw.get("description")))),
            arguments=tuple(self._arguments(id_, raw)),
            answers=json,
            media=media,
            lines=lines if "$ref" in lines else None,
            body=next((self._members_of(one) for one in self._bodies(raw)), {}),
            page_max=None if limit is None else limit["schema"].get("maximum"),
            is_form="application/x-www-form-urlencoded" in raw.get("requestBody", {}).get("content", {}),
        )

    def _arguments(self, id_: str, raw: Schema) -> Iterator[Argument]:
        for one in [*raw["at_path"], *raw["parameters"]]:
            name, where = one["name"], one["in"]
            if name in LEFT_OUT:
                continue
            type_ = self.type_of(one["schema"], is_sent=True, prefix="models.")
            about = ABOUT.get(name, one.get("description", ""))
            yield Argument(PARAMETERS.get(name, snake(name)), name, type_, where, where == "path", about)
        content = raw.get("requestBody", {}).get("content", {})
        form = content.get("application/x-www-form-urlencoded", {}).get("schema", {})
        is_upload = "application/x-ndjson" in content
        for schema in self._bodies(raw):
            yield from self._members(self._members_of(schema), is_upload=is_upload)
        if form.get("properties"):
            yield from self._members(form, is_upload=False)
        else:
            for name in FORMS.get(id_, ()) if form else ():
                yield Argument(snake(name), name, "str", "body", is_required=True, about="See the RFC")

    def _members_of(self, schema: Schema) -> Schema:
        """The object that a body is: of several forms the first, which has members."""
        name = self.named(schema)
        if name is not None:
            return self.schemas[name]
        return self._members_of(schema["oneOf"][0]) if "oneOf" in schema else schema

    def _members(self, schema: Schema, *, is_upload: bool) -> Iterator[Argument]:
        for name, member in schema.get("properties", {}).items():
            type_ = self.type_of(member, is_sent=True, prefix="models.")
            if is_upload:
                type_ = re.sub(r"\bstr\b", "str | bytes", type_)
            is_required = name in schema.get("required", ())
            yield Argument(snake(name), name, type_, "body", is_required, member.get("description", ""))


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)
