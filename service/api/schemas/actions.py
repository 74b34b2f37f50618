"""Legal actions, actions and take-backs, coming in and going out."""

from __future__ import annotations

from typing import Final

from marshmallow import fields, validate

from delvebook.domain.hints import VERDICTS
from delvebook.domain.phrases import LANGUAGES
from delvebook.domain.schemas import Flag
from delvebook.service.api.schemas.base import AN_ID, InSchema, OutSchema, WholeNumber, a_time, one_of, says
from delvebook.service.api.title_schemas import reference

BATCH_MAX: Final = 256
"""The maximum number of actions in one request."""

TAKE_BACK_REASONS: Final = (
    "nothing", "chance", "revealed", "passed_on", "asked", "declined", "too_many", "too_soon",
)  # fmt: skip
"""Why an action is not taken back."""


class ActionsQuerySchema(InSchema):
    """The language of sentences."""

    lang = fields.String(
        load_default=None, validate=validate.OneOf(LANGUAGES), metadata=says("Tells actions in that language alone")
    )


class ToldSchema(OutSchema):
    """A sentence in English and in Russian; with `lang`, in that language alone."""

    en = fields.String(metadata=says("In English"))
    ru = fields.String(metadata=says("In Russian"))


class StakeSchema(OutSchema):
    """One thing that follows from an action. It is certain if both `when` and `unless` are empty."""

    kind = fields.String(required=True, metadata=says("What it is; dots divide its cases", example="monster.so_far"))
    fact = fields.Dict(
        required=True,
        metadata=says(
            "The fact that comes, as events have it, as far as it is known: instead of a number or a list there may be "
            "an object, `at_least` or `at_most` a number, or a list that `has` an item"
        ),
    )
    never = fields.Boolean(required=True, metadata=says("Whether it is that no such fact comes"))
    when = fields.List(
        fields.Dict(), required=True, metadata=says("The facts under which it holds; all of them must come")
    )
    unless = fields.List(fields.Dict(), required=True, metadata=says("The facts that cancel it; none may come"))
    by = fields.List(
        fields.String(),
        required=True,
        metadata=says(
            "The types of the facts with whose event it has come at the latest; empty for the event of the action, "
            "`settled` for the next action that answers nothing"
        ),
    )
    said = fields.Dict(required=True, metadata=says("Further figures that the sentence names"))


class LegalActionSchema(OutSchema):
    """An action that is legal now."""

    action = fields.Dict(required=True, metadata=says("Send it back unchanged", **reference("Action")))
    text = fields.Nested(ToldSchema, required=True, metadata=says("What it means, with what is at stake"))
    text_short = fields.Nested(ToldSchema, required=True, metadata=says("The same for narrow screens"))
    stakes = fields.List(
        fields.Nested(StakeSchema),
        required=True,
        metadata=says(
            "What is at stake, as data, in the order in which it happens; empty in titles that promise nothing"
        ),
    )


class ActionsSchema(OutSchema):
    """All actions that the caller's seat may take now."""

    n = fields.Integer(required=True, metadata=says("The game's last event"))
    seat = fields.Integer(required=True, metadata=says("Your seat, from 0"))
    decision = fields.Integer(
        required=True, allow_none=True, metadata=says("The decision that the actions answer; null if there is none")
    )
    owed = fields.Boolean(required=True, metadata=says("Whether the game waits for you"))
    deadline = a_time("Until when you must decide; null if no clock runs for you", allow_none=True)
    actions = fields.List(
        fields.Nested(LegalActionSchema), required=True, metadata=says("All of them; empty if you may do nothing")
    )


class WeighedActionSchema(LegalActionSchema):
    """An action that the strong bot weighs."""

    verdict = one_of(VERDICTS, "What the bot would do, what it takes to be nearly as good, or what is less good")


class HintSchema(OutSchema):
    """What the strong bot would weigh at the caller's decision."""

    n = fields.Integer(required=True, metadata=says("The game's last event"))
    seat = fields.Integer(required=True, metadata=says("Your seat, from 0"))
    decision = fields.Integer(required=True, metadata=says("The decision that it is about"))
    program = fields.String(required=True, metadata=says("The bot that was asked", example="strong@1"))
    candidates = fields.List(
        fields.Nested(WeighedActionSchema), required=True, metadata=says("At most three, what it would do first")
    )


class NewActionSchema(InSchema):
    """An action, and the decision it answers."""

    decision = WholeNumber(required=True, metadata=says("From `you.decision` or `GET …/actions`", example=7))
    action = fields.Raw(
        required=True,
        metadata=says("One of `GET …/actions`", example={"type": "play_card", "card": "p4"}, **reference("Action")),
    )


class NewActionItemSchema(InSchema):
    """One of many actions: its game, and what `POST …/actions` of that game takes."""

    game = fields.String(
        required=True, validate=validate.Length(1, 100), metadata=says("The game's id", format="uuid", example=AN_ID)
    )
    decision = WholeNumber(required=True, metadata=says("From `you.decision` or `GET …/actions`", example=7))
    action = fields.Raw(
        required=True,
        metadata=says("One of `GET …/actions`", example={"type": "play_card", "card": "p4"}, **reference("Action")),
    )
    key = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Regexp(r"^[!-~]{1,255}\Z", error="must be 1 to 255 visible ASCII characters"),
        metadata=says("Makes this action safe to send again, as `Idempotency-Key` does alone", example="action-17"),
    )


class NewActionsSchema(InSchema):
    """Many actions."""

    actions = fields.List(
        fields.Nested(NewActionItemSchema),
        required=True,
        validate=validate.Length(1, BATCH_MAX),
        metadata=says("The actions, in the order in which they are judged"),
    )


class MayTakeBackSchema(OutSchema):
    """Whether the caller's seat may take its last action back now."""

    n = fields.Integer(required=True, metadata=says("The game's last event, against which it was judged"))
    seat = fields.Integer(required=True, metadata=says("Your seat, from 0"))
    allowed = fields.Boolean(
        required=True,
        allow_none=True,
        metadata=says(
            "Whether `POST …/take-backs` would be accepted now; null if somebody has acted since: whether that would "
            "stand without your action may depend on what others hide, so only asking tells"
        ),
    )
    why = one_of(
        TAKE_BACK_REASONS,
        "The `reason` with which it would be refused (null if it is not known to be)",
        allow_none=True,
    )
    consents = fields.List(
        fields.Integer(),
        required=True,
        metadata=says("Seats that would be asked first; empty if the action is taken back at once"),
    )


class TakeBackAnswerSchema(InSchema):
    """A seat's answer to another seat's take-back."""

    agrees = Flag(required=True, metadata=says("Whether the action may be taken back"))


class ActQuerySchema(InSchema):
    """Whether to judge only, whether to sign a refusal, and what else the answer holds."""

    dry_run = fields.Boolean(load_default=False, metadata=says("Judge the action and do nothing"))
    receipt = fields.Boolean(load_default=False, metadata=says("Sign a refusal as well"))
    include = fields.String(
        load_default=None,
        validate=validate.OneOf(("actions",)),
        metadata=says("Adds `actions`: what your seat may do next, as in `GET …/actions`"),
    )


class VerdictSchema(OutSchema):
    """The action would be accepted now. Its outcome is not shown."""

    n = fields.Integer(required=True, metadata=says("The game's last event, against which it was judged"))
    accepted = fields.Boolean(required=True, metadata=says("Always true; a refusal is a problem"))
