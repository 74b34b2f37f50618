"""Clumsy Cultists: rubble, and the two mancers."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    cells_for,
    game,
    refused,
    rooms_for,
    settle,
    sheet,
    take,
    told,
)

NINES = (4, 5, 3, 6, 1)
"""Two pairs of 9: the rubble c14 beside the start c07, and the start c04."""


@pytest.mark.clause("DD-115")
def test_a_pair_crosses_one_box_of_rubble_and_the_second_box_visits_it() -> None:
    state = game(sheet("cultists", visited=["c07"]), adventure="cultists", dice=NINES)
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c14")
    assert told(facts, "rubble_crossed", cell="c14", by="pair")
    assert told(facts, "cell_visited") == []
    assert (state["sheets"][0]["visited"], state["sheets"][0]["rubble"]) == (["c07"], ["c14"])

    facts = act(state, 0, "visit", pair=1, cell="c14")
    assert told(facts, "cell_visited", cell="c14", kind="rubble")
    assert (state["sheets"][0]["visited"], state["sheets"][0]["rubble"]) == (["c07", "c14"], [])


@pytest.mark.clause("DD-115")
def test_rubble_half_cleared_in_one_round_waits_for_another() -> None:
    state = game(sheet("cultists", visited=["c07"], rubble=["c14"]), adventure="cultists", dice=NINES)
    take(state, 0)
    act(state, 0, "visit", pair=1, cell="c14")

    assert "c14" in state["sheets"][0]["visited"]
    assert refused(state, 0, "visit", pair=0, cell="c14") == "DD-025"


@pytest.mark.clause("DD-115")
def test_each_box_needs_the_number() -> None:
    state = game(sheet("cultists", visited=["c07"], rubble=["c14"]), adventure="cultists", dice=(4, 4, 1, 1, 1))
    take(state, 0)

    assert refused(state, 0, "visit", pair=0, cell="c14") == "DD-115"


@pytest.mark.clause("DD-116")
@pytest.mark.parametrize("cleared", [False, True])
def test_half_cleared_rubble_makes_nothing_available_and_reaches_no_room(cleared: bool) -> None:
    """Behind c14 lie the cell c18 (5) and the usher, who takes a 2."""
    visited = ["c07", *(["c14"] if cleared else [])]
    hero = sheet("cultists", visited=visited, rubble=[] if cleared else ["c14"])
    state = game(hero, adventure="cultists", dice=(1, 4, 1, 1, 1))
    take(state, 0)

    assert ("c18" in cells_for(state, 0, 0)) is cleared
    assert (rooms_for(state, 0, 1) == ["usher"]) is cleared
    if not cleared:
        assert refused(state, 0, "visit", pair=0, cell="c18") == "DD-116"
        assert refused(state, 0, "attack", pair=1, room="usher") == "DD-030"


@pytest.mark.clause("DD-116", "DD-023")
def test_rubble_out_of_reach_cannot_be_begun() -> None:
    state = game(adventure="cultists", dice=NINES)
    take(state, 0)

    assert "c14" not in cells_for(state, 0)
    assert refused(state, 0, "visit", pair=0, cell="c14") == "DD-024"


@pytest.mark.clause("DD-117", "DD-116")
@pytest.mark.parametrize(("box", "completes"), [("second", True), ("first", False)])
def test_six_cleared_rubble_cells_make_the_bonus_and_a_half_one_does_not_count(box: str, completes: bool) -> None:
    """Five are cleared; the pair crosses the first or the second box of the sixth, c27 (3)."""
    visited = ["c04", "c03", "c02", "c07", "c14", "c53", "c47", "c12", "c16", "c19", "c13", "c17", "c20"]
    hero = sheet(
        "cultists",
        visited=[*visited, "c28", "c33", "c34"],
        rubble=["c27"] if box == "second" else [],
        beaten=["pastry_mancer"],
    )
    state = game(hero, adventure="cultists")
    assert RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]["progress"]["rubble_bonus"] == 5
    take(state, 0)
    act(state, 0, "visit", pair=1, cell="c27")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="rubble_bonus", gems=3)) is completes


@pytest.mark.clause("DD-118")
@pytest.mark.parametrize("last", ["pastry_mancer", "necro_mancer"])
def test_both_mancers_in_any_order_make_the_bonus(last: str) -> None:
    """Pastry takes a 7 and is met at c13, Necro a 6 and is met at c19."""
    other = "necro_mancer" if last == "pastry_mancer" else "pastry_mancer"
    visited = ["c04", "c03", "c02", "c13", "c12", "c16", "c19"]
    for beaten, completes in (([other], True), ([], False)):
        hero = sheet("cultists", visited=visited, beaten=beaten, damage={last: 3})
        state = game(hero, adventure="cultists", dice=(3, 4, 1, 5, 1))
        take(state, 0)
        act(state, 0, "attack", pair=0 if last == "pastry_mancer" else 1, room=last)
        facts = settle(state)
        assert bool(told(facts, "bonus_scored", seat=0, bonus="mancer_bonus", first=True)) is completes
