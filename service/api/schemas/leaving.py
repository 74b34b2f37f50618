"""Leaving a running game for good, coming in."""

from __future__ import annotations

from marshmallow import fields, validate

from delvebook.service.api.schemas.base import InSchema, says


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

    agrees = fields.Boolean(
        required=True, truthy={True}, falsy={False}, metadata=says("Whether your seat consents to end the game")
    )
