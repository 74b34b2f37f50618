"""The base of every schema: numbers, times, strict bodies, and descriptions."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, validate

from delvebook.service.identity.audit import read_time

LANGUAGES: Final = ("en", "ru")
PAGE_MAX: Final = 500
SEATS_MAX: Final = 99
AN_ID: Final = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
A_HASH: Final = "ac9936a3a7cae093f211561b11337642928af79171a8ac651e24b491cf12afe3"
A_TIME: Final = "2026-01-02T03:04:05.000006Z"


class WholeNumber(fields.Integer):
    """A JSON integer; strings and booleans are refused."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Moment(fields.String):
    """A given time or date, read into the record's form."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return read_time(super()._deserialize(value, attr, data, **kwargs))
        except ValueError as error:
            raise ValidationError(str(error)) from None


def says(text: str, **more: Any) -> dict[str, Any]:
    """The description of a field."""
    return {"description": text, **more}


def prints(text: str) -> None:
    """Refuses control characters."""
    if not text.isprintable():
        raise ValidationError("printing characters only")


class InSchema(Schema):
    """A body or a query. Unknown members are refused."""

    class Meta:
        unknown = RAISE


class OutSchema(Schema):
    """An answer. It holds only members that are named here."""

    class Meta:
        unknown = RAISE


class ProblemSchema(Schema):
    """RFC 9457 problem details. `code` is stable; `detail` is for people; further members depend on the code."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(required=True, metadata=says("Where the code is documented"))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata=says("What is wrong this time"))
    detail_en = fields.String(
        metadata=says("The same in English, perhaps in more detail, where `detail` is not the rules'")
    )
    refusal = fields.Dict(
        metadata=says("Of an illegal action: the `key` of the sentence and its `fields`, the same in every language")
    )
    code = fields.String(required=True, metadata=says("Stable, for programs", pattern="^[a-z_]+/[a-z0-9_]+$"))
    retryable = fields.Boolean(
        required=True, metadata=says("Whether the same request, unchanged, may be accepted later")
    )
    n = fields.Integer(required=True, allow_none=True, metadata=says("The event of the game it was judged against"))
    clause = fields.String(metadata=says("The rule clause that forbids it"))
    clause_text = fields.Dict(
        keys=fields.String(), values=fields.String(), allow_none=True, metadata=says("What the clause says, en and ru")
    )
    receipt = fields.String(metadata=says("The service's signature under the refusal, where it was asked for"))
    incident = fields.String(metadata=says("For a defect of ours: the number to tell the operator"))


class TextSchema(OutSchema):
    """A text in English and in Russian."""

    en = fields.String(required=True)
    ru = fields.String(required=True)


class ViewerQuerySchema(InSchema):
    """Which viewer."""

    viewer = fields.String(load_default=None, validate=validate.Length(1, 20))
