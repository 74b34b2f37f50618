"""Answers to an accepted command, and to many of them; and the bodies of the commands that leave a running game."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.domain.schemas import Flag
from delvebook.service.api.schemas.actions import ActionsSchema
from delvebook.service.api.schemas.base import A_HASH, AN_ID, InSchema, OutSchema, ProblemSchema, says
from delvebook.service.api.schemas.events import EventSchema
from delvebook.service.api.schemas.games import GameSchema


class DoneSchema(OutSchema):
    """The result of an accepted command."""

    n = fields.Integer(required=True, metadata=says("The last event made"))
    hash = fields.String(required=True, metadata=says("Its hash", example=A_HASH))
    receipt = fields.String(
        required=True, allow_none=True, metadata=says("The service's signature under it, a compact JWS")
    )
    events = fields.List(
        fields.Nested(EventSchema), metadata=says("The events made; left out with `Prefer: return=minimal`")
    )
    game = fields.Nested(GameSchema, metadata=says("The game after them; left out with `Prefer: return=minimal`"))
    actions = fields.Nested(
        ActionsSchema,
        allow_none=True,
        metadata=says("With `include=actions`: what your seat may do then, as in `GET …/actions`; null without a seat"),
    )


class ActionResultSchema(OutSchema):
    """The result of one of many actions."""

    status = fields.Integer(required=True, metadata=says("The status that it would have had alone"))
    repeat = fields.Boolean(required=True, metadata=says("Whether the same request had been carried out before"))
    done = fields.Nested(DoneSchema, metadata=says("If it was accepted: the answer that it would have had alone"))
    problem = fields.Nested(ProblemSchema, metadata=says("If it was refused: why"))


class ActionsDoneSchema(OutSchema):
    """The results of many actions."""

    results = fields.List(
        fields.Nested(ActionResultSchema), required=True, metadata=says("For each action, in the order of the request")
    )


class ReplyQuerySchema(InSchema):
    """The parts of the answer besides what happened."""

    include = fields.String(
        load_default=None,
        validate=validate.OneOf(("actions",)),
        metadata=says("Adds `actions`: what your seat may do next, as in `GET …/actions`"),
    )


class NewGameDoneSchema(DoneSchema):
    """The result of a command that made a game."""

    id = fields.UUID(required=True, metadata=says("The new game's id, as in `game`", example=AN_ID))


class ResignationSchema(InSchema):
    """Giving up a seat for good."""

    bot = fields.String(
        validate=validate.Length(1, 40),
        metadata=says("The kind of bot that plays on, if one does; `greedy` by default", example="greedy"),
    )


class AbsenceClaimSchema(InSchema):
    """The bot that plays on for a player who stays away."""

    bot = fields.String(
        validate=validate.Length(1, 40),
        metadata=says("The kind of bot that plays on until the player is back; `greedy` by default", example="greedy"),
    )


class EndAnswerSchema(InSchema):
    """An answer to a proposed end."""

    agrees = Flag(required=True, metadata=says("Whether your seat consents to end the game"))
