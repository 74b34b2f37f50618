"""Checks of records, going out."""

from __future__ import annotations

from typing import Final

from marshmallow import INCLUDE, Schema, fields, validate

from delvebook.replays.verify import LEVELS
from delvebook.service.api.schemas.base import A_TIME, AN_ID, InSchema, OutSchema, ProblemSchema, says

CHECK_STATUSES: Final = ("queued", "running", "finished", "failed")


class ReceiptsQuerySchema(InSchema):
    """Receipts to check along with the record."""

    receipt = fields.List(
        fields.String(validate=validate.Length(1, 4096)),
        load_default=list,
        validate=validate.Length(0, 32),
        metadata=says("A receipt you were given; may be repeated"),
    )


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
