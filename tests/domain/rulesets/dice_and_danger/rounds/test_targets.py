"""What pairs and torches may be used on: cells, ways to them, and rooms."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.rounds.targets import refusal_of_visit
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import desk_of
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


@pytest.mark.clause("DD-020")
def test_each_pair_crosses_out_one_element_and_is_gone() -> None:
    state = game(dice=(1, 1, 2, 3, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c38")

    assert state["sheets"][0]["visited"] == ["c38"]
    assert refused(state, 0, "visit", pair=0, cell="c14") == "DD-020"
    assert refused(state, 0, "skip", pair=0) == "DD-020"
    act(state, 0, "visit", pair=1, cell="c39")
    assert state["sheets"][0]["visited"] == ["c38", "c39"]
    assert 0 not in RULES.to_act(state)


@pytest.mark.clause("DD-021")
def test_a_pair_visits_a_cell_that_shows_its_sum() -> None:
    state = game(sheet(visited=["c01"]), dice=(1, 3, 2, 3, 6))
    take(state, 0)

    assert cells_for(state, 0, 0) == ["c02", "c08"]
    assert refused(state, 0, "visit", pair=1, cell="c02") == "DD-021"
    facts = act(state, 0, "visit", pair=0, cell="c02")
    assert told(facts, "cell_visited", cell="c02", number=4, kind="plain", by="pair")


@pytest.mark.clause("DD-022")
@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
def test_every_start_cell_is_available_from_the_beginning_and_nothing_else_is(adventure: str) -> None:
    starts = {cell.number: cell.id for cell in CONTENT.dungeons[adventure].cells.values() if cell.kind == "start"}
    for total in range(2, 13):
        low = max(1, total - 6)
        state = game(adventure=adventure, dice=(low, total - low, 1, 1, 1))
        take(state, 0)
        assert cells_for(state, 0, 0) == [starts[total]]


@pytest.mark.clause("DD-022")
def test_a_start_cell_far_from_everything_visited_is_still_available() -> None:
    state = game(sheet(visited=["c01"]), dice=(1, 1, 1, 2, 6))
    take(state, 0)

    assert cells_for(state, 0, 0) == ["c38"]


@pytest.mark.clause("DD-023", "DD-024")
def test_other_cells_need_a_visited_cell_beside_them() -> None:
    """c02 lies beside the start cell c01: it counts only once c01 is visited."""
    dice = (1, 3, 3, 4, 6)
    unvisited, visited = game(dice=dice), game(sheet(visited=["c01"]), dice=dice)
    for state in (unvisited, visited):
        take(state, 0)

    assert "c02" not in cells_for(unvisited, 0)
    assert refused(unvisited, 0, "visit", pair=0, cell="c02") == "DD-024"
    desk = desk_of(CONTENT, unvisited, 0)
    refusal = refusal_of_visit(desk, 0, desk.dungeon.cells["c02"])
    assert refusal is not None
    assert refusal.fields["start_number"] == desk.dungeon.cells["c01"].number
    assert "c02" in cells_for(visited, 0)
    assert "c16" not in cells_for(visited, 0, 1)
    assert refused(visited, 0, "visit", pair=1, cell="c16") == "DD-023"


@pytest.mark.clause("DD-023")
def test_a_plain_cell_gives_the_next_its_way() -> None:
    dice = (5, 5, 5, 5, 5)
    near = game(sheet(visited=["c20", "c21", "c22"]), dice=dice)
    far = game(sheet(visited=["c20", "c21"]), dice=dice)
    for state in (near, far):
        take(state, 0)

    assert "c23" in cells_for(near, 0)
    assert "c23" not in cells_for(far, 0)


@pytest.mark.clause("DD-025")
def test_a_visited_cell_is_never_visited_again() -> None:
    state = game(sheet(visited=["c01"]), dice=(3, 4, 2, 5, 6))
    take(state, 0)

    assert "c01" not in cells_for(state, 0)
    assert refused(state, 0, "visit", pair=0, cell="c01") == "DD-025"


@pytest.mark.clause("DD-026")
def test_what_the_first_pair_opens_the_second_may_use() -> None:
    """7 is the start cell c01, 4 the cell beside it; and 4 unlocks the goose, which c02 reaches."""
    state = game(dice=(3, 4, 2, 2, 6))
    take(state, 0)
    assert cells_for(state, 0, 1) == ["c08"]
    act(state, 0, "visit", pair=0, cell="c01")

    assert cells_for(state, 0, 1) == ["c02", "c08"]
    act(state, 0, "visit", pair=1, cell="c02")
    assert state["sheets"][0]["visited"] == ["c01", "c02"]


@pytest.mark.clause("DD-026", "DD-062")
def test_a_number_unlocked_by_the_first_pair_may_be_used_by_the_second() -> None:
    state = game(sheet(visited=["c01"]), dice=(2, 2, 1, 3, 6))
    take(state, 0)
    assert rooms_for(state, 0, 1) == []
    act(state, 0, "visit", pair=0, cell="c02")

    assert rooms_for(state, 0, 1) == ["goose"]


@pytest.mark.clause("DD-026")
def test_the_pairs_may_be_used_in_either_order() -> None:
    state = game(dice=(2, 2, 3, 4, 6))
    take(state, 0)
    act(state, 0, "visit", pair=1, cell="c01")

    assert "c02" in cells_for(state, 0, 0)


@pytest.mark.clause("DD-027")
def test_two_pairs_of_one_sum_visit_two_cells_with_that_number() -> None:
    state = game(sheet(visited=["c01"]), dice=(1, 3, 2, 2, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c02")
    act(state, 0, "visit", pair=1, cell="c08")

    assert state["sheets"][0]["visited"] == ["c01", "c02", "c08"]


@pytest.mark.clause("DD-027")
def test_two_pairs_of_one_sum_hit_the_same_monster_twice() -> None:
    state = game(sheet(visited=["c39"]), dice=(3, 4, 2, 5, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="mole")
    act(state, 0, "attack", pair=1, room="mole")

    assert state["sheets"][0]["damage"] == {"mole": 2}


@pytest.mark.clause("DD-028")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_doubles_cell_takes_any_two_equal_dice(face: int) -> None:
    state = game(sheet(visited=["c20", "c21"]), dice=(face, face, 1, 2, 6))
    take(state, 0)

    assert "c22" in cells_for(state, 0, 0)
    assert "c22" not in cells_for(state, 0, 1)
    assert refused(state, 0, "visit", pair=1, cell="c22") == "DD-028"


@pytest.mark.clause("DD-028")
def test_the_black_die_counts_for_doubles() -> None:
    state = game(sheet(visited=["c20", "c21"]), dice=(1, 2, 4, 6, 4))
    take(state, 0, [[0, 1], [2, 4]])

    assert "c22" in cells_for(state, 0, 1)
    facts = act(state, 0, "visit", pair=1, cell="c22")
    assert told(facts, "cell_visited", cell="c22", number=None, kind="doubles")


@pytest.mark.clause("DD-030")
def test_only_a_reached_monster_can_be_attacked() -> None:
    """The mole's 7 is black, so distance alone is in the way."""
    far, near = game(dice=(3, 4, 2, 3, 6)), game(sheet(visited=["c39"]), dice=(3, 4, 2, 3, 6))
    for state in (far, near):
        take(state, 0)

    assert rooms_for(far, 0) == []
    assert refused(far, 0, "attack", pair=0, room="mole") == "DD-030"
    assert rooms_for(near, 0) == ["mole"]


@pytest.mark.clause("DD-030")
@pytest.mark.parametrize(("visited", "kind"), [(["c39"], "start"), (["c33", "c34"], "grey"), (["c39", "c43"], "plain")])
def test_a_cell_of_any_kind_reaches_the_room_beside_it(visited: list[str], kind: str) -> None:
    assert kind
    state = game(sheet(visited=visited[:-1]), dice=(3, 4, 1, 1, 6))
    take(state, 0)
    before = rooms_for(state, 0)
    state = game(sheet(visited=visited), dice=(3, 4, 1, 1, 6))
    take(state, 0)

    assert rooms_for(state, 0) == ["mole"]
    assert before == (["mole"] if kind == "plain" else [])


@pytest.mark.clause("DD-030")
def test_reaching_a_room_is_told() -> None:
    state = game(dice=(1, 4, 1, 1, 6))
    take(state, 0)
    facts = act(state, 0, "visit", pair=0, cell="c39")

    assert told(facts, "room_reached", seat=0, room="mole")


@pytest.mark.clause("DD-031")
def test_a_monster_with_one_box_left_still_bars_the_way() -> None:
    """c40 lies behind the mole."""
    state = game(sheet(visited=["c39"], damage={"mole": 3}), dice=(1, 3, 1, 1, 6))
    take(state, 0)

    assert "c40" not in cells_for(state, 0)
    assert refused(state, 0, "visit", pair=0, cell="c40") == "DD-031"


@pytest.mark.clause("DD-031")
def test_an_unvisited_cell_on_the_far_side_gives_no_way() -> None:
    state = game(sheet(visited=["c39"], beaten=["mole"]), dice=(4, 4, 1, 1, 6))
    take(state, 0)

    assert "c49" not in cells_for(state, 0)
    assert refused(state, 0, "visit", pair=0, cell="c49") in ("DD-023", "DD-031")


@pytest.mark.clause("DD-032", "DD-067", "DD-026")
def test_the_last_blow_opens_the_way_for_the_other_pair() -> None:
    state = game(sheet(visited=["c39"], damage={"mole": 3}), dice=(3, 4, 1, 3, 6))
    take(state, 0)
    assert "c40" not in cells_for(state, 0, 1)
    facts = act(state, 0, "attack", pair=0, room="mole")

    assert told(facts, "monster_fell", room="mole", open=True)
    assert "c40" in cells_for(state, 0, 1)
    act(state, 0, "visit", pair=1, cell="c40")
    assert state["sheets"][0]["visited"] == ["c39", "c40"]


@pytest.mark.clause("DD-032")
def test_an_open_room_leads_to_all_its_cells_and_no_further() -> None:
    state = game(sheet(visited=["c39"], beaten=["mole"]), dice=(1, 2, 1, 3, 6))
    take(state, 0)

    assert "c44" in cells_for(state, 0, 0)
    assert "c40" in cells_for(state, 0, 1)


@pytest.mark.clause("DD-033")
def test_a_monster_beaten_from_afar_opens_nothing_until_its_room_is_reached() -> None:
    """The tortoise's room lies between c54 and c66."""
    hero = sheet(visited=["c38", "c42", "c45"], beaten=["crab", "tortoise"])
    state = game(hero, dice=(1, 5, 6, 6, 1))
    take(state, 0)
    assert "c66" not in cells_for(state, 0, 1)
    assert refused(state, 0, "visit", pair=1, cell="c66") == "DD-033"
    facts = act(state, 0, "visit", pair=0, cell="c54")

    assert told(facts, "room_opened", seat=0, room="tortoise")
    assert "c66" in cells_for(state, 0, 1)


@pytest.mark.clause("DD-033", "DD-073")
def test_a_room_beaten_by_splash_is_open_once_reached() -> None:
    """Seat 1 beats the tortoise; seat 0 has one box left on it and stands nowhere near."""
    near = sheet(visited=["c38", "c42", "c45", "c54"], beaten=["crab"], damage={"tortoise": 4})
    far = sheet(visited=["c38", "c42", "c45"], beaten=["crab"], damage={"tortoise": 4})
    state = game(far, near, dice=(1, 1, 1, 1, 6), active=1)
    take(state, 1)
    act(state, 1, "attack", pair=0, room="tortoise")
    settle(state, first=1)
    assert state["sheets"][0]["trophies"]["tortoise"] == "later"

    again = game(
        state["sheets"][0], state["sheets"][1], dice=(1, 5, 6, 6, 1), round_=6, first_defeats=state["first_defeats"]
    )
    take(again, 0)
    assert "c66" not in cells_for(again, 0, 1)
    act(again, 0, "visit", pair=0, cell="c54")
    assert "c66" in cells_for(again, 0, 1)


@pytest.mark.clause("DD-021", "DD-028", "DD-121")
def test_the_cells_for_a_pair_are_listed_in_map_order_whatever_their_kind() -> None:
    """Two fours: the eights of the map, the cloud c30 with its eight, the doubles c43, and the start c62."""
    dungeon = CONTENT.dungeons["pyramid"]
    visited = [cell.id for cell in dungeon.cells.values() if cell.kind in ("start", "plain") and cell.number != 8]
    state = game(sheet("pyramid", visited=visited), adventure="pyramid", dice=(4, 4, 1, 2, 1), checked=False)
    state["turns"][0].update(pairs=[[0, 1], [2, 3]], status=["open", "open"])

    assert state["sheets"][0]["clouds"]["c30"] == 8
    assert cells_for(state, 0) == ["c24", "c28", "c30", "c36", "c42", "c43", "c62"]
