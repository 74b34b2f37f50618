"""Invitations, coming in and going out."""

from __future__ import annotations

from typing import Final

from marshmallow import ValidationError, fields, validate, validates_schema

from delvebook.service.api.schemas.base import (
    AN_ID,
    SEATS_MAX,
    InSchema,
    OutSchema,
    WholeNumber,
    a_cursor,
    a_time,
    next_page,
    one_of,
    says,
)
from delvebook.service.api.schemas.commands import NewGameDoneSchema
from delvebook.service.api.schemas.games import PersonSchema
from delvebook.service.api.schemas.new_games import NewGameSchema
from delvebook.service.identity.invitations import STATUSES
from delvebook.service.usecases.invitations import SECONDS_USUAL

SECONDS_MIN: Final = 60
SECONDS_MAX: Final = 90 * 24 * 3600
GAMES_MAX: Final = 50
"""The maximum number of games in one request."""


class NewInvitationSchema(InSchema):
    """The invited player, the seat, and the time to answer."""

    name = fields.String(
        validate=validate.Length(1, 40), metadata=says("The name of the account that is invited", example="Ada")
    )
    account = fields.String(validate=validate.Length(1, 40), metadata=says("Or its id", example="8f14e45fceea167a"))
    seat = WholeNumber(
        load_default=None,
        allow_none=True,
        validate=validate.Range(0, SEATS_MAX),
        metadata=says("The seat that is offered; it is not kept free. By default the first free one"),
    )
    seconds = WholeNumber(
        load_default=SECONDS_USUAL,
        validate=validate.Range(SECONDS_MIN, SECONDS_MAX),
        metadata=says("How long it can be accepted, in seconds; a week by default", example=SECONDS_USUAL),
    )

    @validates_schema
    def require_one(self, data: dict[str, object], **_: object) -> None:
        """Refuses a request that names no player, and one that names two."""
        if ("name" in data) == ("account" in data):
            raise ValidationError("must come alone: send either `name` or `account`", "name")


class AcceptanceSchema(InSchema):
    """How the invited player sits down."""

    nonce_commitment = fields.String(
        validate=validate.Regexp(r"[0-9a-f]{64}\Z", error="must be 64 lower-case hex digits"),
        metadata=says("As in `POST …/seats`: your own contribution to the game's chance"),
    )


class InvitationSchema(OutSchema):
    """An invitation, as the player who invites and the player who is invited see it."""

    id = fields.UUID(required=True, metadata=says("Its id", example=AN_ID))
    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    ruleset = fields.String(required=True, metadata=says("The game's ruleset", example="dungeon-raiders@1"))
    seat = fields.Integer(
        required=True, allow_none=True, metadata=says("The seat that is offered; null for the first free one")
    )
    to = fields.Nested(PersonSchema, required=True, metadata=says("Who is invited"))
    status = one_of(STATUSES, "Its status")
    created_at = a_time("When it was made")
    expires_at = a_time("Until when it can be accepted")
    settled_at = a_time("When it was accepted, declined or withdrawn; null if it was not", allow_none=True)

    class Meta(OutSchema.Meta):
        include = {  # noqa: RUF012
            "from": fields.Nested(PersonSchema, required=True, metadata=says("Who invites"))
        }


class InvitationsSchema(OutSchema):
    """A page of invitations, the latest first."""

    invitations = fields.List(
        fields.Nested(InvitationSchema), required=True, metadata=says("The invitations of the page")
    )
    next = next_page()


class InvitationsQuerySchema(InSchema):
    """Filters for invitations."""

    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES), metadata=says("Their status"))
    direction = fields.String(
        load_default=None,
        validate=validate.OneOf(("received", "sent")),
        metadata=says("Those to you, or those from you; both by default"),
    )
    game = fields.UUID(load_default=None, metadata=says("The game", example=AN_ID))
    cursor = a_cursor()
    limit = fields.Integer(
        load_default=50, validate=validate.Range(1, 200), metadata=says("Invitations on a page, at most")
    )


class NewGamesSchema(InSchema):
    """Several new games, which are created all or not at all."""

    games = fields.List(
        fields.Nested(NewGameSchema),
        required=True,
        validate=validate.Length(1, GAMES_MAX),
        metadata=says(f"1 to {GAMES_MAX} games, each as in `POST /v1/games`"),
    )


class NewGamesDoneSchema(OutSchema):
    """The results of several new games."""

    games = fields.List(
        fields.Nested(NewGameDoneSchema),
        required=True,
        metadata=says("For each game, in the order of the request, the answer that it would have had alone"),
    )
