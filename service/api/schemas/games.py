"""Games, seats, events and the list of games, coming in and going out."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import INCLUDE, Schema, ValidationError, fields, post_load, pre_load, validate, validates_schema

from delvebook.domain import clocks
from delvebook.domain.canonical import INTEGER_MAX
from delvebook.domain.delays import ACTIONS_MAX
from delvebook.domain.seating import NONCE_MAX, NONCE_MIN
from delvebook.service.api.schemas.actions import ActionsSchema
from delvebook.service.api.schemas.base import (
    A_HASH,
    A_TIME,
    AN_ID,
    END_TEXT,
    LANGUAGES,
    PAGE_MAX,
    SEATS_MAX,
    VIEWER_TEXT,
    InSchema,
    NumberedPageSchema,
    OutSchema,
    ProblemSchema,
    WholeNumber,
    a_cursor,
    a_line,
    a_time,
    a_wait,
    next_page,
    one_of,
    says,
)
from delvebook.service.api.title_schemas import reference
from delvebook.service.base.errors import ClockNotOfferedError
from delvebook.service.identity.caller import KINDS

STATUSES: Final = ("open", "running", "finished", "aborted")
VISIBILITIES: Final = ("public", "unlisted", "private")
TURN_SECONDS_MAX: Final = 90 * 24 * 3600
INCREMENT_MAX: Final = 24 * 3600
CLOCK_DAYS_MAX: Final = 90
EXPIRY_BOT: Final = "random"
"""The bot that plays on if a request names none."""
TIMES_OF: Final = {clocks.PER_DECISION: {"seconds"}, clocks.BUDGET: {"seconds", "increment"}, clocks.DAYS: {"days"}}
"""By kind of clock: the members that say its times."""


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
    def fill(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Names the bot that plays on, and refuses one where none does."""
        if data["kind"] != clocks.DEFAULT_ACTION:
            return {"bot": EXPIRY_BOT, **data}
        if "bot" in data:
            raise ValidationError("no bot plays on after a default action", "bot")
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
    def require_its_times(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses a clock without its times, or with those of another kind."""
        wanted = TIMES_OF[data["kind"]]
        for name in ("seconds", "increment", "days"):
            if name in data and name not in wanted:
                raise ValidationError(f"not for a clock of the kind {data['kind']}", name)
            if name not in data and name in wanted and name != "increment":
                raise ValidationError("missing data for required field", name)

    @pre_load
    def require_offered(self, data: Any, **_: Any) -> Any:
        """
        Refuses a kind of clock, or of what it does, that this version does not have.

        It comes before the members are looked at, because another kind has other members.

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
                        f"there is no clock with {name} {kind[:40]!r}; there is {', '.join(offered[name])}",
                        kinds=list(clocks.KINDS),
                        on_expiry_kinds=list(clocks.EXPIRY_KINDS),
                    )
        return data


class ExpirySchema(OutSchema):
    """What happens when the time is over. Further members depend on `kind`."""

    kind = one_of(clocks.EXPIRY_KINDS, "What happens")
    bot = fields.String(metadata=says("Of `bot` and `forfeit`: the program that plays on", example="random@1"))


class ClockSchema(OutSchema):
    """A game's clock. Further members depend on `kind`; a seat's `deadline` counts, whatever the kind."""

    kind = one_of(clocks.KINDS, "How time is counted")
    seconds = fields.Integer(
        metadata=says("Of `per_decision`: how long a decision may take; of `budget`: the stock", example=86400)
    )
    increment = fields.Integer(metadata=says("Of `budget`: the seconds that each action adds", example=10))
    days = fields.Integer(metadata=says("Of `days`: how many days a decision may take", example=3))
    on_expiry = fields.Nested(
        ExpirySchema, required=True, metadata=says("What happens when a seat has not decided in time")
    )


class SeatedBotSchema(InSchema):
    """A bot, and where it sits."""

    seat = WholeNumber(required=True, validate=validate.Range(0, SEATS_MAX), metadata=says("The seat, from 0"))
    bot = fields.String(
        required=True,
        validate=validate.Length(1, 40),
        metadata=says("The kind of bot, `greedy`, or a program of it, `greedy@1`", example="greedy"),
    )


def bots_field() -> fields.List[Any]:
    """Which bots sit where, in a request."""
    return fields.List(
        fields.Nested(SeatedBotSchema),
        load_default=list,
        validate=[validate.Length(0, SEATS_MAX + 1), _require_seats_of_their_own],
        metadata=says("Bots, each with its seat", example=[{"seat": 1, "bot": "greedy"}]),
    )


def _require_seats_of_their_own(bots: list[dict[str, Any]]) -> None:
    if len({one["seat"] for one in bots}) < len(bots):
        raise ValidationError("one bot a seat")


class NewDelaySchema(InSchema):
    """How much later than its players everybody else sees a running game."""

    actions = WholeNumber(
        required=True,
        validate=validate.Range(1, ACTIONS_MAX),
        metadata=says("How many of the last actions, and all that followed them, are held back", example=10),
    )


class DelaySchema(OutSchema):
    """How much later than its players everybody else sees a running game."""

    actions = fields.Integer(metadata=says("How many of the last actions are held back", example=10))


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
        metadata=says("How much later everybody but the players sees it while it runs; null for no delay"),
    )


class PersonSchema(OutSchema):
    """An account, as far as others name it."""

    id = fields.String(required=True, metadata=says("The account's id", example="8f14e45fceea167a"))
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=says("Its name; null if it was deleted, or if this service does not know it", example="Ada"),
    )
    kind = one_of(KINDS, "Whose it is")


class SeatSchema(OutSchema):
    """A seat: who has it, and since when the game waits for it."""

    seat = fields.Integer(required=True, metadata=says("Its number, from 0"))
    player = fields.Nested(
        PersonSchema,
        required=True,
        allow_none=True,
        metadata=says("Whose seat it is, also while a bot plays it; null for a free seat and for a bot's own"),
    )
    away_until = a_time("Until when its player is away, as they have said; null if they have not", allow_none=True)
    bot = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The program that plays the seat now; null if its player does", example="greedy@1"),
    )
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=says("What people call it: its player's name, or its bot's kind and the seat's number from 1"),
    )
    free = fields.Boolean(required=True, metadata=says("Whether nobody has it"))
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
    """What a game waits for between the last seat taken and its start."""

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
    """How a game ended."""

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
        required=True, metadata=says("What else the title says of the end", **reference("OutcomeDetails"))
    )
    clauses = fields.List(fields.String(), required=True, metadata=says("The clauses that decide"))


class GameSummarySchema(OutSchema):
    """A game as everybody may see it, with the members that it has in the list."""

    id = fields.UUID(required=True, metadata=says("Its id", example=AN_ID))
    ruleset = fields.String(required=True, metadata=says("Title and version", example="dungeon-raiders@1"))
    n = fields.Integer(required=True, metadata=says("Its last event"))
    status = one_of(STATUSES, "How far it has come")
    visibility = one_of(VISIBILITIES, "Who may see it")
    options = fields.Dict(required=True, metadata=says("The options, with defaults filled in"))
    clock = fields.Nested(ClockSchema, required=True, allow_none=True, metadata=says("Its clock; null if it has none"))
    clock_stopped = fields.Boolean(required=True, metadata=says("Deadlines and bots wait for a ruling"))
    creator = fields.Nested(
        PersonSchema, required=True, allow_none=True, metadata=says("Who created it; null if nobody did")
    )
    created_at = a_time("When it was created")
    updated_at = a_time("When its last event was made")
    action_count = fields.Integer(
        required=True, metadata=says("How many actions have been taken, also those that were taken back")
    )
    seats = fields.List(fields.Nested(SeatSchema), required=True, metadata=says("Its seats, in order"))
    to_act = fields.List(fields.Integer(), required=True, metadata=says("Seats with a pending decision"))
    outcome = fields.Nested(
        OutcomeSchema, required=True, allow_none=True, metadata=says("How it ended; null unless it is finished")
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
            "By how much everybody but its players sees it later while it runs: every other member is as it was then. "
            "In lists `updated_at` is so for its players, too. Null for no delay"
        ),
    )


class GameSchema(GameSummarySchema):
    """A game as one viewer may see it: the members that it has in the list, and those that depend on the viewer."""

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
    resumed_by = fields.UUID(
        required=True, allow_none=True, metadata=says("The game in which a ruling resumes this one")
    )
    reserved = fields.List(
        fields.Nested(PersonSchema, allow_none=True),
        required=True,
        allow_none=True,
        metadata=says("For a resumed game or a rematch: by seat, for whom it is kept"),
    )
    invite = fields.String(metadata=says("For the creator of a private game: the word that lets others take a seat"))


class GamesQuerySchema(InSchema):
    """Filters for games."""

    status = fields.String(validate=validate.OneOf(STATUSES), metadata=says("How far they have come"))
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
        metadata=says("With `true`: games that wait for players, that is open ones in which a seat is free")
    )
    seats = fields.Integer(validate=validate.Range(1, SEATS_MAX), metadata=says("How many seats they have"))
    clock = fields.String(
        validate=validate.OneOf((*clocks.KINDS, "none")),
        metadata=says("The kind of their clock, or `none`"),
    )
    order = fields.String(
        load_default="updated",
        validate=validate.OneOf(("updated", "created")),
        metadata=says("By which time they are listed, the latest first; `created` keeps its order while games go on"),
    )
    cursor = a_cursor()
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200), metadata=says("Games on a page, at most"))


class GamesSchema(OutSchema):
    """A page of games, the latest changed first. The list follows the games a moment later."""

    games = fields.List(fields.Nested(GameSummarySchema), required=True, metadata=says("The games of the page"))
    next = next_page()


class GameQuerySchema(InSchema):
    """Which event, and which viewer."""

    event = fields.Integer(
        validate=validate.Range(1, INTEGER_MAX), load_default=None, metadata=says("As it stood after that event")
    )
    viewer = fields.String(
        load_default=None,
        validate=validate.Length(1, 20),
        metadata=says(VIEWER_TEXT, example="spectator"),
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

    nonce = fields.String(
        required=True,
        validate=validate.Length(NONCE_MIN, NONCE_MAX),
        metadata=says("The very string whose commitment you sent"),
    )


class StartSchema(InSchema):
    """Your own nonce, if you have not shown it yet."""

    nonce = fields.String(
        validate=validate.Length(NONCE_MIN, NONCE_MAX), metadata=says("Shown first, as by `POST …/nonces`")
    )


class AbortSchema(InSchema):
    """The reason of an abort."""

    reason = fields.String(
        load_default="", validate=validate.Length(0, 200), metadata=says("Why, in your words; everybody sees it")
    )


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


class DoneSchema(OutSchema):
    """What an accepted command did."""

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


class NewGameDoneSchema(DoneSchema):
    """What a command did that made a game."""

    id = fields.UUID(required=True, metadata=says("The new game's id, as in `game`", example=AN_ID))


class EventQuerySchema(InSchema):
    """Which viewer, which language."""

    viewer = fields.String(load_default=None, validate=validate.Length(1, 20), metadata=says(VIEWER_TEXT))
    lang = fields.String(
        load_default=None,
        validate=validate.OneOf(LANGUAGES),
        metadata=says("Adds `told` and `told_short` to each event"),
    )


class EventsQuerySchema(EventQuerySchema, NumberedPageSchema):
    """Which events, which viewer, which language."""

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
    def require_a_range(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses a range that is none, or not alone."""
        first, last = data["first"], data["last"]
        if (first is None) != (last is None):
            raise ValidationError("`from` and `to` go together", "to" if last is None else "from")
        if first is None or last is None:
            return
        if data["cursor"] is not None or data["after"] or data["wait"]:
            raise ValidationError("not together with `after`, `cursor` or `wait`", "from")
        if not 0 <= last - first < PAGE_MAX:
            raise ValidationError(f"at least `from`, and at most {PAGE_MAX} events", "to")


class StreamQuerySchema(EventQuerySchema):
    """Where a stream begins, which viewer, which language."""

    after = fields.Integer(
        load_default=None,
        validate=validate.Range(0, INTEGER_MAX),
        metadata=says("The last event you have; without it the stream begins with a snapshot of the game"),
    )
    line = a_line()


class StreamLineSchema(Schema):
    """
    A line of a game's stream; of server-sent events the `data`.

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
    """A page of events. A full page is the same for ever, but for what the end of the game opens in it."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    events = fields.List(fields.Nested(EventSchema), required=True, metadata=says("The events of the page, in order"))
    next = fields.String(
        required=True,
        allow_none=True,
        metadata=says("The `cursor` after a full page, which may be the last one; null if the page is not full"),
    )


class HeadSchema(OutSchema):
    """How far a game has come: small, and quickly asked for."""

    game = fields.UUID(required=True, metadata=says("The game", example=AN_ID))
    n = fields.Integer(required=True, metadata=says("Its last event"))
    hash = fields.String(required=True, metadata=says("That event's hash", example=A_HASH))
    at = a_time("When it was made")
    status = one_of(STATUSES, "How far the game has come")
