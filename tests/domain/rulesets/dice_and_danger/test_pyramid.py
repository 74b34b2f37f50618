"""Puzzled Pyramid: clouds, the gate, and the worm."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from tests.domain.rulesets.dice_and_danger.tables import (
    CLOUD_NUMBERS,
    RULES,
    act,
    before_clouds,
    cells_for,
    game,
    lost_by,
    offered,
    play,
    refused,
    rooms_for,
    settle,
    sheet,
    take,
    told,
)

AT_COIL = ["c61", "c54", "c47"]
"""A way to the front coil, whose 6 is black."""
SIX_DOTS = (1, 5, 1, 1, 3)


@pytest.mark.clause("DD-120")
def test_each_number_is_written_once_into_a_cloud_that_has_none() -> None:
    state = before_clouds()
    written = {"type": "write_cloud", "cell": "c03", "number": 8}
    every = RULES.legal(state, 0)
    assert len(every) == 8 * 8

    play(state, 0, written)

    assert RULES.legal(state, 0) == [action for action in every if action["cell"] != "c03" and action["number"] != 8]
    assert RULES.legal(state, 1) == every
    for other, key in (({"number": 9}, "cloud_filled"), ({"cell": "c06"}, "number_written")):
        refusal = RULES.refusal(state, 0, {**written, **other})
        assert refusal is not None
        assert (refusal.key, refusal.clause) == (key, "DD-120")


@pytest.mark.clause("DD-121")
def test_a_cloud_is_visited_with_the_number_its_seat_wrote() -> None:
    """c64 beside the start cell c65: seat 0 wrote an 11, seat 1 a 3."""
    clouds = [cell.id for cell in CONTENT.dungeons["pyramid"].clouds]
    turned = dict(zip(clouds, reversed(CLOUD_NUMBERS), strict=True))
    sheets = [sheet("pyramid", visited=["c65"]), sheet("pyramid", visited=["c65"], clouds=turned)]
    state = game(*sheets, adventure="pyramid", dice=(5, 6, 1, 2, 1))
    for seat in (0, 1):
        take(state, seat)

    assert "c64" in cells_for(state, 0, 0)
    assert "c64" not in cells_for(state, 0, 1)
    assert refused(state, 0, "visit", pair=1, cell="c64") == "DD-121"
    assert "c64" in cells_for(state, 1, 1)
    assert refused(state, 1, "visit", pair=0, cell="c64") == "DD-121"
    facts = act(state, 1, "visit", pair=1, cell="c64")
    assert told(facts, "cell_visited", cell="c64", kind="cloud", number=3)


@pytest.mark.clause("DD-121", "DD-023")
def test_a_cloud_needs_a_way_like_any_cell() -> None:
    state = game(adventure="pyramid", dice=(5, 6, 1, 2, 1))
    take(state, 0)

    assert "c64" not in cells_for(state, 0, 0)


ALL_CLOUDS_BUT_ONE = [
    *["c33", "c26", "c12", "c08", "c07", "c06"],
    *["c34", "c27", "c19", "c09", "c01", "c02", "c03"],
    *["c41", "c42", "c46", "c65", "c64", "c43", "c37", "c30"],
    *["c20", "c49", "c50"],
]
"""Seven clouds, with baron, brute and lioness beaten; the eighth, c57 (10), is beside c50."""


@pytest.mark.clause("DD-122")
@pytest.mark.parametrize(("missing", "completes"), [(None, True), ("c46", False)])
def test_all_eight_clouds_make_the_bonus(missing: str | None, completes: bool) -> None:
    visited = [cell for cell in ALL_CLOUDS_BUT_ONE if cell != missing]
    hero = sheet("pyramid", visited=visited, abilities=["extra_life"], beaten=["baron", "brute", "lioness"])
    state = game(hero, adventure="pyramid", dice=(4, 6, 1, 1, 1))
    assert state["sheets"][0]["bonuses"] == {}
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c57")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="cloud_bonus", first=True, gems=3)) is completes


@pytest.mark.clause("DD-125")
def test_the_gate_opens_its_far_end_at_no_further_cost() -> None:
    """c20 (11) is reached past the beaten brute; c50 (7) lies beside the far gate."""
    hero = sheet("pyramid", visited=["c34", "c27", "c28"], beaten=["brute"])
    state = game(hero, adventure="pyramid", dice=(5, 6, 3, 4, 1))
    take(state, 0)
    assert "c50" not in cells_for(state, 0, 1)
    facts = act(state, 0, "visit", pair=0, cell="c20")

    assert told(facts, "cell_visited", cell="c49", by="gate")
    assert state["sheets"][0]["visited"][-2:] == ["c20", "c49"]
    assert state["turns"][0]["status"] == ["used", "open"]
    assert "c50" in cells_for(state, 0, 1)


@pytest.mark.clause("DD-125", "DD-055")
def test_a_torch_on_the_numbered_gate_opens_the_far_one_too() -> None:
    visited = [*AT_COIL, "c29", "c34", "c27", "c28"]
    beaten = ["brute", "front_coil"]
    hero = sheet("pyramid", visited=visited, abilities=["torches"], beaten=beaten, damage={"sandy": 3})
    state = game(hero, adventure="pyramid", dice=SIX_DOTS)
    act(state, 0, "torch_visit", cell="c20")

    assert state["sheets"][0]["visited"][-2:] == ["c20", "c49"]


@pytest.mark.clause("DD-126")
def test_the_far_gate_opens_to_nothing_else() -> None:
    """c48 lies beside it; neither any pair nor a torch gets in from there."""
    hero = sheet(
        "pyramid",
        visited=[*AT_COIL, "c29", "c65", "c56", "c48"],
        abilities=["torches"],
        beaten=["front_coil"],
        damage={"sandy": 3},
    )
    for low, high in ((1, 1), (3, 4), (6, 6), (5, 6)):
        state = game(hero, adventure="pyramid", dice=(low, high, 2, 3, 1))
        assert refused(state, 0, "torch_visit", cell="c49") == "DD-126"
        assert {"cell": "c49"} not in offered(state, 0, "torch_visit")
        take(state, 0)
        assert "c49" not in cells_for(state, 0, 0)
        assert refused(state, 0, "visit", pair=0, cell="c49") == "DD-126"


@pytest.mark.clause("DD-126")
def test_gate_cells_are_no_clouds() -> None:
    clouds = [cell.id for cell in CONTENT.dungeons["pyramid"].clouds]

    assert "c20" not in clouds
    assert "c49" not in clouds
    assert len(clouds) == 8


@pytest.mark.clause("DD-130", "DD-032")
def test_a_coil_is_reached_hit_and_passed_like_any_monster() -> None:
    state = game(sheet("pyramid", visited=AT_COIL, damage={"front_coil": 2}), adventure="pyramid", dice=(1, 5, 1, 2, 3))
    take(state, 0)
    assert rooms_for(state, 0, 0) == ["front_coil"]
    assert "c29" not in cells_for(state, 0, 1)
    act(state, 0, "attack", pair=0, room="front_coil")

    assert "c29" in cells_for(state, 0, 1)


@pytest.mark.clause("DD-130", "DD-073")
def test_a_coil_is_splashed_like_any_monster() -> None:
    hero = sheet("pyramid", visited=AT_COIL, damage={"front_coil": 2})
    state = game(hero, adventure="pyramid", dice=SIX_DOTS)
    take(state, 0)
    act(state, 0, "attack", pair=0, room="front_coil")
    settle(state)

    assert state["sheets"][1]["damage"] == {"front_coil": 1}


@pytest.mark.clause("DD-131")
def test_coils_give_no_gems_and_cost_no_life() -> None:
    for beaten in ([], ["front_coil"]):
        hero = sheet("pyramid", visited=AT_COIL, damage={"front_coil": 2})
        other = sheet("pyramid", beaten=beaten, damage={"sandy": 3} if beaten else {})
        state = game(hero, other, adventure="pyramid", dice=SIX_DOTS)
        take(state, 0)
        act(state, 0, "attack", pair=0, room="front_coil")
        facts = settle(state)
        assert told(facts, "monster_defeated", seat=0, room="front_coil", first=not beaten, gems=0, hearts=0)
        assert lost_by(state, 0) == 0


@pytest.mark.clause("DD-132")
@pytest.mark.parametrize(
    ("beaten", "completes"), [(["middle_coil", "tail_coil"], True), (["middle_coil"], False), (["tail_coil"], False)]
)
def test_all_three_coils_make_the_worm_bonus(beaten: list[str], completes: bool) -> None:
    hero = sheet("pyramid", visited=AT_COIL, beaten=beaten, damage={"front_coil": 2, "sandy": 3 * len(beaten)})
    state = game(hero, adventure="pyramid", dice=SIX_DOTS)
    take(state, 0)
    act(state, 0, "attack", pair=0, room="front_coil")
    facts = settle(state)

    assert bool(told(facts, "bonus_scored", seat=0, bonus="worm_bonus", first=True, gems=3)) is completes


@pytest.mark.clause("DD-133")
def test_a_coil_beaten_deals_three_to_sandy_on_the_same_sheet_though_she_is_far() -> None:
    state = game(sheet("pyramid", visited=AT_COIL, damage={"front_coil": 1}), adventure="pyramid", dice=(1, 5, 2, 4, 3))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="front_coil")
    assert "sandy" not in state["sheets"][0]["damage"]
    facts = act(state, 0, "attack", pair=1, room="front_coil")

    assert told(facts, "damage_dealt", room="sandy", amount=3, source="worm")
    assert state["sheets"][0]["damage"] == {"front_coil": 3, "sandy": 3}
    settle(state)
    assert state["sheets"][1]["damage"] == {"front_coil": 1}


@pytest.mark.clause("DD-133")
def test_a_torch_that_fells_a_coil_hurts_sandy_too() -> None:
    """The chest c07 gave the torches; it lies beyond the beaten baron."""
    visited = ["c33", "c32", "c12", "c08", "c07", *AT_COIL]
    hero = sheet("pyramid", visited=visited, abilities=["torches"], beaten=["baron"], damage={"front_coil": 2})
    state = game(hero, adventure="pyramid", dice=SIX_DOTS)
    facts = act(state, 0, "torch_attack", room="front_coil")

    assert told(facts, "damage_dealt", room="sandy", amount=3, source="worm")


@pytest.mark.clause("DD-133", "DD-076")
def test_sandy_may_fall_by_the_coil_in_the_same_wave() -> None:
    hero = sheet("pyramid", visited=AT_COIL, damage={"front_coil": 2, "sandy": 15})
    state = game(hero, adventure="pyramid", dice=SIX_DOTS)
    take(state, 0)
    facts = act(state, 0, "attack", pair=0, room="front_coil")
    assert [fact["room"] for fact in told(facts, "monster_fell")] == ["front_coil", "sandy"]
    facts = settle(state)

    assert told(facts, "monster_defeated", seat=0, room="sandy", first=True, gems=8, hearts=2)
    assert lost_by(state, 0) == 2
    assert state["sheets"][1]["damage"] == {"front_coil": 1, "sandy": 1}
