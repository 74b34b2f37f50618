"""The options of a game, and the shape of every action. Whether an action is legal is decided in `legality`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final, cast

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Content
from delvebook.domain.rulesets.dice_and_danger.state import ABILITIES, BLACK, Action, State
from delvebook.domain.schemas import StrictSchema

STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "pairs": ("pairs",),
    "visit": ("pair", "cell"),
    "attack": ("pair", "room"),
    "attack_armoured": ("room",),
    "skip": ("pair",),
    "torch_visit": ("cell",),
    "torch_attack": ("room",),
    "ability": ("ability",),
    "done": (),
}
"""By step of `mark`, the parameters it takes: all of them and no others."""

_CELLS: Final = sorted({cell for dungeon in CONTENT.dungeons.values() for cell in dungeon.cells})
_CLOUDS: Final = sorted({cell.id for dungeon in CONTENT.dungeons.values() for cell in dungeon.clouds})
_ROOMS: Final = [room for dungeon in CONTENT.dungeons.values() for room in dungeon.rooms]


def _says(text: str) -> dict[str, str]:
    """The description of a field, as the published schemas show it."""
    return {"description": text}


class OptionsSchema(StrictSchema):
    """The adventure, and the first active seat: null draws it by lot. Solo games ignore it."""

    adventure = fields.String(
        load_default="animals",
        validate=validate.OneOf(list(CONTENT.dungeons)),
        metadata=_says("The adventure that is played; the map of that id."),
    )
    first_seat = fields.Integer(
        strict=True,
        allow_none=True,
        load_default=None,
        validate=validate.Range(min=0, max=3),
        metadata=_says("The first active seat, from 0; null draws it by lot. Solo games ignore it."),
    )


class RollDiceSchema(StrictSchema):
    """Roll dice takes no parameters."""


class WriteCloudSchema(StrictSchema):
    """Write cloud names the cell and the number."""

    cell = fields.String(
        required=True, validate=validate.OneOf(_CLOUDS), metadata=_says("A cloud cell without a number.")
    )
    number = fields.Integer(
        strict=True,
        required=True,
        validate=validate.OneOf(list(CONTENT.figures.cloud_numbers)),
        metadata=_says("A number that you have not written yet."),
    )


class MarkSchema(StrictSchema):
    """Mark names the step and what that step takes."""

    step = fields.String(
        required=True,
        validate=validate.OneOf(list(STEPS)),
        metadata=_says(
            "What you do. It takes: "
            + "; ".join(f"{step}: {', '.join(names) or 'nothing'}" for step, names in STEPS.items())
            + "."
        ),
    )
    pairs = fields.List(
        fields.List(
            fields.Integer(strict=True, validate=validate.Range(min=0, max=BLACK)), validate=validate.Length(equal=2)
        ),
        validate=validate.Length(equal=2),
        metadata=_says("Two pairs of dice: 0 to 3 are white, 4 is the black one."),
    )
    pair = fields.Integer(
        strict=True, validate=validate.OneOf([0, 1]), metadata=_says("The first (0) or the second (1) of your pairs.")
    )
    cell = fields.String(validate=validate.OneOf(_CELLS), metadata=_says("A cell of the adventure's map."))
    room = fields.String(validate=validate.OneOf(_ROOMS), metadata=_says("A monster of the adventure."))
    ability = fields.String(validate=validate.OneOf(ABILITIES), metadata=_says("An ability that you do not have."))

    @validates_schema
    def takes_its_parameters(self, data: dict[str, Any], **_: object) -> None:
        """Refuses a step without a parameter it takes, or with one it does not take."""
        wanted = STEPS[data["step"]]
        wrong = {name: ["is missing for this step"] for name in wanted if name not in data}
        wrong |= {name: ["is not taken by this step"] for name in data if name != "step" and name not in wanted}
        if wrong:
            raise ValidationError(wrong)


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    "roll_dice": RollDiceSchema,
    "write_cloud": WriteCloudSchema,
    "mark": MarkSchema,
}


def action_space(content: Content, state: State) -> Iterator[Action]:
    """
    Every well-formed action: of any adventure's cells and rooms, with any dice.

    Pairs with a die twice or not in ascending order are only sampled.
    """
    yield {"type": "roll_dice"}
    for cell, number in product(_CLOUDS, content.figures.cloud_numbers):
        yield {"type": "write_cloud", "cell": cell, "number": number}
    yield from (cast("Action", {"type": "mark", **step}) for step in _step_space())


def _step_space() -> Iterator[dict[str, object]]:
    ascending = [list(pair) for pair in combinations(range(BLACK + 1), 2)]
    for one, other in product(ascending, repeat=2):
        yield {"step": "pairs", "pairs": [one, other]}
    for pair in ascending:
        yield {"step": "pairs", "pairs": [pair[::-1], [die for die in range(BLACK + 1) if die not in pair][:2]]}
        yield {"step": "pairs", "pairs": [[pair[0], pair[0]], [pair[1], pair[1]]]}
    for step, parameters in STEPS.items():
        domains: dict[str, Sequence[object]] = {"pair": [0, 1], "cell": _CELLS, "room": _ROOMS, "ability": ABILITIES}
        if step != "pairs":
            for values in product(*(domains[parameter] for parameter in parameters)):
                yield {"step": step, **dict(zip(parameters, values, strict=True))}
