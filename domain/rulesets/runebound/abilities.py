"""
Abilities: which a seat has, and which of them it can use now.

What they cost and do is in `effects.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, Final, NamedTuple

from delvebook.domain.kit.agenda import Frame
from delvebook.domain.kit.refusals import Refusal
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.dice import kind_of
from delvebook.domain.rulesets.runebound.figures import (
    HERO,
    allies_in_play,
    enemy_rule,
    faces_up,
    is_weapon,
    limits_of,
    markers_of,
    payable,
    weapons_are_off,
)
from delvebook.domain.rulesets.runebound.markers import characters, relieved
from delvebook.domain.rulesets.runebound.state import State, act
from delvebook.domain.rulesets.runebound.vocabulary import kind_meant

WINDOWS: Final[Mapping[str, tuple[str, ...]]] = {
    "move_choice": ("before_move", "free"),
    "choose_path": ("after_move_roll", "free"),
    "adventure_choice": ("free",),
    "before_combat": ("before_combat", "free"),
    "round_start": ("round_start", "free"),
    "defence_roll": ("free",),
    "market": ("free",),
    "window_fail": ("on_fail",),
    "window_hit": ("on_hit",),
    "window_wounds": ("on_wounds",),
    "window_knockout": ("on_knockout",),
}
"""By decision, the triggers of the abilities that can be used in it."""

_ASKS: Final = {"travel": "town", "wild": "dice", "reroll_move": "dice"}


class Ability(NamedTuple):
    """
    One ability in the hands of a seat.

    Attributes:
        source: How an action names it: "hero" or the card.
        at: Its place among the card's abilities.
        card: The hero card or item it is printed on.
        bearer: Who pays fatigue for it and whose rolls it is for: "hero" or an ally.
    """

    source: str
    at: int
    card: str
    bearer: str
    text: Mapping[str, Any]


def abilities_of(content: Content, state: State, seat: int) -> Iterator[Ability]:
    """The abilities on the seat's face-up cards: hero, artifacts, allies (RB-009, RB-015)."""
    hero = state["heroes"][seat]
    for card in faces_up(hero):
        for index, text in enumerate(content.abilities[card]):
            yield Ability(HERO if card == hero["id"] else card, index, card, HERO, text)
    for ally in sorted(allies_in_play(content, state, seat)):
        for index, text in enumerate(content.abilities[ally]):
            yield Ability(ally, index, ally, ally, text)


def find(content: Content, state: State, seat: int, source: str, index: int) -> Ability | None:
    """The ability that an action names; None if the seat has none such now."""
    for ability in abilities_of(content, state, seat):
        if ability.source == source and ability.at == index:
            return ability
    return None


def why_missing(state: State, seat: int, source: str, index: int) -> Refusal:
    """Why the seat does not have the ability that an action names."""
    hero = state["heroes"][seat]
    if source in hero["down"]:
        return Refusal.plain(f"{source} lies face down and gives nothing", "RB-009")
    if any(ally["id"] == source for ally in hero["allies"]):
        return Refusal.plain(f"{source} has no such ability, or is out of play in this fight", "RB-156")
    return Refusal.plain(f"seat {seat} has no ability {index} of {source}", "RB-015")


def owned(content: Content, state: State, seat: int, source: str, index: int) -> Ability:
    """The ability that a legal action names."""
    ability = find(content, state, seat, source, index)
    if ability is None:
        raise KeyError(source, index)
    return ability


def usable(content: Content, state: State, frame: Frame) -> Iterator[Action]:
    """Every way to use an ability in the decision at hand, in a stable order."""
    for ability in abilities_of(content, state, frame["seat"]):
        if _moment_objection(content, state, frame, ability) is None:
            for action in _ways(content, state, frame, ability):
                if objection(content, state, frame, action) is None:
                    yield action


def is_usable(content: Content, state: State, frame: Frame) -> bool:
    """Whether any ability can be used in the decision at hand."""
    return next(usable(content, state, frame), None) is not None


def objection(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the ability can't be used in this decision in the way the action says; None if it can."""
    ability = find(content, state, frame["seat"], action["source"], action["index"])
    if ability is None:
        return why_missing(state, frame["seat"], action["source"], action["index"])
    return (
        _moment_objection(content, state, frame, ability)
        or _choices_objection(content, state, frame, ability, action)
        or relief_objection(content, state, frame["seat"], ability, action.get("target"))
    )


def _moment_objection(content: Content, state: State, frame: Frame, ability: Ability) -> Refusal | None:
    """Why the ability can't be used in this decision at all; None if it can."""
    seat, text = frame["seat"], ability.text
    trigger = text["trigger"]
    if trigger not in WINDOWS[frame["do"]]:
        return Refusal.plain(f"{ability.source}'s ability is for another moment ({trigger})", "RB-014")
    if trigger == "before_move" and frame["rested"]:
        return Refusal.plain("this must be used before resting", "RB-037")
    if trigger == "before_combat":
        if enemy_rule(content, state, "no_before") is not None:
            return Refusal.plain("this enemy allows no abilities before the combat", "RB-010")
        if mark(seat, ability) in state["used"]:
            return Refusal.plain("an ability before the combat works once a turn", "RB-071")
    if text["cost"]["type"] == "none" and f"{ability.source}/{ability.at}" in frame["used"]:
        return Refusal.plain("an ability without cost works once in the same window", "RB-014")
    if trigger in ("on_fail", "on_hit", "on_wounds"):
        problem = _not_meant(content, state, frame, ability)
        if problem is not None:
            return problem
    return _cost_objection(content, state, seat, ability)


def _not_meant(content: Content, state: State, frame: Frame, ability: Ability) -> Refusal | None:
    """Why an ability of a window is not for the roll, the hit or the wounds at hand; None if it is."""
    text, seat = ability.text, frame["seat"]
    if text["trigger"] == "on_fail":
        roll = frame["roll"]
        kind = kind_of(roll["roll"])
        if roll["roll"] not in content.rolls_meant[ability.card, ability.at]:
            return Refusal.plain(f"{ability.source}'s ability is for other rolls", "RB-017")
        if ability.bearer != roll["character"]:
            return Refusal.plain("an ability works only for its bearer", "RB-015")
    else:
        kind = frame["kind"]
        if not kind_meant(text["kinds"], kind):
            return Refusal.plain(f"{ability.source}'s ability is for another kind of fight", "RB-017")
        if text["trigger"] == "on_hit" and ability.bearer != frame["character"]:
            return Refusal.plain("an ability works only for its bearer", "RB-015")
    if is_weapon(content, ability.card) and weapons_are_off(content, state, seat, kind):
        return Refusal.plain("weapons are of no use against this enemy in this step", "RB-010")
    return None


def _cost_objection(content: Content, state: State, seat: int, ability: Ability) -> Refusal | None:
    cost = ability.text["cost"]
    if cost["type"] == "fatigue" and payable(content, state["heroes"][seat], ability.bearer) < cost["n"]:
        return Refusal.plain(f"{ability.bearer} can't take {cost['n']} fatigue without falling", "RB-013")
    return None


def mark(seat: int, ability: Ability) -> str:
    """How a turn remembers that a `before_combat` ability has been used."""
    return f"{seat}/{ability.source}/{ability.at}"


def _ways(content: Content, state: State, frame: Frame, ability: Ability) -> list[Action]:
    """The actions that use the ability, one for each choice its effects ask for."""
    base: list[dict[str, Any]] = [{}]
    for effect in ability.text["effects"]:
        if effect.get("target") == "any" and "target" not in base[0]:
            base = [{**made, "target": one} for made in base for one in characters(state["heroes"][frame["seat"]])]
        elif effect["type"] == "travel":
            base = [{**made, "town": town} for made in base for town in content.map.towns]
        elif effect["type"] in ("wild", "reroll_move"):
            base = [{**made, "dice": dice} for made in base for dice in _dice_choices(frame, effect)]
    return [act("use_ability", source=ability.source, index=ability.at, **made) for made in base]


def _dice_choices(frame: Frame, effect: Mapping[str, Any]) -> list[list[int]]:
    """The sets of dice that a `wild` or a `reroll_move` may name, ascending."""
    dice = [index for index in range(len(frame["dice"])) if effect["type"] != "wild" or index not in frame["wild"]]
    return [list(chosen) for n in range(1, effect["n"] + 1) for chosen in combinations(dice, n)]


def _choices_objection(
    content: Content, state: State, frame: Frame, ability: Ability, action: Action
) -> Refusal | None:
    """Why the choices named are not those that the ability asks for; None if they are."""
    effects = ability.text["effects"]
    asked = [_ASKS[effect["type"]] for effect in effects if effect["type"] in _ASKS]
    asked += ["target"] if any(effect.get("target") == "any" for effect in effects) else []
    for name in ("target", "dice", "town"):
        if name in action and name not in asked:
            return Refusal.plain(f"this ability asks for no {name}", "RB-015")
        if name in asked and name not in action:
            return Refusal.plain(f"this ability asks for a {name}", "RB-015")
    if "target" in asked:
        own = characters(state["heroes"][frame["seat"]])
        if action["target"] not in own:
            return Refusal.plain(f"the target is one of {', '.join(own)}", "RB-015")
    if "dice" in asked:
        effect = next(effect for effect in effects if effect["type"] in ("wild", "reroll_move"))
        if action["dice"] not in _dice_choices(frame, effect):
            problem = (
                f"name 1 to {effect['n']} of the dice on the table, ascending, each once and none made free before"
            )
            return Refusal(problem, "RB-045")
    return None


def relief_objection(content: Content, state: State, seat: int, ability: Ability, target: str | None) -> Refusal | None:
    """
    Why an ability that heals or rests would change nothing; None if it changes something, or is no such ability.

    Clauses: RB-018.
    """
    effects = [effect for effect in ability.text["effects"] if effect["type"] in ("heal", "rest")]
    if not effects:
        return None
    hero = state["heroes"][seat]
    before = {one: (markers_of(hero, one)["wounds"], markers_of(hero, one)["fatigue"]) for one in characters(hero)}
    kinds = {"heal": 0, "rest": 1}
    if not any(before[one][kinds[effect["type"]]] for effect in effects for one in relieved(hero, effect, target)):
        return Refusal.plain("nobody there has a marker to remove", "RB-018")
    after = {one: list(markers) for one, markers in before.items()}
    if ability.text["cost"]["type"] == "fatigue":
        payer, n = after[ability.bearer], ability.text["cost"]["n"]
        room = max(0, limits_of(content, hero, ability.bearer)[1] - payer[1])
        payer[1] += min(n, room)
        payer[0] += n - min(n, room)
    for effect in effects:
        for one in relieved(hero, effect, target):
            at = kinds[effect["type"]]
            after[one][at] = 0 if effect["n"] == "all" else max(0, after[one][at] - effect["n"])
    if all(tuple(after[one]) == before[one] for one in before):
        return Refusal.plain("it would cost as much as it removes", "RB-018")
    return None
