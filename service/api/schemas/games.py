"""Games, seats, events and the list of games, coming in and going out."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import INCLUDE, Schema, ValidationError, fields, validate, validates_schema

from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.seating import NONCE_MAX, NONCE_MIN
from delvebook.service.api.schemas.actions import ActionsSchema
from delvebook.service.api.schemas.base import (
    A_HASH,
    A_TIME,
    AN_ID,
    LANGUAGES,
    PAGE_MAX,
    SEATS_MAX,
    InSchema,
    OutSchema,
    ProblemSchema,
    WholeNumber,
    says,
)
from delvebook.service.api.title_schemas import reference

STATUSES: Final = ("open", "running", "finished", "aborted")
VISIBILITIES: Final = ("public", "unlisted", "private")
TURN_SECONDS_MAX: Final = 90 * 24 * 3600


class ClockSchema(InSchema):
    """How long a turn may take, and which bot plays on after that."""

    turn_seconds = WholeNumber(required=True, validate=validate.Range(1, TURN_SECONDS_MAX))
    on_timeout = fields.String(required=True, metadata=says("The kind of bot that takes the seat", example="random"))


class NewGameSchema(InSchema):
    """A new game."""

    ruleset = fields.String(
        required=True,
        validate=validate.Length(1, 80),
        metadata=says("`id@version`, or an id for its newest version", example="dungeon-raiders"),
    )
    seats = WholeNumber(required=True, validate=validate.Range(1, SEATS_MAX))
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata=says("See the ruleset; defaults are filled in")
    )
    bots = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"(0|[1-9][0-9]?)\Z", error="a seat number")),
        values=fields.String(validate=validate.Length(1, 40)),
        load_default=dict,
        metadata=says("By seat: the kind of bot that plays it", example={"1": "random"}),
    )
    clock = fields.Nested(ClockSchema, load_default=None, allow_none=True)
    visibility = fields.String(load_default="public", validate=validate.OneOf(VISIBILITIES))


class SeatSchema(OutSchema):
    """A seat."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True, metadata=says("An account's id"))
    name = fields.String(
        allow_none=True, metadata=says("Of the player, or of the bot: its kind and the seat's number, from 1")
    )
    bot = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The program that plays the seat now", example="greedy@1"),
    )
    free = fields.Boolean(required=True)


class YouSchema(OutSchema):
    """The caller's own seat."""

    seat = fields.Integer(required=True)
    decision = fields.Integer(required=True, allow_none=True, metadata=says("The decision you may answer now"))
    owed = fields.Boolean(required=True, metadata=says("Whether the game waits for you"))
    nonce_commitment = fields.String(
        required=True, allow_none=True, metadata=says("What you have committed to; null if you gave no nonce")
    )
    nonce = fields.String(required=True, allow_none=True, metadata=says("Your nonce, once it is shown"))


class NoncesSchema(OutSchema):
    """What a game waits for between the last seat taken and its start."""

    deadline = fields.String(
        required=True, allow_none=True, metadata=says("Until when nonces must be shown; null if none was promised")
    )
    missing = fields.List(fields.Integer(), required=True, metadata=says("Seats that have not shown theirs"))


class ParentSchema(OutSchema):
    """The parent of a fork, the event it begins after, and that event's hash."""

    game = fields.UUID(required=True)
    n = fields.Integer(required=True)
    hash = fields.String(required=True)
    ruling = fields.Integer(metadata=says("The ruling there that resumes the game here, if one does"))

    class Meta:
        include = {  # noqa: RUF012
            "as": fields.String(metadata=says("The seat whose knowledge alone it kept, if it did not keep everything"))
        }


class TakeBackSchema(OutSchema):
    """A take-back that waits for other seats' answers."""

    seat = fields.Integer(required=True)
    action = fields.Integer(required=True, metadata=says("The event to be taken back"))
    waiting = fields.List(fields.Integer(), required=True, metadata=says("Seats that have not answered"))


class OutcomeSchema(OutSchema):
    """How a game ended."""

    reason = fields.String(required=True, metadata=says("One of the ruleset's `end_reasons`"))
    winners = fields.List(
        fields.Integer(),
        required=True,
        metadata=says("The seats that win; empty if nobody does, as in a lost solo game"),
    )
    ranking = fields.List(
        fields.List(fields.Integer()),
        required=True,
        metadata=says(
            "Best first; seats of a group share the place. Every seat occurs once, also of a lost game: a place is "
            "no victory, `winners` says who wins"
        ),
    )
    scores = fields.List(fields.Integer(allow_none=True), required=True, metadata=says("By seat"))
    details = fields.Dict(
        required=True, metadata=says("What else the title says of the end", **reference("OutcomeDetails"))
    )
    clauses = fields.List(fields.String(), required=True, metadata=says("The clauses that decide"))


class GameSchema(OutSchema):
    """A game as one viewer may see it."""

    id = fields.UUID(required=True, metadata={"example": AN_ID})
    ruleset = fields.String(required=True)
    n = fields.Integer(required=True, metadata=says("Its last event"))
    head = fields.String(required=True, metadata=says("The hash of its last event", example=A_HASH))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    nonces = fields.Nested(
        NoncesSchema,
        required=True,
        allow_none=True,
        metadata=says("Once every seat is taken, until the start"),
    )
    to_act = fields.List(fields.Integer(), required=True, metadata=says("Seats with a pending decision"))
    you = fields.Nested(YouSchema, required=True, allow_none=True)
    table = fields.Dict(
        required=True,
        allow_none=True,
        metadata=says("The ruleset's view; null before the start", **reference("Table", allow_none=True)),
    )
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)
    parent = fields.Nested(ParentSchema, required=True, allow_none=True, metadata=says("For a fork: its parent"))
    commitment = fields.String(required=True, metadata=says("SHA-256 of the seed", example=A_HASH))
    seed = fields.String(required=True, allow_none=True, metadata=says("Once the game is over"))
    clock = fields.Nested(ClockSchema, required=True, allow_none=True)
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    disputes = fields.List(fields.String(), required=True, metadata=says("Ids of its disputes"))
    clock_stopped = fields.Boolean(required=True, metadata=says("Deadlines and bots wait for a ruling"))
    take_back = fields.Nested(TakeBackSchema, required=True, allow_none=True)
    resumed_by = fields.UUID(
        required=True, allow_none=True, metadata=says("The game in which a ruling resumes this one")
    )
    reserved = fields.List(
        fields.String(allow_none=True),
        required=True,
        allow_none=True,
        metadata=says("For a resumed game: the account each seat is reserved for"),
    )
    updated_at = fields.String(required=True)
    invite = fields.String(metadata=says("For the creator of a private game: the word that lets others take a seat"))


class GamesQuerySchema(InSchema):
    """Filters for games."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    ruleset = fields.String(validate=validate.Length(1, 80), metadata=says("`id` or `id@version`"))
    player = fields.String(validate=validate.Length(1, 40), metadata=says("An account's id, or `me`"))
    waiting_for = fields.String(
        validate=validate.Length(1, 40), metadata=says("An account the game waits for, or `me`")
    )
    parent = fields.UUID(metadata=says("The game they are forks of", example=AN_ID))
    cursor = fields.String(validate=validate.Length(1, 200), metadata=says("The `next` of the previous page"))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class LobbySeatSchema(SeatSchema):
    """A seat, and since when the game waits for it."""

    to_act = fields.Boolean(required=True)
    since = fields.String(required=True, allow_none=True)
    deadline = fields.String(required=True, allow_none=True)
    owes_nonce = fields.Boolean(required=True, metadata=says("Whether the game waits for the seat's nonce"))


class LobbyGameSchema(OutSchema):
    """A game in the list. The list follows the games a moment later."""

    id = fields.UUID(required=True, metadata={"example": AN_ID})
    ruleset = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    parent = fields.Nested(ParentSchema, allow_none=True, metadata=says("For a fork: its parent"))
    visibility = fields.String(required=True)
    clock_stopped = fields.Boolean(required=True, metadata=says("Deadlines and bots wait for a ruling"))
    options = fields.Dict(required=True)
    n = fields.Integer(required=True)
    action_count = fields.Integer(required=True)
    seats = fields.List(fields.Nested(LobbySeatSchema), required=True)
    to_act = fields.List(fields.Integer(), required=True)
    created_at = fields.String(required=True)
    updated_at = fields.String(required=True)
    outcome = fields.Nested(OutcomeSchema, required=True, allow_none=True)


class GamesSchema(OutSchema):
    """A page of games, the latest changed first."""

    games = fields.List(fields.Nested(LobbyGameSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=says("The cursor of the next page"))


class GameQuerySchema(InSchema):
    """Which event, and which viewer."""

    as_of = fields.Integer(
        validate=validate.Range(1, INTEGER_MAX), load_default=None, metadata=says("As it stood after that event")
    )
    viewer = fields.String(
        load_default=None,
        validate=validate.Length(1, 20),
        metadata=says("`seat:K`, `spectator` or `arbiter`; your own eyes by default", example="spectator"),
    )


class NewSeatSchema(InSchema):
    """Who takes a seat: you, or a bot."""

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
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses a bot without a seat, or with a commitment or an invitation."""
        if "bot" not in data:
            return
        if data.get("seat") is None:
            raise ValidationError("say which seat the bot takes", "seat")
        for name in ("nonce_commitment", "invite"):
            if name in data:
                raise ValidationError("not for a bot", name)


class NonceSchema(InSchema):
    """The nonce that your seat has committed to."""

    nonce = fields.String(required=True, validate=validate.Length(NONCE_MIN, NONCE_MAX))


class StartSchema(InSchema):
    """Your own nonce, if you have not shown it yet."""

    nonce = fields.String(
        validate=validate.Length(NONCE_MIN, NONCE_MAX), metadata=says("Shown first, as by `POST …/nonces`")
    )


class AbortSchema(InSchema):
    """The reason of an abort."""

    reason = fields.String(load_default="", validate=validate.Length(0, 200))


class EventSchema(Schema):
    """An event as a line of the viewer's record (format 1)."""

    class Meta:
        unknown = INCLUDE

    game = fields.UUID(required=True, metadata={"example": AN_ID})
    n = fields.Integer(required=True)
    type = fields.String(required=True, metadata={"example": "ActionTaken"})
    at = fields.String(required=True, metadata={"example": A_TIME})
    by = fields.String(required=True, metadata={"example": "seat:0"})
    data = fields.Dict(
        required=True,
        metadata=says(
            "What every viewer may know",
            properties={
                "action": reference("PlayedAction"),
                "facts": {"type": "array", "items": reference("Fact")},
            },
        ),
    )
    sealed = fields.List(fields.Dict(), required=True, metadata=says("Envelopes"))
    opens = fields.List(fields.Dict(), required=True, metadata=says("Envelopes of earlier events, opened"))
    prev = fields.String(required=True)
    hash = fields.String(required=True)
    told = fields.List(fields.String(), metadata=says("What happened, in sentences; with `lang`"))
    told_short = fields.List(fields.String(), metadata=says("The same for narrow screens; with `lang`"))


class DoneSchema(OutSchema):
    """What an accepted command did."""

    n = fields.Integer(required=True, metadata=says("The last event made"))
    hash = fields.String(required=True, metadata=says("Its hash"))
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
    """What became of one of many actions."""

    status = fields.Integer(required=True, metadata=says("The status that it would have had alone"))
    repeat = fields.Boolean(required=True, metadata=says("Whether the same request had been carried out before"))
    done = fields.Nested(DoneSchema, metadata=says("If it was accepted: the answer that it would have had alone"))
    problem = fields.Nested(ProblemSchema, metadata=says("If it was refused: why"))


class ActionsDoneSchema(OutSchema):
    """What became of many actions."""

    results = fields.List(
        fields.Nested(ActionResultSchema), required=True, metadata=says("For each action, in the order of the request")
    )


class ReplyQuerySchema(InSchema):
    """What the answer tells besides what happened."""

    include = fields.String(
        load_default=None,
        validate=validate.OneOf(("actions",)),
        metadata=says("Adds `actions`: what your seat may do next, as in `GET …/actions`"),
    )


class EventsQuerySchema(InSchema):
    """Which events, which viewer, which language."""

    after = fields.Integer(
        load_default=0, validate=validate.Range(0, INTEGER_MAX), metadata=says("The last event you have")
    )
    limit = fields.Integer(
        load_default=100, validate=validate.Range(1, PAGE_MAX), metadata=says("Of a JSON page, at most")
    )
    viewer = fields.String(load_default=None, validate=validate.Length(1, 20))
    lang = fields.String(
        load_default=None,
        validate=validate.OneOf(LANGUAGES),
        metadata=says("Adds `told` and `told_short` to each event"),
    )
    follow = fields.Boolean(
        load_default=False, metadata=says("With NDJSON: continue with new events until the game is over")
    )


class EventsSchema(OutSchema):
    """A page of events."""

    game = fields.UUID(required=True, metadata={"example": AN_ID})
    n = fields.Integer(required=True, metadata=says("The game's last event"))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    events = fields.List(fields.Nested(EventSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=says("The address of the next page"))
