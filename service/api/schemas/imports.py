"""Imported records, coming in and going out."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.service.api.schemas.base import (
    A_HASH,
    AN_ID,
    PAGE_MAX,
    VIEWER_TEXT,
    InSchema,
    OutSchema,
    a_cursor,
    a_time,
    next_page,
    one_of,
    says,
)
from delvebook.service.api.schemas.games import ParentSchema, PersonSchema


class ImportsQuerySchema(InSchema):
    """Filters for imported records."""

    ruleset = fields.String(
        load_default=None, validate=validate.Length(1, 80), metadata=says("`id` or `id@version`", example="labyrinth")
    )
    cursor = a_cursor()
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata=says("Records on a page, at most")
    )


class ImportEventsQuerySchema(InSchema):
    """The wanted events of an imported record."""

    after = fields.Integer(
        load_default=0, validate=validate.Range(0, INTEGER_MAX), metadata=says("The last event you have")
    )
    limit = fields.Integer(
        load_default=100, validate=validate.Range(1, PAGE_MAX), metadata=says("Events on a page, at most")
    )


class ImportViewerQuerySchema(InSchema):
    """The viewer of an imported record."""

    viewer = fields.String(load_default=None, validate=validate.Length(1, 20), metadata=says(VIEWER_TEXT))


class ImportedSeatSchema(OutSchema):
    """A seat of an imported game."""

    seat = fields.Integer(required=True, metadata=says("The seat"))
    player = fields.String(required=True, allow_none=True, metadata=says("The account elsewhere that had it last"))
    bot = fields.String(required=True, allow_none=True, metadata=says("The program that played it last"))
    rank = fields.Integer(required=True, allow_none=True, metadata=says("Its place in the outcome, from 1"))
    score = fields.Integer(required=True, allow_none=True, metadata=says("Its score in the outcome"))


class ImportedLevelSchema(OutSchema):
    """The result of one level of verification when the record was imported."""

    level = fields.String(required=True, metadata=says("The level"))
    status = fields.String(required=True, metadata=says("The result"))
    why_not = fields.String(required=True, allow_none=True, metadata=says("Why it could not be checked"))


class ImportedParentSchema(ParentSchema):
    """The parent of an imported fork."""

    imported_as = fields.UUID(
        required=True,
        allow_none=True,
        metadata=says("Its record's id here; null if it is a game of this service", example=AN_ID),
    )


class ImportSchema(OutSchema):
    """A record of a game that was played elsewhere. It is no game of this service, and counts nowhere."""

    id = fields.UUID(required=True, metadata=says("Its id here; the same bytes have the same one", example=AN_ID))
    status = one_of(("imported",), "That it is imported")
    game = fields.UUID(required=True, metadata=says("The id of its game, as the record says", example=AN_ID))
    ruleset = fields.String(required=True, metadata=says("The title and its version"))
    imported_by = fields.Nested(PersonSchema, required=True, metadata=says("Who imported it"))
    imported_at = a_time("When it was imported")
    n = fields.Integer(required=True, metadata=says("Its last event"))
    head = fields.String(required=True, metadata=says("That event's hash", example=A_HASH))
    ended = one_of(("finished", "aborted"), "How the game ended")
    parent = fields.Nested(
        ImportedParentSchema, required=True, allow_none=True, metadata=says("For a fork: its parent")
    )
    options = fields.Dict(required=True, metadata=says("The game's options"))
    seats = fields.List(fields.Nested(ImportedSeatSchema), required=True, metadata=says("Its seats"))
    outcome = fields.Dict(required=True, allow_none=True, metadata=says("The outcome, if it finished by its rules"))
    created_at = a_time("When the game was created, as the record says")
    action_count = fields.Integer(required=True, metadata=says("How many actions were taken"))
    sha256 = fields.String(required=True, metadata=says("The SHA-256 of the record", example=A_HASH))
    bytes = fields.Integer(required=True, metadata=says("The size of the record"))
    levels = fields.List(
        fields.Nested(ImportedLevelSchema), required=True, metadata=says("What was checked at the import")
    )


class ImportsSchema(OutSchema):
    """A page of imported records, the latest first."""

    imports = fields.List(fields.Nested(ImportSchema), required=True, metadata=says("The records of the page"))
    next = next_page()


class ImportEventsSchema(OutSchema):
    """A page of events of an imported record."""

    events = fields.List(fields.Dict(), required=True, metadata=says("Lines of the record"))
    next = next_page()


class ImportedMomentSchema(OutSchema):
    """An event of an imported record, and the table after it."""

    n = fields.Integer(required=True, metadata=says("The event"))
    viewer = fields.String(required=True, metadata=says("The viewer whose view is shown"))
    at = a_time("When")
    by = fields.String(required=True, metadata=says("Who made it"))
    type = fields.String(required=True, metadata=says("Its type"))
    told = fields.List(fields.String(), required=True, metadata=says("What happened, in sentences"))
    table = fields.Dict(required=True, allow_none=True, metadata=says("What that viewer saw after it"))
