"""The audit trail: the filters of a request, and the entries of an answer."""

from __future__ import annotations

from marshmallow import ValidationError, fields, validate, validates_schema

from delvebook.service.api.schemas.base import (
    AN_ID,
    Given,
    Moment,
    NumberedPageSchema,
    OutSchema,
    a_time,
    next_page,
    says,
)
from delvebook.service.identity.audit import SHAPES


def _shaped(name: str) -> validate.Regexp:
    """Returns a check that refuses a value that does not match the filter's pattern."""
    pattern, sentence = SHAPES[name]
    return validate.Regexp(pattern, error=f"must be {sentence}")


class AuditQuerySchema(NumberedPageSchema):
    """Filters; an entry must match all that are given."""

    account = fields.String(
        validate=_shaped("account"),
        metadata=says("Who did it: an account's id, `me`, or `-` for a command on the service's own machine"),
    )
    token = fields.String(validate=_shaped("token"), metadata=says("The id of the token they used"))
    game = fields.String(validate=_shaped("game"), metadata=says("The id of a game", example=AN_ID))
    action = fields.String(
        validate=_shaped("action"),
        metadata=says("What was done: `game/` and an event's type, `game/look`, `token/issue`, …", example="game/look"),
    )
    by = fields.String(
        validate=_shaped("by"), metadata=says("The actor of an event, as the record names it", example="seat:0")
    )
    address = fields.String(
        validate=_shaped("address"), metadata=says("The class of the address it came from, as in an entry")
    )
    since = Moment(metadata=says("Not before that time or date", example="2026-11-21T10:00:00Z"))
    until = Moment(metadata=says("Before that time or date", example="2026-11-22"))

    @validates_schema
    def check(self, data: Given, **_: object) -> None:
        """Refuses a period that ends before it begins."""
        if "since" in data and "until" in data and data["since"] >= data["until"]:
            raise ValidationError("must be later than `since`", "until")


class AuditEntrySchema(OutSchema):
    """An entry. Members that are unknown or do not apply are null."""

    id = fields.Integer(required=True, metadata=says("Grows with each entry; used as `after`"))
    at = a_time("When")
    account = fields.String(required=True, allow_none=True, metadata=says("Who did it"))
    account_name = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The name of that account now; null for none, and once it is deleted", example="Ada"),
    )
    token = fields.String(required=True, allow_none=True, metadata=says("The id of the token they used"))
    address = fields.String(
        required=True, allow_none=True, metadata=says("The class of their address: a keyed hash of its network")
    )
    action = fields.String(required=True, metadata=says("What was done", example="game/ActionTaken"))
    game = fields.UUID(required=True, allow_none=True, metadata=says("The game", example=AN_ID))
    n = fields.Integer(required=True, allow_none=True, metadata=says("The event of the game"))
    by = fields.String(required=True, allow_none=True, metadata=says("For an event: who made it", example="seat:0"))
    bot = fields.String(required=True, allow_none=True, metadata=says("For a bot's move: the kind of bot"))
    on_behalf_of = fields.String(
        required=True,
        allow_none=True,
        metadata=says(
            "For an event: the seat it is about; for a bot's move: the player it plays for", example="seat:0"
        ),
    )
    details = fields.Dict(required=True, metadata=says("Further details, which depend on the action"))


class AuditSchema(OutSchema):
    """A page of the audit trail, in order of arrival."""

    entries = fields.List(
        fields.Nested(AuditEntrySchema), required=True, metadata=says("The entries of the page, in order of arrival")
    )
    next = next_page()
