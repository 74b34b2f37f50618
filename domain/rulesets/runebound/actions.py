"""The options of a game and the shape of every action, with their domains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, fields, validate

from delvebook.domain.ruleset import StrictSchema
from delvebook.domain.rulesets.runebound.content import printed
from delvebook.domain.rulesets.runebound.figures import HERO
from delvebook.domain.rulesets.runebound.vocabulary import STATS

_BOOK = printed()
_HEXES = validate.OneOf(_BOOK.map.names)
_TOWNS = validate.OneOf(_BOOK.map.towns)
_ITEMS = validate.OneOf(list(_BOOK.items))
_ALLIES = validate.OneOf([id_ for id_, item in _BOOK.items.items() if item["type"] == "ally"])
_MARKET = validate.OneOf(_BOOK.decks["market"])
_CHARACTERS = validate.OneOf([HERO, *(id_ for id_, item in _BOOK.items.items() if item["type"] == "ally")])
_SOURCES = validate.OneOf([HERO, *_BOOK.items])
_USES_MAX = 999


def _whole(least: int, most: int, **settings: Any) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(least, most), **settings)


class Options(StrictSchema):
    """The options of a game (§1 of the specification)."""

    dice = fields.String(load_default="1d20", validate=validate.OneOf(["1d20", "2d10"]))
    xp_cost = _whole(1, 10, load_default=None, allow_none=True)
    raise_life_stamina = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    recycle_adventure_decks = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    refill_exhausted_colours = fields.Boolean(load_default=True, truthy={True}, falsy={False})
    round_limit = _whole(1, 500, load_default=None, allow_none=True)


class Nothing(StrictSchema):
    """An action without parameters."""


class Boost(StrictSchema):
    """One ability announced with a roll, and how often it is used for it."""

    source = fields.String(required=True, validate=_SOURCES)
    index = _whole(0, 9, required=True)
    times = _whole(1, _USES_MAX, required=True)


class Boosted(StrictSchema):
    """A roll with boosts."""

    boosts = fields.List(fields.Nested(Boost), required=True, validate=validate.Length(max=20))


class Attack(Boosted):
    """An attack by one character."""

    character = fields.String(required=True, validate=_CHARACTERS)


class RollTest(Boosted):
    """A test: how often the skill is used, and boosts."""

    skill_uses = _whole(0, _USES_MAX, required=True)


class Rest(StrictSchema):
    """How many dice are rested for the hero and for each ally."""

    hero = _whole(0, 20, required=True)
    allies = fields.Dict(keys=fields.String(validate=_ALLIES), values=_whole(1, 20), required=True)


class StepOne(StrictSchema):
    """The one-hex move."""

    to = fields.String(required=True, validate=_HEXES)


class Move(StrictSchema):
    """A path, hex by hex, without the hex it starts from."""

    path = fields.List(fields.String(validate=_HEXES), required=True, validate=validate.Length(max=20))


class UseAbility(StrictSchema):
    """An ability, and the choices its effects ask for."""

    source = fields.String(required=True, validate=_SOURCES)
    index = _whole(0, 9, required=True)
    target = fields.String(validate=_CHARACTERS)
    dice = fields.List(_whole(0, 19), validate=validate.Length(1, 20))
    town = fields.String(validate=_TOWNS)


class AttackHero(StrictSchema):
    """Another hero."""

    seat = _whole(0, 5, required=True)


class Retreat(StrictSchema):
    """A neighbouring hex, or null to stay."""

    to = fields.String(required=True, allow_none=True, validate=_HEXES)


class ChooseExhaust(StrictSchema):
    """Artifacts to turn face down."""

    cards = fields.List(fields.String(validate=_ITEMS), required=True, validate=validate.Length(max=20))


class ChooseTown(StrictSchema):
    """A town."""

    town = fields.String(required=True, validate=_TOWNS)


class OwnCard(StrictSchema):
    """A card a hero can own."""

    card = fields.String(required=True, validate=_ITEMS)


class MaybeMarketCard(StrictSchema):
    """A Market card, or null for none."""

    card = fields.String(required=True, allow_none=True, validate=_MARKET)


class MaybeOwnCard(StrictSchema):
    """A card a hero can own, or null for none."""

    card = fields.String(required=True, allow_none=True, validate=_ITEMS)


class MarketCard(StrictSchema):
    """A Market card."""

    card = fields.String(required=True, validate=_MARKET)


class Heal(StrictSchema):
    """Who is healed."""

    character = fields.String(required=True, validate=_CHARACTERS)


class RaiseStat(StrictSchema):
    """The stat to raise."""

    stat = fields.String(required=True, validate=validate.OneOf(list(STATS)))


ACTIONS: Mapping[str, type[Schema]] = {
    "rest": Rest,
    "roll_movement": Nothing,
    "step_one": StepOne,
    "stay": Nothing,
    "move": Move,
    "use_ability": UseAbility,
    "attempt_adventure": Nothing,
    "attack_hero": AttackHero,
    "decline_adventure": Nothing,
    "roll_test": RollTest,
    "begin_combat": Nothing,
    "attempt_escape": Boosted,
    "fight_on": Nothing,
    "retreat": Retreat,
    "attack": Attack,
    "defend": Boosted,
    "roll_defence": Boosted,
    "pass": Nothing,
    "choose_exhaust": ChooseExhaust,
    "choose_town": ChooseTown,
    "choose_discard": OwnCard,
    "choose_loot": MaybeMarketCard,
    "take_spoils": MaybeOwnCard,
    "buy": MarketCard,
    "hire": MarketCard,
    "sell": OwnCard,
    "heal": Heal,
    "end_market": Nothing,
    "raise_stat": RaiseStat,
    "end_turn": Nothing,
}
