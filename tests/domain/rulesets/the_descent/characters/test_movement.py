"""Steps, jumps, rope and pick."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.actions import WAYS
from delvebook.domain.rulesets.the_descent.characters.movement import use_pick
from tests.domain.rulesets.the_descent.tables import Cave, told, types


@pytest.mark.clause("TD-090", "TD-009")
def test_the_rope_leads_to_empty_cells_at_distance_1_to_5() -> None:
    cells = Cave((5, 8)).kit(0, "rope").options(0, "use_rope")

    assert {(3, 6), (5, 10), (10, 8)} <= set(cells)
    assert (5, 8) not in cells
    assert (11, 8) not in cells  # 6
    assert (4, 9) not in cells  # rock
    assert cells == sorted(cells, key=lambda cell: (cell[1], cell[0]))


@pytest.mark.clause("TD-090", "TD-009")
def test_the_rope_cannot_lead_onto_a_face_down_tile() -> None:
    cave = Cave((5, 8), closed=("r3c1",)).kit(0, "rope")

    assert cave.refused(0, "use_rope", cell=(3, 8)) == "TD-009"
    assert cave.refused(0, "use_rope", cell=(11, 8)) == "TD-090"
    assert cave.refused(0, "use_rope", cell=(5, 9)) == "TD-090"


@pytest.mark.clause("TD-090", "TD-050", "TD-051")
def test_the_rope_enters_only_its_end_from_which_one_may_fall_and_open_a_tile() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r4c2",)).kit(0, "rope").token("coin", (7, 8)).stack("chest")
    facts = cave.do(0, "use_rope", cell=(6, 8))

    assert told(facts, "tile_opened")[0]["by"] == "fall"
    cave.answer_all()
    assert cave.where() == (6, 12)
    assert cave.health() == 2


@pytest.mark.clause("TD-090", "TD-048")
def test_what_lies_along_the_rope_is_not_taken() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "rope").token("coin", (7, 8)).token("coin", (9, 8))
    cave.do(0, "use_rope", cell=(9, 8))

    assert cave.points() == 2
    assert cave.lying() == [("coin", (7, 8))]


@pytest.mark.clause("TD-091", "TD-072")
def test_the_pick_breaks_the_thin_rock_one_stands_on_even_without_endurance() -> None:
    cave = Cave((5, 5), (4, 2)).kit(0, "pick").turn(endurance=0)
    assert cave.options(0, "use_pick") == ["down"]
    facts = cave.do(0, "use_pick", way="down")

    assert cave.where() == (5, 8)
    assert told(facts, "objects_fell")[0]["length"] == 2
    assert cave.health() == 3


@pytest.mark.clause("TD-091", "TD-033")
@pytest.mark.parametrize(("endurance", "clause"), [(0, "TD-033"), (1, None)])
def test_the_pick_leads_sideways_into_thin_rock_as_a_step(endurance: int, clause: str | None) -> None:
    """Left of (10,17) the rock is thin, over solid rock."""
    cave = Cave((10, 17), (4, 2)).kit(0, "pick").turn(endurance=endurance)
    assert cave.cell((9, 17)) == "="
    if clause is not None:
        assert cave.refused(0, "use_pick", way="left") == clause
        return
    cave.do(0, "use_pick", way="left")

    assert cave.where() == (9, 17)
    assert cave.cell((9, 17)) == "*"


@pytest.mark.clause("TD-091", "TD-043", "TD-044", "TD-033")
@pytest.mark.parametrize(("endurance", "clause"), [(1, "TD-033"), (2, None)])
def test_the_pick_leads_upward_as_a_jump(endurance: int, clause: str | None) -> None:
    """From (11,15) the rock at (10,14) is thin; below it is nothing, so the jump goes on."""
    cave = Cave((11, 15), (4, 2)).kit(0, "pick").turn(endurance=endurance)
    assert cave.cell((10, 14)) == "="
    if clause is not None:
        assert cave.refused(0, "use_pick", way="up_left") == clause
        return
    facts = cave.do(0, "use_pick", way="up_left")

    assert told(facts, "character_moved")[0]["to_cell"] == [10, 14]
    assert told(facts, "jump_went_on")[0]["to_cell"] == [9, 15]
    assert cave.where() == (9, 16)


@pytest.mark.clause("TD-091")
@pytest.mark.parametrize(
    ("start", "way", "broken", "endurance"),
    [
        ((10, 17), "left", (9, 17), 4),
        ((8, 17), "right", (9, 17), 4),
        ((11, 15), "up_left", (10, 14), 3),
        ((7, 8), "up_right", (8, 7), 3),
    ],
)
def test_the_pick_costs_what_a_step_or_a_jump_does_and_breaks_that_rock_alone(
    start: tuple[int, int], way: str, broken: tuple[int, int], endurance: int
) -> None:
    """A worm in other rock stays where it is."""
    cave = Cave(start, (4, 2)).kit(0, "pick").creature("worm", (4, 9))
    course = cave.course()
    use_pick(course, 0, {"type": "use_pick", "way": way})

    assert cave.state["turn"]["endurance"] == endurance
    assert [(fact["cell"], fact["clauses"]) for fact in told(course.facts, "rock_destroyed")] == [
        ([*broken], ["TD-091"])
    ]
    assert cave.beast("worm")["moving"] is False


@pytest.mark.clause("TD-091")
def test_the_pick_needs_thin_rock_of_an_open_tile_and_room_to_jump() -> None:
    cave = Cave((5, 8)).kit(0, "pick")
    for way in WAYS:
        assert cave.refused(0, "use_pick", way=way) == "TD-091"
    cave = Cave((2, 18), closed=("r5c2",)).kit(0, "pick")
    assert cave.refused(0, "use_pick", way="right") == "TD-091"


@pytest.mark.clause("TD-091", "TD-043")
def test_the_pick_cannot_jump_where_both_corners_are_solid() -> None:
    """From (6,15) the rock at (7,14) is thin, but above and in front is rock; from (7,8) only above is."""
    cave = Cave((6, 15)).kit(0, "pick")
    assert (cave.cell((7, 14)), cave.cell((6, 14)), cave.cell((7, 15))) == ("=", "#", "#")
    assert cave.refused(0, "use_pick", way="up_right") == "TD-043"

    cave = Cave((7, 8)).kit(0, "pick")
    assert (cave.cell((8, 7)), cave.cell((7, 7)), cave.cell((8, 8))) == ("=", "#", ".")
    assert cave.options(0, "use_pick") == ["up_right"]


@pytest.mark.clause("TD-091", "TD-043")
def test_rock_above_stops_no_pick_that_leads_sideways() -> None:
    cave = Cave((7, 10)).kit(0, "pick")
    assert (cave.cell((7, 9)), cave.cell((8, 10))) == ("#", "=")

    assert cave.options(0, "use_pick") == ["right"]


@pytest.mark.clause("TD-092", "TD-131", "TD-162", "TD-161")
def test_a_worm_in_thin_rock_broken_sideways_is_a_contact_and_can_be_beaten_by_the_sword() -> None:
    cave = Cave((10, 17), (4, 2)).drawn(0, "pick").creature("worm", (9, 17))
    facts = cave.do(0, "use_pick", way="left")

    assert "contact_made" in types(facts)
    assert cave.health() == 2


@pytest.mark.clause("TD-092", "TD-072", "TD-077")
def test_what_lay_above_thin_rock_broken_sideways_comes_down_onto_who_broke_it() -> None:
    cave = Cave((10, 17), (4, 2), (9, 16)).kit(0, "pick")
    cave.do(0, "use_pick", way="left")
    assert cave.where(2) == (9, 17)
    assert cave.health(0) == cave.health(2) == 3

    cave = Cave((10, 17), (4, 2)).kit(0, "pick").creature("plant", (9, 16))
    facts = cave.do(0, "use_pick", way="left")
    assert cave.lair("plant") == (9, 17)
    assert told(facts, "character_hit")[0]["creature"] == "plant"
    assert cave.health(0) == 2


@pytest.mark.clause("TD-092", "TD-074")
def test_if_a_pick_jump_goes_on_what_was_above_falls_after_it() -> None:
    """(10,14) is thin, with (10,13) rock above it blown away and a chest lying there."""
    cave = Cave((11, 15), (4, 2)).kit(0, "pick").dig((10, 13)).token("chest", (10, 13))
    facts = cave.do(0, "use_pick", way="up_left")

    order = [fact["type"] for fact in facts.public]
    assert order.index("objects_put_into_gap") < order.index("jump_went_on") < order.index("objects_fell")
    assert cave.lying() == [("chest", (10, 17))]


@pytest.mark.clause("TD-092", "TD-047", "TD-131")
def test_nothing_that_came_along_falls_before_a_pick_jump_is_over_even_if_it_opens_a_tile() -> None:
    """From (9,8) into the thin rock at (8,7), with a chest above it or the worm in it, towards a face-down tile."""
    for worm in (False, True):
        cave = Cave((9, 8), (4, 2), closed=("r3c2",)).kit(0, "pick").dig((8, 6)).have(0, health=9).stack("coin")
        cave.creature("worm", (8, 7)) if worm else cave.token("chest", (8, 6))
        facts = cave.do(0, "use_pick", way="up_left").public + cave.answer_all()

        order = [fact["type"] for fact in facts]
        assert ("contact_made" in order) == worm
        assert order.index("tile_opened") < order.index("jump_went_on") < order.index("objects_fell")
        assert cave.where() == (7, 8)
        assert (8, 8) in ([cave.lair("worm")] if worm else [where for _, where in cave.lying()])


@pytest.mark.clause("TD-040")
def test_a_step_leads_into_an_empty_cell_but_not_into_rock() -> None:
    cave = Cave((5, 8))
    cave.do(0, "step", dir="left")

    assert cave.where() == (4, 8)
    assert Cave((4, 10)).refused(0, "step", dir="left") == "TD-040"
    assert Cave((5, 5)).refused(0, "step", dir="left") == "TD-040"


@pytest.mark.clause("TD-041", "TD-050", "TD-052")
def test_a_step_over_the_edge_ends_in_a_fall_of_4_that_costs_1_health() -> None:
    cave = Cave((5, 1))
    facts = cave.do(0, "step", dir="right")

    assert cave.where() == (6, 5)
    assert told(facts, "objects_fell")[0]["length"] == 4
    assert cave.health() == 2


@pytest.mark.clause("TD-043")
def test_a_jump_is_illegal_if_both_the_cell_above_and_the_cell_in_front_are_solid() -> None:
    cave = Cave((4, 10))

    assert cave.cell((4, 9)) == cave.cell((3, 10)) == "#"
    assert cave.cell((3, 9)) == "."
    assert cave.refused(0, "jump", dir="left") == "TD-043"


@pytest.mark.clause("TD-043")
def test_one_solid_cell_of_the_two_does_not_stop_a_jump_but_a_solid_cell_diagonally_above_does() -> None:
    assert "right" in Cave((4, 2)).options(0, "jump")  # rock in front
    assert "left" in Cave((7, 8)).options(0, "jump")
    cave = Cave((4, 10))
    assert cave.cell((5, 9)) == "#"
    assert cave.refused(0, "jump", dir="right") == "TD-043"


@pytest.mark.clause("TD-044", "TD-043")
@pytest.mark.parametrize(
    ("start", "direction", "way", "end"),
    [
        ((4, 2), "right", [(5, 1)], (5, 1)),
        ((7, 8), "left", [(6, 7), (5, 8)], (5, 8)),
        ((4, 2), "left", [(3, 1), (2, 1)], (2, 1)),
    ],
)
def test_the_second_part_of_a_jump_takes_the_first_way_there_is(
    start: tuple[int, int], direction: str, way: list[tuple[int, int]], end: tuple[int, int]
) -> None:
    cave = Cave(start)
    facts = cave.do(0, "jump", dir=direction)
    went = [tuple(fact["to_cell"]) for fact in [*told(facts, "character_moved"), *told(facts, "jump_went_on")]]

    assert went == way
    assert cave.where() == end
    assert cave.health() == 3
    assert cave.state["turn"]["endurance"] == 3


@pytest.mark.clause("TD-044")
def test_without_a_second_part_the_jump_ends_in_a_fall() -> None:
    cave = Cave((7, 2))
    facts = cave.do(0, "jump", dir="right")

    assert cave.where() == (8, 5)
    assert told(facts, "jump_went_on") == []
    assert told(facts, "objects_fell")[0]["length"] == 4
    assert cave.health() == 2


@pytest.mark.clause("TD-045")
def test_after_its_second_part_a_jump_may_end_in_a_fall() -> None:
    cave = Cave((4, 8))
    facts = cave.do(0, "jump", dir="right")

    assert told(facts, "jump_went_on")[0]["to_cell"] == [6, 8]
    assert cave.where() == (6, 12)
    assert cave.health() == 2


@pytest.mark.clause("TD-046", "TD-006")
def test_a_jump_into_a_face_down_tile_opens_it_and_goes_on() -> None:
    cave = Cave((10, 4), closed=("r1c3",)).stack("coin")
    facts = cave.do(0, "jump", dir="left")
    assert types(facts)[:2] == ["tile_opened", "points_gained"]
    assert cave.where() == (10, 4)
    cave.do(0, "place_token", cell=(9, 0))

    assert cave.where() == (8, 5)


@pytest.mark.clause("TD-046", "TD-061")
def test_a_jump_into_a_face_down_cell_that_proves_rock_is_cancelled() -> None:
    cave = Cave((8, 8), (4, 2), closed=("r2c2",)).stack("chest")
    cave.do(0, "jump", dir="left")
    facts = cave.answer_all()

    assert [fact["because"] for fact in facts if fact["type"] == "movement_cancelled"] == ["rock"]
    assert cave.where() == (8, 8)
    assert cave.state["active"] == 1


@pytest.mark.clause("TD-046", "TD-043")
def test_a_jump_that_the_opened_tile_forbids_is_cancelled_though_its_cell_is_empty() -> None:
    cave = Cave((9, 12), (4, 2), closed=("r3c3",)).stack("chest")
    cave.do(0, "jump", dir="right")
    cave.answer_all()

    assert cave.cell((10, 11)) == "."
    assert cave.cell((9, 11)) == "#"
    assert cave.where() == (9, 12)


@pytest.mark.clause("TD-047", "TD-048")
def test_a_jump_opens_the_tile_its_second_part_depends_on_and_goes_on_with_what_is_known() -> None:
    cave = Cave((2, 13), closed=("r4c2",)).stack("coin")
    facts = cave.do(0, "jump", dir="right")
    assert types(facts).index("character_moved") < types(facts).index("tile_opened")
    assert "jump_went_on" not in types(facts)
    facts = cave.do(0, "place_token", cell=(6, 12))

    assert told(facts, "jump_went_on")[0]["to_cell"] == [4, 13]
    assert cave.where() == (4, 13)
    assert cave.lying() == [("coin", (6, 12))]


@pytest.mark.clause("TD-047", "TD-044")
def test_a_jump_that_can_go_on_level_opens_no_tile_above_that() -> None:
    """From (5,8) to the left: B is (3,8), which is empty; C is (3,7), on the face-down tile."""
    cave = Cave((5, 8), closed=("r2c1",))
    facts = cave.do(0, "jump", dir="left")

    assert "tile_opened" not in types(facts)
    assert told(facts, "jump_went_on")[0]["to_cell"] == [3, 8]
    assert cave.where() == (3, 9)


@pytest.mark.clause("TD-047", "TD-064", "TD-175")
def test_one_jump_may_open_two_tiles() -> None:
    cave = Cave((5, 8), closed=("r2c2", "r3c1")).stack("chest", "chest")
    facts = cave.do(0, "jump", dir="left").public + cave.answer_all()

    assert [fact["place"] for fact in facts if fact["type"] == "tile_opened"] == ["r2c2", "r3c1"]
    assert cave.points() == 2
    assert cave.where() == (3, 9)


@pytest.mark.clause("TD-048", "TD-130", "TD-006", "TD-044")
def test_what_lies_in_the_first_cell_of_a_jump_is_taken_on_the_way() -> None:
    """The coin at (7,15) rests on a face-down tile; the jump passes through."""
    cave = Cave((8, 16), closed=("r5c2",)).dig((7, 15)).token("coin", (7, 15)).stack("chest")
    facts = cave.do(0, "jump", dir="left").public + cave.answer_all()

    assert [fact["type"] for fact in facts][:4] == ["character_moved", "token_taken", "points_gained", "tile_opened"]
    assert cave.points() == 3
    assert cave.where() == (6, 15)


@pytest.mark.clause("TD-048", "TD-142", "TD-143")
def test_a_jump_through_a_creatures_tile_draws_its_marker_on_the_way() -> None:
    cave = Cave((5, 8)).creature("dragon", (5, 4))
    facts = cave.do(0, "jump", dir="left")

    assert [fact["type"] for fact in facts.public if "marker" in fact["type"]] == [
        "marker_put_on_character",
        "marker_put_on_tile",
    ]
    assert cave.marker("dragon") == {"on": "tile", "place": 6, "seat": 0}


@pytest.mark.clause("TD-049", "TD-014")
def test_characters_do_not_block_each_other() -> None:
    cave = Cave((5, 8), (4, 8), (4, 8))
    cave.do(0, "step", dir="left")

    assert [cave.where(seat) for seat in range(3)] == [(4, 8)] * 3
