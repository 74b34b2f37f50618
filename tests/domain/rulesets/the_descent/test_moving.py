"""Turns, steps, jumps and falls."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.the_descent.caves import CONTENT, Cave, at, told, types

# -- turns ------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-030")
def test_seats_in_play_act_once_a_round_in_turn_order_and_arrived_ones_are_skipped() -> None:
    cave = Cave((4, 2), (4, 2), (4, 25), (7, 2))
    cave.have(2, arrived=True)
    acted = []
    for _ in range(6):
        acted.append((cave.state["round"], cave.state["active"]))
        cave.do(cave.state["active"], "end_turn")

    assert acted == [(1, 0), (1, 1), (1, 3), (2, 0), (2, 1), (2, 3)]


@pytest.mark.clause("TD-030")
def test_nobody_moves_out_of_turn() -> None:
    cave = Cave((4, 2), (4, 2))

    assert cave.refused(1, "step", dir="right") == "TD-030"
    assert cave.refused(1, "end_turn") == "TD-030"


@pytest.mark.clause("TD-031")
def test_each_turn_begins_with_5_endurance_and_none_is_carried_over() -> None:
    cave = Cave((5, 8))
    cave.do(0, "step", dir="left")
    assert cave.state["turn"]["endurance"] == 4
    cave.do(0, "end_turn")

    assert cave.state["turn"]["endurance"] == 5


@pytest.mark.clause("TD-033", "TD-040", "TD-043")
@pytest.mark.parametrize(("endurance", "steps", "jumps"), [(0, False, False), (1, True, False), (2, True, True)])
def test_a_step_needs_1_endurance_and_a_jump_2(endurance: int, steps: bool, jumps: bool) -> None:
    cave = Cave((7, 8)).turn(endurance=endurance)

    assert bool(cave.options(0, "step")) == steps
    assert bool(cave.options(0, "jump")) == jumps
    if not steps:
        assert cave.refused(0, "step", dir="left") == "TD-033"
    if not jumps:
        assert cave.refused(0, "jump", dir="left") == "TD-033"


@pytest.mark.clause("TD-033", "TD-034")
def test_without_endurance_the_turn_goes_on_and_a_card_may_be_used() -> None:
    cave = Cave((4, 8)).kit(0, "rope").turn(endurance=1)
    cave.do(0, "step", dir="right")

    assert cave.state["turn"]["endurance"] == 0
    assert cave.state["round"] == 1
    assert (3, 8) in cave.options(0, "use_rope")
    cave.do(0, "use_rope", cell=(3, 8))
    assert cave.state["round"] == 2


# -- steps --------------------------------------------------------------------------------------------


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


# -- jumps ----------------------------------------------------------------------------------------------


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
    cave = Cave((2, 1), closed=("r1c2",)).stack("coin")
    facts = cave.do(0, "jump", dir="right")

    assert (
        types(facts).index("character_moved") < types(facts).index("tile_opened") < types(facts).index("jump_went_on")
    )
    assert told(facts, "jump_went_on")[0]["to_cell"] == [4, 1]
    assert cave.where() == (4, 2)
    assert cave.lying() == [("coin", (5, 1))]


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


# -- falls ------------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-052", "TD-053", "TD-055")
@pytest.mark.parametrize(
    ("length", "loss"),
    [(0, 0), (1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 2), (8, 3), (9, 3), (10, None), (23, None)],
)
def test_the_fall_table(length: int, loss: int | None) -> None:
    assert CONTENT.health_lost_by_fall(length) == loss


@pytest.mark.clause("TD-052", "TD-053", "TD-050", "TD-041")
@pytest.mark.parametrize(
    ("start", "direction", "length", "loss"),
    [
        ((5, 1), "left", 1, 0),
        ((3, 6), "right", 2, 0),
        ((7, 2), "left", 3, 0),
        ((5, 8), "right", 4, 1),
        ((4, 16), "right", 5, 1),
        ((6, 15), "left", 6, 2),
        ((4, 13), "right", 8, 3),
        ((6, 12), "left", 9, 3),
    ],
)
def test_stepping_over_edges_costs_what_the_depth_costs(
    start: tuple[int, int], direction: str, length: int, loss: int
) -> None:
    cave = Cave(start).have(0, health=5)
    facts = cave.do(0, "step", dir=direction)

    assert told(facts, "objects_fell")[0]["length"] == length
    assert cave.health() == 5 - loss
    assert cave.state["round"] == (2 if loss else 1)
    if not loss:
        assert cave.state["turn"]["endurance"] == 4


@pytest.mark.clause("TD-054", "TD-034")
def test_a_fall_that_costs_health_takes_the_endurance_and_ends_the_turn() -> None:
    cave = Cave((5, 1), (4, 2))
    cave.do(0, "step", dir="right")

    assert cave.state["active"] == 1
    assert cave.health() == 2


@pytest.mark.clause("TD-052", "TD-055", "TD-112", "TD-113")
def test_a_fall_of_exactly_10_kills_whatever_the_health_and_asks_for_no_shield() -> None:
    cave = Cave((5, 10)).have(0, health=9).drawn(0, "pick", "shield")
    facts = cave.do(0, "use_pick", way="down")

    assert told(facts, "objects_fell")[0]["length"] == 10
    assert "fall_killed" in types(facts)
    assert cave.pending() == ("place_character", 0)
    assert cave.health() == 3

    cave = Cave((6, 12)).have(0, health=9).drawn(0, "shield")
    cave.do(0, "step", dir="left")
    assert cave.pending() == ("answer_fall", 0)
    cave.do(0, "answer_fall", card="none")
    assert cave.pending() == ("answer_loss", 0)  # 9 cells: a shield can still save


@pytest.mark.clause("TD-055", "TD-112")
def test_a_fall_of_10_by_a_step_offers_insurance_but_no_shield() -> None:
    cave = Cave((6, 12)).dig((5, 22)).have(0, health=9).drawn(0, "shield", "insurance")
    cave.do(0, "step", dir="left")
    assert cave.pending() == ("answer_fall", 0)
    facts = cave.do(0, "answer_fall", card="none")

    assert "character_died" in types(facts)


@pytest.mark.clause("TD-055", "TD-097", "TD-111", "TD-082")
@pytest.mark.parametrize(("answer", "health"), [("shield", 3), ("none", 2)])
def test_a_shield_saves_the_loss_of_a_fall_and_ends_the_turn(answer: str, health: int) -> None:
    cave = Cave((5, 1), (4, 2)).kit(0).drawn(0, "shield")
    cave.do(0, "step", dir="right")
    cave.do(0, "answer_fall", card="none")
    cave.do(0, "answer_loss", card=answer)

    assert cave.health() == health
    assert cave.state["active"] == 1


@pytest.mark.clause("TD-056")
def test_a_fall_is_settled_in_its_order() -> None:
    cave = Cave((5, 1)).drawn(0, "shield", "insurance").token("coin", (6, 5))
    facts = cave.do(0, "step", dir="right")
    assert types(facts) == ["character_moved", "objects_fell"]
    assert cave.pending() == ("answer_fall", 0)
    cave.do(0, "answer_fall", card="none")
    assert cave.pending() == ("answer_loss", 0)
    facts = cave.do(0, "answer_loss", card="none")

    assert types(facts)[:3] == ["health_lost", "token_taken", "points_gained"]
    assert cave.points() == 2


@pytest.mark.clause("TD-056", "TD-112")
def test_who_dies_of_a_fall_takes_nothing_on_the_way() -> None:
    cave = Cave((5, 1)).have(0, health=1).token("coin", (6, 5))
    cave.do(0, "step", dir="right")

    assert cave.pending() == ("place_character", 0)
    assert cave.lying() == [("coin", (6, 5))]


@pytest.mark.clause("TD-057", "TD-100", "TD-137", "TD-058")
def test_insurance_undoes_a_fall_before_it_costs_anything() -> None:
    cave = Cave((5, 1), (4, 2)).drawn(0, "insurance").token("coin", (6, 5)).creature("plant", (6, 12))
    cave.do(0, "step", dir="right")
    facts = cave.do(0, "answer_fall", card="insurance")

    assert cave.where() == (5, 1)
    assert cave.health() == 3
    assert cave.lying() == [("coin", (6, 5))]
    assert "token_taken" not in types(facts)
    assert cave.state["active"] == 1  # TD-082


@pytest.mark.clause("TD-057")
def test_insurance_is_offered_for_harmless_falls_too_but_not_without_a_cell_to_go_back_to() -> None:
    cave = Cave((1, 1)).drawn(0, "insurance")
    cave.do(0, "step", dir="left")
    assert cave.pending() == ("answer_fall", 0)

    cave = Cave((5, 5)).kit(0).drawn(0, "pick", "insurance")
    cave.do(0, "use_pick", way="down")
    assert cave.pending() is None


@pytest.mark.clause("TD-057", "TD-058", "TD-059")
def test_insurance_goes_to_the_resting_cell_before_when_the_last_one_no_longer_carries() -> None:
    cave = Cave((5, 8), (5, 5)).kit(0).drawn(0, "dynamite").drawn(1, "insurance")
    cave.have(1, rests=[at((5, 5)), at((8, 5))])
    cave.do(0, "use_dynamite", cell=(5, 6))
    assert cave.pending() == ("answer_fall", 1)
    cave.do(1, "answer_fall", card="insurance")

    assert cave.where(1) == (8, 5)
    assert cave.seat(1)["rests"] == [at((8, 5)), at((5, 5))]


@pytest.mark.clause("TD-058")
def test_only_the_last_two_different_resting_cells_of_this_life_are_remembered() -> None:
    cave = Cave((8, 8))
    for direction in ("right", "left", "left"):
        cave.do(0, "step", dir=direction)

    assert cave.seat(0)["rests"] == [at((7, 8)), at((8, 8))]
    cave.do(0, "surrender")
    cave.do(0, "place_character", cell=(5, 1))
    assert cave.seat(0)["rests"] == [at((5, 1))]


@pytest.mark.clause("TD-059", "TD-054", "TD-014")
def test_who_falls_in_anothers_turn_ends_no_turn() -> None:
    cave = Cave((7, 6), (6, 5), (4, 2)).have(1, health=5)
    cave.do(0, "jump", dir="left")

    assert cave.where(0) == cave.where(1) == (6, 12)
    assert (cave.health(0), cave.health(1)) == (1, 3)
    assert (cave.state["active"], cave.state["turn"]["endurance"]) == (1, 5)


@pytest.mark.clause("TD-137", "TD-057", "TD-143")
def test_insurance_brings_the_character_back_and_its_hunters_marker_stays_where_it_is_then() -> None:
    """The step from r2c1 into r2c2, where the dragon is, ends in a fall; insurance leads back to r2c1."""
    cave = Cave((3, 6), (4, 2)).drawn(0, "insurance").creature("dragon", (5, 4))
    cave.do(0, "step", dir="right")
    assert cave.marker("dragon") == {"on": "seat", "seat": 0}
    cave.do(0, "answer_fall", card="insurance")

    assert cave.where() == (3, 6)
    assert cave.marker("dragon") == {"on": "tile", "place": 3, "seat": 0}


@pytest.mark.clause("TD-060", "TD-073", "TD-077", "TD-042")
def test_a_step_is_dropped_if_what_the_opened_tile_let_fall_takes_the_ground_away() -> None:
    """The spider over (7,13) clung to the face-down tile alone; it comes down onto seat 0, and the thin rock breaks."""
    cave = Cave((7, 13), (4, 2), closed=("r4c3",)).dig((7, 11)).creature("spider", (7, 12), web="r6c1").stack("chest")
    facts = cave.do(0, "step", dir="right").public + cave.answer_all()

    assert cave.where() == cave.lair("spider") == (7, 14)
    assert cave.health() == 2
    assert "character_moved" not in [fact["type"] for fact in facts]
    assert cave.state["active"] == 1
