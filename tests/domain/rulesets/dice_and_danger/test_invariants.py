"""`check` refuses a state that no game can come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from tests.domain.rulesets.dice_and_danger.tables import RULES, act, game, sheet, take

BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a field is missing": lambda state: state.pop("dice"),
    "an unknown phase": lambda state: state.update(phase="lunch"),
    "the active seat is not there": lambda state: state.update(active=2),
    "the active seat is dead": lambda state: state["sheets"][0].update(alive=False, life=10),
    "round zero": lambda state: state.update(round=0),
    "a die shows seven": lambda state: state["dice"].__setitem__(0, 7),
    "no dice": lambda state: state.update(dice=[]),
    "an end in the middle": lambda state: state.update(end="all_dead"),
    "no turns": lambda state: state.update(turns=[]),
    "a turn is missing": lambda state: state["turns"].__setitem__(1, None),
    "a cell is visited twice": lambda state: state["sheets"][0]["visited"].append("c01"),
    "a cell of no map": lambda state: state["sheets"][0]["visited"].append("c99"),
    "a cell nothing leads to": lambda state: state["sheets"][0]["visited"].insert(0, "c17"),
    "rubble that is none": lambda state: state["sheets"][0]["rubble"].append("c02"),
    "too much damage": lambda state: state["sheets"][1]["damage"].update(goose=5),
    "damage nobody dealt": lambda state: state["sheets"][1]["damage"].update(goose=1),
    "an ability without a chest": lambda state: state["sheets"][0]["abilities"].append("torches"),
    "too many symbols": lambda state: state["sheets"][1].update(symbols=4),
    "a symbol gone for nothing": lambda state: state["sheets"][1].update(symbols=2),
    "a torch from nowhere": lambda state: state["sheets"][0].update(torches=1),
    "an extra box crossed without the ability": lambda state: state["sheets"][0].update(extra=1),
    "eleven marks": lambda state: state["sheets"][1].update(life=11, alive=False),
    "dead with life left": lambda state: state["sheets"][1].update(alive=False),
    "a trophy for nothing": lambda state: state["sheets"][0]["trophies"].update(mole="first"),
    "a first nobody has": lambda state: state["first_defeats"].update(mole=1),
    "a first in a later round": lambda state: state["first_defeats"].update(goose=9),
    "a bonus for nothing": lambda state: state["sheets"][0]["bonuses"].update(fists="first"),
    "a step that was not made": lambda state: state["turns"][0]["steps"].pop(),
    "a status nobody chose": lambda state: state["turns"][0].update(status=["used", "skipped"]),
    "a strike on nothing": lambda state: state["turns"][0].update(strike="goose"),
    "a cloud among the animals": lambda state: state["sheets"][0]["clouds"].update(c03=4),
}


@pytest.mark.parametrize("damage", BROKEN)
def test_a_broken_state_is_named(damage: str) -> None:
    state = game(sheet(visited=["c01"], beaten=["goose"]), dice=(1, 3, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c02")
    RULES.check(state)
    BROKEN[damage](state)

    with pytest.raises(BrokenRuleError, match="dice-and-danger@1"):
        RULES.check(state)


def test_armour_takes_damage_in_pairs() -> None:
    with pytest.raises(BrokenRuleError, match="pairs on armour"):
        game(sheet("dinosaurs", damage={"pat": 1}), adventure="dinosaurs")


def test_the_far_gate_is_visited_only_with_the_gate() -> None:
    with pytest.raises(BrokenRuleError, match="through the gate"):
        game(sheet("pyramid", visited=["c65", "c56", "c48", "c49"]), adventure="pyramid")


def test_clouds_have_all_their_numbers_once_the_dice_roll() -> None:
    with pytest.raises(BrokenRuleError, match="cloud"):
        game(sheet("pyramid", clouds={"c03": 3}), adventure="pyramid")
    with pytest.raises(BrokenRuleError, match="once"):
        game(sheet("pyramid", clouds=dict.fromkeys(["c03", "c06"], 3)), adventure="pyramid")
