"""
What the shapes of answers and requests in `models/` are made of, and how answers are read.

Answers are open: a later service may add members, and words to members that have a list of words. Members that this
version does not know are in `further`, and words are plain strings.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from .errors import AnswerError

Json = Any
"""A value of JSON whose shape the API's document leaves open, or that depends on the title."""
T = TypeVar("T")
_LEARNED: set[object] = set()
_LEARNING = threading.Lock()


class Shape(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """
    A part of an answer.

    Attributes:
        further: The members that this version of the client does not know, by name.
    """

    further: dict[str, Json] = msgspec.field(default_factory=dict, name="")


class Sent(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a request. Members that are None are left out."""


def read_json(status: int, content: bytes, *, of: str = "the service") -> Json:
    """
    Returns the JSON of an answer; None if it has no body.

    Raises:
        AnswerError: It is no JSON.
    """
    try:
        return msgspec.json.decode(content) if content else None
    except msgspec.DecodeError:
        raise AnswerError(status, content, f"{of} answered {status} with what is no JSON") from None


def shaped(shape: type[T], value: Json, *, status: int = 200, of: str = "the service") -> T:
    """
    Returns a value of JSON in that shape, with the members that the shape does not know in `further`.

    Raises:
        AnswerError: It has another shape.
    """
    learn(shape)
    try:
        made = msgspec.convert(value, shape)
    except msgspec.ValidationError as wrong:
        start = msgspec.json.encode(value)
        raise AnswerError(status, start, f"{of} answered with what the API does not describe: {wrong}") from None
    _add_further(made, value)
    return made


def learn(shape: object) -> None:
    """
    Has msgspec learn a shape, with all that it is made of, before a value is read into it.

    msgspec does so when it first needs a shape, and when two threads do it at once, the process crashes.
    """
    if shape not in _LEARNED:
        with _LEARNING:
            msgspec.json.Decoder(shape)
            _LEARNED.add(shape)


def _add_further(made: object, value: Json) -> None:
    """Puts the members of `value` that its shape does not know where a reader finds them."""
    if isinstance(made, Shape):
        names = _names_of(type(made))
        for name, member in value.items():
            field = names.get(name)
            if field is None:
                made.further[name] = member
            elif isinstance(member, dict | list):
                _add_further(getattr(made, field), member)
    elif isinstance(made, list) and made and isinstance(made[0], Shape | list):
        for one, its in zip(made, value, strict=True):
            _add_further(one, its)
    elif isinstance(made, dict) and any(isinstance(one, Shape) for one in made.values()):
        for name, one in made.items():
            _add_further(one, value[name])


@cache
def _names_of(shape: type[Shape]) -> Mapping[str, str]:
    """The fields of a shape by the names that they have in JSON."""
    return {field.encode_name: field.name for field in msgspec.structs.fields(shape) if field.name != "further"}


def encoded(body: object) -> bytes:
    """Returns the JSON of a request. Text may be given as bytes of UTF-8."""
    if isinstance(body, Mapping):
        body = {name: _text(value) for name, value in body.items()}
    return msgspec.json.encode(body, enc_hook=_plain)


def _text(value: object) -> object:
    if isinstance(value, bytes):
        return value.decode()
    return [_text(one) for one in value] if isinstance(value, list | tuple) else value


def _plain(value: object) -> object:
    """What is sent for a mapping or a sequence that is neither a dictionary nor a list."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence):
        return list(value)
    raise TypeError(f"a {type(value).__name__} is nothing that JSON can hold")
