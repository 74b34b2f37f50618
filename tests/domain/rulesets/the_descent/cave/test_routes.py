"""How each creature moves, and by which way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.rulesets.the_descent.box.cells import DOWN, EMPTY, Field
from delvebook.domain.rulesets.the_descent.box.geometry import can_cling, is_carried
from delvebook.domain.rulesets.the_descent.cave.routes import (
    Goals,
    crossings,
    dragon_moves,
    monster_moves,
    networks,
    on_shortest,
    shortest,
    spider_moves,
    worm_moves,
)
from tests.domain.rulesets.the_descent.tables import (
    CONTENT,
    FIELD,
    at,
    empties,
    field_r,
    fields,
    monster_from,
    point,
    spider_from,
)


@pytest.mark.clause("TD-148", "TD-164")
def test_the_dragon_counts_flights_before_cells() -> None:
    distances, _, found = shortest(
        at((7, 10)),
        lambda cell: cell == at((8, 8)),
        lambda cell: [(move.to, move.cost) for move in dragon_moves(FIELD, cell)],
    )

    assert found == [at((8, 8))]
    assert divmod(distances[at((8, 8))], 1000) == (2, 5)


def test_a_shorter_way_that_is_found_later_replaces_the_longer_one() -> None:
    ways = {1: [(2, 1), (3, 1)], 2: [(4, 2)], 3: [(4, 1)], 4: []}
    distances, before, found = shortest(1, lambda cell: cell == 4, lambda cell: ways[cell])

    assert (distances[4], before[4], found) == (2, [3], [4])


def test_all_nearest_goals_are_found_and_every_cell_before_them() -> None:
    ways = {1: [(2, 1), (3, 1)], 2: [(4, 1)], 3: [(4, 1), (5, 1)], 4: [], 5: []}
    distances, before, found = shortest(1, lambda cell: cell in (4, 5), lambda cell: ways[cell])

    assert distances == {1: 0, 2: 1, 3: 1, 4: 2, 5: 2}
    assert before == {1: [], 2: [1], 3: [1], 4: [2, 3], 5: [3]}
    assert found == [4, 5]
    assert on_shortest(before, [5]) == {1, 3, 5}


@pytest.mark.clause("TD-151", "TD-166")
def test_creatures_make_no_move_that_ends_in_a_fall_of_more_than_3_cells() -> None:
    from_ledge = {point(move.to) for move in monster_moves(FIELD, at((7, 2)), content=CONTENT)}
    assert (6, 5) in from_ledge  # a step left, 3 cells down
    assert (8, 5) in from_ledge  # a step right, 3 cells down
    assert not [move for move in monster_moves(FIELD, at((5, 1)), content=CONTENT) if point(move.to) == (6, 5)]


@pytest.mark.clause("TD-155", "TD-156")
def test_the_spider_goes_straight_for_1_or_diagonally_for_2() -> None:
    assert spider_from((8, 14), (7, 13)) == [(7, 13), (8, 13)]
    costs = {point(move.to): move.cost for move in spider_moves(FIELD, at((8, 14)), content=CONTENT)}
    assert (costs[7, 13], costs[8, 13]) == (2, 1)


@pytest.mark.clause("TD-155")
def test_the_spider_does_not_squeeze_between_two_solid_cells() -> None:
    """From (4,10) up left to (3,9): (4,9) and (3,10) are rock."""
    moves = {point(move.to) for move in spider_moves(FIELD, at((4, 10)), content=CONTENT)}

    assert (3, 9) not in moves
    assert (5, 10) in moves


@pytest.mark.clause("TD-156", "TD-003")
def test_the_spider_rests_only_where_something_solid_is_beside_it() -> None:
    moves = {point(move.to) for move in spider_moves(FIELD, at((6, 9)), content=CONTENT)}

    assert (6, 8) not in moves  # air all round
    assert (7, 8) in moves
    assert (0, 22) in {point(move.to) for move in spider_moves(FIELD, at((0, 23)), content=CONTENT)}


@pytest.mark.clause("TD-158", "TD-003")
def test_the_worm_stays_in_open_rock() -> None:
    goals = Goals((at((4, 9)),), (at((4, 8)),))
    assert {point(move.to) for move in worm_moves(FIELD, at((0, 7)), goals)} == {(2, 8), (1, 9)}
    assert worm_moves(field_r("r3c1", "r2c2", "r1c1"), at((0, 7)), goals) == []  # face-down rock all round


@pytest.mark.clause("TD-164")
def test_the_dragon_passes_a_diagonal_if_one_cell_beside_it_is_empty() -> None:
    assert (3, 9) not in {point(move.to) for move in dragon_moves(FIELD, at((4, 10)))}  # (4,9), (3,10) are rock
    assert (5, 8) in {point(move.to) for move in dragon_moves(FIELD, at((6, 9)))}  # only (5,9) is
    assert (1, 3) not in {point(move.to) for move in dragon_moves(FIELD, at((0, 2)))}  # (0,3), (1,2) are rock
    assert (1, 1) in {point(move.to) for move in dragon_moves(FIELD, at((2, 0)))}  # both are empty


@pytest.mark.clause("TD-166", "TD-149")
def test_from_1_1_to_5_1_the_monster_needs_4_endurance_by_two_ways() -> None:
    assert monster_from((1, 1), (5, 1)) == [((2, 1), "step"), ((3, 2), "jump")]
    distances, _, _ = shortest(
        at((1, 1)),
        lambda cell: cell == at((5, 1)),
        lambda cell: [(move.to, move.cost) for move in monster_moves(FIELD, cell, content=CONTENT)],
    )
    assert distances[at((5, 1))] == 4


@pytest.mark.clause("TD-166", "TD-043", "TD-044")
@pytest.mark.parametrize(
    ("start", "jumps"),
    [
        ((6, 5), [[(5, 4)], [(7, 4), (8, 5)]]),  # through the thin rock at (7,4), and on
        ((4, 19), [[(3, 18)], [(5, 18), (6, 19)]]),  # to the left past the thin rock at (4,18) and (3,19)
        ((9, 0), []),  # against the frame
    ],
)
def test_thin_rock_neither_stops_the_first_part_of_a_monsters_jump_nor_counts_at_its_corner(
    start: tuple[int, int], jumps: list[list[tuple[int, int]]]
) -> None:
    moves = monster_moves(FIELD, at(start), content=CONTENT)

    assert [[point(cell) for cell in move.via] for move in moves if move.kind == "jump"] == jumps


@pytest.mark.clause("TD-006", "TD-044")
def test_to_the_monster_a_face_down_cell_is_solid_so_that_its_jump_goes_on_above_it() -> None:
    """From (5,8) to the left: B is face down, and C is the cell above it, whose rock was blown up."""
    field = field_r("r3c1")
    field.put(at((3, 7)), "*")
    jumps = [move for move in monster_moves(field, at((5, 8)), content=CONTENT) if move.kind == "jump"]

    assert [point(cell) for cell in jumps[0].via] == [(4, 7), (3, 7)]


@pytest.mark.clause("TD-166", "TD-149")
def test_a_jump_that_falls_back_to_where_a_step_leads_begins_no_shortest_path() -> None:
    assert monster_from((2, 18), (4, 19)) == [((3, 18), "step")]


@pytest.mark.clause("TD-158", "TD-149")
def test_a_worm_with_a_goal_in_its_own_rock_goes_to_no_other_rock() -> None:
    goals = Goals((at((0, 7)), at((4, 9))), (at((0, 6)), at((4, 8))))

    assert [point(move.to) for move in worm_moves(FIELD, at((0, 8)), goals)] == [(0, 7)]


@pytest.mark.clause("TD-160")
def test_a_worm_comes_out_only_in_rock_from_which_fewer_changes_are_left() -> None:
    """From (6,6) towards (0,8) the entry at (4,5) is nearer, but leads there in as many changes."""
    goals = Goals((at((0, 8)),), (at((0, 7)),))

    assert [point(move.to) for move in worm_moves(FIELD, at((6, 6)), goals)] == [(7, 7)]


@pytest.mark.clause("TD-006")
def test_creatures_do_not_enter_closed_cells() -> None:
    field = field_r("r2c2")
    inside = [move.to for move in dragon_moves(field, at((6, 3)))]
    inside += [move.to for move in spider_moves(field, at((6, 3)), content=CONTENT)]

    assert inside
    assert all(field.cells[cell] in EMPTY for cell in inside)


@given(fields(), st.data())
def test_creatures_rest_where_their_moves_end_and_fall_three_cells_at_most(field: Field, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from([cell for cell in empties(field) if is_carried(field, cell)]))
    for move in monster_moves(field, start, content=CONTENT):
        assert field.cells[move.to + DOWN] not in EMPTY
        assert 0 <= (move.to - move.via[-1]) // DOWN <= 3
    for move in spider_moves(field, start, content=CONTENT):
        assert can_cling(field, move.to)
    for move in dragon_moves(field, start):
        assert all(field.cells[cell] in EMPTY for cell in move.via)


@given(fields())
def test_rock_networks_are_apart_and_can_be_left_the_way_they_were_entered(field: Field) -> None:
    numbers = networks(field)
    assert all(field.cells[cell] in "#=" for cell in numbers)
    for cell, number in numbers.items():
        for side in (1, DOWN):
            assert numbers.get(cell + side, number) == number
    ways = {(number, numbers[cell]) for number, cell in crossings(field, numbers)}
    assert ways == {(second, first) for first, second in ways}
