"""Monsters on one sheet: numbers, locks, damage."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.sheet.damage import deal_damage
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import RULES, act, game, refused, rooms_for, settle, sheet, take, told

AT_GOOSE = ["c01", "c02"]
"""c02 is beside the goose and unlocks its 4; its 8 stays locked, its 10 is black."""


def test_a_monster_without_boxes_left_takes_no_damage_and_nothing_is_told() -> None:
    state = game(sheet(beaten=["goose"]))
    marked = MarkedMap(CONTENT.dungeons["animals"], state["sheets"][0])

    def say(*_: Any, **__: Any) -> None:
        pytest.fail("damage was told")

    room = marked.dungeon.rooms["goose"]
    assert deal_damage(marked, room, 2, seat=0, source="pair", clause="DD-061", say=say) == (0, [])


@pytest.mark.clause("DD-061")
@pytest.mark.parametrize(("dice", "hits"), [((4, 6), True), ((1, 3), True), ((4, 4), False), ((4, 5), False)])
def test_a_pair_hits_with_a_black_or_an_unlocked_number(dice: tuple[int, int], hits: bool) -> None:
    state = game(sheet(visited=AT_GOOSE), dice=(*dice, 1, 1, 6))
    take(state, 0)

    assert ("goose" in rooms_for(state, 0)) is hits
    if not hits:
        assert refused(state, 0, "attack", pair=0, room="goose") == "DD-061"
        return
    facts = act(state, 0, "attack", pair=0, room="goose")
    assert told(facts, "damage_dealt", room="goose", amount=1, source="pair", left=3)
    assert state["sheets"][0]["damage"] == {"goose": 1}


@pytest.mark.clause("DD-062")
def test_a_grey_cell_unlocks_its_number_in_its_room_for_good() -> None:
    state = game(sheet(visited=["c01"]), dice=(1, 3, 1, 2, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c02")

    assert told(facts, "number_unlocked", room="goose", number=4)
    assert RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]["unlocked"] == {"goose": [4]}
    settle(state)
    assert RULES.view(state, seat_viewer(1))["sheets"][0]["unlocked"] == {"goose": [4]}


@pytest.mark.clause("DD-062")
def test_a_grey_cell_unlocks_nothing_in_other_rooms_with_that_number() -> None:
    """The mole, the crab and the boss have a locked 4, too; c02 is the goose's."""
    state = game(sheet(visited=[*AT_GOOSE, "c39"]), dice=(1, 3, 1, 1, 6))
    take(state, 0)

    assert rooms_for(state, 0) == ["goose"]
    assert refused(state, 0, "attack", pair=0, room="mole") == "DD-061"


@pytest.mark.clause("DD-062")
def test_a_grey_cell_between_two_rooms_unlocks_in_both() -> None:
    """c51 (10) lies between two coils of the worm; the gate leads there."""
    visited = ["c61", "c54", "c47", "c29", "c20", "c49", "c50"]
    hero = sheet("pyramid", visited=visited, abilities=["extra_life"], beaten=["front_coil"], damage={"sandy": 3})
    state = game(hero, adventure="pyramid", dice=(4, 6, 5, 5, 1))
    take(state, 0)
    assert rooms_for(state, 0, 1) == ["brute"]
    facts = act(state, 0, "visit", pair=0, cell="c51")

    assert [fact["room"] for fact in told(facts, "number_unlocked", number=10)] == ["middle_coil", "tail_coil"]
    assert rooms_for(state, 0, 1) == ["brute", "middle_coil", "tail_coil"]


@pytest.mark.clause("DD-063", "DD-062", "DD-111")
def test_a_grey_fist_strikes_and_unlocks() -> None:
    """c48 is a fist 4 beside the mole, and grey."""
    state = game(sheet(visited=["c39", "c43", "c47"]), dice=(2, 2, 1, 2, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c48")

    assert told(facts, "number_unlocked", room="mole", number=4)
    assert len(told(facts, "damage_dealt", source="fist")) == 7


@pytest.mark.clause("DD-064")
def test_unlocking_counts_on_the_own_sheet_only() -> None:
    state = game(sheet(visited=AT_GOOSE), sheet(visited=["c01"]), dice=(1, 3, 1, 1, 6))
    for seat in (0, 1):
        take(state, seat)

    assert rooms_for(state, 0) == ["goose"]
    assert rooms_for(state, 1) == []
    assert RULES.view(state, seat_viewer(0))["sheets"][1]["unlocked"] == {}


@pytest.mark.clause("DD-064")
def test_unlocking_in_a_defeated_room_has_no_effect() -> None:
    state = game(sheet(visited=["c01"], beaten=["goose"]), dice=(1, 3, 1, 1, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c02")

    assert told(facts, "number_unlocked") == []
    assert refused(state, 0, "attack", pair=1, room="goose") == "DD-065"


@pytest.mark.clause("DD-065")
def test_a_defeated_monster_is_not_attacked_again() -> None:
    state = game(sheet(visited=AT_GOOSE, damage={"goose": 3}), dice=(4, 6, 5, 5, 1))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")

    assert rooms_for(state, 0, 1) == []
    assert refused(state, 0, "attack", pair=1, room="goose") == "DD-065"
    assert state["sheets"][0]["damage"] == {"goose": 4}


@pytest.mark.clause("DD-065", "DD-133")
@pytest.mark.parametrize(("before", "dealt"), [(14, 3), (15, 3), (16, 2), (17, 1)])
def test_damage_beyond_the_last_box_is_lost(before: int, dealt: int) -> None:
    """A coil deals three to Sandy; she has eighteen boxes."""
    state = coil_state(sandy=before)
    facts = act(state, 0, "attack", pair=0, room="front_coil")

    assert told(facts, "damage_dealt", room="sandy", amount=dealt, source="worm")
    assert state["sheets"][0]["damage"]["sandy"] == min(18, before + 3)
    assert state["turns"][0]["dealt"] == 1 + dealt


def coil_state(*, sandy: int) -> dict[str, Any]:
    """Pyramid: seat 0 stands at the front coil, one box left on it, and the 6 in hand."""
    marks = {"front_coil": 2} | ({"sandy": sandy} if sandy else {})
    state = game(
        sheet("pyramid", visited=["c61", "c54", "c47"], damage=marks), adventure="pyramid", dice=(1, 5, 1, 1, 3)
    )
    take(state, 0)
    return state


@pytest.mark.clause("DD-066", "DD-067")
def test_the_last_box_defeats_the_monster_and_gems_follow_at_the_settlement() -> None:
    for damage, falls in ((2, False), (3, True)):
        state = game(sheet(visited=AT_GOOSE, damage={"goose": damage}), dice=(4, 6, 1, 1, 1))
        take(state, 0)
        facts = act(state, 0, "attack", pair=0, room="goose")
        assert bool(told(facts, "monster_fell", room="goose")) is falls
        shown = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]
        assert ("goose" in shown["defeated"]) is falls
        assert shown["gems"] == 0
        settle(state)
        assert RULES.view(state, seat_viewer(0))["sheets"][0]["gems"] == (2 if falls else 0)
