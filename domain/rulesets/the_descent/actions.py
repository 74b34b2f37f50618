"""The options of a game, and the shape of every action. Whether an action is legal is decided in `legality`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from marshmallow import Schema, ValidationError, fields, validate

from delvebook.domain.rulesets.the_descent.box.cells import BOARD, COLUMNS, DIRECTIONS, PLACES, ROWS, XS, YS, xy
from delvebook.domain.rulesets.the_descent.content import CONTENT, CREATURE_KINDS, Content
from delvebook.domain.rulesets.the_descent.state import Action, State
from delvebook.domain.schemas import StrictSchema

WAYS: Final = ("down", "left", "right", "up_left", "up_right")
"""The ways to use a pick (TD-091)."""
CHEST_CARDS: Final = ("key", "sword", "pick")
"""The cards that open a chest (TD-094)."""
FIRST_SEATS: Final = ("random", *range(CONTENT.seats_max))
_LIMITS: Final = CONTENT.round_limits[1:]
_CELLS: Final = frozenset((XS[cell], YS[cell]) for cell in BOARD)


def _is_one_of(choices: tuple[object, ...], words: str) -> Any:
    """A validator for choices of mixed types: 1 is not true here."""

    def check(value: object) -> None:
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise ValidationError(words)

    return check


def _on_board(cell: list[int]) -> None:
    """Refuses anything that is not a cell of a tile (TD-001 to TD-003)."""
    if tuple(cell) not in _CELLS:
        raise ValidationError("Must be [x, y] of a cell of a tile.")


class OptionsSchema(StrictSchema):
    """The options of The Descent."""

    layout = fields.String(
        load_default="shuffled",
        validate=validate.OneOf(["shuffled", "anchored"]),
        metadata={
            "description": "how the tiles are laid: all of them shuffled, or with the Start tile and both bottom tiles "
            "anchored in their places"
        },
    )
    first_seat = fields.Raw(
        load_default="random",
        validate=_is_one_of(FIRST_SEATS, "Must be random or the number of a seat."),
        metadata={"enum": list(FIRST_SEATS), "description": "the seat that begins: random, or its number from 0"},
    )
    round_limit = fields.Integer(
        load_default=CONTENT.round_limit_default,
        strict=True,
        validate=_is_one_of(CONTENT.round_limits, f"Must be 0 (none) or {_LIMITS[0]} to {_LIMITS[-1]}."),
        metadata={
            "minimum": 0,
            "maximum": _LIMITS[-1],
            "description": f"the last round: {_LIMITS[0]} to {_LIMITS[-1]}; "
            "with 0 the game goes on until everybody has arrived",
        },
    )


def _cell_field() -> fields.List[int]:
    return fields.List(
        fields.Integer(strict=True, validate=validate.Range(min=0, max=ROWS - 1)),
        required=True,
        validate=[validate.Length(equal=2), _on_board],
        metadata={
            "description": f"[x, y] of a cell of a tile: x 0 to {COLUMNS - 1} from the left, y 0 to {ROWS - 1} from "
            "the top; the catalogue's map lists them"
        },
    )


def _choice(description: str, *choices: str) -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(choices), metadata={"description": description})


class NothingSchema(StrictSchema):
    """An action without parameters."""


class CellSchema(StrictSchema):
    """An action at a cell."""

    cell = _cell_field()


class DirectionSchema(StrictSchema):
    """An action to the left or right."""

    dir = _choice("to which side", *DIRECTIONS)


class TileSchema(StrictSchema):
    """An action on a face-down tile."""

    tile = _choice("the place of a face-down tile, by row and column", *PLACES)


class UsePickSchema(StrictSchema):
    """Breaking thin rock."""

    way = _choice("on which side of the character the rock is", *WAYS)


class OpenChestSchema(StrictSchema):
    """Opening a chest."""

    card = _choice("the card that opens it", *CHEST_CARDS)


class UseCrossbowSchema(StrictSchema):
    """Shooting."""

    creature = _choice("which creature is shot at", *CREATURE_KINDS)


class UseSwordSchema(StrictSchema):
    """Attacking the worm in the own cell."""

    creature = _choice("which creature is struck", "worm")


class RotateTileSchema(StrictSchema):
    """Laying a tile that the map has shown."""

    quarter_turns = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=0, max=3),
        metadata={"description": "how many quarter turns clockwise the tile is turned"},
    )


class ConfirmStepSchema(StrictSchema):
    """Going on with a step, or staying."""

    choice = _choice("`continue` goes on, `cancel` stays", "continue", "cancel")


class AnswerContactSchema(StrictSchema):
    """A card against a creature, or none."""

    card = _choice("the card that is used; `none` for no card", "sword", "shield", "none")


class AnswerLossSchema(StrictSchema):
    """A card against a loss of health, or none."""

    card = _choice("the card that is used; `none` for no card", "shield", "lamp", "none")


class AnswerFallSchema(StrictSchema):
    """A card against a fall, or none."""

    card = _choice("the card that is used; `none` for no card", "insurance", "none")


class RouteCreatureSchema(StrictSchema):
    """One of the moves that the decision lists."""

    option = fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=0, max=400),
        metadata={"description": "which of the `moves` of the question, from 0"},
    )


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


def action_space(content: Content, state: State) -> Iterator[Action]:
    """Every action with every cell of the cave, and one route option more than the creature has."""
    cells = [xy(cell) for cell in BOARD]
    yield {"type": "end_turn"}
    yield {"type": "surrender"}
    yield from _each(("step", "jump"), "dir", [*DIRECTIONS])
    yield from _each(("place_character", "place_token", "use_rope", "use_dynamite", "use_lure"), "cell", cells)
    yield from _each(("use_pick",), "way", [*WAYS])
    yield from _each(("open_chest",), "card", [*CHEST_CARDS])
    yield from _each(("use_crossbow",), "creature", [*CREATURE_KINDS])
    yield from _each(("use_sword",), "creature", ["worm"])
    yield from _each(("use_lamp", "use_map"), "tile", [*PLACES])
    yield from _each(("rotate_tile",), "quarter_turns", [*range(4)])
    yield from _each(("confirm_step",), "choice", ["continue", "cancel"])
    yield from _each(("answer_contact",), "card", ["sword", "shield", "none"])
    yield from _each(("answer_loss",), "card", ["shield", "lamp", "none"])
    yield from _each(("answer_fall",), "card", ["insurance", "none"])
    pending = state["pending"]
    moves = len(pending["moves"]) if pending is not None and pending["type"] == "route_creature" else 0
    yield from _each(("route_creature",), "option", [*range(moves + 1)])


def _each(types: Iterable[str], name: str, values: Sequence[object]) -> Iterator[Action]:
    """An action of each type with each value of its one parameter."""
    return (cast("Action", {"type": type_, name: value}) for type_ in types for value in values)
