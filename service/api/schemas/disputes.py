"""Disputes, examinations and forks, coming in and going out."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.remedies import REMEDIES, VERDICTS
from delvebook.service.api.schemas.actions import LegalActionSchema
from delvebook.service.api.schemas.base import (
    AN_ID,
    LANGUAGES,
    SEATS_MAX,
    InSchema,
    OutSchema,
    WholeNumber,
    says,
)
from delvebook.service.api.schemas.games import EventSchema

DISPUTE_STATUSES: Final = ("open", "ruled", "appealed", "closed", "withdrawn")
CLAIM_MAX: Final = 2000


class NewDisputeSchema(InSchema):
    """A claim that an event is wrong."""

    event = WholeNumber(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=says("Which event"))
    claim = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX), metadata=says("What is wrong"))
    receipts = fields.List(
        fields.String(validate=validate.Length(1, 4096)),
        load_default=list,
        validate=validate.Length(0, 50),
        metadata=says("Receipts the service gave you"),
    )
    record = fields.String(
        load_default=None,
        allow_none=True,
        metadata=says("The record you have, as text. It is compared, and only its digest is stored"),
    )


class RemedySchema(InSchema):
    """The remedy of an upheld claim."""

    type = fields.String(required=True, validate=validate.OneOf(list(REMEDIES)))
    ranking = fields.List(
        fields.List(WholeNumber(validate=validate.Range(0, SEATS_MAX))),
        metadata=says("With `adjudicate`: the seats in order of rank"),
    )
    at = WholeNumber(
        validate=validate.Range(1, INTEGER_MAX), metadata=says("With `resume`: the event to continue from")
    )
    ruleset = fields.String(
        validate=validate.Length(1, 80),
        metadata=says(
            "With `resume`: the version to continue under; the game's own by default", example="dungeon-raiders@2"
        ),
    )


class RulingSchema(InSchema):
    """An arbiter's ruling."""

    verdict = fields.String(required=True, validate=validate.OneOf(VERDICTS))
    remedy = fields.Nested(RemedySchema, load_default=None, allow_none=True)
    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX))


class AppealSchema(InSchema):
    """The reason of an appeal."""

    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX))


class DisputeSchema(OutSchema):
    """A dispute."""

    id = fields.String(required=True, metadata={"example": f"{AN_ID}.17"})
    game = fields.UUID(required=True)
    n = fields.Integer(required=True, metadata=says("The event that opened it"))
    by = fields.String(required=True, metadata=says("The claimant's account"))
    seat = fields.Integer(required=True, allow_none=True)
    event = fields.Integer(required=True, metadata=says("The event that is disputed"))
    claim = fields.String(required=True)
    receipts = fields.List(fields.String(), required=True)
    record = fields.Dict(
        required=True,
        allow_none=True,
        metadata=says("The claimant's record: `sha256`, `n` and `hash` of its head, `differs_at`"),
    )
    opened_at = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(DISPUTE_STATUSES))
    finding = fields.Dict(required=True, allow_none=True, metadata=says("What the replay of the game showed"))
    rulings = fields.List(fields.Dict(), required=True)
    appeal = fields.Dict(required=True, allow_none=True)
    stood_at = fields.Integer(
        required=True, allow_none=True, metadata=says("The last event before a ruling aborted the game to resume it")
    )
    clock_resumed_at = fields.String(
        required=True,
        allow_none=True,
        metadata=says("When the clock ran again because the ruling was overdue; null if that did not happen"),
    )


class DisputeSummarySchema(OutSchema):
    """A dispute in a list."""

    id = fields.String(required=True, metadata={"example": f"{AN_ID}.17"})
    game = fields.UUID(required=True)
    event = fields.Integer(required=True)
    by = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(DISPUTE_STATUSES))
    has_finding = fields.Boolean(required=True)
    opened_at = fields.String(required=True)


class DisputesSchema(OutSchema):
    """A page of disputes."""

    disputes = fields.List(fields.Nested(DisputeSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=says("The `cursor` of the next page"))


class DisputesQuerySchema(InSchema):
    """Filters for disputes."""

    status = fields.String(validate=validate.OneOf(DISPUTE_STATUSES))
    game = fields.UUID()
    by = fields.String(validate=validate.Length(1, 40), metadata=says("The claimant's account, or `me`"))
    cursor = fields.String(validate=validate.Regexp(r"^[1-9][0-9]{0,15}\Z"))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class ExaminationQuerySchema(InSchema):
    """Which event, and with whose eyes."""

    at = fields.Integer(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=says("Which event"))
    seat = fields.Integer(
        load_default=None,
        validate=validate.Range(0, SEATS_MAX),
        metadata=says("Whose eyes; by default the acting seat's"),
    )
    lang = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))


class KnowledgeSchema(OutSchema):
    """What a seat saw at an event."""

    n = fields.Integer(required=True)
    table = fields.Dict(required=True, allow_none=True)


class DrawnSchema(OutSchema):
    """One draw with its proof (record format, section 3)."""

    number = fields.Integer(required=True, metadata=says("Which draw of the game, from 0"))
    below = fields.Integer(required=True)
    attempt = fields.Integer(required=True)
    block = fields.String(required=True, metadata=says("The HMAC; its first 8 bytes modulo `below` are the draw"))
    drawn = fields.Integer(required=True)


class ExaminationSchema(OutSchema):
    """What a seat knew and could have done before an event, and the event itself."""

    n = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    knew = fields.Nested(KnowledgeSchema, required=True, allow_none=True, metadata=says("Before the event"))
    might = fields.List(
        fields.Nested(LegalActionSchema), required=True, metadata=says("Everything the seat could have done")
    )
    chose = fields.Dict(
        required=True, allow_none=True, metadata=says("The action the seat took; null if another seat acted")
    )
    event = fields.Nested(EventSchema, required=True, metadata=says("The event, every envelope open"))
    told = fields.List(fields.String(), required=True, metadata=says("The event in sentences"))
    told_short = fields.List(fields.String(), required=True, metadata=says("The same for narrow screens"))
    draws = fields.List(fields.Nested(DrawnSchema), required=True)
    knows = fields.Nested(KnowledgeSchema, required=True, metadata=says("After the event"))


class ForkSchema(InSchema):
    """Where a fork begins."""

    at = WholeNumber(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=says("After which event"))
    ruleset = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 80),
        metadata=says("Another version of the same title to continue under", example="dungeon-raiders@2"),
    )
    bots = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"^(0|[1-9][0-9]?)\Z")),
        values=fields.String(validate=validate.Length(1, 40)),
        load_default=dict,
        metadata=says("By seat, the kind of bot that plays it"),
    )

    class Meta(InSchema.Meta):
        include = {  # noqa: RUF012
            "as": fields.String(
                load_default=None,
                allow_none=True,
                validate=validate.Regexp(r"^seat:(0|[1-9][0-9]?)\Z"),
                metadata=says("Keep what this seat knew, and deal the rest again", example="seat:1"),
            )
        }
