"""Long jobs: exports of many records, and analyses."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.domain.schemas import Flag
from delvebook.service.api.schemas.base import (
    AN_ID,
    InSchema,
    OutSchema,
    ProblemSchema,
    WholeNumber,
    a_time,
    one_of,
    says,
)
from delvebook.service.api.schemas.collection import CollectionSchema
from delvebook.service.exporting.formats import FORMATS
from delvebook.service.jobs.long import STATUSES

A_JOB = "5f1c7c0f9d3f4c0b8a5e2d1b7f6a9c3e"


class JobProgressSchema(OutSchema):
    """The progress of a job."""

    done = fields.Integer(required=True, metadata=says("How much is done"))
    of = fields.Integer(
        required=True, allow_none=True, metadata=says("How much there is to do; null until the job has begun")
    )


class JobSchema(OutSchema):
    """A job as it stands."""

    id = fields.String(required=True, metadata=says("Its id", example=A_JOB))
    status = one_of(STATUSES, "Its status")
    progress = fields.Nested(JobProgressSchema, required=True, metadata=says("How much of it is done"))
    problem = fields.Nested(ProblemSchema, required=True, allow_none=True, metadata=says("Why it failed, if it did"))
    created_at = a_time("When it was asked for")
    finished_at = a_time("When it ended; null until then", allow_none=True)
    expires_at = a_time("Until when its outcome is kept; null until it has ended", allow_none=True)


class NewExportSchema(CollectionSchema):
    """The games to export, and the form of the export."""

    format = fields.String(
        required=True,
        validate=validate.OneOf(tuple(FORMATS)),
        metadata=says(
            "`ndjson.zst`: the records one after another, packed with Zstandard; `parquet`: tables of games, seats, "
            "events, facts and decisions, in a zip",
            example="ndjson.zst",
        ),
    )
    pseudonymous = Flag(
        load_default=False,
        metadata=says("Whether accounts and games stand under pseudonyms, and every random string is left out"),
    )


class ExportWantedSchema(OutSchema):
    """The filters of an export."""

    statuses = fields.List(fields.String(), required=True, metadata=says("How they ended"))
    ruleset = fields.String(required=True, allow_none=True, metadata=says("The title, or the title and its version"))
    since = a_time("Games that ended then or later", allow_none=True)
    until = a_time("Games that ended before", allow_none=True)
    player = fields.String(required=True, allow_none=True, metadata=says("The account that had a seat"))
    bot = fields.String(required=True, allow_none=True, metadata=says("The bot that had a seat"))
    options = fields.Dict(keys=fields.String(), values=fields.String(), required=True, metadata=says("The options"))


class ExportFileSchema(OutSchema):
    """The file of a finished export."""

    records = fields.Integer(required=True, metadata=says("How many records it holds"))
    skipped = fields.Integer(required=True, metadata=says("How many games are left out because they are damaged"))
    bytes = fields.Integer(required=True, metadata=says("Its size"))
    sha256 = fields.String(required=True, metadata=says("Its SHA-256, in hex"))
    media_type = fields.String(required=True, metadata=says("Its media type", example="application/zstd"))


class ExportSchema(JobSchema):
    """An export of many records. Its progress is counted in records."""

    format = one_of(tuple(FORMATS), "Its format")
    pseudonymous = fields.Boolean(required=True, metadata=says("Whether it is under pseudonyms"))
    wanted = fields.Nested(ExportWantedSchema, required=True, metadata=says("Which games it holds"))
    file = fields.Nested(
        ExportFileSchema, required=True, allow_none=True, metadata=says("Its file, once it is finished")
    )


class ExportsSchema(OutSchema):
    """Your exports."""

    exports = fields.List(fields.Nested(ExportSchema), required=True, metadata=says("The latest first"))


class NewAnalysisSchema(InSchema):
    """The effort to spend on each decision."""

    plies = WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(1, 100_000),
        metadata=says("The budget of a decision, in actions played in rollouts; the strong bot's own by default"),
    )


class EstimateSchema(OutSchema):
    """The worth of an action, by the strong bot's estimate."""

    action = fields.Dict(required=True, metadata=says("The action"))
    told = fields.String(required=True, metadata=says("The same as a sentence"))
    score = fields.Integer(
        required=True, metadata=says("In the title's own units; the higher, the better for the seat")
    )


class PlayedHereSchema(OutSchema):
    """The action that the seat chose."""

    action = fields.Dict(required=True, metadata=says("The action"))
    told = fields.String(required=True, metadata=says("The same as a sentence"))


class AnalysedDecisionSchema(OutSchema):
    """One decision of the game."""

    n = fields.Integer(required=True, metadata=says("The event that answers it"))
    seat = fields.Integer(required=True, metadata=says("The seat that decided"))
    played = fields.Nested(PlayedHereSchema, required=True, metadata=says("What the seat chose"))
    estimates = fields.List(fields.Nested(EstimateSchema), required=True, metadata=says("Actions, the best first"))
    left_out = fields.Integer(required=True, metadata=says("How many legal actions were not estimated"))
    lost = fields.Integer(required=True, metadata=says("How much less the choice is worth than the best"))
    turn = fields.Integer(
        required=True,
        allow_none=True,
        metadata=says(
            "By how much the seat's position at its next decision was better or worse than its choice promised"
        ),
    )
    plies = fields.Integer(required=True, metadata=says("The actions played in rollouts"))


class AnalysedSeatSchema(OutSchema):
    """The quality of a seat's decisions."""

    seat = fields.Integer(required=True, metadata=says("The seat"))
    decisions = fields.Integer(required=True, metadata=says("How many decisions it had"))
    best_chosen = fields.Integer(required=True, metadata=says("In how many it chose the best"))
    lost = fields.Integer(required=True, metadata=says("What its other choices cost it together"))


class AnalysisBodySchema(OutSchema):
    """The strong bot's view of every decision of a game."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    ruleset = fields.String(required=True, metadata=says("The title and its version"))
    program = fields.String(required=True, metadata=says("The bot that estimated"))
    decisions = fields.List(
        fields.Nested(AnalysedDecisionSchema),
        required=True,
        metadata=says("Those with more than one legal action, in order"),
    )
    mistakes = fields.List(fields.Integer(), required=True, metadata=says("The events that cost most, the worst first"))
    swings = fields.List(
        fields.Integer(), required=True, metadata=says("The events after which things turned most, the largest first")
    )
    seats = fields.List(fields.Nested(AnalysedSeatSchema), required=True, metadata=says("Seat by seat"))


class AnalysisJobSchema(JobSchema):
    """An analysis of a game that is over, without what was found. Its progress is counted in decisions."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    lang = fields.String(required=True, metadata=says("The language of its sentences"))
    plies = fields.Integer(required=True, allow_none=True, metadata=says("The budget of a decision that was asked for"))


class AnalysisSchema(AnalysisJobSchema):
    """An analysis of a game that is over. Its progress is counted in decisions."""

    analysis = fields.Nested(
        AnalysisBodySchema, required=True, allow_none=True, metadata=says("What was found, once it is finished")
    )


class AnalysesSchema(OutSchema):
    """The analyses of a game that are kept."""

    analyses = fields.List(
        fields.Nested(AnalysisJobSchema), required=True, metadata=says("At most one for each language")
    )
