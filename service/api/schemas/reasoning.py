"""Why a bot played as it did, going out."""

from __future__ import annotations

from marshmallow import fields

from delvebook.service.api.schemas.base import AN_ID, OutSchema, says
from delvebook.service.api.title_schemas import reference


class ChosenSchema(OutSchema):
    """An action that a bot chose."""

    action = fields.Dict(required=True, metadata=says("The action", **reference("Action")))


class CandidateSchema(ChosenSchema):
    """An action that a bot could choose."""

    score = fields.Integer(
        required=True,
        allow_none=True,
        metadata=says(
            "How good the bot takes it to be, in units of its own, the higher the better; null if it does not tell"
        ),
    )


class ReasoningSchema(OutSchema):
    """What a bot saw, weighed and chose."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    n = fields.Integer(required=True, metadata=says("The event"))
    seat = fields.Integer(required=True, metadata=says("The seat it played, from 0"))
    decision = fields.Integer(required=True, metadata=says("The decision that it answered"))
    bot = fields.String(required=True, metadata=says("The program that the record names", example="greedy@1"))
    table = fields.Dict(
        required=True, metadata=says("What the bot saw: its seat's view before the action", **reference("Table"))
    )
    candidates = fields.List(
        fields.Nested(CandidateSchema),
        required=True,
        metadata=says("What it could choose: best first as far as it tells scores, then in the title's order"),
    )
    chosen = fields.Nested(ChosenSchema, required=True, metadata=says("What the record says that it chose"))
    again = fields.Nested(
        ChosenSchema,
        required=True,
        allow_none=True,
        metadata=says("What the program chooses when it is asked again; null if it fails there"),
    )
    holds = fields.Boolean(required=True, metadata=says("Whether the two are the same action"))
