"""Cells, tiles, distances and what carries, on Field R."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.domain.rulesets.the_descent.box.cells import (
    BOARD,
    CELLS_OF,
    CLOSED,
    DOWN,
    EMPTY,
    FRAME,
    NEIGHBOURS,
    PLACE_OF,
    PLACES,
    SOLID,
    START_PLACE,
    Field,
    level_of,
    off_grid,
    rotate,
)
from delvebook.domain.rulesets.the_descent.box.geometry import (
    can_cling,
    fall_path,
    is_carried,
    is_standable,
    is_straight_below,
    jump_end,
    jump_question,
    reach,
    standable_cells,
)
from delvebook.domain.rulesets.the_descent.cave.routes import networks
from tests.domain.rulesets.the_descent.tables import Cave, at, empties, field_r, fields, point

FIELD_R = [
    "##..#..#....",
    ".........##.",
    ".##..#...##.",
    "=..##..#....",
    "#..##..=....",
    "....#.....#.",
    ".....==.#=..",
    "#..#...#=..#",
    "#.#.........",
    ".=#.##.###.=",
    "...#....=#.#",
    "#...#=.#.#..",
    "#...=.....#=",
    ".#....#..##.",
    ".##.=.#=..=.",
    ".......##...",
    "#..#..#....=",
    "##..#...#=..",
    "....=.##.##.",
    "..#=....#...",
    "....#.#.....",
    ".#..=....=#.",
    "..#..##=.#..",
    "...=..#....#",
    "XX......#=XX",
    "XX.#....#.XX",
    "XX#.#.=...XX",
    "XX==..#..#XX",
]


def place_names(places: tuple[int, ...]) -> list[str]:
    return [PLACES[place] for place in places]


@pytest.mark.clause("TD-001", "TD-002", "TD-003")
def test_field_r_lies_where_the_rules_draw_it() -> None:
    assert field_r().rows() == FIELD_R


@pytest.mark.clause("TD-001")
@pytest.mark.parametrize(
    ("name", "first", "last"), [("r1c1", (0, 0), (3, 3)), ("r2c3", (8, 4), (11, 7)), ("r6c2", (4, 20), (7, 23))]
)
def test_a_tile_covers_four_columns_and_rows(name: str, first: tuple[int, int], last: tuple[int, int]) -> None:
    cells = CELLS_OF[PLACES.index(name)]

    assert (point(cells[0]), point(cells[-1]), len(cells)) == (first, last, 16)


@pytest.mark.clause("TD-002")
def test_the_bottom_tiles_are_shifted_by_half_a_tile() -> None:
    low1, low2 = CELLS_OF[PLACES.index("low1")], CELLS_OF[PLACES.index("low2")]

    assert (point(low1[0]), point(low1[-1])) == ((2, 24), (5, 27))
    assert (point(low2[0]), point(low2[-1])) == ((6, 24), (9, 27))


@pytest.mark.clause("TD-003")
def test_the_frame_carries_blocks_and_can_be_clung_to_but_is_no_rock() -> None:
    field = field_r()

    assert is_standable(field, at((4, 27)))
    assert field.cells[at((1, 24))] == field.cells[at((5, -1))] == field.cells[at((12, 8))] == FRAME
    assert is_standable(field, at((0, 23)))
    assert can_cling(field, at((0, 15)))
    assert all(PLACE_OF[cell] >= 0 for cell in networks(field))
    assert Cave((0, 15)).refused(0, "step", dir="left") == "TD-003"


@pytest.mark.clause("TD-004")
def test_destroyed_rock_is_empty_and_stays_so() -> None:
    cave = Cave((5, 5)).kit(0, "pick")
    cave.do(0, "use_pick", way="down")

    assert cave.cell((5, 6)) == "*"
    assert is_carried(Field(cave.state["field"]), at((5, 6))) is False
    assert reach(Field(cave.state["field"]), at((5, 8)), 3)[at((5, 5))] == 3
    cave.end_round()
    assert cave.cell((5, 6)) == "*"


@pytest.mark.clause("TD-005")
def test_with_only_the_start_tile_open_three_cells_of_it_are_standable() -> None:
    field = field_r(*(place for place in PLACES if place != "r1c2"))

    assert [point(cell) for cell in standable_cells(field, CELLS_OF[START_PLACE])] == [(5, 1), (4, 2), (7, 2)]


@pytest.mark.clause("TD-006", "TD-005")
def test_a_closed_cell_carries_tokens_and_creatures_but_no_character() -> None:
    field = field_r("r2c2")

    assert field.cells[at((6, 4))] == CLOSED
    assert not is_standable(field, at((6, 3)))
    assert is_carried(field, at((6, 3)))
    assert can_cling(field, at((6, 3)))
    assert fall_path(field, at((6, 1))) == [at((6, 2)), at((6, 3))]


@pytest.mark.clause("TD-007")
def test_a_quarter_turn_clockwise_brings_the_left_column_to_the_top() -> None:
    assert rotate(["#..#", "....", ".#..", "#..#"], 1) == ["#..#", ".#..", "....", "#..#"]


@pytest.mark.clause("TD-007")
@given(st.lists(st.text(".#=", min_size=4, max_size=4), min_size=4, max_size=4), st.integers(0, 3))
def test_four_quarter_turns_are_none_and_turns_add_up(face: list[str], turns: int) -> None:
    assert rotate(face, 4) == face
    assert rotate(rotate(face, turns), 4 - turns) == face
    assert sorted("".join(rotate(face, turns))) == sorted("".join(face))


@pytest.mark.clause("TD-009")
@pytest.mark.parametrize(("target", "distance"), [((3, 6), 4), ((5, 10), 4), ((10, 8), 5), ((4, 9), 2), ((5, 6), 2)])
def test_distances_from_5_8_are_as_in_the_rules(target: tuple[int, int], distance: int) -> None:
    found = reach(field_r(), at((5, 8)), 5)

    assert found[at(target)] == distance
    assert at(target) not in reach(field_r(), at((5, 8)), distance - 1)


@pytest.mark.clause("TD-009", "TD-096")
def test_a_cell_is_at_distance_0_from_itself() -> None:
    assert reach(field_r(), at((5, 8)), 0) == {at((5, 8)): 0}


@pytest.mark.clause("TD-009")
def test_closed_cells_can_be_neither_crossed_nor_reached() -> None:
    found = reach(field_r("r3c2"), at((3, 8)), 9)

    assert not any(PLACE_OF[cell] == PLACES.index("r3c2") for cell in found)
    assert at((5, 8)) not in found


@pytest.mark.clause("TD-010")
def test_nearest_ignores_rock() -> None:
    assert off_grid(at((5, 8)), at((5, 10))) == 2


@pytest.mark.clause("TD-011")
def test_levels_are_the_rows_of_tiles_and_the_bottom_has_none() -> None:
    assert [level_of(at((5, y))) for y in (0, 3, 4, 11, 20, 23, 24, 27)] == [1, 1, 2, 3, 6, 6, 0, 0]


@pytest.mark.clause("TD-012")
def test_neighbours_share_an_edge_also_at_the_bottom() -> None:
    neighbours = {PLACES[place]: place_names(NEIGHBOURS[place]) for place in range(20)}

    assert neighbours["low1"] == ["r6c1", "r6c2", "low2"]
    assert neighbours["low2"] == ["r6c2", "r6c3", "low1"]
    assert neighbours["r1c1"] == ["r1c2", "r2c1"]
    assert neighbours["r3c2"] == ["r2c2", "r3c1", "r3c3", "r4c2"]
    assert neighbours["r6c2"] == ["r5c2", "r6c1", "r6c3", "low1", "low2"]


@pytest.mark.clause("TD-047")
def test_a_jump_asks_for_no_tile_beyond_its_second_part() -> None:
    """From (6,5) to the left B is rock at (4,5), and C rock at (4,4): what is behind them does not matter."""
    assert jump_question(field_r("r2c1"), at((6, 5)), -1) is None


def test_nothing_rests_inside_rock() -> None:
    assert (FIELD_R[3][0], FIELD_R[4][0]) == ("=", "#")
    assert not is_carried(field_r(), at((0, 3)))


@pytest.mark.clause("TD-014", "TD-170")
def test_objects_are_the_characters_in_play_the_tokens_and_the_creatures() -> None:
    cave = Cave((5, 8), (4, 25), (4, 2)).have(1, arrived=True).have(2, cell=None, rests=[])
    cave.token("coin", (4, 8)).creature("plant", (7, 8))

    assert [point(thing["cell"]) for thing in cave.course().objects()] == [(5, 8), (4, 8), (7, 8)]


@given(fields(), st.data())
def test_distance_between_empty_cells_is_symmetric_and_a_metric(field: Field, data: st.DataObject) -> None:
    first = data.draw(st.sampled_from(empties(field)))
    found = reach(field, first, 8)
    for second in [cell for cell in found if field.cells[cell] in EMPTY][:12]:
        back = reach(field, second, 8)
        assert back[first] == found[second] >= off_grid(first, second)


@given(fields(), st.data())
def test_a_fall_never_ends_in_the_air_or_in_rock(field: Field, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(empties(field)))
    path = fall_path(field, start)
    end = path[-1] if path else start

    assert field.cells[end] in EMPTY
    assert field.cells[end + DOWN] not in EMPTY
    assert path == list(range(start + DOWN, end + 1, DOWN))


@given(fields(), st.data())
def test_a_jump_ends_in_an_empty_cell_or_asks_for_a_closed_one(field: Field, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from([cell for cell in empties(field) if is_standable(field, cell)]))
    for direction in (-1, 1):
        first = start + direction - DOWN
        if field.cells[first] not in EMPTY:
            continue
        end, unknown = jump_end(field, start, direction), jump_question(field, start, direction)
        assert (end is None) == (unknown is not None)
        if unknown is not None:
            assert field.cells[unknown] == CLOSED
        else:
            assert end is not None
            assert field.cells[end] in EMPTY
            assert end in (first, start + 2 * direction, start + 2 * direction - DOWN)
            assert end != first or is_standable(field, first) or field.cells[start + 2 * direction] in SOLID


@given(fields(), st.data())
def test_straight_below_is_never_through_rock(field: Field, data: st.DataObject) -> None:
    above = data.draw(st.sampled_from(empties(field)))
    below = [cell for cell in BOARD if is_straight_below(field, cell, above, 5)]

    assert all(cell - above <= 5 * DOWN and (cell - above) % DOWN == 0 for cell in below)
    assert [cell for cell in below if field.cells[cell] in EMPTY] == fall_path(field, above)[:5]
