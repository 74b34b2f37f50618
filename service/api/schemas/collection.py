"""Filters for the records of all games, and for exports of many of them."""

from __future__ import annotations

from typing import Final

from marshmallow import ValidationError, fields, validate

from delvebook.projections.collection import ENDED
from delvebook.service.api.schemas.base import AN_ID, InSchema, Moment, prints, says

OPTIONS_MAX: Final = 16
RECORDS_MAX: Final = 1_000_000


def names_a_value(text: str) -> None:
    """Refuses a text that is not `name:value`."""
    prints(text)
    name, colon, value = text.partition(":")
    if not (name and colon and value):
        raise ValidationError("must be written as name:value")


class CollectionSchema(InSchema):
    """Filters for games that are over."""

    status = fields.List(
        fields.String(validate=validate.OneOf(ENDED)),
        load_default=lambda: ["finished"],
        validate=validate.Length(1, len(ENDED)),
        metadata=says("How they ended; may be repeated. By default only those that finished by their rules"),
    )
    ruleset = fields.String(
        load_default=None, validate=validate.Length(1, 80), metadata=says("`id` or `id@version`", example="labyrinth")
    )
    since = Moment(load_default=None, metadata=says("Games that ended then or later", example="2026-01-02"))
    until = Moment(load_default=None, metadata=says("Games that ended before", example="2026-02-02"))
    player = fields.String(
        load_default=None,
        validate=validate.Length(1, 40),
        metadata=says("The id or the name of an account that had a seat, or `me`"),
    )
    bot = fields.String(
        load_default=None,
        validate=[validate.Length(1, 80), prints],
        metadata=says("A bot that had a seat: a kind, `greedy`, or a program, `greedy@1`", example="greedy"),
    )
    option = fields.List(
        fields.String(validate=[validate.Length(3, 400), names_a_value]),
        load_default=list,
        validate=validate.Length(0, OPTIONS_MAX),
        metadata=says(
            "An option of the games, as `name:value`; may be repeated. A value that is not text is written as JSON",
            example=["team_size:5"],
        ),
    )


class RecordsQuerySchema(CollectionSchema):
    """Filters for records, and the record to begin after."""

    after = fields.UUID(
        load_default=None,
        metadata=says("The last game of which you have the whole record: the answer begins after it", example=AN_ID),
    )
    limit = fields.Integer(
        load_default=None,
        validate=validate.Range(1, RECORDS_MAX),
        metadata=says("Maximum number of records; all by default"),
    )


def options_of(given: list[str]) -> dict[str, str]:
    """The options of a filter, by name."""
    return {name: value for name, _, value in (one.partition(":") for one in given)}
