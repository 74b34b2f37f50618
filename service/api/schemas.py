"""What comes in and what goes out, for the parser and for the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from marshmallow import INCLUDE, RAISE, Schema, ValidationError, fields, validate, validates_schema

from domain.canonical import INTEGER_MAX
from domain.disputes import REMEDIES, VERDICTS
from domain.game import NONCE_MAX
from service.accounts import NAME_MAX
from service.audit import SHAPES, read_time
from service.games import PLAY, SCOPES

DISPUTE_STATUSES: Final = ("open", "ruled", "appealed", "closed")
CLAIM_MAX: Final = 2000
STATUSES: Final = ("open", "running", "finished", "aborted")
VISIBILITIES: Final = ("public", "unlisted", "private")
CHECK_STATUSES: Final = ("queued", "running", "finished", "failed")
LANGUAGES: Final = ("en", "ru")
PAGE_MAX: Final = 500
SEATS_MAX: Final = 99
TURN_SECONDS_MAX: Final = 90 * 24 * 3600

AN_ID: Final = "0e0a2c9e-6c58-5b0b-9f0a-6f7f4a3f8d11"
A_HASH: Final = "ac9936a3a7cae093f211561b11337642928af79171a8ac651e24b491cf12afe3"
A_TIME: Final = "2026-01-02T03:04:05.000006Z"


class WholeNumber(fields.Integer):
    """A JSON integer; neither a text nor a truth value."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(strict=True, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Moment(fields.String):
    """A time or a date somebody wrote; read into the record's form."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return read_time(super()._deserialize(value, attr, data, **kwargs))
        except ValueError as error:
            raise ValidationError(str(error)) from None


def _says(text: str, **more: Any) -> dict[str, Any]:
    return {"description": text, **more}


def _prints(text: str) -> None:
    """Refuses control characters."""
    if not text.isprintable():
        raise ValidationError("printing characters only")


class InSchema(Schema):
    """A body or a query: what it does not name is refused."""

    class Meta:
        unknown = RAISE


class OutSchema(Schema):
    """An answer: nothing is in it that it does not name."""

    class Meta:
        unknown = RAISE


# -- refusals ---------------------------------------------------------------------------------------


class ProblemSchema(Schema):
    """RFC 9457 problem details. `code` is stable; `detail` is for people; further members depend on the code."""

    class Meta:
        unknown = INCLUDE

    type = fields.String(required=True, metadata=_says("Where the code is documented"))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, metadata=_says("What is wrong this time"))
    code = fields.String(required=True, metadata=_says("Stable, for programs", pattern="^[a-z_]+/[a-z0-9_]+$"))
    retryable = fields.Boolean(
        required=True, metadata=_says("Whether the same request, unchanged, may be accepted later")
    )
    n = fields.Integer(required=True, allow_none=True, metadata=_says("The event of the game it was judged against"))
    clause = fields.String(metadata=_says("The rule clause that forbids it"))
    clause_text = fields.Dict(
        keys=fields.String(), values=fields.String(), allow_none=True, metadata=_says("What the clause says, en and ru")
    )
    receipt = fields.String(metadata=_says("The service's signature under the refusal, where it was asked for"))
    incident = fields.String(metadata=_says("Of a defect of ours: what to tell the operator"))


# -- accounts ---------------------------------------------------------------------------------------


class NewAccountSchema(InSchema):
    """Who wants to play."""

    name = fields.String(required=True, validate=validate.Length(1, NAME_MAX), metadata={"example": "Ada"})


class AccountSchema(OutSchema):
    """An account, as everybody may see it."""

    id = fields.String(required=True, metadata={"example": "8f14e45fceea167a"})
    name = fields.String(required=True)
    created_at = fields.String(required=True, metadata={"example": A_TIME})


class NewTokenSchema(InSchema):
    """What the token shall be good for."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        load_default=[PLAY],
        validate=validate.Length(1, len(SCOPES)),
        metadata=_says("Only scopes of the token you use; an operator may give any"),
    )
    label = fields.String(load_default="", validate=[validate.Length(0, 80), _prints], metadata={"example": "my bot"})
    account = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, NAME_MAX),
        metadata=_says("For an operator: the name of the account it is for"),
    )


class TokenSchema(OutSchema):
    """A token, without the token."""

    id = fields.String(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    label = fields.String(required=True)
    created_at = fields.String(required=True)


class IssuedTokenSchema(TokenSchema):
    """A token, with the token: this once."""

    token = fields.String(required=True, metadata=_says("Told only now", example="dvb_…"))


class TokensSchema(OutSchema):
    """Tokens in force."""

    tokens = fields.List(fields.Nested(TokenSchema), required=True)


class NewcomerSchema(AccountSchema):
    """A new account, and its first token."""

    token = fields.String(required=True, metadata=_says("Told only now", example="dvb_…"))
    token_id = fields.String(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)


# -- rulesets ---------------------------------------------------------------------------------------


class TextSchema(OutSchema):
    """The same in English and in Russian."""

    en = fields.String(required=True)
    ru = fields.String(required=True)


class SeatRangeSchema(OutSchema):
    """How many seats a title is played with."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class RulesetSummarySchema(OutSchema):
    """A title."""

    id = fields.String(required=True, metadata={"example": "dungeon-raiders"})
    ruleset = fields.String(required=True, metadata=_says("The newest version", example="dungeon-raiders@1"))
    title = fields.Nested(TextSchema, required=True)
    versions = fields.List(fields.Integer(), required=True)
    seats = fields.Nested(SeatRangeSchema, required=True)
    bots = fields.List(fields.String(), required=True)


class RulesetsSchema(OutSchema):
    """All titles."""

    rulesets = fields.List(fields.Nested(RulesetSummarySchema), required=True)


class RulesetSchema(RulesetSummarySchema):
    """A title at one version, with everything a client needs to offer it."""

    version = fields.Integer(required=True)
    content = fields.String(required=True, metadata=_says("SHA-256 of the content data", example=A_HASH))
    options = fields.Dict(required=True, metadata=_says("JSON Schema of the options"))
    actions = fields.Dict(required=True, metadata=_says("By action type: JSON Schema of the action"))
    end_reasons = fields.List(fields.String(), required=True)
    actions_max = fields.Integer(required=True, metadata=_says("No game has more actions"))


class ClauseSchema(OutSchema):
    """A clause of the rule specification."""

    id = fields.String(required=True, metadata={"example": "DR-014"})
    ruleset = fields.String(required=True)
    text = fields.Nested(TextSchema, required=True)


class ClausesSchema(OutSchema):
    """Every clause of a ruleset."""

    ruleset = fields.String(required=True)
    clauses = fields.List(fields.Nested(ClauseSchema), required=True)


# -- games ------------------------------------------------------------------------------------------


class ClockSchema(InSchema):
    """How long a turn may take, and who plays on after that."""

    turn_seconds = WholeNumber(required=True, validate=validate.Range(1, TURN_SECONDS_MAX))
    on_timeout = fields.String(required=True, metadata=_says("The kind of bot that takes the seat", example="random"))


class NewGameSchema(InSchema):
    """What shall be played."""

    ruleset = fields.String(
        required=True,
        validate=validate.Length(1, 80),
        metadata=_says("`id@version`, or an id for its newest version", example="dungeon-raiders"),
    )
    seats = WholeNumber(required=True, validate=validate.Range(1, SEATS_MAX))
    options = fields.Dict(
        keys=fields.String(), load_default=dict, metadata=_says("See the ruleset; defaults are filled in")
    )
    bots = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"(0|[1-9][0-9]?)\Z", error="a seat number")),
        values=fields.String(validate=validate.Length(1, 40)),
        load_default=dict,
        metadata=_says("By seat: the kind of bot that plays it", example={"1": "random"}),
    )
    clock = fields.Nested(ClockSchema, load_default=None, allow_none=True)
    visibility = fields.String(load_default="public", validate=validate.OneOf(VISIBILITIES))


class SeatSchema(OutSchema):
    """Who sits where."""

    seat = fields.Integer(required=True)
    player = fields.String(required=True, allow_none=True, metadata=_says("An account's id"))
    bot = fields.String(required=True, allow_none=True, metadata=_says("The kind of bot that plays the seat now"))
    free = fields.Boolean(required=True)


class YouSchema(OutSchema):
    """The caller's own place at the table."""

    seat = fields.Integer(required=True)
    decision = fields.Integer(required=True, allow_none=True, metadata=_says("The decision you may answer now"))
    owed = fields.Boolean(required=True, metadata=_says("Whether the game waits for you"))
    nonce = fields.String(required=True)


class ParentSchema(OutSchema):
    """The game a fork left, the event, and its hash."""

    game = fields.UUID(required=True)
    n = fields.Integer(required=True)
    hash = fields.String(required=True)
    ruling = fields.Integer(metadata=_says("The ruling there that resumes the game here, if one does"))

    class Meta:
        include = {  # noqa: RUF012
            "as": fields.String(metadata=_says("The seat whose knowledge alone it kept, if it did not keep everything"))
        }


class TakeBackSchema(OutSchema):
    """A wish to take an action back, and whose answer it waits for."""

    seat = fields.Integer(required=True)
    action = fields.Integer(required=True, metadata=_says("The event to be taken back"))
    waiting = fields.List(fields.Integer(), required=True, metadata=_says("Seats that have not answered"))


class GameSchema(OutSchema):
    """A game as one viewer may see it."""

    id = fields.UUID(required=True, metadata={"example": AN_ID})
    ruleset = fields.String(required=True)
    n = fields.Integer(required=True, metadata=_says("Its last event"))
    head = fields.String(required=True, metadata=_says("The hash of its last event", example=A_HASH))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    options = fields.Dict(required=True)
    seats = fields.List(fields.Nested(SeatSchema), required=True)
    to_act = fields.List(fields.Integer(), required=True, metadata=_says("Seats that owe a decision"))
    you = fields.Nested(YouSchema, required=True, allow_none=True)
    table = fields.Dict(required=True, allow_none=True, metadata=_says("The ruleset's view; null before the start"))
    outcome = fields.Dict(required=True, allow_none=True)
    parent = fields.Nested(ParentSchema, required=True, allow_none=True, metadata=_says("Of a fork: what it left"))
    commitment = fields.String(required=True, metadata=_says("SHA-256 of the seed", example=A_HASH))
    seed = fields.String(required=True, allow_none=True, metadata=_says("Once the game is over"))
    clock = fields.Nested(ClockSchema, required=True, allow_none=True)
    visibility = fields.String(required=True, validate=validate.OneOf(VISIBILITIES))
    disputes = fields.List(fields.String(), required=True, metadata=_says("Ids of its disputes"))
    clock_stopped = fields.Boolean(required=True, metadata=_says("Deadlines and bots wait for a ruling"))
    take_back = fields.Nested(TakeBackSchema, required=True, allow_none=True)
    resumed_by = fields.UUID(
        required=True, allow_none=True, metadata=_says("The game in which a ruling resumes this one, broken off")
    )
    reserved = fields.List(
        fields.String(allow_none=True),
        required=True,
        allow_none=True,
        metadata=_says("Of a resumed game: by seat, the account it is kept for"),
    )
    updated_at = fields.String(required=True)
    invite = fields.String(metadata=_says("Of a private game, for who created it: lets others take a seat"))


class GamesQuerySchema(InSchema):
    """Which games."""

    status = fields.String(validate=validate.OneOf(STATUSES))
    ruleset = fields.String(validate=validate.Length(1, 80), metadata=_says("`id` or `id@version`"))
    player = fields.String(validate=validate.Length(1, 40), metadata=_says("An account's id, or `me`"))
    waiting_for = fields.String(
        validate=validate.Length(1, 40), metadata=_says("An account the game waits for, or `me`")
    )
    parent = fields.UUID(metadata=_says("The game they are forks of", example=AN_ID))
    cursor = fields.String(validate=validate.Length(1, 200), metadata=_says("From `next` of the page before"))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class LobbySeatSchema(SeatSchema):
    """Who sits where, and since when the game waits for them."""

    to_act = fields.Boolean(required=True)
    since = fields.String(required=True, allow_none=True)
    deadline = fields.String(required=True, allow_none=True)


class LobbyGameSchema(OutSchema):
    """A game in the list. The list follows the games a moment later."""

    id = fields.UUID(required=True, metadata={"example": AN_ID})
    ruleset = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    parent = fields.Nested(ParentSchema, allow_none=True, metadata=_says("Of a fork: what it left"))
    visibility = fields.String(required=True)
    options = fields.Dict(required=True)
    n = fields.Integer(required=True)
    action_count = fields.Integer(required=True)
    seats = fields.List(fields.Nested(LobbySeatSchema), required=True)
    to_act = fields.List(fields.Integer(), required=True)
    created_at = fields.String(required=True)
    updated_at = fields.String(required=True)
    outcome = fields.Dict(required=True, allow_none=True)


class GamesSchema(OutSchema):
    """A page of games, the latest changed first."""

    games = fields.List(fields.Nested(LobbyGameSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=_says("The cursor of the next page"))


class GameQuerySchema(InSchema):
    """Which moment, and whose eyes."""

    as_of = fields.Integer(
        validate=validate.Range(1, INTEGER_MAX), load_default=None, metadata=_says("As it stood after that event")
    )
    viewer = fields.String(
        load_default=None,
        validate=validate.Length(1, 20),
        metadata=_says("`seat:K`, `spectator` or `arbiter`; your own eyes if not given", example="spectator"),
    )


class NewSeatSchema(InSchema):
    """Who sits down: you, or a bot."""

    seat = WholeNumber(load_default=None, allow_none=True, metadata=_says("The first free one if not given"))
    nonce = fields.String(
        validate=validate.Length(0, NONCE_MAX), metadata=_says("Your own contribution to the game's chance")
    )
    invite = fields.String(validate=validate.Length(0, 100), metadata=_says("The word of a private game"))
    bot = fields.String(validate=validate.Length(1, 40), metadata=_says("The kind of bot to put there instead of you"))

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """A bot needs a seat, and brings no nonce and no word."""
        if "bot" not in data:
            return
        if data.get("seat") is None:
            raise ValidationError("say which seat the bot takes", "seat")
        for name in ("nonce", "invite"):
            if name in data:
                raise ValidationError("not for a bot", name)


class AbortSchema(InSchema):
    """Why a game is broken off."""

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
    data = fields.Dict(required=True, metadata=_says("What everybody may know"))
    sealed = fields.List(fields.Dict(), required=True, metadata=_says("Envelopes"))
    opens = fields.List(fields.Dict(), required=True, metadata=_says("Envelopes of earlier events, opened"))
    prev = fields.String(required=True)
    hash = fields.String(required=True)
    told = fields.List(fields.String(), metadata=_says("What happened, in sentences; with `lang`"))


class DoneSchema(OutSchema):
    """What an accepted command did."""

    n = fields.Integer(required=True, metadata=_says("The last event made"))
    hash = fields.String(required=True, metadata=_says("Its hash"))
    receipt = fields.String(
        required=True, allow_none=True, metadata=_says("The service's signature under it, a compact JWS")
    )
    events = fields.List(fields.Nested(EventSchema), required=True, metadata=_says("The events made"))
    game = fields.Nested(GameSchema, required=True, metadata=_says("The game after them"))


class LegalActionSchema(OutSchema):
    """Something the seat may do now."""

    action = fields.Dict(required=True, metadata=_says("To be sent back as it is"))
    text = fields.Nested(TextSchema, required=True)


class ActionsSchema(OutSchema):
    """What the caller's seat may do now; complete."""

    n = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    decision = fields.Integer(required=True, allow_none=True)
    owed = fields.Boolean(required=True)
    actions = fields.List(fields.Nested(LegalActionSchema), required=True)


class NewActionSchema(InSchema):
    """An action, and the decision it answers."""

    decision = WholeNumber(required=True, metadata=_says("From `you.decision` or `GET …/actions`", example=7))
    action = fields.Raw(
        required=True,
        metadata=_says("One of `GET …/actions`", type="object", example={"type": "play_card", "card": "power-4"}),
    )


class TakeBackAnswerSchema(InSchema):
    """What a seat says to another one's wish to take its action back."""

    agrees = fields.Boolean(required=True, truthy={True}, falsy={False})


class NewDisputeSchema(InSchema):
    """A claim that an event is wrong."""

    event = WholeNumber(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=_says("Which event"))
    claim = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX), metadata=_says("What is wrong"))
    receipts = fields.List(
        fields.String(validate=validate.Length(1, 4096)),
        load_default=list,
        validate=validate.Length(0, 50),
        metadata=_says("What the service signed for you"),
    )
    record = fields.String(
        load_default=None,
        allow_none=True,
        metadata=_says("The record you hold, as text. It is compared and not kept; its digest is"),
    )


class RemedySchema(InSchema):
    """What follows from a claim that is upheld."""

    type = fields.String(required=True, validate=validate.OneOf(list(REMEDIES)))
    ranking = fields.List(
        fields.List(WholeNumber(validate=validate.Range(0, SEATS_MAX))),
        metadata=_says("Of `adjudicate`: seats by place"),
    )
    at = WholeNumber(validate=validate.Range(1, INTEGER_MAX), metadata=_says("Of `resume`: the event to go on from"))
    ruleset = fields.String(
        validate=validate.Length(1, 80),
        metadata=_says(
            "Of `resume`: the version to go on by; the game's own if not given", example="dungeon-raiders@2"
        ),
    )


class RulingSchema(InSchema):
    """An arbiter's ruling."""

    verdict = fields.String(required=True, validate=validate.OneOf(VERDICTS))
    remedy = fields.Nested(RemedySchema, load_default=None, allow_none=True)
    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX))


class AppealSchema(InSchema):
    """Why a ruling is appealed against."""

    reason = fields.String(required=True, validate=validate.Length(1, CLAIM_MAX))


class DisputeSchema(OutSchema):
    """A dispute."""

    id = fields.String(required=True, metadata={"example": f"{AN_ID}.17"})
    game = fields.UUID(required=True)
    n = fields.Integer(required=True, metadata=_says("The event that opened it"))
    by = fields.String(required=True, metadata=_says("The claimant's account"))
    seat = fields.Integer(required=True, allow_none=True)
    event = fields.Integer(required=True, metadata=_says("The event that is disputed"))
    claim = fields.String(required=True)
    receipts = fields.List(fields.String(), required=True)
    record = fields.Dict(
        required=True,
        allow_none=True,
        metadata=_says("The claimant's record: `sha256`, `n` and `hash` of its head, `differs_at`"),
    )
    opened_at = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(DISPUTE_STATUSES))
    finding = fields.Dict(required=True, allow_none=True, metadata=_says("What playing the game again showed"))
    rulings = fields.List(fields.Dict(), required=True)
    appeal = fields.Dict(required=True, allow_none=True)
    stood_at = fields.Integer(
        required=True, allow_none=True, metadata=_says("The last event before a ruling broke the game off to resume it")
    )


class DisputeSummarySchema(OutSchema):
    """A dispute in a list."""

    id = fields.String(required=True, metadata={"example": f"{AN_ID}.17"})
    game = fields.UUID(required=True)
    event = fields.Integer(required=True)
    by = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(DISPUTE_STATUSES))
    has_finding = fields.Boolean(required=True)
    opened_at = fields.String(required=True)


class DisputesSchema(OutSchema):
    """A page of disputes."""

    disputes = fields.List(fields.Nested(DisputeSummarySchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=_says("The `cursor` of the next page"))


class DisputesQuerySchema(InSchema):
    """Which disputes."""

    status = fields.String(validate=validate.OneOf(DISPUTE_STATUSES))
    game = fields.UUID()
    by = fields.String(validate=validate.Length(1, 40), metadata=_says("The claimant's account, or `me`"))
    cursor = fields.String(validate=validate.Regexp(r"^[1-9][0-9]{0,15}\Z"))
    limit = fields.Integer(load_default=50, validate=validate.Range(1, 200))


class ExaminationQuerySchema(InSchema):
    """Which event, and with whose eyes."""

    at = fields.Integer(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=_says("Which event"))
    seat = fields.Integer(
        load_default=None,
        validate=validate.Range(0, SEATS_MAX),
        metadata=_says("Whose eyes; by default those of the seat that acted"),
    )
    lang = fields.String(load_default="en", validate=validate.OneOf(LANGUAGES))


class KnowledgeSchema(OutSchema):
    """What a seat saw at an event."""

    n = fields.Integer(required=True)
    table = fields.Dict(required=True, allow_none=True)


class DrawnSchema(OutSchema):
    """One draw with its proof (record format, section 3)."""

    number = fields.Integer(required=True, metadata=_says("Which draw of the game, from 0"))
    below = fields.Integer(required=True)
    attempt = fields.Integer(required=True)
    block = fields.String(required=True, metadata=_says("The HMAC; its first 8 bytes modulo `below` are the draw"))
    drawn = fields.Integer(required=True)


class ExaminationSchema(OutSchema):
    """What a seat knew and might do when an event came about, and what the event was."""

    n = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    knew = fields.Nested(KnowledgeSchema, required=True, allow_none=True, metadata=_says("Before the event"))
    might = fields.List(
        fields.Nested(LegalActionSchema), required=True, metadata=_says("What the seat might have done instead")
    )
    chose = fields.Dict(required=True, allow_none=True, metadata=_says("The action it took; null if it was not its"))
    event = fields.Nested(EventSchema, required=True, metadata=_says("The event, every envelope open"))
    told = fields.List(fields.String(), required=True, metadata=_says("The event in sentences"))
    draws = fields.List(fields.Nested(DrawnSchema), required=True)
    knows = fields.Nested(KnowledgeSchema, required=True, metadata=_says("After the event"))


class ForkSchema(InSchema):
    """Where a fork begins."""

    at = WholeNumber(required=True, validate=validate.Range(1, INTEGER_MAX), metadata=_says("After which event"))
    ruleset = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 80),
        metadata=_says("Another version of the same title to go on by", example="dungeon-raiders@2"),
    )
    bots = fields.Dict(
        keys=fields.String(validate=validate.Regexp(r"^(0|[1-9][0-9]?)\Z")),
        values=fields.String(validate=validate.Length(1, 40)),
        load_default=dict,
        metadata=_says("By seat, the kind of bot that plays it"),
    )

    class Meta(InSchema.Meta):
        include = {  # noqa: RUF012
            "as": fields.String(
                load_default=None,
                allow_none=True,
                validate=validate.Regexp(r"^seat:(0|[1-9][0-9]?)\Z"),
                metadata=_says("Keep what this seat knew, and deal the rest anew", example="seat:1"),
            )
        }


class DryRunQuerySchema(InSchema):
    """Whether only to ask, and whether to have a refusal signed."""

    dry_run = fields.Boolean(load_default=False, metadata=_says("Judge the action and do nothing"))
    receipt = fields.Boolean(load_default=False, metadata=_says("Sign a refusal, too"))


class VerdictSchema(OutSchema):
    """The action would be accepted now. What would come of it is not told."""

    n = fields.Integer(required=True)
    accepted = fields.Boolean(required=True)


class EventsQuerySchema(InSchema):
    """Which events, whose eyes, whose language."""

    after = fields.Integer(
        load_default=0, validate=validate.Range(0, INTEGER_MAX), metadata=_says("The last event you have")
    )
    limit = fields.Integer(load_default=100, validate=validate.Range(1, PAGE_MAX), metadata=_says("Of a JSON page"))
    viewer = fields.String(load_default=None, validate=validate.Length(1, 20))
    lang = fields.String(
        load_default=None, validate=validate.OneOf(LANGUAGES), metadata=_says("Adds `told` to each event")
    )
    follow = fields.Boolean(
        load_default=False, metadata=_says("Of NDJSON: go on with what happens, until the game is over")
    )


class EventsSchema(OutSchema):
    """A page of events."""

    game = fields.UUID(required=True, metadata={"example": AN_ID})
    n = fields.Integer(required=True, metadata=_says("The game's last event"))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    events = fields.List(fields.Nested(EventSchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=_says("The address of the next page"))


class ViewerQuerySchema(InSchema):
    """Whose eyes."""

    viewer = fields.String(load_default=None, validate=validate.Length(1, 20))


class ReceiptsQuerySchema(InSchema):
    """Receipts to check along."""

    receipt = fields.List(
        fields.String(validate=validate.Length(1, 4096)),
        load_default=list,
        validate=validate.Length(0, 32),
        metadata=_says("A receipt you were given; may be repeated"),
    )


class FindingSchema(Schema):
    """One thing that is not as it should be."""

    class Meta:
        unknown = INCLUDE

    code = fields.String(required=True, metadata={"example": "chain/hash"})
    sentence = fields.String(required=True)
    line = fields.Integer(required=True, allow_none=True)
    n = fields.Integer(required=True, allow_none=True)
    pointer = fields.String(required=True, metadata=_says("JSON pointer into the line"))
    clauses = fields.List(fields.String(), required=True)


class LevelSchema(OutSchema):
    """How one level of verification came out."""

    level = fields.String(required=True, validate=validate.OneOf(("chain", "receipts", "replay")))
    status = fields.String(required=True, validate=validate.OneOf(("holds", "failed", "not applicable")))
    why_not = fields.String(required=True, allow_none=True, metadata=_says("Why the level does not apply"))
    counts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    more_findings = fields.Integer(required=True)


class CheckedSchema(OutSchema):
    """What a check found."""

    holds = fields.Boolean(required=True, metadata=_says("Every level that applies holds"))
    level_reached = fields.String(
        required=True, allow_none=True, metadata=_says("The strongest level that holds while no weaker one fails")
    )
    levels = fields.List(fields.Nested(LevelSchema), required=True)
    first = fields.Nested(FindingSchema, required=True, allow_none=True)
    notes = fields.List(fields.String(), required=True)


class VerificationSchema(CheckedSchema):
    """What the service's own check of a game found."""

    game = fields.UUID(required=True, metadata={"example": AN_ID})
    n = fields.Integer(required=True)
    head = fields.String(required=True)
    viewer = fields.String(required=True, metadata=_says("Whose record was checked"))


class ReportSchema(CheckedSchema):
    """What a check of an uploaded record found."""

    header = fields.Dict(required=True, metadata=_says("The record's first line"))


class ProgressSchema(OutSchema):
    """How far a check has come."""

    lines = fields.Integer(required=True, metadata=_says("So many lines have been looked at"))
    of = fields.Integer(required=True, metadata=_says("The lines of the record"))


class CheckSchema(OutSchema):
    """A check that runs as a job."""

    id = fields.String(required=True, metadata={"example": "5f1c7c0f9d3f4c0b8a5e2d1b7f6a9c3e"})
    status = fields.String(required=True, validate=validate.OneOf(CHECK_STATUSES))
    progress = fields.Nested(ProgressSchema, required=True)
    report = fields.Nested(
        ReportSchema, required=True, allow_none=True, metadata=_says("What was found, once it is finished")
    )
    problem = fields.Nested(ProblemSchema, required=True, allow_none=True, metadata=_says("Why it failed, if it did"))
    created_at = fields.String(required=True, metadata={"example": A_TIME})
    finished_at = fields.String(required=True, allow_none=True, metadata={"example": A_TIME})


# -- the audit trail --------------------------------------------------------------------------------


def _shaped(name: str) -> validate.Regexp:
    """Refuses what a filter of the trail does not look like."""
    pattern, sentence = SHAPES[name]
    return validate.Regexp(pattern, error=sentence)


class AuditQuerySchema(InSchema):
    """Which entries: those that are as everything given says."""

    account = fields.String(
        validate=_shaped("account"),
        metadata=_says("Who did it: an account's id, `me`, or `-` for somebody on the service's own machine"),
    )
    token = fields.String(validate=_shaped("token"), metadata=_says("The id of the token they used"))
    game = fields.String(validate=_shaped("game"), metadata={"example": AN_ID})
    action = fields.String(
        validate=_shaped("action"),
        metadata=_says(
            "What was done: `game/` and an event's type, `game/look`, `token/issue`, …", example="game/look"
        ),
    )
    by = fields.String(
        validate=_shaped("by"), metadata=_says("As whom an event was made, as the record says it", example="seat:0")
    )
    address = fields.String(
        validate=_shaped("address"), metadata=_says("The class of the address it came from, as in an entry")
    )
    since = Moment(metadata=_says("Not before that time or date", example="2026-11-21T10:00:00Z"))
    until = Moment(metadata=_says("Before that time or date", example="2026-11-22"))
    after = fields.Integer(
        load_default=0, validate=validate.Range(0, INTEGER_MAX), metadata=_says("The `id` of the last entry you have")
    )
    limit = fields.Integer(load_default=100, validate=validate.Range(1, PAGE_MAX), metadata=_says("Of a JSON page"))

    @validates_schema
    def check(self, data: dict[str, Any], **_: Any) -> None:
        """A stretch of time ends after its beginning."""
        if "since" in data and "until" in data and data["since"] >= data["until"]:
            raise ValidationError("later than `since`", "until")


class AuditEntrySchema(OutSchema):
    """One thing that was done. What is not known, or does not apply, is null."""

    id = fields.Integer(required=True, metadata=_says("Grows with each entry; to be given as `after`"))
    at = fields.String(required=True, metadata={"example": A_TIME})
    account = fields.String(required=True, allow_none=True, metadata=_says("Who did it"))
    token = fields.String(required=True, allow_none=True, metadata=_says("The id of the token they used"))
    address = fields.String(
        required=True, allow_none=True, metadata=_says("The class of their address: a keyed hash of its network")
    )
    action = fields.String(required=True, metadata=_says("What was done", example="game/ActionTaken"))
    game = fields.UUID(required=True, allow_none=True, metadata={"example": AN_ID})
    n = fields.Integer(required=True, allow_none=True, metadata=_says("The event of the game"))
    by = fields.String(required=True, allow_none=True, metadata=_says("Of an event: as whom", example="seat:0"))
    bot = fields.String(required=True, allow_none=True, metadata=_says("Of a bot's move: the kind of bot"))
    on_behalf_of = fields.String(
        required=True,
        allow_none=True,
        metadata=_says("Of an event: the seat it is about; of a bot's move the player it plays for", example="seat:0"),
    )
    details = fields.Dict(required=True, metadata=_says("What else there is to say; depends on the action"))


class AuditSchema(OutSchema):
    """A page of the audit trail, in order of arrival."""

    entries = fields.List(fields.Nested(AuditEntrySchema), required=True)
    next = fields.String(required=True, allow_none=True, metadata=_says("The address of the next page"))
