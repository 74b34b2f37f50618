"""Requests to make a game, to take a seat in it, to start it and to abort it."""

from __future__ import annotations

from typing import Final

from marshmallow import ValidationError, fields, validate, validates_schema

from delvebook.domain.delays import ACTIONS_MAX
from delvebook.domain.kinds import NONCE_MAX, NONCE_MIN
from delvebook.domain.schemas import Flag
from delvebook.service.api.schemas.base import SEATS_MAX, Given, InSchema, WholeNumber, says
from delvebook.service.api.schemas.clocks import NewClockSchema

VISIBILITIES: Final = ("public", "unlisted", "private")


class SeatedBotSchema(InSchema):
    """A bot and its seat."""

    seat = WholeNumber(required=True, validate=validate.Range(0, SEATS_MAX), metadata=says("The seat, from 0"))
    bot = fields.String(
        required=True,
        validate=validate.Length(1, 40),
        metadata=says("The kind of bot, `greedy`, or a program of it, `greedy@1`", example="greedy"),
    )


def bots_field() -> fields.List[object]:
    """The field for the bots of a request, each with its seat."""
    return fields.List(
        fields.Nested(SeatedBotSchema),
        load_default=list,
        validate=[validate.Length(0, SEATS_MAX + 1), _require_seats_of_their_own],
        metadata=says("Bots, each with its seat", example=[{"seat": 1, "bot": "greedy"}]),
    )


def _require_seats_of_their_own(bots: list[dict[str, object]]) -> None:
    if len({one["seat"] for one in bots}) < len(bots):
        raise ValidationError("must name each seat once")


class NewDelaySchema(InSchema):
    """The delay with which everybody but the players sees a running game."""

    actions = WholeNumber(
        required=True,
        validate=validate.Range(1, ACTIONS_MAX),
        metadata=says("How many of the last actions, and all that followed them, are held back", example=10),
    )


class NewGameSchema(InSchema):
    """A new game."""

    ruleset = fields.String(
        required=True,
        validate=validate.Length(1, 80),
        metadata=says("`id@version`, or an id for its newest version", example="dungeon-raiders"),
    )
    seats = WholeNumber(
        required=True, validate=validate.Range(1, SEATS_MAX), metadata=says("How many seats the game has", example=3)
    )
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata=says("See the ruleset; defaults are filled in", example={})
    )
    bots = bots_field()
    clock = fields.Nested(
        NewClockSchema, load_default=None, allow_none=True, metadata=says("The clock; null for a game without one")
    )
    visibility = fields.String(
        load_default="public",
        validate=validate.OneOf(VISIBILITIES),
        metadata=says(
            "`public`, `unlisted` (seen by all who know its id), or `private` (by its players, until it is over)"
        ),
    )
    spectator_delay = fields.Nested(
        NewDelaySchema,
        load_default=None,
        allow_none=True,
        metadata=says("The delay with which all but its players see it while it runs; null for no delay"),
    )
    hints = Flag(
        load_default=None,
        allow_none=True,
        metadata=says(
            "Whether its only player may ask for hints; such a game is not rated. Null, the default, allows them if "
            "bots have every seat but one"
        ),
    )


class NewSeatSchema(InSchema):
    """The player who takes a seat: you, or a bot."""

    seat = WholeNumber(load_default=None, allow_none=True, metadata=says("The first free seat by default"))
    nonce_commitment = fields.String(
        validate=validate.Regexp(r"[0-9a-f]{64}\Z", error="must be 64 lower-case hex digits"),
        metadata=says(
            "SHA-256 of the canonical JSON of `[game, your account's id, nonce]`. Your nonce is your own contribution "
            "to the game's chance. Show it once every seat is taken."
        ),
    )
    invite = fields.String(validate=validate.Length(0, 100), metadata=says("The invitation to a private game"))
    bot = fields.String(
        validate=validate.Length(1, 40),
        metadata=says("A bot instead of you: its kind, `greedy`, or program, `greedy@1`"),
    )

    @validates_schema
    def check(self, data: Given, **_: object) -> None:
        """Refuses a bot without a seat, or with a commitment or an invitation."""
        if "bot" not in data:
            return
        if data.get("seat") is None:
            raise ValidationError("is missing: say which seat the bot takes", "seat")
        for name in ("nonce_commitment", "invite"):
            if name in data:
                raise ValidationError("must not be sent for a bot", name)


class NonceSchema(InSchema):
    """The nonce that your seat has committed to."""

    nonce = fields.String(
        required=True,
        validate=validate.Length(NONCE_MIN, NONCE_MAX),
        metadata=says("The same string whose commitment you sent"),
    )


class StartSchema(InSchema):
    """Your own nonce, if you have not shown it yet."""

    nonce = fields.String(
        validate=validate.Length(NONCE_MIN, NONCE_MAX),
        metadata=says("Your nonce, which is shown before the start, as by `POST …/nonces`"),
    )


class AbortSchema(InSchema):
    """The reason of an abort."""

    reason = fields.String(
        load_default="", validate=validate.Length(0, 200), metadata=says("Why, in your words; everybody sees it")
    )
