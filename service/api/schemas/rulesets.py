"""Titles, their options and clauses, going out."""

from __future__ import annotations

from marshmallow import fields

from delvebook.domain.covers import WEIGHT_MAX
from delvebook.service.api.schemas.base import A_HASH, OutSchema, TextSchema, says


class SeatRangeSchema(OutSchema):
    """The least and the greatest number of seats of a title."""

    min = fields.Integer(required=True, metadata=says("The fewest seats"))
    max = fields.Integer(required=True, metadata=says("The most seats"))


class MinutesSchema(OutSchema):
    """A span of minutes."""

    min = fields.Integer(required=True, metadata=says("At least", example=15))
    max = fields.Integer(required=True, metadata=says("At most", example=25))


class CoverSchema(OutSchema):
    """What the lid of a title's box says."""

    minutes = fields.Nested(
        MinutesSchema,
        required=True,
        metadata=says("A player's own decisions in a game, at 20 seconds each"),
    )
    weight = fields.Integer(
        required=True, metadata=says(f"How much there is to learn and to weigh, from 1 to {WEIGHT_MAX}", example=2)
    )
    lead = fields.Nested(TextSchema, required=True, metadata=says("Whom it is for"))
    round = fields.Nested(
        TextSchema, required=True, metadata=says("What a round is called: a text with `{round}`, for its number")
    )


class OptionValueSchema(OutSchema):
    """A value of an option, and what it is called."""

    value = fields.Raw(required=True, metadata=says("The value, as a game's `options` have it"))
    name = fields.Nested(TextSchema, required=True, metadata=says("What it is called"))


class OptionNameSchema(OutSchema):
    """An option, and what it and its values are called."""

    option = fields.String(required=True, metadata=says("The option", example="mode"))
    name = fields.Nested(TextSchema, required=True, metadata=says("What it is called"))
    default = fields.Raw(required=True, allow_none=True, metadata=says("Its value in a game that chooses none"))
    values = fields.List(
        fields.Nested(OptionValueSchema), required=True, metadata=says("Its values that have names; no numbers")
    )


class RulesetSummarySchema(OutSchema):
    """A title."""

    id = fields.String(required=True, metadata=says("The title, in all its versions", example="dungeon-raiders"))
    ruleset = fields.String(
        required=True,
        metadata=says("The version that is described here; in the list the newest", example="dungeon-raiders@1"),
    )
    href = fields.String(
        required=True,
        metadata=says(
            "Where this very version is found", format="uri-reference", example="/v1/rulesets/dungeon-raiders@1"
        ),
    )
    title = fields.Nested(TextSchema, required=True, metadata=says("What the game is called"))
    versions = fields.List(fields.Integer(), required=True, metadata=says("The versions of it that are here"))
    seats = fields.Nested(SeatRangeSchema, required=True, metadata=says("How many may play"))
    cover = fields.Nested(
        CoverSchema, required=True, allow_none=True, metadata=says("For a lobby; null for a title without one")
    )
    option_names = fields.List(
        fields.Nested(OptionNameSchema), required=True, metadata=says("What its options are called, in their order")
    )
    bots = fields.List(
        fields.String(), required=True, metadata=says("The kinds and later versions of bots that can play it")
    )
    levels = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=says(
            "The levels of play, the weakest first, each with the program that plays at it. A level may be given "
            "wherever a bot is named",
            example={"easy": "easy@1", "medium": "greedy@1", "strong": "strong@1"},
        ),
    )
    guided = fields.Boolean(required=True, metadata=says("Whether it has a guided first game: `GET …/guide`"))


class RulesetsSchema(OutSchema):
    """All titles."""

    rulesets = fields.List(
        fields.Nested(RulesetSummarySchema), required=True, metadata=says("Each title once, at its newest version")
    )


class CatalogueLinkSchema(OutSchema):
    """The title's catalogue: what is in the box, names, texts, maps, schemas."""

    digest = fields.String(
        required=True, metadata=says("SHA-256; the same digest is the same catalogue", example=A_HASH)
    )
    href = fields.String(required=True, metadata=says("Where it is found for ever", format="uri-reference"))


class RulesetSchema(RulesetSummarySchema):
    """A title at one version, with everything a client needs to offer it."""

    version = fields.Integer(required=True, metadata=says("The version that is described here"))
    content = fields.String(required=True, metadata=says("SHA-256 of the content data", example=A_HASH))
    catalogue = fields.Nested(CatalogueLinkSchema, required=True, metadata=says("Where its catalogue is"))
    options = fields.Dict(required=True, metadata=says("JSON Schema of the options"))
    actions = fields.Dict(required=True, metadata=says("By action type: JSON Schema of the action"))
    end_reasons = fields.List(fields.String(), required=True, metadata=says("How a game of it can end"))
    actions_max = fields.Integer(
        required=True, metadata=says("No game has more actions, unless it has an endless option")
    )
    brief_options = fields.Dict(
        required=True,
        metadata=says(
            "Options with which even players who choose at random come to an end early; empty if the defaults do",
            example={"round_limit": 40},
        ),
    )
    endless_options = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Raw()),
        required=True,
        metadata=says("By option: the values with which a game may go on for ever", example={"round_limit": [0]}),
    )


class ClauseSchema(OutSchema):
    """A clause of the rule specification."""

    id = fields.String(required=True, metadata=says("Its id", example="DR-014"))
    ruleset = fields.String(required=True, metadata=says("The version it belongs to", example="dungeon-raiders@1"))
    text = fields.Nested(TextSchema, required=True, metadata=says("What it says"))


class ClausesSchema(OutSchema):
    """Every clause of a ruleset."""

    ruleset = fields.String(required=True, metadata=says("The version they belong to", example="dungeon-raiders@1"))
    clauses = fields.List(fields.Nested(ClauseSchema), required=True, metadata=says("All of them, in order"))


class MomentSchema(OutSchema):
    """Something that a beginner is told once."""

    id = fields.String(required=True, metadata=says("Its id in the guide", example="monster"))
    when = fields.Dict(
        required=True,
        metadata=says(
            "The moment; all that is given must hold. `actions`: types of which each is among the beginner's legal "
            "actions. `view`: by JSON Pointer into the beginner's table, a value, or `begins` for a text, or `min` and "
            "`max` for a number or a size. `facts`: types of which one happened since the beginner's last action, that "
            "one included. `over`: the game is over; otherwise it must go on",
            example={"actions": ["play_card"], "view": {"/card": {"begins": "mon-"}}},
        ),
    )
    clauses = fields.List(
        fields.String(), required=True, metadata=says("The clauses of the rules that say so", example=["DR-061"])
    )
    text = fields.Nested(TextSchema, required=True, metadata=says("What is told"))


class GuideSchema(OutSchema):
    """The guided first game of a title: how it is set up, and what is told when. The beginner sits at seat 0."""

    ruleset = fields.String(required=True, metadata=says("The version it belongs to", example="dungeon-raiders@1"))
    seats = fields.Integer(required=True, metadata=says("The number of seats", example=3))
    bot = fields.String(
        required=True, allow_none=True, metadata=says("The bot of every other seat; null if there is none")
    )
    options = fields.Dict(required=True, metadata=says("The options of the game"))
    moments = fields.List(fields.Nested(MomentSchema), required=True, metadata=says("What is told, in order"))
