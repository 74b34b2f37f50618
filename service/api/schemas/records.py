"""Checks of records, going out."""

from __future__ import annotations

from typing import Final

from marshmallow import INCLUDE, Schema, fields, validate

from delvebook.replays.forms import BUNDLE_FORMAT
from delvebook.replays.log.entries import WHATS
from delvebook.replays.verify import LEVELS, USUAL_LEVELS
from delvebook.service.api.schemas.base import (
    A_HASH,
    AN_ID,
    InSchema,
    OutSchema,
    ProblemSchema,
    ViewerQuerySchema,
    a_time,
    one_of,
    says,
)

CHECK_STATUSES: Final = ("queued", "running", "finished", "failed")


class RecordFormSchema(InSchema):
    """The form of a record."""

    format = fields.String(
        load_default=None,
        validate=validate.OneOf(("ndjson", "json", "text")),
        metadata=says(
            "`ndjson`: the record; `json`: a bundle; `text`: a ledger. By default the header `Accept` decides"
        ),
    )


class RecordQuerySchema(RecordFormSchema, ViewerQuerySchema):
    """The viewer and the form of a record."""


class BundleSchema(OutSchema):
    """A record as one object."""

    format = one_of((BUNDLE_FORMAT,), "The form of the bundle")
    header = fields.Dict(required=True, metadata=says("The record's header"))
    events = fields.List(fields.Dict(), required=True, metadata=says("The record's events, in order"))


class LevelsQuerySchema(InSchema):
    """The levels of verification to check."""

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
    """The levels to check, and the receipts to check with the record."""

    receipt = fields.List(
        fields.String(validate=validate.Length(1, 4096)),
        load_default=list,
        validate=validate.Length(0, 32),
        metadata=says("A receipt you were given; may be repeated"),
    )


class InclusionQuerySchema(InSchema):
    """The checkpoint to which the proofs lead."""

    size = fields.Integer(
        load_default=None,
        validate=validate.Range(0, 2**53 - 1),
        metadata=says("The size of a published checkpoint, such as one that you kept; the last one by default"),
    )


class LogEntrySchema(OutSchema):
    """An entry of the game in the log of games, and its proof."""

    n = fields.Integer(required=True, metadata=says("The event"))
    hash = fields.String(required=True, metadata=says("Its hash", example=A_HASH))
    what = one_of(WHATS, "What happened")
    index = fields.Integer(required=True, metadata=says("Its place in the log, from 0"))
    path = fields.List(
        fields.String(),
        required=True,
        metadata=says("The proof of RFC 6962: hashes in hex, from the entry's sibling upwards"),
    )


class InclusionSchema(OutSchema):
    """The proof that the game is in the log of games."""

    game = fields.String(required=True, metadata=says("How the log names the game: the SHA-256 of its id"))
    origin = fields.String(required=True, metadata=says("The name of the log", example="games.example/log"))
    size = fields.Integer(required=True, metadata=says("The number of entries of the log"))
    checkpoint = fields.String(required=True, metadata=says("The signed checkpoint that the proofs lead to"))
    entries = fields.List(fields.Nested(LogEntrySchema), required=True, metadata=says("The game's entries, in order"))


class FindingSchema(Schema):
    """One fault."""

    class Meta:
        unknown = INCLUDE

    code = fields.String(required=True, metadata=says("What kind of fault, for programs", example="chain/hash"))
    sentence = fields.String(required=True, metadata=says("What is wrong, for people"))
    line = fields.Integer(required=True, allow_none=True, metadata=says("The line of the record, from 1"))
    n = fields.Integer(required=True, allow_none=True, metadata=says("The event"))
    pointer = fields.String(required=True, metadata=says("JSON pointer into the line"))
    clauses = fields.List(fields.String(), required=True, metadata=says("The rule clauses that it is about"))


class LevelSchema(OutSchema):
    """The result of one level of verification."""

    level = one_of(LEVELS, "What was checked")
    status = one_of(("holds", "failed", "not applicable"), "The result")
    why_not = fields.String(required=True, allow_none=True, metadata=says("Why the level could not be checked"))
    counts = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(),
        required=True,
        metadata=says("What was checked, and how many of each"),
    )
    findings = fields.List(fields.Nested(FindingSchema), required=True, metadata=says("The first faults, in order"))
    more_findings = fields.Integer(required=True, metadata=says("How many faults are not listed"))


class NotAskedSchema(OutSchema):
    """A level of verification that was not asked for."""

    level = one_of(LEVELS, "What was left out")
    why_not = fields.String(required=True, metadata=says("Why"))


class StatementSchema(OutSchema):
    """A statement by the service that no level proves."""

    what = fields.String(required=True, metadata=says("What kind of thing", example="ruling"))
    n = fields.Integer(required=True, allow_none=True, metadata=says("The event that states it; null if many do"))
    sentence = fields.String(required=True, metadata=says("What is stated, for people"))


class CheckedSchema(OutSchema):
    """The result of a check."""

    holds = fields.Boolean(required=True, metadata=says("Every level that could be checked holds; see `summary`"))
    level_reached = fields.String(
        required=True, allow_none=True, metadata=says("The strongest level that holds while no weaker one fails")
    )
    levels = fields.List(fields.Nested(LevelSchema), required=True, metadata=says("Level by level"))
    summary = fields.String(
        required=True,
        metadata=says("The outcome in a line", example="chain holds, replay not checked, receipts not checked"),
    )
    not_asked = fields.List(
        fields.Nested(NotAskedSchema), required=True, metadata=says("Levels that were left out of this check")
    )
    stated = fields.List(
        fields.Nested(StatementSchema),
        required=True,
        metadata=says("What only the service states, and no level proves"),
    )
    more_stated = fields.Integer(required=True, metadata=says("How many such statements are not listed"))
    first = fields.Nested(
        FindingSchema, required=True, allow_none=True, metadata=says("The first fault; null if there is none")
    )
    notes = fields.List(fields.String(), required=True, metadata=says("Further remarks for the reader"))


class VerificationSchema(CheckedSchema):
    """The result of the service's own check of a game."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    n = fields.Integer(required=True, metadata=says("The last event of the record that was checked"))
    head = fields.String(required=True, metadata=says("That event's hash", example=A_HASH))
    viewer = fields.String(required=True, metadata=says("Whose record was checked"))


class ReportSchema(CheckedSchema):
    """The result of a check of an uploaded record."""

    header = fields.Dict(required=True, metadata=says("The record's first line"))


class ProgressSchema(OutSchema):
    """The progress of a check."""

    lines = fields.Integer(required=True, metadata=says("How many lines have been checked"))
    of = fields.Integer(required=True, metadata=says("The lines of the record"))


class CheckSchema(OutSchema):
    """A check that runs as a job."""

    id = fields.String(required=True, metadata=says("Its id", example="5f1c7c0f9d3f4c0b8a5e2d1b7f6a9c3e"))
    status = one_of(CHECK_STATUSES, "Its status")
    progress = fields.Nested(ProgressSchema, required=True, metadata=says("How much of the record is checked"))
    report = fields.Nested(
        ReportSchema, required=True, allow_none=True, metadata=says("What was found, once it is finished")
    )
    problem = fields.Nested(ProblemSchema, required=True, allow_none=True, metadata=says("Why it failed, if it did"))
    created_at = a_time("When it was asked for")
    finished_at = a_time("When it was done; null until then", allow_none=True)
