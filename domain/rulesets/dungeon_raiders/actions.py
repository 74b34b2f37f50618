"""The options of a game, and the shape of every action. Whether an action is legal is decided in `legality`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from typing import Any, Final

from marshmallow import Schema, fields, post_load, validate

from delvebook.domain.rulesets.dungeon_raiders.box.components import CARDS, Content, in_order
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.state import Action, State
from delvebook.domain.schemas import StrictSchema

ROOM_CARDS: Final = tuple(card for card in CARDS if card != CONTENT.light)
"""The cards that can be played in an ordinary room. A torch is lit instead."""


class OptionsSchema(StrictSchema):
    """The options of Dungeon Raiders."""

    mode = fields.String(
        load_default="standard",
        validate=validate.OneOf(["standard", "tactical"]),
        metadata={"description": "`standard`: cards are laid face down and together; `tactical`: openly, in turn"},
    )
    difficulty = fields.String(
        load_default="standard",
        validate=validate.OneOf(["standard", "introductory"]),
        metadata={
            "description": "`introductory` is sure to have an item vault in the dungeon; `standard` may have none"
        },
    )


class PlayCardSchema(StrictSchema):
    """One card, in an ordinary room or for the boss's chest."""

    card = fields.String(
        required=True, validate=validate.OneOf(ROOM_CARDS), metadata={"description": "A card of your hand"}
    )


class PlayBossCardsSchema(StrictSchema):
    """Up to two cards against the boss: accepted in any order, kept in the order of `CARDS`."""

    cards = fields.List(
        fields.String(validate=validate.OneOf(CARDS)),
        required=True,
        validate=validate.Length(max=2),
        metadata={"description": "Cards of your hand; none is allowed, too"},
    )

    @post_load
    def _sort(self, data: dict[str, Any], **_: object) -> dict[str, object]:
        return {**data, "cards": in_order(data["cards"])}


class LightTorchSchema(StrictSchema):
    """Lighting a torch takes no parameters."""


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    "play_card": PlayCardSchema,
    "play_boss_cards": PlayBossCardsSchema,
    "light_torch": LightTorchSchema,
}


def action_space(content: Content, state: State) -> Iterator[Action]:
    """Every well-formed action, in any state: one card, up to two cards in the order of `CARDS`, or a torch."""
    for card in ROOM_CARDS:
        yield {"type": "play_card", "card": card}
    for count in range(content.counts.boss_places + 1):
        for cards in combinations_with_replacement(CARDS, count):
            yield {"type": "play_boss_cards", "cards": list(cards)}
    yield {"type": "light_torch"}
