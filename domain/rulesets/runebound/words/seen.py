"""The open part of a state that has a given view, so that the rules can be asked about a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from delvebook.domain.rulesets.runebound.state import ENEMY, Combat, Frame, Hero, State
from delvebook.domain.rulesets.runebound.turn.phases import left_of_turn
from delvebook.domain.rulesets.runebound.words.shapes.table import CombatSeen, HeroSeen, View

_FIGURED: Final = ("dice_left", "to_choose_from", "limit", "towns", "prices", "heal_price")
"""Parts of a question that follow from the rest of the table."""


def table_of(view: View) -> State:
    """
    The open part of a state that has this view, with empty decks, so that the rules can be asked about a view.

    It may share parts with the view.
    """
    state: State = {
        "options": view["options"],
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
        "facing": view["facing"],
        "combat": _fight(view["combat"]),
        "agenda": [],
        "result": view["result"],
    }
    question = view["question"]
    if question is not None:
        state["agenda"] = [{"do": do} for do in left_of_turn(state)]
        state["agenda"] += [_frame(one["step"], one, "step") for one in reversed(view["to_come"])]
        state["agenda"].append(_frame(question["asks"], question, "asks", *_FIGURED))
    return state


def _frame(do: str, shown: Mapping[str, object], *names: str) -> Frame:
    """The frame of that name, with the parts of a question or a step but for these."""
    return cast("Frame", {"do": do, **{key: value for key, value in shown.items() if key not in names}})


def _owner(seen: HeroSeen) -> Hero:
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


def _fight(seen: CombatSeen | None) -> Combat | None:
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
