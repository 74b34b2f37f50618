"""The shapes of options and actions; whether an action is legal is for `legality`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, ValidationError, fields, validate

from delvebook.domain.ruleset import StrictSchema
from delvebook.domain.rulesets.the_descent.content import CREATURES
from delvebook.domain.rulesets.the_descent.geometry import CLOSED, COLUMNS, PLACES, ROWS, closed_rows

ROUND_LIMITS: Final = (0, *range(20, 201))
FIRST_SEATS: Final = ("random", 0, 1, 2, 3)
_CLOSED_ROWS: Final = tuple(closed_rows())


def _is_one_of(choices: tuple[Any, ...], words: str) -> Any:
    """A validator for choices of mixed types: 1 is not true here."""

    def check(value: Any) -> None:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise ValidationError(words)

    return check


def _on_board(cell: list[int]) -> None:
    """Refuses what is no cell of a tile (TD-001 to TD-003)."""
    x, y = cell if len(cell) == 2 else (-1, -1)
    if not (0 <= x < COLUMNS and 0 <= y < ROWS and _CLOSED_ROWS[y][x] == CLOSED):
        raise ValidationError("Must be [x, y] of a cell of a tile.")


class OptionsSchema(StrictSchema):
    """What a game can be created with."""

    layout = fields.String(load_default="shuffled", validate=validate.OneOf(["shuffled", "anchored"]))
    first_seat = fields.Raw(
        load_default="random",
        validate=_is_one_of(FIRST_SEATS, "Must be random or the number of a seat."),
        metadata={"enum": list(FIRST_SEATS), "description": "who begins: random, or a seat's number from 0"},
    )
    round_limit = fields.Integer(
        load_default=60,
        strict=True,
        validate=_is_one_of(ROUND_LIMITS, "Must be 0 (none) or 20 to 200."),
        metadata={"minimum": 0, "maximum": 200, "description": "the last round; 0 for none, else 20 to 200"},
    )


def _cell_field() -> fields.List[int]:
    return fields.List(
        fields.Integer(strict=True),
        required=True,
        validate=_on_board,
        metadata={"description": "[x, y], x to the right, y downward, both from 0"},
    )


def _choice(*choices: str) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(choices))


class NothingSchema(StrictSchema):
    """An action without parameters."""


class CellSchema(StrictSchema):
    """An action at a cell."""

    cell = _cell_field()


class DirectionSchema(StrictSchema):
    """An action to the left or right."""

    dir = _choice("left", "right")


class TileSchema(StrictSchema):
    """An action on a face-down tile."""

    tile = _choice(*PLACES)


class UsePickSchema(StrictSchema):
    """Breaking thin rock."""

    way = _choice("down", "left", "right", "up_left", "up_right")


class OpenChestSchema(StrictSchema):
    """Opening a chest."""

    card = _choice("key", "sword", "pick")


class UseCrossbowSchema(StrictSchema):
    """Shooting."""

    creature = _choice(*CREATURES)


class UseSwordSchema(StrictSchema):
    """Attacking the worm one shares a cell with."""

    creature = _choice("worm")


class RotateTileSchema(StrictSchema):
    """Laying a tile found on the map."""

    quarter_turns = fields.Integer(strict=True, required=True, validate=validate.Range(min=0, max=3))


class ConfirmStepSchema(StrictSchema):
    """Going on or not."""

    choice = _choice("continue", "cancel")


class AnswerContactSchema(StrictSchema):
    """A card against a creature."""

    card = _choice("sword", "shield", "none")


class AnswerLossSchema(StrictSchema):
    """A card against a loss."""

    card = _choice("shield", "lamp", "none")


class AnswerFallSchema(StrictSchema):
    """A card against a fall."""

    card = _choice("insurance", "none")


class RouteCreatureSchema(StrictSchema):
    """One of the moves listed."""

    option = fields.Integer(strict=True, required=True, validate=validate.Range(min=0, max=400))


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    "place_character": CellSchema,
    "step": DirectionSchema,
    "jump": DirectionSchema,
    "end_turn": NothingSchema,
    "surrender": NothingSchema,
    "use_rope": CellSchema,
    "use_pick": UsePickSchema,
    "use_dynamite": CellSchema,
    "open_chest": OpenChestSchema,
    "use_crossbow": UseCrossbowSchema,
    "use_lure": CellSchema,
    "use_lamp": TileSchema,
    "use_map": TileSchema,
    "use_sword": UseSwordSchema,
    "place_token": CellSchema,
    "rotate_tile": RotateTileSchema,
    "confirm_step": ConfirmStepSchema,
    "answer_contact": AnswerContactSchema,
    "answer_loss": AnswerLossSchema,
    "answer_fall": AnswerFallSchema,
    "route_creature": RouteCreatureSchema,
}
