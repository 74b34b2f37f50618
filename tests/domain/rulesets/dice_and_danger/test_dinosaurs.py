"""Defiant Dinosaurs: claws and armour."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    cells_for,
    game,
    offered,
    refused,
    rooms_for,
    settle,
    sheet,
    take,
    told,
)

AT_PAT = ["c23", "c22"]
"""A way to Plated Pat, who takes 5 and 6, and 8 once unlocked."""
TO_CLAW_9 = ["c47"]
"""c48 (claw 9) is beside the start cell c47."""


def dinosaurs(one: dict[str, Any], *others: dict[str, Any], dice: tuple[int, ...], **more: Any) -> dict[str, Any]:
    return game(one, *others, adventure="dinosaurs", dice=dice, **more)


@pytest.mark.clause("DD-140")
def test_a_claw_unlocks_its_number_wherever_it_is_white_reached_or_not() -> None:
    """9 is white for the boss alone, who is far away."""
    state = dinosaurs(sheet("dinosaurs", visited=TO_CLAW_9), dice=(4, 5, 1, 1, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c48")

    assert [(fact["room"], fact["number"]) for fact in told(facts, "number_unlocked")] == [("roar", 9)]
    assert RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]["unlocked"] == {"roar": [9]}
    assert RULES.view(state, seat_viewer(1))["sheets"][0]["unlocked"] == {}


@pytest.mark.clause("DD-140", "DD-061")
@pytest.mark.parametrize("clawed", [False, True])
def test_a_number_unlocked_by_claw_hits_once_the_room_is_reached(clawed: bool) -> None:
    visited = ["c23", "c26", "c35", "c34", "c33", "c32", *(["c47", "c48"] if clawed else [])]
    state = dinosaurs(sheet("dinosaurs", visited=visited), dice=(4, 5, 1, 1, 6))
    take(state, 0)

    assert rooms_for(state, 0) == (["roar"] if clawed else [])


@pytest.mark.clause("DD-140")
def test_there_are_no_grey_cells_and_each_white_number_has_its_claw() -> None:
    dungeon = CONTENT.dungeons["dinosaurs"]
    assert not any(cell.grey for cell in dungeon.cells.values())
    for room in dungeon.rooms.values():
        for number in room.white:
            (claw,) = room.keys[number]
            assert (dungeon.cells[claw].kind, dungeon.cells[claw].number) == ("claw", number)


@pytest.mark.clause("DD-141")
def test_both_pairs_together_deal_two_damage_when_the_second_is_used() -> None:
    state = dinosaurs(sheet("dinosaurs", visited=AT_PAT), dice=(1, 4, 2, 4, 6))
    take(state, 0)
    facts = act(state, 0, "attack_armoured", room="pat")
    assert told(facts, "strike_begun", room="pat", sum=5)
    assert state["sheets"][0]["damage"] == {}
    facts = act(state, 0, "attack_armoured", room="pat")

    assert told(facts, "damage_dealt", room="pat", amount=2, source="both_pairs")
    assert state["sheets"][0]["damage"] == {"pat": 2}
    assert (state["turns"][0]["status"], state["turns"][0]["strike"]) == (["used", "used"], None)
    assert 0 not in RULES.to_act(state)


@pytest.mark.clause("DD-141")
@pytest.mark.parametrize(
    ("dice", "may"),
    [((1, 4, 2, 4), True), ((1, 4, 2, 3), True), ((1, 4, 4, 4), False), ((4, 4, 1, 4), False), ((1, 4, 1, 1), False)],
)
def test_each_sum_must_be_among_its_usable_numbers(dice: tuple[int, ...], may: bool) -> None:
    """5 and 6, twice 5, 5 and a locked 8, the same the other way round, 5 and 2."""
    state = dinosaurs(sheet("dinosaurs", visited=AT_PAT), dice=(*dice, 6))
    take(state, 0)

    assert (offered(state, 0, "attack_armoured") == [{"room": "pat"}]) is may
    if not may:
        assert refused(state, 0, "attack_armoured", room="pat") == "DD-061"


@pytest.mark.clause("DD-141", "DD-140")
def test_an_unlocked_number_serves_for_a_strike() -> None:
    visited = ["c23", "c22", "c26", "c35", "c34", "c33", "c32"]
    state = dinosaurs(sheet("dinosaurs", visited=visited), dice=(1, 4, 4, 4, 6))
    take(state, 0)

    assert offered(state, 0, "attack_armoured") == [{"room": "pat"}]


@pytest.mark.clause("DD-141")
def test_with_one_pair_gone_there_is_no_strike() -> None:
    state = dinosaurs(sheet("dinosaurs", visited=AT_PAT), dice=(1, 4, 2, 4, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c15")

    assert offered(state, 0, "attack_armoured") == []
    assert refused(state, 0, "attack_armoured", room="pat") == "DD-141"


@pytest.mark.clause("DD-141", "DD-030", "DD-065")
def test_a_strike_needs_a_reached_undefeated_armoured_dinosaur_and_chosen_pairs() -> None:
    state = dinosaurs(sheet("dinosaurs", visited=AT_PAT, beaten=["bess"]), dice=(1, 4, 2, 4, 6))
    assert refused(state, 0, "attack_armoured", room="pat") == "DD-013"
    take(state, 0)
    assert refused(state, 0, "attack_armoured", room="ron") == "DD-030"
    assert refused(state, 0, "attack_armoured", room="bess") == "DD-065"
    assert refused(state, 0, "attack_armoured", room="nan") == "DD-141"


@pytest.mark.clause("DD-041", "DD-141")
def test_a_possible_strike_forbids_skipping() -> None:
    """5 and 6 have no start cell left, and only Pat to take them together."""
    hero = sheet("dinosaurs", visited=[*AT_PAT, "c15", "c40", "c14"])
    state = dinosaurs(hero, dice=(1, 4, 2, 4, 6))
    take(state, 0)
    assert {action["step"] for action in RULES.legal(state, 0)} == {"attack_armoured"}
    assert refused(state, 0, "skip", pair=0) == "DD-041"


@pytest.mark.clause("DD-142")
def test_neither_a_single_pair_nor_a_torch_harms_armour() -> None:
    hero = sheet("dinosaurs", visited=[*AT_PAT, "c68", "c67", "c66"], abilities=["torches"])
    state = dinosaurs(hero, dice=(1, 4, 2, 4, 6))
    assert refused(state, 0, "torch_attack", room="pat") == "DD-142"
    assert {"room": "pat"} not in offered(state, 0, "torch_attack")
    take(state, 0)

    assert refused(state, 0, "attack", pair=0, room="pat") == "DD-142"
    assert "pat" not in rooms_for(state, 0)


@pytest.mark.clause("DD-143", "DD-142", "DD-071")
def test_the_first_fall_of_armour_splashes_nobody() -> None:
    state = dinosaurs(
        sheet("dinosaurs", visited=AT_PAT, damage={"pat": 2}),
        sheet("dinosaurs", damage={"pat": 2}),
        dice=(1, 4, 2, 4, 6),
    )
    take(state, 0)
    act(state, 0, "attack_armoured", room="pat")
    act(state, 0, "attack_armoured", room="pat")
    facts = settle(state)

    assert told(facts, "monster_defeated", seat=0, room="pat", first=True, gems=3)
    assert told(facts, "damage_dealt", source="splash") == []
    assert state["sheets"][1]["damage"] == {"pat": 2}


@pytest.mark.clause("DD-143", "DD-073")
def test_other_dinosaurs_splash_as_usual() -> None:
    """Nibbler Ned takes an 11."""
    visited = ["c23", "c22", "c14", "c10", "c09", "c08", "c07"]
    state = dinosaurs(sheet("dinosaurs", visited=visited, damage={"ned": 2}), dice=(5, 6, 1, 1, 1))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="ned")
    settle(state)

    assert state["sheets"][1]["damage"] == {"ned": 1}


@pytest.mark.clause("DD-144")
@pytest.mark.parametrize(("beaten", "completes"), [(["bess", "ron"], True), (["bess"], False)])
def test_all_three_armoured_dinosaurs_make_the_bonus(beaten: list[str], completes: bool) -> None:
    state = dinosaurs(sheet("dinosaurs", visited=AT_PAT, beaten=beaten, damage={"pat": 2}), dice=(1, 4, 2, 4, 6))
    take(state, 0)
    act(state, 0, "attack_armoured", room="pat")
    act(state, 0, "attack_armoured", room="pat")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="armoured_bonus", first=True, gems=3)) is completes


@pytest.mark.clause("DD-145", "DD-082")
@pytest.mark.parametrize(("before", "completes"), [(4, False), (5, True), (6, False)])
def test_six_claws_of_seven_make_the_bonus(before: int, completes: bool) -> None:
    """The next claw is c48; it makes the fifth, the sixth, or a seventh that gives nothing more."""
    ways = [
        *["c24", "c15", "c16", "c17", "c12", "c03"],
        *["c23", "c26", "c35", "c34", "c33", "c32"],
        "c39",
        *["c22", "c14", "c10", "c09"],
        *(["c38", "c45", "c54", "c53", "c52", "c51", "c57"] if before >= 5 else []),
        *(["c50", "c43", "c37", "c31"] if before >= 6 else []),
    ]
    state = dinosaurs(sheet("dinosaurs", visited=[*ways, "c47"]), dice=(4, 5, 1, 1, 6))
    assert RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]["progress"]["claw_bonus"] == before
    assert state["sheets"][0]["bonuses"] == ({"claw_bonus": "first"} if before == 6 else {})
    take(state, 0)
    assert "c48" in cells_for(state, 0)
    act(state, 0, "visit", pair=0, cell="c48")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="claw_bonus", first=True, gems=3)) is completes


@pytest.mark.clause("DD-146")
def test_a_strike_once_begun_is_finished_before_anything_else() -> None:
    hero = sheet("dinosaurs", visited=[*AT_PAT, "c68", "c67", "c66", "c24", "c15", "c16", "c17"], abilities=["torches"])
    state = dinosaurs(hero, dice=(1, 4, 2, 4, 6))
    take(state, 0)
    act(state, 0, "attack_armoured", room="pat")

    assert RULES.legal(state, 0) == [{"type": "mark", "step": "attack_armoured", "room": "pat"}]
    assert refused(state, 0, "attack_armoured", room="bess") == "DD-146"
    assert refused(state, 0, "torch_visit", cell="c14") == "DD-146"
    assert refused(state, 0, "visit", pair=1, cell="c40") == "DD-146"
    assert refused(state, 0, "skip", pair=1) == "DD-146"
    assert refused(state, 0, "done") == "DD-146"


@pytest.mark.clause("DD-146")
def test_a_strike_takes_as_many_steps_as_two_ordinary_uses() -> None:
    state = dinosaurs(
        sheet("dinosaurs", visited=AT_PAT), sheet("dinosaurs", visited=AT_PAT), dice=(1, 4, 2, 4, 6), seats=3
    )
    take(state, 0)
    act(state, 0, "attack_armoured", room="pat")
    act(state, 0, "attack_armoured", room="pat")
    take(state, 1)
    act(state, 1, "visit", pair=0, cell="c15")
    act(state, 1, "visit", pair=1, cell="c40")

    shown = RULES.view(state, seat_viewer(2))["turns"]
    assert shown[0] == shown[1] == {"steps_made": 3, "finished": True, "marking": None}
