"""Clocks of games, coming in and going out."""

from __future__ import annotations

from typing import Final

from marshmallow import ValidationError, fields, post_load, pre_load, validate, validates_schema

from delvebook.domain import clocks
from delvebook.projections.views import Body
from delvebook.service.api.schemas.base import Given, InSchema, OutSchema, WholeNumber, one_of, says
from delvebook.service.base.errors import ClockNotOfferedError

TURN_SECONDS_MAX: Final = 90 * 24 * 3600
INCREMENT_MAX: Final = 24 * 3600
CLOCK_DAYS_MAX: Final = 90
EXPIRY_BOT: Final = "random"
"""The bot that plays on if a request names none."""
TIMES_OF: Final = {clocks.PER_DECISION: {"seconds"}, clocks.BUDGET: {"seconds", "increment"}, clocks.DAYS: {"days"}}
"""The members that give a clock's times, by kind of clock."""


class NewExpirySchema(InSchema):
    """What happens when the time is over."""

    kind = fields.String(
        required=True,
        validate=validate.Length(1, 40),
        metadata=says(
            "`bot`: a bot takes the seat until its player takes it back. `default_action`: the clock takes one of the "
            "seat's legal actions, drawn by chance. `forfeit`: the seat is given up for good, as by resigning",
            example="bot",
        ),
    )
    bot = fields.String(
        validate=validate.Length(1, 40),
        metadata=says("Of `bot` and `forfeit`: the kind of bot that plays on; `random` by default", example="random"),
    )

    @post_load
    def fill(self, data: Given, **_: object) -> Body:
        """Adds the default bot if one plays on. Refuses a bot if none does."""
        if data["kind"] != clocks.DEFAULT_ACTION:
            return {"bot": EXPIRY_BOT, **data}
        if "bot" in data:
            raise ValidationError("must not be sent with a default action, after which no bot plays on", "bot")
        return data


class NewClockSchema(InSchema):
    """How long a seat may take, and what happens after that."""

    kind = fields.String(
        required=True,
        validate=validate.Length(1, 40),
        metadata=says(
            "`per_decision`: each decision has the same time. `budget`: a seat has one stock of time for the game, to "
            "which every action adds. `days`: each decision has that many days",
            example="per_decision",
        ),
    )
    seconds = WholeNumber(
        validate=validate.Range(1, TURN_SECONDS_MAX),
        metadata=says(
            "Of `per_decision`: how long a decision may take; of `budget`: the stock at the start. In seconds, up to "
            "90 days",
            example=86400,
        ),
    )
    increment = WholeNumber(
        validate=validate.Range(0, INCREMENT_MAX),
        metadata=says("Of `budget`: the seconds that each action adds to the stock; 0 by default", example=10),
    )
    days = WholeNumber(
        validate=validate.Range(1, CLOCK_DAYS_MAX),
        metadata=says("Of `days`: how many days a decision may take", example=3),
    )
    on_expiry = fields.Nested(
        NewExpirySchema, required=True, metadata=says("What happens when a seat has not decided in time")
    )

    @validates_schema
    def require_its_times(self, data: Given, **_: object) -> None:
        """Refuses a clock without its times, or with those of another kind."""
        wanted = TIMES_OF[data["kind"]]
        for name in ("seconds", "increment", "days"):
            if name in data and name not in wanted:
                raise ValidationError(f"must not be sent for a clock of the kind {data['kind']}", name)
            if name not in data and name in wanted and name != "increment":
                raise ValidationError(f"is missing for a clock of the kind {data['kind']}", name)

    @pre_load
    def require_offered(self, data: object, **_: object) -> object:
        """
        Refuses kinds of clock and of expiry that this version does not have.

        This runs before the members are checked, because another kind has other members.

        Raises:
            ClockNotOfferedError
        """
        if isinstance(data, dict):
            expiry = data.get("on_expiry")
            asked = {"kind": data.get("kind"), "on_expiry": expiry.get("kind") if isinstance(expiry, dict) else None}
            offered = {"kind": clocks.KINDS, "on_expiry": clocks.EXPIRY_KINDS}
            for name, kind in asked.items():
                if isinstance(kind, str) and kind not in offered[name]:
                    raise ClockNotOfferedError(
                        f"unknown {name} {kind[:40]!r}; offered: {', '.join(offered[name])}",
                        kinds=list(clocks.KINDS),
                        on_expiry_kinds=list(clocks.EXPIRY_KINDS),
                    )
        return data


class ExpirySchema(OutSchema):
    """What happens when the time is over. Further members depend on `kind`."""

    kind = one_of(clocks.EXPIRY_KINDS, "What happens")
    bot = fields.String(metadata=says("Of `bot` and `forfeit`: the program that plays on", example="random@1"))


class ClockSchema(OutSchema):
    """A game's clock. Further members depend on `kind`. Whatever the kind, a seat's `deadline` applies."""

    kind = one_of(clocks.KINDS, "How time is counted")
    seconds = fields.Integer(
        metadata=says("Of `per_decision`: how long a decision may take; of `budget`: the stock", example=86400)
    )
    increment = fields.Integer(metadata=says("Of `budget`: the seconds that each action adds", example=10))
    days = fields.Integer(metadata=says("Of `days`: how many days a decision may take", example=3))
    on_expiry = fields.Nested(
        ExpirySchema, required=True, metadata=says("What happens when a seat has not decided in time")
    )
