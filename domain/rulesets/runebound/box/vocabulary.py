"""
The closed vocabulary of cards: which words a card may be made of, and where each word may stand.

Everything a card says in `content.json` is checked against these tables when the title is loaded, and
the engine has one piece of code for each word. A word that is not here is refused, not ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.errors import BrokenRuleError

ATTRIBUTES: Final = ("mind", "body", "spirit")
KINDS: Final = ("ranged", "melee", "magic")
ATTRIBUTE_OF: Final[Mapping[str, str]] = dict(zip(KINDS, ATTRIBUTES, strict=True))
STATS: Final = (*ATTRIBUTES, "life", "stamina")
SKILLS: Final = ("climb", "diplomacy", "lore", "perception", "stealth", "survival", "swim")
SLOTS: Final = ("weapon", "armour", "other")
TERRAINS: Final = ("road", "plains", "hills", "forest", "mountain", "river", "swamp")
COLOURS: Final = ("green", "yellow", "blue", "red")
TARGETS: Final = ("hero", "any", "party")

ROLLS: Final = (
    *(f"{kind}:{mode}" for kind in KINDS for mode in ("attack", "defend")),
    *(f"test:{skill}" for skill in SKILLS),
    "escape",
)
"""Every roll there is, by its full name."""

_MODES: Final = ("", ":attack", ":defend")
ROLL_KINDS: Final = (
    *(kind + mode for kind in (*KINDS, "combat") for mode in _MODES),
    "test",
    *(f"test:{skill}" for skill in SKILLS),
    "escape",
)
"""Every name a card may use for one roll or for several."""

NUMBER, SIGNED, AMOUNT, EFFECTS_OF_RESULT, ADVENTURE = "number", "signed", "amount", "results", "adventure"

_WORDS: Final[Mapping[str, Mapping[str, object]]] = {
    # what cards of players do
    "roll": {"kind": ROLL_KINDS, "n": SIGNED},
    "damage": {"kind": KINDS, "n": SIGNED},
    "attr": {"attribute": ATTRIBUTES, "n": SIGNED},
    "dice": {"n": SIGNED},
    "wild": {"n": NUMBER},
    "ease": {"terrain": TERRAINS},
    "reroll_move": {"n": NUMBER},
    "reroll": {},
    "prevent": {"n": AMOUNT},
    "soak": {},
    "heal": {"target": TARGETS, "n": AMOUNT},
    "rest": {"target": TARGETS, "n": AMOUNT},
    "strike": {"n": NUMBER},
    "weaken": {"attribute": ATTRIBUTES, "n": NUMBER},
    "blunt": {"kind": (*KINDS, "all"), "n": NUMBER},
    "again": {"target": ("hero",)},
    "skill": {"skill": SKILLS, "n": NUMBER},
    "price": {"what": ("buy", "hire", "heal"), "n": SIGNED},
    "travel": {"to": ("any",)},
    "cling": {"n": NUMBER},
    # what enemies do
    "suffer": {"wounds": "count", "fatigue": "count"},
    "test": {"attribute": ATTRIBUTES, "skill": SKILLS, "n": NUMBER, "fail": EFFECTS_OF_RESULT},
    "drain_gold": {"n": NUMBER},
    "force_exhaust": {"n": NUMBER},
    "regen": {"n": NUMBER},
    "fury": {"n": NUMBER},
    "scale": {"attribute": ("all",), "n": SIGNED, "per": ("ally", "rune")},
    "no_escape": {},
    "no_before": {},
    "no_allies": {},
    "weapons_off": {"kind": KINDS},
    "skip": {"kind": KINDS},
    # what success and failure bring
    "gold": {"n": SIGNED},
    "xp": {"n": NUMBER},
    "loot": {"n": NUMBER},
    "take_artifact": {},
    "take_ally": {},
    "take_rune": {},
    "topdeck": {"card": ADVENTURE},
    "win": {},
    # what events do to the world
    "replenish": {"colour": COLOURS, "n": AMOUNT},
    "restock": {"n": NUMBER},
    "everyone": {"effects": "suffering"},
    "toll": {"terrain": TERRAINS, "wounds": "count", "fatigue": "count"},
    "double": {"terrain": TERRAINS},
    "movedice": {"n": SIGNED, "when": ("any", "wild")},
    "foe": {"colour": COLOURS, "attribute": (*ATTRIBUTES, "all"), "n": SIGNED},
    "bounty": {"colour": COLOURS, "n": SIGNED},
    "rollmod": {"kind": ROLL_KINDS, "n": SIGNED},
    "no_heal": {},
}
"""By effect type: its fields and the domain of each."""

_AT_ONCE: Final = ("suffer", "test", "drain_gold", "force_exhaust", "regen")
_RESULTS: Final = (
    *("gold", "xp", "suffer", "heal", "rest", "loot"),
    *("take_artifact", "take_ally", "take_rune", "topdeck", "win"),
)
_FIGHT: Final = ("strike", "weaken", "blunt", "heal", "rest")

TRIGGERS: Final[Mapping[str, tuple[str, ...]]] = {
    "passive": ("roll", "damage", "attr", "dice", "ease", "skill", "price"),
    "refresh": ("heal", "rest"),
    "before_move": ("travel", "heal", "rest"),
    "after_move_roll": ("reroll_move", "wild", "heal", "rest"),
    "free": ("heal", "rest"),
    "before_combat": _FIGHT,
    "round_start": ("again", *_FIGHT),
    "on_roll": ("roll",),
    "on_fail": ("reroll",),
    "on_hit": ("damage",),
    "on_wounds": ("prevent", "soak"),
    "on_knockout": ("cling",),
    "after_win": ("heal", "rest"),
}
"""By trigger: the effects an ability with it may have."""

AUTOMATIC: Final = ("passive", "refresh", "after_win")
"""Triggers nobody decides on: their abilities cost nothing and leave no choice."""

WITH_KINDS: Final = ("on_roll", "on_fail", "on_hit", "on_wounds")
ALLY_PASSIVES: Final = ("roll", "damage", "dice", "ease", "skill", "price")
COSTS: Final[Mapping[str, tuple[str, ...]]] = {"none": (), "exhaust": (), "discard": (), "fatigue": ("n",)}

ENEMY_RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "before": _AT_ONCE,
    "round": _AT_ONCE,
    "on_wound": _AT_ONCE,
    "always": ("fury", "scale", "no_escape", "no_before", "no_allies", "weapons_off", "skip"),
}
RESULTS: Final = _RESULTS
IMMEDIATE: Final = ("replenish", "restock", "everyone")
LASTING: Final = ("price", "toll", "double", "movedice", "foe", "bounty", "rollmod", "no_heal")


def words() -> list[str]:
    """Every effect type of the vocabulary."""
    return list(_WORDS)


def rolls_of(kind: str) -> tuple[str, ...]:
    """The full names of the rolls that a card means by `kind`."""
    base, _, mode = kind.partition(":")
    if base == "test":
        return (kind,) if mode else tuple(roll for roll in ROLLS if roll.startswith("test:"))
    if base == "escape":
        return ("escape",)
    kinds = KINDS if base == "combat" else (base,)
    return tuple(f"{one}:{way}" for one in kinds for way in ([mode] if mode else ["attack", "defend"]))


def kind_meant(kinds: list[str], kind: str) -> bool:
    """Whether an ability for these kinds of damage or hit is for that kind."""
    return kind in kinds or "combat" in kinds


def require(condition: object, where: str, problem: str) -> None:
    """Raises BrokenRuleError, naming the place in the content, unless the condition holds."""
    if not condition:
        raise BrokenRuleError(f"runebound content: {where}: {problem}")


def check_effect(effect: Any, allowed: tuple[str, ...], where: str) -> None:
    """Raises BrokenRuleError unless this is an effect of one of the allowed types, complete and in its domains."""
    require(isinstance(effect, dict) and "type" in effect, where, f"{effect!r} is no effect")
    type_ = effect["type"]
    require(type_ in _WORDS, where, f"{type_!r} is no word of the vocabulary")
    require(type_ in allowed, where, f"{type_!r} can't stand here; only {', '.join(allowed)} can")
    fields = dict(_WORDS[type_])
    require(sorted(effect) == sorted([*fields, "type"]), where, f"{type_} takes {sorted(fields)}, not {sorted(effect)}")
    for name, domain in fields.items():
        _check_value(effect[name], domain, f"{where}: {type_}.{name}")


def check_ability(ability: Any, bearer: str, where: str) -> None:
    """
    Raises BrokenRuleError unless this is an ability that a card of that type can have.

    Args:
        bearer: "hero", "artifact" or "ally".
    """
    require(isinstance(ability, dict), where, "an ability is an object")
    trigger = ability.get("trigger")
    require(trigger in TRIGGERS, where, f"{trigger!r} is no trigger")
    expected = ["trigger", "cost", "effects", *(["kinds"] if trigger in WITH_KINDS else [])]
    require(sorted(ability) == sorted(expected), where, f"{trigger} takes {sorted(expected)}, not {sorted(ability)}")
    _check_kinds(ability, where)
    _check_cost(ability["cost"], trigger, bearer, where)
    allowed = TRIGGERS[trigger]
    if bearer == "ally":
        allowed = tuple(ALLY_PASSIVES) if trigger == "passive" else allowed
        allowed = tuple(type_ for type_ in allowed if type_ != "again")
    else:
        allowed = tuple(type_ for type_ in allowed if type_ != "soak")
    require(isinstance(ability["effects"], list) and ability["effects"], where, "an ability has effects")
    for effect in ability["effects"]:
        check_effect(effect, allowed, where)
        if trigger in AUTOMATIC:
            require(effect.get("target") != "any", where, "an automatic ability leaves no choice of target")


def _check_kinds(ability: Mapping[str, Any], where: str) -> None:
    trigger = ability["trigger"]
    if trigger in WITH_KINDS:
        domain = ROLL_KINDS if trigger in ("on_roll", "on_fail") else (*KINDS, "combat")
        kinds = ability["kinds"]
        require(isinstance(kinds, list) and kinds, where, f"{trigger} names kinds")
        for kind in kinds:
            require(kind in domain, where, f"{kind!r} is no kind for {trigger}")


def _check_cost(cost: Any, trigger: str, bearer: str, where: str) -> None:
    require(isinstance(cost, dict) and cost.get("type") in COSTS, where, f"{cost!r} is no cost")
    fields = COSTS[cost["type"]]
    require(sorted(cost) == sorted(["type", *fields]), where, f"cost {cost['type']} takes {list(fields)}")
    if fields:
        require(_is_number(cost["n"], 1), where, "a cost in fatigue is at least 1")
    if trigger in AUTOMATIC:
        require(cost["type"] == "none", where, f"{trigger} works by itself and costs nothing")
    if bearer == "hero":
        require(cost["type"] in ("none", "fatigue"), where, "a hero card is neither turned down nor discarded")


def _check_value(value: Any, domain: object, where: str) -> None:
    if isinstance(domain, tuple):
        require(value in domain, where, f"{value!r} is none of {', '.join(domain)}")
    elif domain == NUMBER:
        require(_is_number(value, 1), where, f"{value!r} is no number from 1")
    elif domain == SIGNED:
        require(_is_number(value, -99) and value != 0, where, f"{value!r} is no number other than 0")
    elif domain == AMOUNT:
        require(value == "all" or _is_number(value, 1), where, f"{value!r} is neither a number from 1 nor all")
    elif domain == "count":
        require(_is_number(value, 0), where, f"{value!r} is no number from 0")
    elif domain == "suffering":
        require(isinstance(value, list) and value, where, "no effects")
        for effect in value:
            check_effect(effect, ("suffer",), where)
    elif domain == EFFECTS_OF_RESULT:
        require(isinstance(value, list) and value, where, "no effects")
        for effect in value:
            check_result(effect, where)
    else:
        require(isinstance(value, str), where, f"{value!r} is no card")


def check_result(effect: Any, where: str) -> None:
    """Raises BrokenRuleError unless this is a result of success or failure."""
    check_effect(effect, RESULTS, where)
    require(effect.get("target") != "any", where, "a result leaves no choice of target")


def _is_number(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
