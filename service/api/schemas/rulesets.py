"""Titles, their options and clauses, going out."""

from __future__ import annotations

from marshmallow import fields

from delvebook.service.api.schemas.base import A_HASH, OutSchema, TextSchema, says


class SeatRangeSchema(OutSchema):
    """How many seats a title is played with."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class RulesetSummarySchema(OutSchema):
    """A title."""

    id = fields.String(required=True, metadata={"example": "dungeon-raiders"})
    ruleset = fields.String(required=True, metadata=says("The newest version", example="dungeon-raiders@1"))
    title = fields.Nested(TextSchema, required=True)
    versions = fields.List(fields.Integer(), required=True)
    seats = fields.Nested(SeatRangeSchema, required=True)
    bots = fields.List(fields.String(), required=True, metadata=says("Kinds and later versions of bots"))
    levels = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=says(
            "How strong a bot is wanted, from the weakest on, and the program that plays so. A level may be asked for "
            "wherever a bot is named",
            example={"easy": "easy@1", "medium": "greedy@1", "strong": "strong@1"},
        ),
    )


class RulesetsSchema(OutSchema):
    """All titles."""

    rulesets = fields.List(fields.Nested(RulesetSummarySchema), required=True)


class CatalogueLinkSchema(OutSchema):
    """The title's catalogue: what is in the box, names, texts, maps, schemas."""

    digest = fields.String(
        required=True, metadata=says("SHA-256; the same digest is the same catalogue", example=A_HASH)
    )
    href = fields.String(required=True, metadata=says("Where it is found for ever"))


class RulesetSchema(RulesetSummarySchema):
    """A title at one version, with everything a client needs to offer it."""

    version = fields.Integer(required=True)
    content = fields.String(required=True, metadata=says("SHA-256 of the content data", example=A_HASH))
    catalogue = fields.Nested(CatalogueLinkSchema, required=True)
    options = fields.Dict(required=True, metadata=says("JSON Schema of the options"))
    actions = fields.Dict(required=True, metadata=says("By action type: JSON Schema of the action"))
    end_reasons = fields.List(fields.String(), required=True)
    actions_max = fields.Integer(required=True, metadata=says("No game has more actions"))


class ClauseSchema(OutSchema):
    """A clause of the rule specification."""

    id = fields.String(required=True, metadata={"example": "DR-014"})
    ruleset = fields.String(required=True)
    text = fields.Nested(TextSchema, required=True)


class ClausesSchema(OutSchema):
    """Every clause of a ruleset."""

    ruleset = fields.String(required=True)
    clauses = fields.List(fields.Nested(ClauseSchema), required=True)
