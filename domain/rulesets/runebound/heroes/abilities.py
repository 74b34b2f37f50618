"""
The abilities that a seat has, and those of them that it can use now.

Their costs and effects are in `effects.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final, NamedTuple

from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import Printed
from delvebook.domain.rulesets.runebound.box.vocabulary import kind_meant
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.dice import kind_of
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    allies_in_play,
    enemy_card,
    enemy_rule,
    faces_up,
    is_duel,
    is_weapon,
    limits_of,
    markers_of,
    payable,
    weapons_are_off,
)
from delvebook.domain.rulesets.runebound.heroes.markers import characters, relieved
from delvebook.domain.rulesets.runebound.state import Action, Frame, State, Use, action_of
from delvebook.domain.rulesets.runebound.table.decision import refuse

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

CLAUSE_OF_TRIGGER: Final[Mapping[str, str]] = {
    "refresh": "RB-022",
    "after_move_roll": "RB-045",
    "before_combat": "RB-070",
    "on_roll": "RB-002",
    "on_fail": "RB-017",
    "on_hit": "RB-017",
    "on_wounds": "RB-017",
    "on_knockout": "RB-140",
}
"""By trigger, the clause that says when such an ability works, where the rules say it and not only the card."""

_CLAUSE_OF_CHOICE: Final = {"target": "RB-015", "dice": "RB-045", "town": "RB-046"}

_ASKS: Final = {"travel": "town", "wild": "dice", "reroll_move": "dice"}


class Ability(NamedTuple):
    """
    One ability in the hands of a seat.

    Attributes:
        source: Its name in an action: "hero" or the card.
        at: Its place among the card's abilities.
        card: The hero card or item it is printed on.
        bearer: The character that pays fatigue for it and whose rolls it is for: "hero" or an ally.
    """

    source: str
    at: int
    card: str
    bearer: str
    text: Printed


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


def why_missing(content: Content, state: State, seat: int, source: str, index: int) -> Refusal:
    """Why the seat does not have the ability that an action names."""
    hero = state["heroes"][seat]
    if source in hero["down"]:
        return refuse("face_down", "RB-009", card=source)
    owned_cards = [*hero["artifacts"], *hero["runes"], *(ally["id"] for ally in hero["allies"])]
    if source != HERO and source not in owned_cards:
        return refuse("not_yours", "RB-015", card=source)
    card = hero["id"] if source == HERO else source
    if index >= len(content.abilities[card]):
        return refuse("no_such_ability", "RB-015", card=card)
    return refuse("ally_out_of_play", "RB-156" if is_duel(state) else "RB-010", card=card)


def owned(content: Content, state: State, seat: int, source: str, index: int) -> Ability:
    """The ability that a legal action names."""
    ability = find(content, state, seat, source, index)
    if ability is None:
        raise KeyError(source, index)
    return ability


def usable(content: Content, state: State, frame: Frame) -> Iterator[Action]:
    """Every way to use an ability in the decision at hand, in a stable order."""
    for ability in abilities_of(content, state, frame["seat"]):
        if _moment_refusal(content, state, frame, ability) is None:
            for action in _ways(content, state, frame, ability):
                if refusal(content, state, frame, action) is None:
                    yield action


def is_usable(content: Content, state: State, frame: Frame) -> bool:
    """Whether any ability can be used in the decision at hand."""
    return next(usable(content, state, frame), None) is not None


def refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the ability can't be used in this decision in the way the action says; None if it can."""
    ability = find(content, state, frame["seat"], action["source"], action["index"])
    if ability is None:
        return why_missing(content, state, frame["seat"], action["source"], action["index"])
    return (
        _moment_refusal(content, state, frame, ability)
        or _choices_refusal(content, state, frame, ability, action)
        or relief_refusal(content, state, frame["seat"], ability, action.get("target"))
    )


def _moment_refusal(content: Content, state: State, frame: Frame, ability: Ability) -> Refusal | None:
    """Why the ability can't be used in this decision at all; None if it can."""
    seat, text = frame["seat"], ability.text
    trigger = text["trigger"]
    if trigger not in WINDOWS[frame["do"]]:
        return refuse("another_moment", CLAUSE_OF_TRIGGER.get(trigger, "RB-010"), card=ability.card, trigger=trigger)
    if trigger == "before_move" and frame["rested"]:
        return refuse("after_resting", "RB-038", card=ability.card)
    if trigger == "before_combat":
        if enemy_rule(content, state, "no_before") is not None:
            return refuse("no_abilities_before", "RB-010", card=enemy_card(state))
        if use_of(seat, ability) in state["used_before_combat"]:
            return refuse("once_a_turn", "RB-071", card=ability.card)
    if text["cost"]["type"] == "none" and {"source": ability.source, "index": ability.at} in frame["used_up"]:
        return refuse("once_in_a_window", "RB-014", card=ability.card)
    if trigger in ("on_fail", "on_hit", "on_wounds"):
        refusal = _not_meant(content, state, frame, ability)
        if refusal is not None:
            return refusal
    return _cost_refusal(content, state, seat, ability)


def _not_meant(content: Content, state: State, frame: Frame, ability: Ability) -> Refusal | None:
    """Why an ability of a window does not fit the roll, the hit or the wounds at hand; None if it does."""
    text, seat = ability.text, frame["seat"]
    if text["trigger"] == "on_fail":
        roll = frame["roll"]
        kind = kind_of(roll["roll"])
        if roll["roll"] not in content.rolls_meant[ability.card, ability.at]:
            return refuse("for_other_rolls", "RB-017", card=ability.card)
        if ability.bearer != roll["character"]:
            return refuse("for_its_bearer", "RB-015", card=ability.card)
    else:
        kind = frame["kind"]
        if not kind_meant(text["kinds"], kind):
            return refuse("for_another_kind", "RB-017", card=ability.card, kind=kind)
        if text["trigger"] == "on_hit" and ability.bearer != frame["character"]:
            return refuse("for_its_bearer", "RB-015", card=ability.card)
    if is_weapon(content, ability.card) and weapons_are_off(content, state, seat, kind):
        return refuse("weapons_are_off", "RB-010", card=ability.card, kind=kind)
    return None


def _cost_refusal(content: Content, state: State, seat: int, ability: Ability) -> Refusal | None:
    cost = ability.text["cost"]
    if cost["type"] == "fatigue":
        most = payable(content, state["heroes"][seat], ability.bearer)
        if most < cost["n"]:
            return refuse("too_much_fatigue", "RB-013", character=ability.bearer, fatigue=cost["n"], most=most)
    return None


def use_of(seat: int, ability: Ability) -> Use:
    """The record in the turn that a `before_combat` ability has been used."""
    return {"seat": seat, "source": ability.source, "index": ability.at}


def _ways(content: Content, state: State, frame: Frame, ability: Ability) -> list[Action]:
    """The actions that use the ability, one for each choice its effects ask for."""
    base: list[dict[str, object]] = [{}]
    for effect in ability.text["effects"]:
        if effect.get("target") == "any" and "target" not in base[0]:
            base = [{**made, "target": one} for made in base for one in characters(state["heroes"][frame["seat"]])]
        elif effect["type"] == "travel":
            base = [{**made, "town": town} for made in base for town in content.map.towns]
        elif effect["type"] in ("wild", "reroll_move"):
            base = [{**made, "dice": dice} for made in base for dice in _dice_choices(frame, effect)]
    return [action_of("use_ability", source=ability.source, index=ability.at, **made) for made in base]


def _dice_choices(frame: Frame, effect: Printed) -> list[list[int]]:
    """The sets of dice that a `wild` or a `reroll_move` may name, ascending."""
    dice = [index for index in range(len(frame["dice"])) if effect["type"] != "wild" or index not in frame["wild"]]
    return [list(chosen) for n in range(1, effect["n"] + 1) for chosen in combinations(dice, n)]


def _choices_refusal(content: Content, state: State, frame: Frame, ability: Ability, action: Action) -> Refusal | None:
    """Why the choices named are not those that the ability asks for; None if they are."""
    effects = ability.text["effects"]
    asked = [_ASKS[effect["type"]] for effect in effects if effect["type"] in _ASKS]
    asked += ["target"] if any(effect.get("target") == "any" for effect in effects) else []
    for name in ("target", "dice", "town"):
        if name in action and name not in asked:
            return refuse("asks_for_no_choice", _CLAUSE_OF_CHOICE[name], card=ability.card, choice=name)
        if name in asked and name not in action:
            return refuse("asks_for_a_choice", _CLAUSE_OF_CHOICE[name], card=ability.card, choice=name)
    if "target" in asked:
        own = characters(state["heroes"][frame["seat"]])
        if action["target"] not in own:
            return refuse("no_such_target", "RB-015", card=ability.card, character=action["target"])
    if "dice" in asked:
        effect = next(effect for effect in effects if effect["type"] in ("wild", "reroll_move"))
        if action["dice"] not in _dice_choices(frame, effect):
            return refuse("wrong_dice", "RB-045", card=ability.card, n=effect["n"])
    return None


def relief_refusal(content: Content, state: State, seat: int, ability: Ability, target: str | None) -> Refusal | None:
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
        return refuse("nothing_to_remove", "RB-018", card=ability.card)
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
        return refuse("costs_what_it_removes", "RB-018", card=ability.card)
    return None
