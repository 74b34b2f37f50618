"""The options of a game, and the shape of every action. Whether an action is legal is decided in `legality`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final, cast

from marshmallow import Schema, fields, validate

from delvebook.domain.rulesets.labyrinth.content import CONTENT, Content
from delvebook.domain.rulesets.labyrinth.state import Action, State
from delvebook.domain.schemas import StrictSchema

REACH: Final = CONTENT.location_limit + 1
"""The greatest distance of a card from the start: all Locations and the Chest in a row."""


class OptionsSchema(StrictSchema):
    """The size of the team, which is the difficulty, the player's colour, and the version of the cards (LB-001)."""

    team_size = fields.Integer(
        strict=True,
        load_default=CONTENT.team_size,
        validate=validate.OneOf(CONTENT.team_sizes),
        metadata={"description": "How many Knights the team begins with; fewer are harder"},
    )
    colour = fields.String(
        load_default=CONTENT.colour,
        validate=validate.OneOf(CONTENT.colours),
        metadata={"description": "The player's colour"},
    )
    content_version = fields.Integer(
        strict=True,
        load_default=CONTENT.version,
        validate=validate.OneOf((CONTENT.version,)),
        metadata={"description": "The version of the cards"},
    )


class NoParametersSchema(StrictSchema):
    """No parameters."""


def _character() -> fields.String:
    return fields.String(
        required=True,
        validate=validate.OneOf((*CONTENT.knights, CONTENT.mage)),
        metadata={"description": "A Character of the player's team"},
    )


def _kind() -> fields.String:
    return fields.String(
        required=True,
        validate=validate.OneOf(tuple(CONTENT.beats)),
        metadata={"description": "A kind of Trophy on offer"},
    )


def _rival() -> fields.String:
    return fields.String(
        required=True,
        validate=validate.OneOf(CONTENT.colours),
        metadata={"description": "A rival, by its colour"},
    )


def _coordinate(description: str) -> fields.Integer:
    return fields.Integer(
        strict=True,
        required=True,
        validate=validate.Range(min=-REACH, max=REACH),
        metadata={"description": description},
    )


class CellSchema(StrictSchema):
    """A cell."""

    x = _coordinate("The column of the cell; it grows to the east")
    y = _coordinate("The row of the cell; it grows to the south")


class PlacementSchema(CellSchema):
    """A cell and how the card lies on it."""

    rotation = fields.Integer(
        strict=True,
        required=True,
        validate=validate.OneOf((0, 180)),
        metadata={"description": "0 lays the card upright, 180 turned around"},
    )


class CharacterSchema(StrictSchema):
    """A Character."""

    character = _character()


class RivalSchema(StrictSchema):
    """A rival's colour."""

    rival = _rival()


class KindAndCharacterSchema(StrictSchema):
    """A kind of Trophy and the Character it goes under."""

    kind = _kind()
    character = _character()


class RivalAndCharacterSchema(StrictSchema):
    """A rival's colour and a Character."""

    rival = _rival()
    character = _character()


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = MappingProxyType(
    {
        "place_starting_trophy": CharacterSchema,
        "move": CellSchema,
        "stay": NoParametersSchema,
        "choose_rival": RivalSchema,
        "take_trophy": KindAndCharacterSchema,
        "swap_trophy": KindAndCharacterSchema,
        "leave_trophy": NoParametersSchema,
        "place_location": PlacementSchema,
        "fight_steambot": CharacterSchema,
        "lose_character": CharacterSchema,
        "steal_trophy": RivalAndCharacterSchema,
        "trade_trophy": RivalAndCharacterSchema,
        "decline": NoParametersSchema,
        "change_duel": CharacterSchema,
        "accept_draw": NoParametersSchema,
        "release_steambot": NoParametersSchema,
        "discard_steambot": NoParametersSchema,
        "place_chest": PlacementSchema,
    }
)


def action_space(content: Content, state: State) -> Iterator[Action]:
    """
    Every well-formed action, with cells at most one away from a Location on the table.

    Cells farther away add nothing new: no Location lies there and no passage can lead there.
    """
    near = sorted({(laid["cell"][0] + x, laid["cell"][1] + y) for laid in state["labyrinth"] for x, y in _AROUND})
    cells = [{"x": x, "y": y} for x, y in near]
    values: dict[str, Sequence[object]] = {
        "character": (*content.knights, content.mage),
        "rival": content.colours,
        "kind": tuple(content.beats),
        "rotation": (0, 180),
    }
    for type_, schema in ACTION_SCHEMAS.items():
        names = list(schema().fields)
        spans: list[Sequence[Mapping[str, object]]] = [cells] if "x" in names else []
        spans += [[{name: value} for value in values[name]] for name in names if name in values]
        for parts in product(*spans):
            yield cast("Action", {"type": type_, **{name: value for part in parts for name, value in part.items()}})


_AROUND: Final = tuple(product((-1, 0, 1), repeat=2))
