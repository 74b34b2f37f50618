"""Treasure, chests and the three abilities."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    Dice,
    act,
    game,
    offered,
    refused,
    settle,
    sheet,
    take,
    told,
)

NEAR_CHEST = ["c68", "c67"]
"""Dinosaurs: the chest c66 (3) is beside c67."""
LIT = ["c07", "c14", "c18", "c24"]
"""Cultists: a way through the chest c24."""


def lit(**marks: Any) -> dict[str, Any]:
    """A cultists' sheet with torches and these marks."""
    visited = [*LIT, *marks.pop("visited", [])]
    return sheet("cultists", visited=visited, abilities=["torches"], **marks)


def at_chest(**marks: Any) -> dict[str, Any]:
    """Dinosaurs; seat 0 has just opened its first chest with pair 0, and the 2 is still open."""
    state = game(sheet("dinosaurs", visited=NEAR_CHEST, **marks), adventure="dinosaurs", dice=(1, 2, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c66")
    return state


@pytest.mark.clause("DD-050")
def test_a_gold_cell_gives_one_gold_worth_two_points_at_once() -> None:
    state = game(sheet(visited=["c38"]), dice=(1, 3, 1, 2, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c42")

    assert told(facts, "gold_found", seat=0)
    shown = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]
    assert (shown["gold"], shown["gems"], shown["points"]) == (1, 0, 2)


@pytest.mark.clause("DD-050")
def test_a_gem_cell_gives_one_gem_worth_three_points_at_once() -> None:
    state = game(sheet("cultists", visited=["c12"]), adventure="cultists", dice=(6, 6, 1, 2, 1))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c11")

    assert told(facts, "gem_found", seat=0)
    shown = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]
    assert (shown["gold"], shown["gems"], shown["points"]) == (0, 1, 3)


@pytest.mark.clause("DD-051")
def test_a_chest_asks_for_an_ability_before_anything_else() -> None:
    state = at_chest()

    assert RULES.legal(state, 0) == [
        {"type": "mark", "step": "ability", "ability": ability} for ability in ("extra_life", "torches", "black_dice")
    ]
    assert refused(state, 0, "visit", pair=1, cell="c59") == "DD-051"
    assert refused(state, 0, "skip", pair=1) == "DD-051"
    assert refused(state, 0, "done") == "DD-051"
    act(state, 0, "ability", ability="black_dice")
    assert refused(state, 0, "ability", ability="torches") == "DD-051"
    assert offered(state, 0, "visit")


@pytest.mark.clause("DD-051")
def test_a_chest_opened_by_the_last_pair_keeps_the_seat_in_the_round() -> None:
    state = game(sheet("dinosaurs", visited=[*NEAR_CHEST]), adventure="dinosaurs", dice=(1, 1, 1, 2, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c59")
    act(state, 0, "visit", pair=1, cell="c66")

    assert 0 in RULES.to_act(state)
    act(state, 0, "ability", ability="extra_life")
    assert 0 not in RULES.to_act(state)


@pytest.mark.clause("DD-051")
def test_each_ability_is_taken_once() -> None:
    state = game(lit(visited=["c25", "c29", "c36", "c37"]), adventure="cultists")
    act(state, 0, "torch_visit", cell="c41")

    assert offered(state, 0, "ability") == [{"ability": "extra_life"}, {"ability": "black_dice"}]
    assert refused(state, 0, "ability", ability="torches") == "DD-051"
    act(state, 0, "ability", ability="black_dice")
    assert state["sheets"][0]["abilities"] == ["torches", "black_dice"]


@pytest.mark.clause("DD-051")
def test_a_chest_does_nothing_when_all_three_are_taken() -> None:
    """No map has so many chests; the rule holds all the same."""
    full = sheet("dinosaurs", visited=NEAR_CHEST, abilities=["extra_life", "torches", "black_dice"])
    state = game(full, adventure="dinosaurs", dice=(1, 2, 1, 1, 6), checked=False)
    tape: Any = Dice()
    RULES.play(state, 0, {"type": "mark", "step": "pairs", "pairs": [[0, 1], [2, 3]]}, tape=tape)
    RULES.play(state, 0, {"type": "mark", "step": "visit", "pair": 0, "cell": "c66"}, tape=tape)

    assert state["turns"][0]["chest"] is False
    assert offered(state, 0, "ability") == []
    assert offered(state, 0, "visit")


@pytest.mark.clause("DD-052")
def test_extra_life_gives_three_boxes_and_a_gem_at_once() -> None:
    state = at_chest()
    facts = act(state, 0, "ability", ability="extra_life")

    assert told(facts, "ability_taken", ability="extra_life")
    shown = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]
    assert (shown["gems"], shown["extra"]) == (1, 3)


@pytest.mark.clause("DD-053")
def test_torches_serve_in_the_round_in_which_they_are_found() -> None:
    state = at_chest()
    act(state, 0, "ability", ability="torches")

    assert state["sheets"][0]["torches"] == 2
    assert {"cell": "c58"} in offered(state, 0, "torch_visit")
    facts = act(state, 0, "torch_visit", cell="c58")
    assert told(facts, "torch_spent", left=1)
    assert state["sheets"][0]["torches"] == 1


@pytest.mark.clause("DD-053")
def test_a_torch_spent_is_gone() -> None:
    state = game(lit(torches=1), adventure="cultists")
    act(state, 0, "torch_visit", cell="c25")

    assert offered(state, 0, "torch_visit") == []
    assert refused(state, 0, "torch_visit", cell="c29") == "DD-053"
    assert refused(state, 0, "torch_attack", room="usher") == "DD-053"


@pytest.mark.clause("DD-053")
def test_without_the_ability_there_are_no_torches() -> None:
    state = game(sheet("cultists", visited=["c07"]), adventure="cultists")

    assert refused(state, 0, "torch_visit", cell="c08") == "DD-053"


@pytest.mark.clause("DD-054")
@pytest.mark.parametrize("order", ["TTpPP", "TpTPP", "pTTPP", "pPTTP", "pPPTT", "TpPPT", "pTPTP"])
def test_both_torches_may_be_used_in_one_round_at_any_point(order: str) -> None:
    state = game(lit(), adventure="cultists")
    torches = iter(["c25", "c29"])
    pairs = iter([(0, "c12"), (1, "c54")])
    for letter in order:
        if letter == "T":
            act(state, 0, "torch_visit", cell=next(torches))
        elif letter == "p":
            take(state, 0)
        else:
            pair, cell = next(pairs)
            act(state, 0, "visit", pair=pair, cell=cell)

    assert {*state["sheets"][0]["visited"][4:]} == {"c25", "c29", "c12", "c54"}
    assert 0 not in RULES.to_act(state)


@pytest.mark.clause("DD-054", "DD-026")
def test_a_torch_may_open_the_way_for_a_pair() -> None:
    state = game(lit(), adventure="cultists", dice=(4, 6, 1, 1, 1))
    take(state, 0)
    assert {"pair": 0, "cell": "c29"} not in offered(state, 0, "visit")
    act(state, 0, "torch_visit", cell="c25")

    assert {"pair": 0, "cell": "c29"} in offered(state, 0, "visit")


@pytest.mark.clause("DD-055")
def test_a_torch_visits_any_neighbour_whatever_it_shows() -> None:
    """c08 (8) beside the start c07, c09 doubles beside c08: no dice were even paired."""
    state = game(lit(visited=["c08"]), adventure="cultists")

    targets = [target["cell"] for target in offered(state, 0, "torch_visit")]
    assert targets == ["c06", "c09", "c23", "c25"]
    facts = act(state, 0, "torch_visit", cell="c09")
    assert told(facts, "cell_visited", cell="c09", by="torch")


@pytest.mark.clause("DD-055")
def test_a_torch_reaches_through_an_open_room_but_not_a_shut_one() -> None:
    shut = game(lit(damage={"usher": 3}), adventure="cultists")
    assert refused(shut, 0, "torch_visit", cell="c05") == "DD-055"
    opened = game(lit(beaten=["usher"]), adventure="cultists")

    assert {"cell": "c05"} in offered(opened, 0, "torch_visit")
    assert {"cell": "c22"} in offered(opened, 0, "torch_visit")


@pytest.mark.clause("DD-055")
def test_a_lonely_start_cell_is_no_target_for_a_torch() -> None:
    state = game(lit(), adventure="cultists")

    assert refused(state, 0, "torch_visit", cell="c53") == "DD-055"
    assert {"cell": "c06"} in offered(state, 0, "torch_visit")
    assert refused(state, 0, "torch_visit", cell="c07") == "DD-025"


@pytest.mark.clause("DD-055", "DD-115")
def test_a_torch_crosses_one_box_of_rubble() -> None:
    state = game(lit(visited=["c04", "c03"]), adventure="cultists")
    facts = act(state, 0, "torch_visit", cell="c02")

    assert told(facts, "rubble_crossed", cell="c02", by="torch")
    assert "c02" not in state["sheets"][0]["visited"]
    act(state, 0, "torch_visit", cell="c02")
    assert "c02" in state["sheets"][0]["visited"]


@pytest.mark.clause("DD-055")
def test_the_effects_of_a_cell_visited_by_torch_happen() -> None:
    state = game(lit(visited=["c12"]), adventure="cultists")
    facts = act(state, 0, "torch_visit", cell="c11")

    assert told(facts, "gem_found", seat=0)


@pytest.mark.clause("DD-056")
def test_a_torch_hits_a_reached_monster_whatever_its_numbers() -> None:
    state = game(lit(damage={"usher": 1}), adventure="cultists")
    facts = act(state, 0, "torch_attack", room="usher")

    assert told(facts, "damage_dealt", room="usher", amount=1, source="torch")
    assert state["sheets"][0]["damage"] == {"usher": 2}
    assert state["turns"][0]["pairs"] is None


@pytest.mark.clause("DD-056")
def test_a_torch_hits_a_monster_all_of_whose_numbers_are_locked() -> None:
    state = game(lit(visited=["c25", "c29", "c36", "c37", "c38"]), adventure="cultists")

    assert {"room": "fumbler"} in offered(state, 0, "torch_attack")


@pytest.mark.clause("DD-056", "DD-030", "DD-065")
def test_a_torch_hits_neither_an_unreached_nor_a_defeated_monster() -> None:
    state = game(lit(beaten=["usher"]), adventure="cultists")

    assert refused(state, 0, "torch_attack", room="bob") == "DD-030"
    assert refused(state, 0, "torch_attack", room="usher") == "DD-065"


@pytest.mark.clause("DD-057", "DD-016")
def test_black_dice_gives_three_symbols() -> None:
    state = at_chest(symbols=2)
    act(state, 0, "ability", ability="black_dice")

    assert state["sheets"][0]["symbols"] == 5
    settle(state)
    assert state["sheets"][0]["symbols"] == 5
