"""Events: as a page, as a stream, and how far a game has come."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate, validates_schema

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.service.api.schemas.base import (
    A_HASH,
    A_TIME,
    AN_ID,
    END_TEXT,
    LANGUAGES,
    PAGE_MAX,
    VIEWER_TEXT,
    Given,
    InSchema,
    NumberedPageSchema,
    OutSchema,
    a_line,
    a_time,
    a_wait,
    one_of,
    says,
)
from delvebook.service.api.schemas.games import STATUSES, GameSchema
from delvebook.service.api.title_schemas import reference


class EventSchema(Schema):
    """An event as a line of the viewer's record (format 1)."""

    class Meta:
        unknown = INCLUDE

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    n = fields.Integer(required=True, metadata=says("Its number in the game, from 1"))
    type = fields.String(required=True, metadata=says("What kind of event; more kinds may come", example="ActionTaken"))
    at = fields.String(required=True, metadata=says("When", format="date-time", example=A_TIME))
    by = fields.String(required=True, metadata=says("Who made it, as the record says it", example="seat:0"))
    data = fields.Dict(
        required=True,
        metadata=says(
            "What every viewer may know",
            properties={
                "action": reference("PlayedAction"),
                "facts": {"type": "array", "items": reference("Fact"), "description": "What happened because of it"},
            },
        ),
    )
    sealed = fields.List(fields.Dict(), required=True, metadata=says("Envelopes"))
    opens = fields.List(fields.Dict(), required=True, metadata=says("Envelopes of earlier events, opened"))
    prev = fields.String(required=True, metadata=says("The hash of the event before it", example=A_HASH))
    hash = fields.String(required=True, metadata=says("Its own hash", example=A_HASH))
    told = fields.List(fields.String(), metadata=says("What happened, in sentences; with `lang`"))
    told_short = fields.List(fields.String(), metadata=says("The same for narrow screens; with `lang`"))
    told_facts = fields.List(
        fields.Dict(allow_none=True),
        metadata=says("The fact that each sentence tells; null for a sentence of the event itself; with `lang`"),
    )


class EventQuerySchema(InSchema):
    """The viewer and the language."""

    viewer = fields.String(load_default=None, validate=validate.Length(1, 20), metadata=says(VIEWER_TEXT))
    lang = fields.String(
        load_default=None,
        validate=validate.OneOf(LANGUAGES),
        metadata=says("Adds `told`, `told_short` and `told_facts` to each event"),
    )


class EventsQuerySchema(EventQuerySchema, NumberedPageSchema):
    """The wanted events, the viewer and the language."""

    first = fields.Integer(
        data_key="from",
        load_default=None,
        validate=validate.Range(1, INTEGER_MAX),
        metadata=says("With `to`, instead of `after` and `limit`: the first event of a range"),
    )
    last = fields.Integer(
        data_key="to",
        load_default=None,
        validate=validate.Range(1, INTEGER_MAX),
        metadata=says(f"The last event of the range, which has at most {PAGE_MAX}"),
    )
    wait = a_wait()

    @validates_schema
    def require_a_range(self, data: Given, **_: object) -> None:
        """Rejects an empty range, or a range combined with other cursors."""
        first, last = data["first"], data["last"]
        if (first is None) != (last is None):
            raise ValidationError("is missing: `from` and `to` go together", "to" if last is None else "from")
        if first is None or last is None:
            return
        if data["cursor"] is not None or data["after"] or data["wait"]:
            raise ValidationError("must not come together with `after`, `cursor` or `wait`", "from")
        if not 0 <= last - first < PAGE_MAX:
            raise ValidationError(f"must not be before `from`, and the range may hold at most {PAGE_MAX} events", "to")


class StreamQuerySchema(EventQuerySchema):
    """The beginning of a stream, the viewer and the language."""

    after = fields.Integer(
        load_default=None,
        validate=validate.Range(0, INTEGER_MAX),
        metadata=says("The last event you have; without it the stream begins with a snapshot of the game"),
    )
    line = a_line()


class StreamLineSchema(Schema):
    """
    A line of a game's stream. In server-sent events it is the `data`.

    A `snapshot` has `game`, an `event` has `event`, and the `end` has `reason`. There may be more kinds.
    """

    class Meta:
        unknown = INCLUDE

    kind = one_of(("snapshot", "event", "heartbeat", "end"), "What the line is")
    n = fields.Integer(
        required=True, metadata=says("Of an event its number; else the last event of the game when the line was made")
    )
    hash = fields.String(metadata=says("Of a heartbeat and of the end: the hash of event `n`", example=A_HASH))
    game = fields.Nested(GameSchema, metadata=says("Of a snapshot: the game as it stood after event `n`"))
    event = fields.Nested(EventSchema, metadata=says("Of an event: the event"))
    reason = fields.String(metadata=says(END_TEXT))
    status = fields.String(metadata=says("Of the end, if the game is over: its status"))


class EventsSchema(OutSchema):
    """A page of events. A full page never changes, except for what the end of the game opens in it."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    events = fields.List(fields.Nested(EventSchema), required=True, metadata=says("The events of the page, in order"))
    next = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The `cursor` after a full page, which may be the last one; null if the page is not full"),
    )


class HeadSchema(OutSchema):
    """How far a game has come, in a small and quick answer."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    n = fields.Integer(required=True, metadata=says("Its last event"))
    hash = fields.String(required=True, metadata=says("That event's hash", example=A_HASH))
    at = a_time("When it was made")
    status = one_of(STATUSES, "How far the game has come")


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
