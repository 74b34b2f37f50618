"""The options of a game, and the shape of every action. Whether an action is legal is decided in `legality`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields, post_load, validate

from delvebook.domain.ruleset import StrictSchema
from delvebook.domain.rulesets.dungeon_raiders.components import CARDS, in_order

ROOM_CARDS: Final = tuple(card for card in CARDS if card != "torch")
"""The cards that can be played in an ordinary room. A torch is lit instead."""


class OptionsSchema(StrictSchema):
    """The options of Dungeon Raiders."""

    mode = fields.String(load_default="standard", validate=validate.OneOf(["standard", "tactical"]))
    difficulty = fields.String(load_default="standard", validate=validate.OneOf(["standard", "introductory"]))


class PlayCardSchema(StrictSchema):
    """One card, in an ordinary room or for the boss's chest."""

    card = fields.String(required=True, validate=validate.OneOf(ROOM_CARDS))


class PlayBossCardsSchema(StrictSchema):
    """Up to two cards against the boss: accepted in any order, kept in the order of `CARDS`."""

    cards = fields.List(fields.String(validate=validate.OneOf(CARDS)), required=True, validate=validate.Length(max=2))

    @post_load
    def _sort(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**data, "cards": in_order(data["cards"])}


class LightTorchSchema(StrictSchema):
    """Lighting a torch takes no parameters."""


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    "play_card": PlayCardSchema,
    "play_boss_cards": PlayBossCardsSchema,
    "light_torch": LightTorchSchema,
}
