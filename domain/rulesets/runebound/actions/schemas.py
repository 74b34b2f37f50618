"""The options of a game and the shape of every action, with their domains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields, validate

from delvebook.domain.rulesets.runebound.box.vocabulary import STATS
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.heroes.figures import HERO
from delvebook.domain.schemas import Flag, StrictSchema

_HEXES = validate.OneOf(CONTENT.map.names)
_TOWNS = validate.OneOf(CONTENT.map.towns)
_ITEMS = validate.OneOf(list(CONTENT.items))
_ALLIES = validate.OneOf([id_ for id_, item in CONTENT.items.items() if item["type"] == "ally"])
_MARKET = validate.OneOf(CONTENT.decks["market"])
_CHARACTERS = validate.OneOf([HERO, *(id_ for id_, item in CONTENT.items.items() if item["type"] == "ally")])
_SOURCES = validate.OneOf([HERO, *CONTENT.items])
_USES_MAX = 999


def _whole(least: int, most: int, description: str, **settings: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(least, most), metadata=_says(description), **settings)


def _says(text: str) -> dict[str, str]:
    """The description of a field, as the published schemas show it."""
    return {"description": text}


def _flag(description: str) -> Flag:
    return Flag(load_default=True, metadata=_says(description))


class OptionsSchema(StrictSchema):
    """The options of a game."""

    dice = fields.String(
        load_default="1d20", validate=validate.OneOf(["1d20", "2d10"]), metadata=_says("What is thrown for rolls")
    )
    xp_cost = _whole(1, 10, "What a raise costs; null: as the number of seats says", load_default=None, allow_none=True)
    raise_life_stamina = _flag("Whether life and stamina can be raised")
    recycle_adventure_decks = _flag("Whether an empty adventure deck is renewed")
    refill_exhausted_colours = _flag("Whether a colour without a counter is laid out again")
    round_limit = _whole(
        1,
        500,
        "After how many rounds the game ends; null: never. If it is left out, a game that might never end has 120",
        load_default=None,
        allow_none=True,
    )


class NothingSchema(StrictSchema):
    """An action without parameters."""


class BoostSchema(StrictSchema):
    """One ability announced with a roll, and how often it is used for it."""

    source = fields.String(required=True, validate=_SOURCES, metadata=_says("Whose ability it is: the hero, or a card"))
    index = _whole(0, 9, "Which of its abilities, from 0", required=True)
    times = _whole(1, _USES_MAX, "How often it is used for the roll", required=True)


class BoostedSchema(StrictSchema):
    """A roll with boosts."""

    boosts = fields.List(
        fields.Nested(BoostSchema),
        required=True,
        validate=validate.Length(max=20),
        metadata=_says("Abilities announced with the roll"),
    )


class AttackSchema(BoostedSchema):
    """An attack by one character."""

    character = fields.String(required=True, validate=_CHARACTERS, metadata=_says("Who attacks: the hero, or an ally"))


class RollTestSchema(BoostedSchema):
    """A test: how often the skill is used, and boosts."""

    skill_uses = _whole(0, _USES_MAX, "How often the skill is used, for its price each time", required=True)


class RestSchema(StrictSchema):
    """How many dice are rested for the hero and for each ally."""

    hero = _whole(0, 20, "Dice given up for the hero", required=True)
    allies = fields.Dict(
        keys=fields.String(validate=_ALLIES),
        values=_whole(1, 20, "Dice given up for that ally"),
        required=True,
        metadata=_says("By ally, the dice given up for it"),
    )


class StepOneSchema(StrictSchema):
    """The one-hex move."""

    to = fields.String(required=True, validate=_HEXES, metadata=_says("A neighbouring hex"))


class MoveSchema(StrictSchema):
    """A path, hex by hex, without the hex it starts from."""

    path = fields.List(
        fields.String(validate=_HEXES),
        required=True,
        validate=validate.Length(max=20),
        metadata=_says("The hexes that are entered, in order"),
    )


class UseAbilitySchema(StrictSchema):
    """An ability, and the choices its effects ask for."""

    source = fields.String(required=True, validate=_SOURCES, metadata=_says("Whose ability it is: the hero, or a card"))
    index = _whole(0, 9, "Which of its abilities, from 0", required=True)
    target = fields.String(validate=_CHARACTERS, metadata=_says("Whom the ability helps, if it asks for that"))
    dice = fields.List(
        _whole(0, 19, "A die, from 0"),
        validate=validate.Length(1, 20),
        metadata=_says("Movement dice by their places in the throw, from 0, if the ability asks for them"),
    )
    town = fields.String(validate=_TOWNS, metadata=_says("The town, if the ability asks for one"))


class AttackHeroSchema(StrictSchema):
    """Another hero."""

    seat = _whole(0, 5, "Whose hero is attacked", required=True)


class RetreatSchema(StrictSchema):
    """A neighbouring hex, or null to stay."""

    to = fields.String(
        required=True, allow_none=True, validate=_HEXES, metadata=_says("A neighbouring hex, or null to stay")
    )


class ChooseExhaustSchema(StrictSchema):
    """Artifacts to turn face down."""

    cards = fields.List(
        fields.String(validate=_ITEMS),
        required=True,
        validate=validate.Length(max=20),
        metadata=_says("Artifacts to turn face down"),
    )


class ChooseTownSchema(StrictSchema):
    """A town."""

    town = fields.String(required=True, validate=_TOWNS, metadata=_says("The town where the hero wakes up"))


class OwnCardSchema(StrictSchema):
    """A card a hero can own."""

    card = fields.String(required=True, validate=_ITEMS, metadata=_says("A card that your hero has"))


class MaybeMarketCardSchema(StrictSchema):
    """A Market card, or null for none."""

    card = fields.String(
        required=True, allow_none=True, validate=_MARKET, metadata=_says("A Market card, or null for none")
    )


class MaybeOwnCardSchema(StrictSchema):
    """A card a hero can own, or null for none."""

    card = fields.String(
        required=True, allow_none=True, validate=_ITEMS, metadata=_says("A card of the beaten hero, or null for none")
    )


class MarketCardSchema(StrictSchema):
    """A Market card."""

    card = fields.String(required=True, validate=_MARKET, metadata=_says("A Market card for sale here"))


class HealSchema(StrictSchema):
    """Who is healed."""

    character = fields.String(
        required=True, validate=_CHARACTERS, metadata=_says("Who is healed: the hero, or an ally")
    )


class RaiseStatSchema(StrictSchema):
    """The stat to raise."""

    stat = fields.String(required=True, validate=validate.OneOf(list(STATS)), metadata=_says("What is raised by 1"))


ACTION_SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    "rest": RestSchema,
    "roll_movement": NothingSchema,
    "step_one": StepOneSchema,
    "stay": NothingSchema,
    "move": MoveSchema,
    "use_ability": UseAbilitySchema,
    "attempt_adventure": NothingSchema,
    "attack_hero": AttackHeroSchema,
    "decline_adventure": NothingSchema,
    "roll_test": RollTestSchema,
    "begin_combat": NothingSchema,
    "try_escape": BoostedSchema,
    "fight_on": NothingSchema,
    "retreat": RetreatSchema,
    "attack": AttackSchema,
    "defend": BoostedSchema,
    "roll_defence": BoostedSchema,
    "pass": NothingSchema,
    "choose_exhaust": ChooseExhaustSchema,
    "choose_town": ChooseTownSchema,
    "choose_discard": OwnCardSchema,
    "choose_loot": MaybeMarketCardSchema,
    "take_spoils": MaybeOwnCardSchema,
    "buy": MarketCardSchema,
    "hire": MarketCardSchema,
    "sell": OwnCardSchema,
    "heal": HealSchema,
    "end_market": NothingSchema,
    "raise_stat": RaiseStatSchema,
    "end_turn": NothingSchema,
}
