"""Games and seats, as they go out, and the list of games."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from delvebook.domain import clocks
from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.remedies import REMEDIES
from delvebook.service.api.schemas.base import (
    A_HASH,
    AN_ID,
    SEATS_MAX,
    VIEWER_TEXT,
    InSchema,
    OutSchema,
    a_cursor,
    a_time,
    next_page,
    one_of,
    says,
)
from delvebook.service.api.schemas.clocks import ClockSchema
from delvebook.service.api.schemas.new_games import VISIBILITIES
from delvebook.service.api.title_schemas import reference
from delvebook.service.identity.caller import KINDS

STATUSES: Final = ("open", "running", "finished", "aborted")


class DelaySchema(OutSchema):
    """The delay with which everybody but the players sees a running game."""

    actions = fields.Integer(metadata=says("How many of the last actions are held back", example=10))


class PersonSchema(OutSchema):
    """An account as others name it."""

    id = fields.String(required=True, metadata=says("The account's id", example="8f14e45fceea167a"))
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=says("Its name; null if it was deleted, or if this service does not know it", example="Ada"),
    )
    kind = one_of(KINDS, "Who plays with the account")


class SeatSchema(OutSchema):
    """A seat: who has it, and since when the game waits for it."""

    seat = fields.Integer(required=True, metadata=says("Its number, from 0"))
    player = fields.Nested(
        PersonSchema,
        required=True,
        allow_none=True,
        metadata=says("Whose seat it is, also while a bot plays it; null for a free seat and for a bot's own"),
    )
    away_until = a_time("Until when its player has said to be away; null for a player who has not", allow_none=True)
    bot = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The program that plays the seat now; null if its player does", example="greedy@1"),
    )
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=says(
            "What people call it: its player's name, or in English its bot's kind and the seat's number from 1. "
            "Sentences call a bot so in their own language"
        ),
    )
    free = fields.Boolean(required=True, metadata=says("Whether the seat is free"))
    to_act = fields.Boolean(required=True, metadata=says("Whether it has a decision pending"))
    since = a_time("Since when the game has waited for the decision", allow_none=True)
    deadline = a_time(
        "Until when the seat must decide, or show its nonce; null if no clock runs for it", allow_none=True
    )
    time_left_ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata=says(
            "Of a clock with a budget: what is left of the seat's stock in milliseconds, as its pending decision began "
            "(`deadline` counts that one); null with another clock, or none"
        ),
    )
    owes_nonce = fields.Boolean(required=True, metadata=says("Whether the game waits for the seat's nonce"))
    resigned = fields.Boolean(required=True, metadata=says("Whether the seat was given up for good"))


class YouSchema(OutSchema):
    """The caller's own seat."""

    seat = fields.Integer(required=True, metadata=says("Its number, from 0"))
    decision = fields.Integer(required=True, allow_none=True, metadata=says("The decision you may answer now"))
    owed = fields.Boolean(required=True, metadata=says("Whether the game waits for you"))
    deadline = a_time("Until when you must decide; null if no clock runs for you", allow_none=True)
    nonce_commitment = fields.String(
        required=True, allow_none=True, metadata=says("What you have committed to; null if you gave no nonce")
    )
    nonce = fields.String(required=True, allow_none=True, metadata=says("Your nonce, once it is shown"))


class NoncesSchema(OutSchema):
    """The nonces for which a game waits between the last seat taken and its start."""

    deadline = a_time("Until when nonces must be shown; null if none was promised", allow_none=True)
    missing = fields.List(fields.Integer(), required=True, metadata=says("Seats that have not shown theirs"))


class ParentSchema(OutSchema):
    """The parent of a fork, and the event that it begins after."""

    game = fields.UUID(required=True, metadata=says("The parent", example=AN_ID))
    n = fields.Integer(required=True, metadata=says("The parent's event that the fork begins after"))
    hash = fields.String(required=True, metadata=says("That event's hash", example=A_HASH))
    ruling = fields.Integer(metadata=says("The parent's event whose ruling resumes the game here, if one does"))

    class Meta(OutSchema.Meta):
        include = {  # noqa: RUF012
            "as": fields.String(
                metadata=says("The seat whose knowledge alone it kept, if it did not keep everything", example="seat:1")
            )
        }


class TakeBackSchema(OutSchema):
    """A take-back that waits for other seats' answers."""

    n = fields.Integer(required=True, metadata=says("The event that asked: `POST …/take-backs/{n}/answers`"))
    seat = fields.Integer(required=True, metadata=says("The seat that asks"))
    event = fields.Integer(required=True, metadata=says("The event to be taken back"))
    waiting = fields.List(fields.Integer(), required=True, metadata=says("Seats that have not answered"))


class EndProposalSchema(OutSchema):
    """An end that a seat has proposed, and that waits for other seats' consent."""

    n = fields.Integer(required=True, metadata=says("The event that proposed it: `POST …/end-proposals/{n}/answers`"))
    seat = fields.Integer(required=True, metadata=says("The seat that proposed it"))
    waiting = fields.List(fields.Integer(), required=True, metadata=says("Seats that have not answered"))


class OutcomeSchema(OutSchema):
    """The end of a game."""

    reason = fields.String(
        required=True,
        metadata=says(
            "One of the ruleset's `end_reasons`; `resigned` or `forfeited` if everybody else gave up the seat, by "
            "resigning or by running out of time"
        ),
    )
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
        required=True,
        metadata=says("Further details of the end, which depend on the title", **reference("OutcomeDetails")),
    )
    clauses = fields.List(fields.String(), required=True, metadata=says("The clauses that decide"))


class SettlementSchema(OutSchema):
    """What a ruling has made of a game. Its `outcome` is the one before the ruling."""

    dispute = fields.String(required=True, metadata=says("The dispute", example=f"{AN_ID}.12"))
    type = one_of(REMEDIES, "What became of it: no result, another result, or another game in which it goes on")
    game = fields.UUID(required=True, allow_none=True, metadata=says("Of `resume`: the game in which it goes on"))
    ranking = fields.List(
        fields.List(fields.Integer()),
        required=True,
        allow_none=True,
        metadata=says("Of `adjudicate`: the seats, the best first; those of a group share a place"),
    )


class GameSummarySchema(OutSchema):
    """A game as everybody may see it, with the members that the list has."""

    id = fields.UUID(required=True, metadata=says("Its id", example=AN_ID))
    ruleset = fields.String(required=True, metadata=says("Title and version", example="dungeon-raiders@1"))
    n = fields.Integer(required=True, metadata=says("Its last event"))
    status = one_of(STATUSES, "Its status")
    visibility = one_of(VISIBILITIES, "Who may see it")
    options = fields.Dict(required=True, metadata=says("The options, with defaults filled in"))
    clock = fields.Nested(ClockSchema, required=True, allow_none=True, metadata=says("Its clock; null if it has none"))
    clock_stopped = fields.Boolean(required=True, metadata=says("Whether deadlines and bots wait for a ruling"))
    creator = fields.Nested(
        PersonSchema, required=True, allow_none=True, metadata=says("Who created it; null if nobody did")
    )
    created_at = a_time("When it was created")
    updated_at = a_time("When its last event was made")
    action_count = fields.Integer(
        required=True, metadata=says("How many actions have been taken, also those that were taken back")
    )
    round = fields.Integer(
        required=True,
        allow_none=True,
        metadata=says(
            "How far it has come, in the title's own rounds (`cover.round` of the ruleset); null before the start",
            example=7,
        ),
    )
    seats = fields.List(fields.Nested(SeatSchema), required=True, metadata=says("Its seats, in order"))
    to_act = fields.List(fields.Integer(), required=True, metadata=says("Seats with a pending decision"))
    outcome = fields.Nested(
        OutcomeSchema, required=True, allow_none=True, metadata=says("How it ended; null unless it is finished")
    )
    remedy = fields.Nested(
        SettlementSchema,
        required=True,
        allow_none=True,
        metadata=says("What the latest ruling with a remedy has made of it; null if there is none"),
    )
    resumed_by = fields.UUID(
        required=True, allow_none=True, metadata=says("The game in which a ruling resumes this one")
    )
    reserved = fields.List(
        fields.Nested(PersonSchema, allow_none=True),
        required=True,
        allow_none=True,
        metadata=says("For a resumed game or a rematch: by seat, for whom it is kept"),
    )
    parent = fields.Nested(ParentSchema, required=True, allow_none=True, metadata=says("For a fork: its parent"))
    rematch_of = fields.UUID(
        required=True, allow_none=True, metadata=says("For a rematch: the game that it follows", example=AN_ID)
    )
    spectator_delay = fields.Nested(
        DelaySchema,
        required=True,
        allow_none=True,
        metadata=says(
            "The delay with which all but its players see it while it runs: they see it all as it was then. "
            "In lists `updated_at` is delayed for its players as well. Null for no delay"
        ),
    )
    hints = fields.Boolean(
        required=True, metadata=says("Whether its only player may ask for hints. If so, it is not rated")
    )


class GameSchema(GameSummarySchema):
    """A game as one viewer may see it: the members that the list has, and those that depend on the viewer."""

    head = fields.String(required=True, metadata=says("The hash of its last event", example=A_HASH))
    nonces = fields.Nested(
        NoncesSchema,
        required=True,
        allow_none=True,
        metadata=says("Once every seat is taken, until the start"),
    )
    you = fields.Nested(
        YouSchema, required=True, allow_none=True, metadata=says("Your own seat; null if you have none")
    )
    table = fields.Dict(
        required=True,
        allow_none=True,
        metadata=says("The ruleset's view; null before the start", **reference("Table", allow_none=True)),
    )
    commitment = fields.String(required=True, metadata=says("SHA-256 of the seed", example=A_HASH))
    seed = fields.String(required=True, allow_none=True, metadata=says("In hex, once the game is over"))
    disputes = fields.List(fields.String(), required=True, metadata=says("Ids of its disputes"))
    take_back = fields.Nested(
        TakeBackSchema,
        required=True,
        allow_none=True,
        metadata=says("A take-back that other seats are asked about; null if there is none"),
    )
    end_proposal = fields.Nested(
        EndProposalSchema,
        required=True,
        allow_none=True,
        metadata=says("An end that a seat has proposed; null if there is none"),
    )
    invite = fields.String(metadata=says("For the creator of a private game: the word that lets others take a seat"))


class GamesQuerySchema(InSchema):
    """Filters for games."""

    status = fields.String(validate=validate.OneOf(STATUSES), metadata=says("Their status"))
    ruleset = fields.String(validate=validate.Length(1, 80), metadata=says("`id` or `id@version`"))
    player = fields.String(
        validate=validate.Length(1, 40), metadata=says("The id or the name of an account that has a seat, or `me`")
    )
    waiting_for = fields.String(
        validate=validate.Length(1, 40),
        metadata=says("The id or the name of an account that the game waits for, or `me`"),
    )
    parent = fields.UUID(metadata=says("The game they are forks of", example=AN_ID))
    rematch_of = fields.UUID(metadata=says("The game they are rematches of", example=AN_ID))
    free = fields.Boolean(
        metadata=says(
            "With `true`: open games in which a seat is free that you may take; not one kept for another player"
        )
    )
    seats = fields.Integer(validate=validate.Range(1, SEATS_MAX), metadata=says("How many seats they have"))
    clock = fields.String(
        validate=validate.OneOf((*clocks.KINDS, "none")),
        metadata=says("The kind of their clock, or `none`"),
    )
    order = fields.String(
        load_default="updated",
        validate=validate.OneOf(("updated", "created")),
        metadata=says(
            "The time to sort by, the latest first; the order by `created` does not change while games go on"
        ),
    )
    cursor = a_cursor()
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200), metadata=says("Games on a page, at most"))


class GamesSchema(OutSchema):
    """A page of games, the latest changed first. The list follows the games a moment later."""

    games = fields.List(fields.Nested(GameSummarySchema), required=True, metadata=says("The games of the page"))
    next = next_page()


class GameQuerySchema(InSchema):
    """The event and the viewer."""

    event = fields.Integer(
        validate=validate.Range(1, INTEGER_MAX), load_default=None, metadata=says("As it stood after that event")
    )
    viewer = fields.String(
        load_default=None,
        validate=validate.Length(1, 20),
        metadata=says(VIEWER_TEXT, example="spectator"),
    )
