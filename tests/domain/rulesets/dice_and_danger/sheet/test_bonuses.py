"""Bonus rewards: when they are scored, and by whom."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.state import Action
from delvebook.domain.rulesets.dice_and_danger.words.stakes import stakes_of
from delvebook.domain.stakes import expect
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import RULES, act, game, settle, sheet, take, told


def six_cleared(*, last_half: bool) -> dict[str, Any]:
    """
    A cultists' sheet with five rubble cells cleared, the sixth (c27, a 3) half cleared or untouched.

    The rubble cells are c02 (10), c14 (9), c20 (7), c27 (3), c34 (5), c47 (8) and c58 (6).
    """
    visited = ["c04", "c03", "c02", "c07", "c14", "c53", "c47", "c12", "c16", "c19", "c13", "c17", "c20"]
    visited += ["c28", "c33", "c34"]
    return sheet(
        "cultists",
        visited=visited,
        rubble=["c27"] if last_half else [],
        beaten=["pastry_mancer"],
        damage={},
    )


@pytest.mark.clause("DD-080", "DD-081", "DD-083")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_all_who_complete_a_bonus_in_its_first_round_get_three_gems(count: int) -> None:
    """One, two and three of three seats complete the six-rubble bonus."""
    state = game(*(six_cleared(last_half=True) for _ in range(3)), adventure="cultists", seats=3)
    for seat in range(3):
        take(state, seat)
        act(state, seat, "visit", pair=1, cell="c27" if seat < count else "c54")
    facts = settle(state)

    scored = told(facts, "bonus_scored", bonus="rubble_bonus", first=True, gems=3)
    assert [fact["seat"] for fact in scored] == list(range(count))
    assert [one["bonuses"].get("rubble_bonus") for one in state["sheets"]] == ["first"] * count + [None] * (3 - count)
    assert state["first_bonuses"] == {"rubble_bonus": 5}


@pytest.mark.clause("DD-081")
@pytest.mark.parametrize(("others_have_it", "first", "gems"), [(False, True, 3), (True, False, 1)])
def test_the_step_that_completes_a_bonus_promises_its_gems(others_have_it: bool, first: bool, gems: int) -> None:
    other = six_cleared(last_half=False)
    other["visited"] += ["c27"] if others_have_it else []
    state = game(six_cleared(last_half=True), other, adventure="cultists")
    take(state, 0)
    clears: Action = {"type": "mark", "step": "visit", "pair": 1, "cell": "c27"}

    promised = [promise.fact for promise in stakes_of(clears, RULES.view(state, seat_viewer(0)))]
    scored = expect("bonus_scored", seat=0, bonus="rubble_bonus", first=first, gems=gems)
    assert [fact for fact in promised if fact.type == "bonus_scored"] == [scored]


@pytest.mark.clause("DD-081")
def test_a_seat_that_completes_it_in_a_later_round_gets_one_gem() -> None:
    before = six_cleared(last_half=False)
    before["visited"].append("c27")
    state = game(six_cleared(last_half=True), before, adventure="cultists")
    take(state, 0)
    act(state, 0, "visit", pair=1, cell="c27")
    facts = settle(state)

    assert told(facts, "bonus_scored", seat=0, bonus="rubble_bonus", first=False, gems=1)
    assert state["sheets"][0]["bonuses"] == {"rubble_bonus": "later"}
    assert state["first_bonuses"] == {"rubble_bonus": 1}


@pytest.mark.clause("DD-080", "DD-082")
def test_a_bonus_is_scored_once_and_more_of_it_gives_nothing() -> None:
    """Six were enough last round; the seventh, c58 (6), adds nothing."""
    hero = six_cleared(last_half=False)
    hero["visited"] += ["c27", "c54", "c55", "c56", "c57"]
    hero["rubble"] = ["c58"]
    state = game(hero, adventure="cultists", dice=(1, 5, 5, 6, 6))
    gems = RULES.view(state, SPECTATOR)["sheets"][0]["gems"]
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c58")
    facts = settle(state)

    assert told(facts, "bonus_scored") == []
    assert RULES.view(state, SPECTATOR)["sheets"][0]["progress"]["rubble_bonus"] == 7
    assert RULES.view(state, SPECTATOR)["sheets"][0]["gems"] == gems


@pytest.mark.clause("DD-081", "DD-118", "DD-073")
def test_a_bonus_may_be_completed_by_splash_because_it_is_checked_after_the_waves() -> None:
    """Both seats complete the mancers in this round: seat 0 by its blow, seat 1 by the splash of it."""
    fighter = sheet(
        "cultists", visited=["c04", "c03", "c02", "c13"], beaten=["necro_mancer"], damage={"pastry_mancer": 3}
    )
    other = sheet("cultists", beaten=["necro_mancer"], damage={"pastry_mancer": 3})
    state = game(fighter, other, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    facts = settle(state)

    assert [fact["seat"] for fact in told(facts, "bonus_scored", bonus="mancer_bonus", first=True)] == [0, 1]


@pytest.mark.clause("DD-081", "DD-046")
def test_a_seat_that_dies_in_this_round_still_scores_it() -> None:
    """Its 3 clears the sixth rubble, and its 11 has no use any more."""
    dying = six_cleared(last_half=True) | {"life": 1}
    state = game(dying, adventure="cultists", seats=3, dice=(1, 2, 5, 6, 1))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c27")
    act(state, 0, "skip", pair=1)
    facts = settle(state)

    assert state["sheets"][0]["alive"] is False
    assert told(facts, "bonus_scored", seat=0, bonus="rubble_bonus", first=True)
    assert state["first_bonuses"] == {"rubble_bonus": 5}


@pytest.mark.clause("DD-081", "DD-047")
def test_a_seat_dead_before_the_round_scores_nothing_more() -> None:
    dead = sheet("cultists", alive=False, beaten=["necro_mancer"], damage={"pastry_mancer": 3})
    fighter = sheet(
        "cultists", visited=["c04", "c03", "c02", "c13"], beaten=["necro_mancer"], damage={"pastry_mancer": 3}
    )
    state = game(fighter, dead, adventure="cultists", seats=3, dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    settle(state)

    assert [one["bonuses"] for one in state["sheets"]] == [{"mancer_bonus": "first"}, {}, {}]


@pytest.mark.clause("DD-083", "DD-080")
@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
def test_each_adventure_has_two_bonuses_with_the_same_rewards(adventure: str) -> None:
    assert len(CONTENT.dungeons[adventure].bonuses) == 2
    assert (CONTENT.figures.bonus_first, CONTENT.figures.bonus_later) == (3, 1)
