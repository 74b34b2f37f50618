"""The base of every schema: numbers, times, strict bodies, and descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from marshmallow import EXCLUDE, INCLUDE, RAISE, Schema, ValidationError, fields, validate, validates_schema

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.service.identity.audit import read_time

LANGUAGES: Final = ("en", "ru")
PAGE_MAX: Final = 500
PAGE_USUAL: Final = 100
"""How many numbered things a page has if the query does not say."""
SEATS_MAX: Final = 99
AN_ID: Final = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
A_HASH: Final = "ac9936a3a7cae093f211561b11337642928af79171a8ac651e24b491cf12afe3"
A_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
A_TIME: Final = "2026-01-02T03:04:05.000006Z"


VIEWER_TEXT: Final = "`seat:K`, `spectator`, `public` or `arbiter`; your own eyes by default"


Given = dict[str, Any]
"""A body or a query that its schema has let through; the schema says what is in it."""


class WholeNumber(fields.Integer):
    """A JSON integer; strings and booleans are refused."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)


class Moment(fields.String):
    """A given time or date, read into the record's form."""

    def _deserialize(self, value: object, attr: str | None, data: object, **kwargs: object) -> str:
        try:
            return read_time(super()._deserialize(value, attr, data, **kwargs))
        except ValueError as error:
            raise ValidationError(f"must be {error}") from None


def says(text: str, **more: object) -> dict[str, object]:
    """The metadata of a field with this description."""
    return {"description": text, **more}


def prints(text: str) -> None:
    """Refuses a text with control characters."""
    if not text.isprintable():
        raise ValidationError("must contain printable characters only")


class InSchema(Schema):
    """A body or a query. Unknown members are refused."""

    class Meta:
        unknown = RAISE


class NumberedPageSchema(InSchema):
    """A page of things that are numbered without gaps: events, entries of the audit trail."""

    after = fields.Integer(
        load_default=0, validate=validate.Range(0, INTEGER_MAX), metadata=says("The number of the last one you have")
    )
    cursor = fields.String(
        load_default=None,
        validate=validate.Regexp(r"(0|[1-9][0-9]{0,14})\Z", error="must be the `next` of a page"),
        metadata=says("The `next` of the page before, instead of `after`"),
    )
    limit = fields.Integer(
        load_default=PAGE_USUAL, validate=validate.Range(1, PAGE_MAX), metadata=says("Of a JSON page, at most")
    )

    @validates_schema
    def require_one_beginning(self, data: dict[str, object], **_: object) -> None:
        """Refuses a page that would begin in two places."""
        if data["cursor"] is not None and data["after"]:
            raise ValidationError("must not come together with `after`", "cursor")


class OutSchema(Schema):
    """
    An answer. It holds only the members named here, and later versions may add members.

    So the published schemas are open. The tests close them again to check our own answers
    (`tests/service/api/conformance`).
    """

    class Meta:
        unknown = EXCLUDE


def a_time(text: str, *, allow_none: bool = False) -> fields.String:
    """The field for a time in an answer, in the record's form."""
    return fields.String(required=True, allow_none=allow_none, metadata=says(text, format="date-time", example=A_TIME))


def one_of(values: Iterable[str], text: str, **more: Any) -> fields.String:
    """The field for one of some words in an answer. It is no `enum`, because later versions may add words."""
    words = list(values)
    named = ", ".join(f"`{word}`" for word in words)
    return fields.String(
        required=True, metadata=says(f"{text}: {named}. There may be more.", **{"x-extensible-enum": words}), **more
    )


def next_page() -> fields.String:
    """The field for the cursor of a collection's next page."""
    return fields.String(
        required=True,
        allow_none=True,
        metadata=says("The `cursor` of the next page; null if there is none yet", example=None),
    )


CURSOR_MAX: Final = 200


def a_cursor() -> fields.String:
    """The parameter for the cursor of the wanted page."""
    return fields.String(
        load_default=None, validate=validate.Length(1, CURSOR_MAX), metadata=says("The `next` of the page before")
    )


WAIT_SECONDS_MAX: Final = 30
END_TEXT: Final = (
    "Of the end, why nothing follows: `finished`, `closing` (this process ends; come back), `superseded` (a later "
    "stream of yours has the same `line`), `revoked` (the token or the right to look has ended), `unavailable` (the "
    "store does not answer; come back). There may be more."
)


def a_wait() -> fields.Integer:
    """The parameter for the time to wait for what is not there yet."""
    return fields.Integer(
        load_default=0,
        validate=validate.Range(0, WAIT_SECONDS_MAX),
        metadata=says("If there is nothing after `after`: how many seconds to wait for it"),
    )


def a_line() -> fields.String:
    """The parameter for the client's own name of a stream."""
    return fields.String(
        load_default=None,
        validate=validate.Regexp(r"[A-Za-z0-9._-]{1,64}\Z", error="must be 1 to 64 of A-Z a-z 0-9 . _ -"),
        metadata=says(
            "Your own name for this stream, such as that of your device: your earlier stream of the same thing and "
            "name ends with the reason `superseded`. Needs a token"
        ),
    )


class ProblemSchema(Schema):
    """RFC 9457 problem details. `code` is stable; `detail` is for people; further members depend on the code."""

    class Meta:
        unknown = INCLUDE
        include = {  # noqa: RUF012  a member of that name would hide the module
            "fields": fields.Dict(
                keys=fields.String(),
                values=fields.List(fields.String()),
                metadata=says(
                    "Of a refused body, query, option or action: what would be right, by the path of the member. "
                    "`where` is the path of all of it",
                    example={"clock.seconds": ["must be a whole number"], "seats": ["is missing"]},
                ),
            )
        }

    type = fields.String(required=True, metadata=says("Where the code is documented", format="uri-reference"))
    title = fields.String(required=True, metadata=says("What is wrong, in one line; the same for every occurrence"))
    status = fields.Integer(required=True, metadata=says("The HTTP status"))
    detail = fields.String(required=True, metadata=says("What is wrong this time"))
    detail_en = fields.String(
        metadata=says("The same in English, perhaps in more detail, where `detail` is not the rules'")
    )
    refusal = fields.Dict(
        metadata=says("Of an illegal action: the `key` of the sentence and its `values`, the same in every language")
    )
    code = fields.String(required=True, metadata=says("Stable, for programs", pattern="^[a-z_]+/[a-z0-9_]+$"))
    retryable = fields.Boolean(
        required=True, metadata=says("Whether the same request, unchanged, may be accepted later")
    )
    where = fields.String(
        metadata=says("The part of the request that is wrong: `body`, `query`, `path` or `headers`", example="body")
    )
    n = fields.Integer(metadata=says("The game's last event when the request was judged, if it was about a game"))
    clause = fields.String(metadata=says("The rule clause that forbids it"))
    clause_text = fields.Dict(
        keys=fields.String(), values=fields.String(), allow_none=True, metadata=says("What the clause says, en and ru")
    )
    receipt = fields.String(metadata=says("The service's signature under the refusal, where it was asked for"))
    incident = fields.String(metadata=says("For a defect of ours: the number to tell the operator"))


class TextSchema(OutSchema):
    """A text in English and in Russian."""

    en = fields.String(required=True, metadata=says("In English"))
    ru = fields.String(required=True, metadata=says("In Russian"))


class ViewerQuerySchema(InSchema):
    """The viewer."""

    viewer = fields.String(load_default=None, validate=validate.Length(1, 20), metadata=says(VIEWER_TEXT))
