"""Notices of an account, alone and as lines of its stream."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields, validate

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.service.api.schemas.base import (
    AN_ID,
    END_TEXT,
    InSchema,
    NumberedPageSchema,
    OutSchema,
    a_line,
    a_time,
    a_wait,
    next_page,
    one_of,
    says,
)
from delvebook.service.notices.store import TYPES


class NoticesQuerySchema(NumberedPageSchema):
    """The wanted page of notices."""

    wait = a_wait()


class NoticeStreamQuerySchema(InSchema):
    """The beginning of a stream."""

    after = fields.Integer(
        load_default=None,
        validate=validate.Range(0, INTEGER_MAX),
        metadata=says("The last notice you have; without it the stream begins with a snapshot of what waits for you"),
    )
    line = a_line()


class NoticeSchema(OutSchema):
    """A notice of yours."""

    number = fields.Integer(required=True, metadata=says("Your notices are numbered from 1, without gaps"))
    type = one_of(TYPES, "What it is")
    at = a_time("When it happened")
    game = fields.UUID(required=True, allow_none=True, metadata=says("The game, if it is about one", example=AN_ID))
    n = fields.Integer(
        required=True, allow_none=True, metadata=says("The event of the game, if it follows from one", example=17)
    )
    about = fields.Dict(
        required=True,
        metadata=says(
            "; ".join(f"`{type_}`: {text}" for type_, text in TYPES.items()), example={"seat": 0, "decision": 17}
        ),
    )


class NoticesSchema(OutSchema):
    """A page of notices."""

    notices = fields.List(fields.Nested(NoticeSchema), required=True, metadata=says("In the order of their numbers"))
    next = next_page()


class WaitingSchema(OutSchema):
    """A game that waits for you: for a decision, or for your nonce."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    seat = fields.Integer(required=True, metadata=says("Your seat"))
    decision = fields.Integer(required=True, allow_none=True, metadata=says("The decision that your seat owes"))
    since = a_time("Since when", allow_none=True)
    nonce_deadline = a_time("Until when your seat has to show its nonce", allow_none=True)


class NoticeLineSchema(Schema):
    """
    A line of the stream of your notices. In server-sent events it is the `data`.

    A `snapshot` has `waiting`, a `notice` has `notice`, and the `end` has `reason`. There may be more kinds.
    """

    class Meta:
        unknown = INCLUDE

    kind = one_of(("snapshot", "notice", "heartbeat", "end"), "What the line is")
    number = fields.Integer(
        required=True, metadata=says("Of a notice its number; else that of your last notice when the line was made")
    )
    waiting = fields.List(
        fields.Nested(WaitingSchema), metadata=says("Of a snapshot: what waits for you after notice `number`")
    )
    notice = fields.Nested(NoticeSchema, metadata=says("Of a notice: the notice"))
    reason = fields.String(metadata=says(END_TEXT))
