"""Annoyed Animals: fists, and the link from left to right."""

from __future__ import annotations

import dataclasses
from types import MappingProxyType
from typing import Any

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk
from delvebook.domain.rulesets.dice_and_danger.state import fresh_turn
from tests.domain.rulesets.dice_and_danger.tables import (
    act,
    cells_for,
    game,
    lost_by,
    play,
    refused,
    settle,
    sheet,
    take,
    told,
)

TO_FIST_4 = ["c39", "c43", "c47"]
FISTS = {
    "c15": ["c01", "c02", "c15"],
    "c11": ["c08", "c07", "c12", "c11"],
    "c63": ["c38", "c42", "c46", "c56", "c63"],
    "c65": ["c62", "c61", "c66", "c65"],
}
"""Ways to four fists, with goose, heron and tortoise beaten; the last way continues from c63."""
LEFT = ["c20", "c21", "c22", "c23", "c24"]
RIGHT = ["c32", "c31", "c30", "c29", "c28", "c36"]
"""c25 (4) beside c24, and the boss's room, lie between."""


@pytest.mark.clause("DD-110")
@pytest.mark.parametrize(("dice", "may"), [((2, 2), True), ((1, 3), False), ((3, 3), False), ((1, 1), False)])
def test_a_fist_takes_two_equal_dice_of_its_sum(dice: tuple[int, int], may: bool) -> None:
    state = game(sheet(visited=TO_FIST_4), dice=(*dice, 1, 2, 6))
    take(state, 0)

    assert ("c48" in cells_for(state, 0)) is may
    if not may:
        assert refused(state, 0, "visit", pair=0, cell="c48") == "DD-110"


@pytest.mark.clause("DD-110")
def test_the_black_die_may_be_half_of_a_fists_double() -> None:
    state = game(sheet(visited=TO_FIST_4), dice=(2, 3, 5, 6, 2))
    take(state, 0, [[0, 4], [1, 2]])

    assert "c48" in cells_for(state, 0)


@pytest.mark.clause("DD-110", "DD-023")
def test_a_fist_out_of_reach_is_out_of_reach() -> None:
    state = game(dice=(2, 2, 1, 2, 6))
    take(state, 0)

    assert "c48" not in cells_for(state, 0)


@pytest.mark.clause("DD-111")
def test_a_fist_hits_every_monster_still_standing_reached_or_not() -> None:
    state = game(sheet(visited=TO_FIST_4, beaten=["goose"], damage={"heron": 1}), dice=(2, 2, 1, 2, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c48")

    hit = told(facts, "damage_dealt", source="fist", amount=1)
    assert [fact["room"] for fact in hit] == ["mole", "skunk", "heron", "crab", "tortoise", "thunderpaw"]
    assert state["sheets"][0]["damage"] == {
        "goose": 4,
        "heron": 2,
        "mole": 1,
        "skunk": 1,
        "crab": 1,
        "tortoise": 1,
        "thunderpaw": 1,
    }
    assert state["turns"][0]["dealt"] == 6


@pytest.mark.clause("DD-111", "DD-070")
def test_several_may_fall_to_one_fist_and_all_count_in_this_round() -> None:
    hero = sheet(visited=TO_FIST_4, damage={"goose": 3, "crab": 3, "thunderpaw": 8, "heron": 2})
    state = game(hero, sheet(damage={"crab": 1}), dice=(2, 2, 1, 2, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c48")
    facts = settle(state)

    assert [fact["room"] for fact in told(facts, "monster_defeated", seat=0, first=True)] == [
        "goose",
        "crab",
        "thunderpaw",
    ]
    assert lost_by(state, 0) == 2
    assert state["sheets"][1]["damage"] == {"goose": 1, "crab": 2, "thunderpaw": 1}


@pytest.mark.clause("DD-142", "DD-111")
def test_a_fist_would_leave_armour_unharmed() -> None:
    """No map has both, so a doubles cell of the dinosaurs is made a fist here."""
    dungeon = CONTENT.dungeons["dinosaurs"]
    fist = dataclasses.replace(dungeon.cells["c06"], kind="fist", number=2)
    crossed = dataclasses.replace(dungeon, cells=MappingProxyType({**dungeon.cells, "c06": fist}))
    one: dict[str, Any] = sheet("dinosaurs")
    turn = fresh_turn(one) | {"pairs": [[0, 1], [2, 3]], "status": ["open", "open"]}
    desk = Desk(crossed, one, seat=0, turn=turn, dice=[1, 1, 1, 2, 6], active=True, solo=False)
    carry_out(desk, {"step": "visit", "pair": 0, "cell": "c06"}, say=Facts().tell)

    assert one["damage"] == dict.fromkeys(["nan", "ned", "nora", "fay", "fritz", "roar"], 1)


@pytest.mark.clause("DD-112", "DD-082")
@pytest.mark.parametrize(("before", "completes"), [(3, False), (4, True)])
def test_five_fists_of_six_make_the_bonus(before: int, completes: bool) -> None:
    """The next fist is c48: the fourth, or the fifth."""
    visited = [cell for way in list(FISTS.values())[:before] for cell in way]
    hero = sheet(visited=[*visited, *TO_FIST_4], beaten=["goose", "heron", "tortoise"])
    state = game(hero, dice=(2, 2, 1, 2, 6))
    assert state["sheets"][0]["bonuses"] == {}
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c48")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="fist_bonus", first=True, gems=3)) is completes


@pytest.mark.clause("DD-113")
@pytest.mark.parametrize(("damage", "linked"), [(9, True), (8, False)])
def test_a_path_of_visited_cells_and_defeated_rooms_links_left_and_right(damage: int, linked: bool) -> None:
    """c25 closes the gap, if the boss between c25 and c36 is beaten."""
    state = game(sheet(visited=[*LEFT, *RIGHT], damage={"thunderpaw": damage}), dice=(1, 3, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c25")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="link_bonus", first=True, gems=3)) is linked


@pytest.mark.clause("DD-113")
def test_a_link_leaves_a_defeated_room_only_over_a_visited_cell() -> None:
    """The way from the left ends at the boss, who is beaten; c36 lies between the boss and c28, and is not visited."""
    right = [cell for cell in RIGHT if cell != "c36"]
    state = game(sheet(visited=[*LEFT, *right], beaten=["thunderpaw"]), dice=(1, 3, 1, 4, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c25")
    act(state, 0, "visit", pair=1, cell="c39")
    facts = settle(state)
    assert told(facts, "bonus_scored", bonus="link_bonus") == []

    play(state, state["active"], {"type": "roll_dice"}, dice=[1, 4, 1, 1, 6])
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c36")
    facts = settle(state)
    assert told(facts, "bonus_scored", seat=0, bonus="link_bonus", first=True)


@pytest.mark.clause("DD-113", "DD-081")
def test_a_room_that_falls_to_splash_may_complete_the_link() -> None:
    hero = sheet(visited=[*LEFT, "c25", *RIGHT], damage={"thunderpaw": 8})
    fighter = sheet(visited=["c32", "c31", "c30", "c29", "c28", "c36"], damage={"thunderpaw": 8})
    state = game(hero, fighter, dice=(1, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c39")
    take(state, 1)
    act(state, 1, "attack", pair=0, room="thunderpaw")
    settle(state)

    assert state["sheets"][0]["trophies"] == {"thunderpaw": "later"}
    assert state["sheets"][0]["bonuses"] == {"link_bonus": "first"}


@pytest.mark.clause("DD-113")
def test_two_start_cells_of_one_side_are_no_link() -> None:
    state = game(sheet(visited=["c01", "c14"]), dice=(4, 6, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c09")
    facts = settle(state)

    assert told(facts, "bonus_scored") == []


@pytest.mark.clause("DD-113")
def test_a_path_that_misses_the_start_cell_at_one_end_is_no_link() -> None:
    """From c25 to the right all is visited, and on the left everything but a start cell beside the path."""
    visited = ["c08", "c07", "c12", "c17", "c28", "c29", "c30", "c31", "c27", "c26", "c25", "c24", "c23", "c22", "c21"]
    missing = game(sheet(visited=visited, beaten=["heron"]))
    settle(missing)
    assert missing["sheets"][0]["bonuses"] == {}
    again = game(sheet(visited=visited, beaten=["heron"]), dice=(6, 6, 1, 1, 6))
    take(again, 0)
    act(again, 0, "visit", pair=0, cell="c20")
    settle(again)

    assert again["sheets"][0]["bonuses"] == {"link_bonus": "first"}
