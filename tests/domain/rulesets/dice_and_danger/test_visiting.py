"""Which cells a pair may visit, and what a visit does."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import BOOK
from tests.domain.rulesets.dice_and_danger.builders import (
    RULES,
    act,
    cells_for,
    game,
    offered,
    refused,
    rooms_for,
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
    starts = {cell.number: cell.id for cell in BOOK.dungeons[adventure].cells.values() if cell.kind == "start"}
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


def test_legal_and_refusal_agree_on_every_cell_and_room() -> None:
    """Whatever is not offered is refused, in a position that has a bit of everything."""
    hero = sheet("cultists", visited=["c07", "c06", "c53", "c47", "c44"], rubble=["c14"], damage={"usher": 2})
    state = game(hero, adventure="cultists", dice=(4, 5, 1, 2, 3))
    take(state, 0)
    dungeon = BOOK.dungeons["cultists"]
    for pair in (0, 1):
        for cell in dungeon.cells:
            if {"pair": pair, "cell": cell} not in offered(state, 0, "visit"):
                assert refused(state, 0, "visit", pair=pair, cell=cell) in RULES.clauses
        for room in dungeon.rooms:
            if {"pair": pair, "room": room} not in offered(state, 0, "attack"):
                assert refused(state, 0, "attack", pair=pair, room=room) in RULES.clauses
