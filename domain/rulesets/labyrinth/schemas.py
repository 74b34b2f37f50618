"""The shape of options and actions: which values there are at all."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from marshmallow import Schema, fields, validate

from delvebook.domain.ruleset import StrictSchema
from delvebook.domain.rulesets.labyrinth.content import CONTENT

_REACH: Final = CONTENT.location_limit + 1
"""No card can lie further from the start than all Locations and the Chest in a row."""


class Options(StrictSchema):
    """The size of the team, which is the difficulty; the player's colour; the cards to play with (LB-001)."""

    team_size = fields.Integer(strict=True, load_default=CONTENT.team_size, validate=validate.OneOf(CONTENT.team_sizes))
    colour = fields.String(load_default=CONTENT.colour, validate=validate.OneOf(CONTENT.colours))
    content_version = fields.Integer(
        strict=True, load_default=CONTENT.version, validate=validate.OneOf((CONTENT.version,))
    )


class Nothing(StrictSchema):
    """No parameters."""


def _character() -> fields.String:
    return fields.String(required=True, validate=validate.OneOf((*CONTENT.knights, CONTENT.mage)))


def _kind() -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(tuple(CONTENT.beats)))


def _rival() -> fields.String:
    return fields.String(required=True, validate=validate.OneOf(CONTENT.colours))


def _coordinate() -> fields.Integer:
    return fields.Integer(strict=True, required=True, validate=validate.Range(min=-_REACH, max=_REACH))


class OfCell(StrictSchema):
    """A cell."""

    x = _coordinate()
    y = _coordinate()


class OfPlacement(OfCell):
    """A cell and how the card lies on it."""

    rotation = fields.Integer(strict=True, required=True, validate=validate.OneOf((0, 180)))


class OfCharacter(StrictSchema):
    """A Character."""

    character = _character()


class OfRival(StrictSchema):
    """A rival's colour."""

    rival = _rival()


class OfKindAndCharacter(StrictSchema):
    """A kind of Trophy and the Character it goes under."""

    kind = _kind()
    character = _character()


class OfRivalAndCharacter(StrictSchema):
    """A rival's colour and a Character."""

    rival = _rival()
    character = _character()


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = MappingProxyType(
    {
        "place_starting_trophy": OfCharacter,
        "move": OfCell,
        "stay": Nothing,
        "choose_rival": OfRival,
        "take_trophy": OfKindAndCharacter,
        "swap_trophy": OfKindAndCharacter,
        "leave_trophy": Nothing,
        "place_location": OfPlacement,
        "fight_steambot": OfCharacter,
        "lose_character": OfCharacter,
        "steal_trophy": OfRivalAndCharacter,
        "trade_trophy": OfRivalAndCharacter,
        "decline": Nothing,
        "change_duel": OfCharacter,
        "accept_draw": Nothing,
        "release_steambot": Nothing,
        "discard_steambot": Nothing,
        "place_chest": OfPlacement,
    }
)
