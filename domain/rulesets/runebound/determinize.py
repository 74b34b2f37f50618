"""A whole state for a view: the cards nobody has seen are dealt into the decks at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from delvebook.domain.bots import View
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.runebound.box.vocabulary import COLOURS
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import ENEMY, Adventure, Combat, Hero, Options, Result, State, open_cards
from delvebook.domain.rulesets.runebound.table.decks import MARKET
from delvebook.domain.rulesets.runebound.turn.phases import left_of_turn
from delvebook.domain.tape import Chance

_FIGURED: Final = ("dice_left", "to_choose_from", "limit", "towns", "prices", "heal_price")
"""Parts of a question that follow from the rest of the table."""


def determinize(content: Content, view: View, *, chance: Chance) -> State:
    """A state that has this view. The cards known at the ends of a deck stay there."""
    view = copy_state(view)
    state = table_of(view)
    gone = set(open_cards(state))
    for zone in (MARKET, *COLOURS):
        deck = view["decks"][zone]
        top, bottom = deck["known_top"], deck["known_bottom"]
        if "cards" in deck:
            cards = deck["cards"]
        else:
            known = {*gone, *top, *bottom}
            cards = [*top, *chance.shuffle([card for card in content.decks[zone] if card not in known], zone), *bottom]
        state["decks"][zone] = {"cards": cards, "top": len(top), "bottom": len(bottom)}
    heroes = view["heroes_not_dealt"]
    state["undealt"] = heroes if view["orders_shown"] else chance.shuffle(heroes, "undealt")
    return state


def table_of(view: Mapping[str, Any]) -> State:
    """
    The open part of a state that has this view, with empty decks, so that the rules can be asked about a view.

    It may share parts with the view.
    """
    state: State = {
        "options": cast("Options", view["options"]),
        "round": view["round"],
        "turn": view["turn"],
        "first": view["first_seat"],
        "active": view["active_seat"],
        "phase": view["phase"],
        "cut_short": view["turn_cut_short"],
        "used_before_combat": view["used_before_combat"],
        "traded": view["traded"],
        "heroes": [_owner(hero) for hero in view["heroes"]],
        "undealt": [],
        "decks": {},
        "out": view["out_piles"],
        "boxes": view["markets"],
        "counters": view["counters"],
        "bank": view["bank"],
        "track": view["track"],
        "drawn": view["cards_drawn"],
        "events": view["event_box"],
        "facing": cast("Adventure | None", view["facing"]),
        "combat": _fight(view["combat"]),
        "agenda": [],
        "result": cast("Result | None", view["result"]),
    }
    question = view["question"]
    if question is not None:
        later = [{"do": one["step"], **_without(one, "step")} for one in reversed(view["to_come"])]
        asked = {"do": question["asks"], **_without(question, "asks", *_FIGURED)}
        state["agenda"] = [*({"do": do} for do in left_of_turn(state)), *later, asked]
    return state


def _without(parts: Mapping[str, Any], *names: str) -> dict[str, object]:
    return {key: value for key, value in parts.items() if key not in names}


def _owner(seen: Mapping[str, Any]) -> Hero:
    cards = [*seen["artifacts"], *seen["allies"]]
    return {
        "id": seen["hero"],
        "hex": seen["hex"],
        "came_from": seen["came_from"],
        "gold": seen["gold"],
        "wounds": seen["wounds"],
        "fatigue": seen["fatigue"],
        "counters": seen["counters"],
        "paper": seen["paper"],
        "raises": seen["raises"],
        "artifacts": [one["card"] for one in seen["artifacts"]],
        "allies": [{"id": one["card"], "wounds": one["wounds"], "fatigue": one["fatigue"]} for one in seen["allies"]],
        "runes": seen["runes"],
        "down": sorted(one["card"] for one in cards if one["face_down"]),
    }


def _fight(seen: Mapping[str, Any] | None) -> Combat | None:
    if seen is None:
        return None
    hampered: dict[str, dict[str, int]] = {}
    for one in seen["hampered"]:
        side = ENEMY if one["seat"] is None else str(one["seat"])
        hampered.setdefault(side, {})[one["what"]] = one["by"]
    enemy = seen["enemy"]
    return {
        "card": None if enemy is None else enemy["card"],
        "seats": seen["seats"],
        "fighter": seen["fighter_seat"],
        "wounds": 0 if enemy is None else enemy["wounds"],
        "round": seen["round"],
        "number": seen["number_thrown"],
        "attacked": seen["attacked"],
        "again": seen["extra_attacks"],
        "hampered": hampered,
    }
