"""Checks of records, going out."""

from __future__ import annotations

from typing import Final

from marshmallow import INCLUDE, Schema, fields, validate

from delvebook.replays.log.entries import WHAT
from delvebook.replays.verify import LEVELS, USUAL_LEVELS
from delvebook.service.api.schemas.base import A_HASH, A_TIME, AN_ID, InSchema, OutSchema, ProblemSchema, says

CHECK_STATUSES: Final = ("queued", "running", "finished", "failed")


class LevelsQuerySchema(InSchema):
    """Which levels of verification to check."""

    level = fields.List(
        fields.String(validate=validate.OneOf(LEVELS)),
        load_default=lambda: list(USUAL_LEVELS),
        validate=validate.Length(1, len(LEVELS)),
        metadata=says(
            f"A level to check; may be repeated. By default {', '.join(USUAL_LEVELS)}: asking every bot again "
            "can take longer than all of them"
        ),
    )


class VerificationQuerySchema(LevelsQuerySchema):
    """Which levels to check, and receipts to check along with the record."""

    receipt = fields.List(
        fields.String(validate=validate.Length(1, 4096)),
        load_default=list,
        validate=validate.Length(0, 32),
        metadata=says("A receipt you were given; may be repeated"),
    )


class InclusionQuerySchema(InSchema):
    """Which checkpoint the proofs shall lead to."""

    size = fields.Integer(
        load_default=None,
        validate=validate.Range(0, 2**53 - 1),
        metadata=says("The size of a published checkpoint, such as one that you kept; the last one by default"),
    )


class LogEntrySchema(OutSchema):
    """An entry of the game in the log of games, and its proof."""

    n = fields.Integer(required=True, metadata=says("The event"))
    hash = fields.String(required=True, metadata={"example": A_HASH})
    what = fields.String(required=True, validate=validate.OneOf(tuple(WHAT.values())))
    index = fields.Integer(required=True, metadata=says("Its place in the log, from 0"))
    path = fields.List(
        fields.String(),
        required=True,
        metadata=says("The proof of RFC 6962: hashes in hex, from the entry's sibling upwards"),
    )


class InclusionSchema(OutSchema):
    """What shows that the game is in the log of games."""

    game = fields.String(required=True, metadata=says("How the log names the game: the SHA-256 of its id"))
    origin = fields.String(required=True, metadata={"example": "games.example/log"})
    size = fields.Integer(required=True, metadata=says("The number of entries of the log"))
    checkpoint = fields.String(required=True, metadata=says("The signed checkpoint that the proofs lead to"))
    entries = fields.List(fields.Nested(LogEntrySchema), required=True)


class FindingSchema(Schema):
    """One fault that was found."""

    class Meta:
        unknown = INCLUDE

    code = fields.String(required=True, metadata={"example": "chain/hash"})
    sentence = fields.String(required=True)
    line = fields.Integer(required=True, allow_none=True)
    n = fields.Integer(required=True, allow_none=True)
    pointer = fields.String(required=True, metadata=says("JSON pointer into the line"))
    clauses = fields.List(fields.String(), required=True)


class LevelSchema(OutSchema):
    """The result of one level of verification."""

    level = fields.String(required=True, validate=validate.OneOf(LEVELS))
    status = fields.String(required=True, validate=validate.OneOf(("holds", "failed", "not applicable")))
    why_not = fields.String(required=True, allow_none=True, metadata=says("Why the level could not be checked"))
    counts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    more_findings = fields.Integer(required=True)


class NotAskedSchema(OutSchema):
    """A level of verification that was not asked for."""

    level = fields.String(required=True)
    why_not = fields.String(required=True)


class StatementSchema(OutSchema):
    """Something that only the service states, and no level proves."""

    what = fields.String(required=True, metadata={"example": "ruling"})
    n = fields.Integer(required=True, allow_none=True, metadata=says("The event that states it; null if many do"))
    sentence = fields.String(required=True)


class CheckedSchema(OutSchema):
    """What a check found."""

    holds = fields.Boolean(required=True, metadata=says("Every level that could be checked holds; see `summary`"))
    level_reached = fields.String(
        required=True, allow_none=True, metadata=says("The strongest level that holds while no weaker one fails")
    )
    levels = fields.List(fields.Nested(LevelSchema), required=True)
    summary = fields.String(
        required=True, metadata={"example": "chain holds, replay not checked, receipts not checked"}
    )
    not_asked = fields.List(fields.Nested(NotAskedSchema), required=True)
    stated = fields.List(
        fields.Nested(StatementSchema),
        required=True,
        metadata=says("What only the service states, and no level proves"),
    )
    more_stated = fields.Integer(required=True)
    first = fields.Nested(FindingSchema, required=True, allow_none=True)
    notes = fields.List(fields.String(), required=True)


class VerificationSchema(CheckedSchema):
    """What the service's own check of a game found."""

    game = fields.UUID(required=True, metadata={"example": AN_ID})
    n = fields.Integer(required=True)
    head = fields.String(required=True)
    viewer = fields.String(required=True, metadata=says("Whose record was checked"))


class ReportSchema(CheckedSchema):
    """What a check of an uploaded record found."""

    header = fields.Dict(required=True, metadata=says("The record's first line"))


class ProgressSchema(OutSchema):
    """The progress of a check."""

    lines = fields.Integer(required=True, metadata=says("How many lines have been checked"))
    of = fields.Integer(required=True, metadata=says("The lines of the record"))


class CheckSchema(OutSchema):
    """A check that runs as a job."""

    id = fields.String(required=True, metadata={"example": "5f1c7c0f9d3f4c0b8a5e2d1b7f6a9c3e"})
    status = fields.String(required=True, validate=validate.OneOf(CHECK_STATUSES))
    progress = fields.Nested(ProgressSchema, required=True)
    report = fields.Nested(
        ReportSchema, required=True, allow_none=True, metadata=says("What was found, once it is finished")
    )
    problem = fields.Nested(ProblemSchema, required=True, allow_none=True, metadata=says("Why it failed, if it did"))
    created_at = fields.String(required=True, metadata={"example": A_TIME})
    finished_at = fields.String(required=True, allow_none=True, metadata={"example": A_TIME})
