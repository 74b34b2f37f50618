"""The options and the shapes of the actions. What is out of shape here never reaches the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, validate, validates_schema

from delvebook.domain.ruleset import StrictSchema
from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES, BLACK

STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "pairs": ("pairs",),
    "visit": ("pair", "cell"),
    "attack": ("pair", "room"),
    "attack_armoured": ("room",),
    "skip": ("pair",),
    "torch_visit": ("cell",),
    "torch_attack": ("room",),
    "chest": ("ability",),
    "done": (),
}
"""The parameters each step of `mark` takes, all of them and no others."""

CELLS: Final = sorted({cell for dungeon in BOOK.dungeons.values() for cell in dungeon.cells})
CLOUDS: Final = sorted({cell.id for dungeon in BOOK.dungeons.values() for cell in dungeon.clouds})
ROOMS: Final = [room for dungeon in BOOK.dungeons.values() for room in dungeon.rooms]


class OptionsSchema(StrictSchema):
    """`adventure`, and `first_seat`: a seat, or null for one drawn by lot (ignored in solo)."""

    adventure = fields.String(load_default="animals", validate=validate.OneOf(list(BOOK.dungeons)))
    first_seat = fields.Integer(strict=True, allow_none=True, load_default=None, validate=validate.Range(min=0, max=3))


class RollDiceSchema(StrictSchema):
    """The active seat rolls."""


class WriteCloudSchema(StrictSchema):
    """One number into one cloud."""

    cell = fields.String(required=True, validate=validate.OneOf(CLOUDS))
    number = fields.Integer(strict=True, required=True, validate=validate.OneOf(list(BOOK.figures.cloud_numbers)))


class MarkSchema(StrictSchema):
    """One step of a seat's round."""

    step = fields.String(required=True, validate=validate.OneOf(list(STEPS)))
    pairs = fields.List(
        fields.List(
            fields.Integer(strict=True, validate=validate.Range(min=0, max=BLACK)), validate=validate.Length(equal=2)
        ),
        validate=validate.Length(equal=2),
    )
    pair = fields.Integer(strict=True, validate=validate.OneOf([0, 1]))
    cell = fields.String(validate=validate.OneOf(CELLS))
    room = fields.String(validate=validate.OneOf(ROOMS))
    ability = fields.String(validate=validate.OneOf(ABILITIES))

    @validates_schema
    def takes_its_parameters(self, data: dict[str, Any], **_: Any) -> None:
        """Refuses a step with a parameter missing, or with one it does not take."""
        wanted = STEPS[data["step"]]
        wrong = {name: ["Missing for this step."] for name in wanted if name not in data}
        wrong |= {name: ["Not taken by this step."] for name in data if name != "step" and name not in wanted}
        if wrong:
            raise ValidationError(wrong)
