"""Disputes, examinations and forks, coming in and going out."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.remedies import REMEDIES, VERDICTS
from delvebook.service.api.schemas.actions import LegalActionSchema
from delvebook.service.api.schemas.base import (
    A_HASH,
    AN_ID,
    LANGUAGES,
    SEATS_MAX,
    InSchema,
    OutSchema,
    WholeNumber,
    a_time,
    next_page,
    one_of,
    says,
)
from delvebook.service.api.schemas.events import EventSchema
from delvebook.service.api.schemas.games import PersonSchema
from delvebook.service.api.schemas.new_games import bots_field
from delvebook.service.api.title_schemas import reference

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

    type = fields.String(
        required=True, validate=validate.OneOf(list(REMEDIES)), metadata=says("What is done about it", example="annul")
    )
    ranking = fields.List(
        fields.List(WholeNumber(validate=validate.Range(0, SEATS_MAX))),
        metadata=says("With `adjudicate`: the seats in order of rank"),
    )
    event = WholeNumber(
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

    verdict = fields.String(
        required=True, validate=validate.OneOf(VERDICTS), metadata=says("Whether the claim is right")
    )
    remedy = fields.Nested(
        RemedySchema, load_default=None, allow_none=True, metadata=says("With `upheld`: what is done about it")
    )
    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX), metadata=says("Why"))


class AppealSchema(InSchema):
    """The reason of an appeal."""

    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX), metadata=says("Why"))


class ClaimedRecordSchema(OutSchema):
    """The claimant's own record, compared with the service's. Only its digest is stored."""

    sha256 = fields.String(required=True, metadata=says("Of the file", example=A_HASH))
    n = fields.Integer(required=True, metadata=says("Its last event"))
    hash = fields.String(required=True, metadata=says("That event's hash", example=A_HASH))
    event = fields.Integer(
        required=True, allow_none=True, metadata=says("The first event that differs from ours; null if none does")
    )


class RuledRemedySchema(OutSchema):
    """The remedy of a ruling. Further members depend on `type`."""

    type = one_of(REMEDIES, "What is done about it")
    ranking = fields.List(fields.List(fields.Integer()), metadata=says("Of `adjudicate`: the seats in order of rank"))
    event = fields.Integer(metadata=says("Of `resume`: the event that the game continues from"))
    ruleset = fields.String(metadata=says("Of `resume`: the version that it continues under"))
    game = fields.UUID(metadata=says("Of `resume`: the game in which it continues", example=AN_ID))


class RuledSchema(OutSchema):
    """A ruling."""

    n = fields.Integer(required=True, metadata=says("The event that rules"))
    at = a_time("When")
    arbiter = fields.Nested(PersonSchema, required=True, metadata=says("Who ruled"))
    verdict = one_of(VERDICTS, "Whether the claim is right")
    remedy = fields.Nested(
        RuledRemedySchema, required=True, allow_none=True, metadata=says("What is done about it, if anything")
    )
    reason = fields.String(required=True, metadata=says("Why, in the arbiter's words"))


class AppealedSchema(OutSchema):
    """An appeal."""

    at = a_time("When")
    player = fields.Nested(PersonSchema, required=True, metadata=says("Who appealed"))
    reason = fields.String(required=True, metadata=says("Why, in the player's words"))


class DisputeSummarySchema(OutSchema):
    """A dispute, with the members that it has in the list."""

    id = fields.String(required=True, metadata=says("Its id", example=f"{AN_ID}.17"))
    game = fields.UUID(required=True, metadata=says("Its game", example=AN_ID))
    ruleset = fields.String(
        metadata=says("The game's ruleset; missing until the list of games has the game", example="dungeon-raiders@1")
    )
    n = fields.Integer(required=True, metadata=says("The event that opened it"))
    event = fields.Integer(required=True, metadata=says("The event that is disputed"))
    claimant = fields.Nested(PersonSchema, required=True, metadata=says("Who disputes it"))
    status = one_of(DISPUTE_STATUSES, "Its status")
    has_finding = fields.Boolean(required=True, metadata=says("Whether the replay of the game is done"))
    opened_at = a_time("When it was opened")


class DisputeSchema(DisputeSummarySchema):
    """A dispute."""

    seat = fields.Integer(
        required=True, allow_none=True, metadata=says("The claimant's seat then; null if they had left it")
    )
    claim = fields.String(required=True, metadata=says("What is wrong, in the claimant's words"))
    receipts = fields.List(fields.String(), required=True, metadata=says("Receipts that the claimant handed in"))
    record = fields.Nested(
        ClaimedRecordSchema,
        required=True,
        allow_none=True,
        metadata=says("The claimant's record, compared with ours; null if they handed in none"),
    )
    finding = fields.Dict(
        required=True, allow_none=True, metadata=says("What the replay of the game showed; null until it is done")
    )
    rulings = fields.List(fields.Nested(RuledSchema), required=True, metadata=says("The rulings, in order"))
    appeal = fields.Nested(AppealedSchema, required=True, allow_none=True, metadata=says("The appeal, if there is one"))
    last_event = fields.Integer(
        required=True,
        allow_none=True,
        metadata=says(
            "The game's last event before a ruling stopped it for another game to resume it; null if no ruling did"
        ),
    )
    clock_resumed_at = a_time(
        "When the clock ran again because the ruling was overdue; null if that did not happen", allow_none=True
    )


class DisputesSchema(OutSchema):
    """A page of disputes, the latest first."""

    disputes = fields.List(
        fields.Nested(DisputeSummarySchema), required=True, metadata=says("The disputes of the page")
    )
    next = next_page()


class DisputesQuerySchema(InSchema):
    """Filters for disputes."""

    status = fields.String(validate=validate.OneOf(DISPUTE_STATUSES), metadata=says("Their status"))
    game = fields.UUID(metadata=says("The game they are about", example=AN_ID))
    claimant = fields.String(
        validate=validate.Length(1, 40), metadata=says("The id or the name of the claimant's account, or `me`")
    )
    cursor = fields.String(
        validate=validate.Regexp(r"^[1-9][0-9]{0,15}\Z", error="must be the `next` of a page"),
        metadata=says("The `next` of the page before"),
    )
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata=says("Disputes on a page, at most")
    )


class ExaminationQuerySchema(InSchema):
    """The event, and the seat whose knowledge is examined."""

    event = fields.Integer(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=says("Which event"))
    seat = fields.Integer(
        load_default=None,
        validate=validate.Range(0, SEATS_MAX),
        metadata=says("The seat whose view is shown; by default the acting seat"),
    )
    lang = fields.String(
        load_default="en", validate=validate.OneOf(LANGUAGES), metadata=says("The language of the sentences")
    )


class KnowledgeSchema(OutSchema):
    """A seat's view at an event."""

    n = fields.Integer(required=True, metadata=says("The event after which it saw that"))
    table = fields.Dict(
        required=True, allow_none=True, metadata=says("The table in its view", **reference("Table", allow_none=True))
    )


class DrawnSchema(OutSchema):
    """One draw with its proof (record format, section 3)."""

    number = fields.Integer(required=True, metadata=says("Which draw of the game, from 0"))
    below = fields.Integer(required=True, metadata=says("The draw is from 0 up to, but not including, this number"))
    attempt = fields.Integer(required=True, metadata=says("Which block of that draw, from 0; see the record format"))
    block = fields.String(required=True, metadata=says("The HMAC; its first 8 bytes modulo `below` are the draw"))
    drawn = fields.Integer(required=True, metadata=says("What was drawn"))


class ExaminationSchema(OutSchema):
    """What a seat knew and could have done before an event, and the event itself."""

    n = fields.Integer(required=True, metadata=says("The event"))
    seat = fields.Integer(required=True, metadata=says("The seat whose view is shown"))
    knew = fields.Nested(KnowledgeSchema, required=True, allow_none=True, metadata=says("Before the event"))
    might = fields.List(
        fields.Nested(LegalActionSchema), required=True, metadata=says("Everything the seat could have done")
    )
    chose = fields.Dict(
        required=True, allow_none=True, metadata=says("The action the seat took; null if another seat acted")
    )
    happened = fields.Nested(EventSchema, required=True, metadata=says("The event, every envelope open"))
    told = fields.List(fields.String(), required=True, metadata=says("The event in sentences"))
    told_short = fields.List(fields.String(), required=True, metadata=says("The same for narrow screens"))
    told_facts = fields.List(
        fields.Dict(allow_none=True),
        required=True,
        metadata=says("The fact that each sentence tells; null for a sentence of the event itself"),
    )
    draws = fields.List(
        fields.Nested(DrawnSchema), required=True, metadata=says("The draws of the event, each with its proof")
    )
    knows = fields.Nested(KnowledgeSchema, required=True, metadata=says("After the event"))


class ForkSchema(InSchema):
    """Where a fork begins."""

    event = WholeNumber(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=says("After which event"))
    ruleset = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 80),
        metadata=says("Another version of the same title to continue under", example="dungeon-raiders@2"),
    )
    bots = bots_field()

    class Meta(InSchema.Meta):
        include = {  # noqa: RUF012
            "as": fields.String(
                load_default=None,
                allow_none=True,
                validate=validate.Regexp(r"^seat:(0|[1-9][0-9]?)\Z", error="must be `seat:` and its number, from 0"),
                metadata=says("Keep what this seat knew, and deal the rest again", example="seat:1"),
            )
        }
