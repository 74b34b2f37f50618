"""
Reads the parts of a request by their schemas, the query as strictly as the body.

A refusal names every member that is wrong, and says what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import NoneType
from typing import Final, NoReturn
from urllib.parse import parse_qsl

from flask import Request, g, request
from marshmallow import RAISE, Schema, ValidationError, fields

from delvebook.domain.canonical import parse
from delvebook.domain.schemas import messages_of, unknown_among
from delvebook.service.api.schemas.base import A_UUID, Given
from delvebook.service.base.errors import EncodingError, InvalidInputError, MediaTypeError

JSON: Final = "application/json"
UTF_8: Final = ("utf-8", "utf8")
LANG: Final = "lang"
"""The parameter that every route takes (`languages`)."""
QUERY_BYTES_KEPT: Final = 128
KEPT: Final = "surrogateescape"
"""How bytes that are not UTF-8 are kept in a text."""
QUERIES_KEPT: Final = 256
"""Number of short queries that an endpoint keeps as read, so as not to read them again."""
SPELLINGS: Final[Mapping[type[object], tuple[re.Pattern[str], str]]] = {
    fields.Integer: (re.compile("0|[1-9][0-9]*"), "must be a whole number, in the digits 0 to 9 alone"),
    fields.Boolean: (re.compile("true|false"), "must be `true` or `false`"),
    fields.UUID: (A_UUID, "must be a UUID, in lower case and with hyphens"),
}
"""The one spelling of a value in a query, by the field's type. The library itself would take many more."""


def reader(schema: Schema, location: str) -> Callable[[], Given]:
    """Returns a function that reads the body (`json`) or the query (`query`) of the request by the schema."""
    return _body_reader(schema) if location == "json" else _query_reader(schema)


def read_json(req: Request) -> object:
    """
    The body, checked against the record format; `{}` if it is empty.

    Raises:
        MediaTypeError, NotCanonicalError
    """
    data = req.get_data(cache=True)
    if not data:
        return {}
    media_type_of(req, JSON)
    return parse(data)


def read_object(req: Request) -> Given:
    """
    The body, which is an object; `{}` if it is empty.

    Raises:
        MediaTypeError, NotCanonicalError, InvalidInputError
    """
    body = read_json(req)
    if not isinstance(body, dict):
        refuse({"body": [f"must be an object, not {_kind_of(body)}"]}, "body")
    return body


def media_type_of(req: Request, *wanted: str) -> str:
    """
    The media type of the body, which is one of those wanted.

    Raises:
        MediaTypeError: It is another one, or its characters are not in UTF-8.
    """
    charset = req.mimetype_params.get("charset", "utf-8")
    if req.mimetype not in wanted or charset.lower() not in UTF_8:
        sent = req.content_type
        was = f"the body was sent as {sent[:80]}" if sent else "the body was sent without a Content-Type"
        raise MediaTypeError(f"{was}; send {' or '.join(wanted)}, in UTF-8", sent=sent, wanted=list(wanted))
    return req.mimetype


def require_plain(req: Request) -> None:
    """
    Returns if the body is sent as it is.

    Raises:
        EncodingError: It is packed.
    """
    encoding = req.headers.get("Content-Encoding", "identity").strip()
    if encoding.lower() not in ("", "identity"):
        raise EncodingError(
            f"the body was sent with Content-Encoding: {encoding[:40]}; send it unpacked, without that header",
            sent=encoding[:40],
        )


def refuse_body(req: Request) -> None:
    """
    Returns if the request has no body.

    Raises:
        InvalidInputError
    """
    if req.content_length or "Transfer-Encoding" in req.headers:
        refuse({"body": [f"must be empty: a {req.method} takes none"]}, "body")


def refuse(messages: Mapping[str, Sequence[str]], where: str) -> NoReturn:
    """
    Refuses a request.

    Args:
        messages: What would be right, by the path of the member; `where` is the path of all of it.
        where: The part of the request: `body`, `query` or `headers`.

    Raises:
        InvalidInputError
    """
    told = [
        f"the {where} {message}" if path == where else f"`{path}` in the {where} {message}"
        for path, said in messages.items()
        for message in said
    ]
    raise InvalidInputError("; ".join(told), fields={path: list(said) for path, said in messages.items()}, where=where)


def _body_reader(schema: Schema) -> Callable[[], Given]:
    def read() -> Given:
        body = g.json_body = read_object(request)
        try:
            given: Given = schema.load(body, unknown=RAISE)
        except ValidationError as error:
            refuse(messages_of(error, schema, whole="body"), "body")
        return given

    return read


def _query_reader(schema: Schema) -> Callable[[], Given]:
    parameters = {field.data_key or name: field for name, field in schema.load_fields.items()}
    known: dict[bytes, Given] = {}

    def read() -> Given:
        asked = request.query_string
        given = known.get(asked)
        if given is None:
            given = _read_query(schema, parameters)
            is_flat = all(isinstance(value, (str, int, NoneType)) for value in given.values())
            if is_flat and len(asked) <= QUERY_BYTES_KEPT and len(known) < QUERIES_KEPT:
                known[asked] = given
        return given.copy()

    return read


def _read_query(schema: Schema, parameters: Mapping[str, fields.Field[object]]) -> Given:
    sent = request.args.to_dict(flat=False)
    wrong = _unreadable(request.query_string)
    if not wrong:
        told = {name: _misspelt(parameters, name, texts) for name, texts in sent.items()}
        wrong = {name: [message] for name, message in told.items() if message is not None}
    if wrong:
        refuse(wrong, "query")
    plain = {
        name: texts if isinstance(parameters[name], fields.List) else texts[0]
        for name, texts in sent.items()
        if name in parameters
    }
    try:
        given: Given = schema.load(plain, unknown=RAISE)
    except ValidationError as error:
        found = messages_of(error, schema, whole="query")
        refuse({path.partition(".")[0]: said for path, said in found.items()}, "query")  # whichever value it is
    return given


def _unreadable(query: bytes) -> dict[str, list[str]]:
    """What would be right, of each parameter that is not in UTF-8. The framework would read it as something else."""
    if b"%" not in query and query.isascii():
        return {}
    wrong = {}
    for name, value in parse_qsl(query.decode(errors=KEPT), keep_blank_values=True, errors=KEPT):
        try:
            (name + value).encode()
        except UnicodeEncodeError:
            wrong[name.encode(errors="replace").decode()] = ["must be in UTF-8"]
    return wrong


def _misspelt(parameters: Mapping[str, fields.Field[object]], name: str, texts: Sequence[str]) -> str | None:
    """What would be right, if the parameter is unknown, sent too often, or has another spelling than its own."""
    if name not in parameters and name != LANG:
        return unknown_among(dict.fromkeys((*parameters, LANG)))
    field = parameters.get(name)
    if isinstance(field, fields.List):
        field = field.inner
    elif len(texts) > 1:
        return f"was sent {len(texts)} times; send it once"
    for kind, (form, sentence) in SPELLINGS.items():
        if isinstance(field, kind) and not all(form.fullmatch(text) for text in texts):
            return sentence
    return None


def _kind_of(value: object) -> str:
    """The kind of a JSON value, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a truth value"
    return {list: "an array", str: "a text", int: "a number"}.get(type(value), "an object")
