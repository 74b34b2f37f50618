"""The options of a game and the shape of every action, with their domains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from marshmallow import Schema, fields, validate

from delvebook.domain.ruleset import StrictSchema
from delvebook.domain.rulesets.runebound.content import CONTENT
from delvebook.domain.rulesets.runebound.figures import HERO
from delvebook.domain.rulesets.runebound.space import action_space
from delvebook.domain.rulesets.runebound.vocabulary import STATS

__all__ = ["ACTION_SCHEMAS", "OptionsSchema", "action_space"]

_HEXES = validate.OneOf(CONTENT.map.names)
_TOWNS = validate.OneOf(CONTENT.map.towns)
_ITEMS = validate.OneOf(list(CONTENT.items))
_ALLIES = validate.OneOf([id_ for id_, item in CONTENT.items.items() if item["type"] == "ally"])
_MARKET = validate.OneOf(CONTENT.decks["market"])
_CHARACTERS = validate.OneOf([HERO, *(id_ for id_, item in CONTENT.items.items() if item["type"] == "ally")])
_SOURCES = validate.OneOf([HERO, *CONTENT.items])
_USES_MAX = 999


def _whole(least: int, most: int, **settings: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(least, most), **settings)


class OptionsSchema(StrictSchema):
    """The options of a game."""

    dice = fields.String(load_default="1d20", validate=validate.OneOf(["1d20", "2d10"]))
    xp_cost = _whole(1, 10, load_default=None, allow_none=True)
    raise_life_stamina = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    recycle_adventure_decks = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    refill_exhausted_colours = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    round_limit = _whole(1, 500, load_default=None, allow_none=True)


class NothingSchema(StrictSchema):
    """An action without parameters."""


class BoostSchema(StrictSchema):
    """One ability announced with a roll, and how often it is used for it."""

    source = fields.String(required=True, validate=_SOURCES)
    index = _whole(0, 9, required=True)
    times = _whole(1, _USES_MAX, required=True)


class BoostedSchema(StrictSchema):
    """A roll with boosts."""

    boosts = fields.List(fields.Nested(BoostSchema), required=True, validate=validate.Length(max=20))


class AttackSchema(BoostedSchema):
    """An attack by one character."""

    character = fields.String(required=True, validate=_CHARACTERS)


class RollTestSchema(BoostedSchema):
    """A test: how often the skill is used, and boosts."""

    skill_uses = _whole(0, _USES_MAX, required=True)


class RestSchema(StrictSchema):
    """How many dice are rested for the hero and for each ally."""

    hero = _whole(0, 20, required=True)
    allies = fields.Dict(keys=fields.String(validate=_ALLIES), values=_whole(1, 20), required=True)


class StepOneSchema(StrictSchema):
    """The one-hex move."""

    to = fields.String(required=True, validate=_HEXES)


class MoveSchema(StrictSchema):
    """A path, hex by hex, without the hex it starts from."""

    path = fields.List(fields.String(validate=_HEXES), required=True, validate=validate.Length(max=20))


class UseAbilitySchema(StrictSchema):
    """An ability, and the choices its effects ask for."""

    source = fields.String(required=True, validate=_SOURCES)
    index = _whole(0, 9, required=True)
    target = fields.String(validate=_CHARACTERS)
    dice = fields.List(_whole(0, 19), validate=validate.Length(1, 20))
    town = fields.String(validate=_TOWNS)


class AttackHeroSchema(StrictSchema):
    """Another hero."""

    seat = _whole(0, 5, required=True)


class RetreatSchema(StrictSchema):
    """A neighbouring hex, or null to stay."""

    to = fields.String(required=True, allow_none=True, validate=_HEXES)


class ChooseExhaustSchema(StrictSchema):
    """Artifacts to turn face down."""

    cards = fields.List(fields.String(validate=_ITEMS), required=True, validate=validate.Length(max=20))


class ChooseTownSchema(StrictSchema):
    """A town."""

    town = fields.String(required=True, validate=_TOWNS)


class OwnCardSchema(StrictSchema):
    """A card a hero can own."""

    card = fields.String(required=True, validate=_ITEMS)


class MaybeMarketCardSchema(StrictSchema):
    """A Market card, or null for none."""

    card = fields.String(required=True, allow_none=True, validate=_MARKET)


class MaybeOwnCardSchema(StrictSchema):
    """A card a hero can own, or null for none."""

    card = fields.String(required=True, allow_none=True, validate=_ITEMS)


class MarketCardSchema(StrictSchema):
    """A Market card."""

    card = fields.String(required=True, validate=_MARKET)


class HealSchema(StrictSchema):
    """Who is healed."""

    character = fields.String(required=True, validate=_CHARACTERS)


class RaiseStatSchema(StrictSchema):
    """The stat to raise."""

    stat = fields.String(required=True, validate=validate.OneOf(list(STATS)))


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
