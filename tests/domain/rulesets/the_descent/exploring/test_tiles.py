"""Opening tiles."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.box.cells import PLACES
from tests.domain.rulesets.the_descent.tables import Cave, told, types


@pytest.mark.clause("TD-060", "TD-062", "TD-042", "TD-034", "TD-175")
def test_a_step_into_a_face_down_tile_opens_it_scores_draws_places_and_asks_whether_to_go_on() -> None:
    cave = Cave((8, 8), (4, 2), closed=("r3c2",)).stack("chest")
    facts = cave.do(0, "step", dir="left")

    assert types(facts) == ["tile_opened", "points_gained", "token_drawn", "token_placed"]
    assert cave.lying() == [("chest", (5, 10))]
    assert cave.points() == 1
    assert cave.where() == (8, 8)
    assert cave.pending() == ("confirm_step", 0)
    assert cave.choices("choice") == ["continue", "cancel"]


@pytest.mark.clause("TD-062", "TD-041", "TD-034")
@pytest.mark.parametrize(("choice", "end"), [("continue", (7, 8)), ("cancel", (8, 8))])
def test_the_opener_goes_on_or_stays_and_the_turn_is_over_either_way(choice: str, end: tuple[int, int]) -> None:
    cave = Cave((8, 8), (4, 2), closed=("r3c2",)).stack("chest")
    cave.do(0, "step", dir="left")
    cave.do(0, "confirm_step", choice=choice)

    assert cave.where() == end
    assert cave.state["active"] == 1


@pytest.mark.clause("TD-061", "TD-062", "TD-042")
def test_a_step_towards_rock_is_cancelled_without_asking() -> None:
    cave = Cave((3, 9), (4, 2), closed=("r3c2",)).stack("chest")
    facts = cave.do(0, "step", dir="right")

    assert told(facts, "movement_cancelled")[0]["clauses"] == ["TD-061"]
    assert cave.where() == (3, 9)
    assert cave.state["active"] == 1
    assert cave.points() == 1


@pytest.mark.clause("TD-008")
def test_an_open_tile_is_never_turned_again() -> None:
    cave = Cave((4, 2), closed=("r3c2",)).kit(0).drawn(0, "map", "lamp")

    assert cave.refused(0, "use_map", tile="r3c1") == "TD-102"
    assert cave.refused(0, "use_lamp", tile="r1c1") == "TD-101"
    cave.do(0, "use_map", tile="r3c2")
    cave.do(0, "rotate_tile", quarter_turns=3)
    cave.answer_all()
    assert cave.refused(0, "rotate_tile", quarter_turns=1) == "TD-102"
    assert cave.state["places"][PLACES.index("r3c2")] == {"tile": "T08", "turns": 3, "open": True}


@pytest.mark.clause("TD-064", "TD-063", "TD-051", "TD-060")
def test_with_only_the_start_tile_open_a_step_over_the_edge_opens_the_tile_below_and_no_shield_helps() -> None:
    cave = Cave((5, 1), (4, 2), only=("r1c2",)).drawn(0, "shield", "insurance").stack("chest")
    facts = cave.do(0, "step", dir="right")
    assert told(facts, "tile_opened")[0]["place"] == "r2c2"
    assert cave.pending() == ("place_token", 0)
    assert cave.choices("cell") == [(5, 5), (6, 5)]
    facts = cave.do(0, "place_token", cell=(5, 5))

    assert told(facts, "objects_fell")[0]["length"] == 4
    assert cave.where() == (6, 5)
    assert cave.health() == 2
    assert cave.points() == 1
    assert cave.state["active"] == 1


@pytest.mark.clause("TD-051", "TD-061")
def test_a_fall_ends_above_a_face_down_cell_that_proves_solid() -> None:
    cave = Cave((3, 2), closed=("r2c2",)).dig((4, 3)).stack("chest")
    facts = cave.do(0, "step", dir="right").public + cave.answer_all()

    assert cave.cell((4, 4)) == "#"
    assert cave.where() == (4, 3)
    assert [fact["length"] for fact in facts if fact["type"] == "objects_fell"] == [1]


@pytest.mark.clause("TD-063", "TD-131")
def test_who_opened_a_tile_by_falling_may_not_even_draw_the_sword_on_what_lives_there() -> None:
    """The plant is placed where the fall ends; plant and climber then break the thin rock below."""
    cave = Cave((5, 1), (4, 2), closed=("r2c2",)).kit(0, "sword").have(0, health=9).stack("plant")
    cave.do(0, "step", dir="right")
    facts = cave.do(0, "place_token", cell=(6, 5))

    assert cave.pending() is None
    assert "contact_made" in types(facts)
    assert cave.health() == 9 - 1 - 1 - 2
    assert cave.hand() == ["sword"]


@pytest.mark.clause("TD-063", "TD-081")
def test_the_bar_ends_with_the_window() -> None:
    cave = Cave((8, 8), closed=("r3c2",)).kit(0, "rope").stack("chest")
    cave.do(0, "step", dir="left")
    assert cave.state["window"]["barred"] == [0]
    cave.do(0, "confirm_step", choice="cancel")

    assert cave.state["window"]["barred"] == []
    assert cave.options(0, "use_rope")


@pytest.mark.clause("TD-065", "TD-013", "TD-057", "TD-063")
def test_of_several_who_fall_together_the_first_by_priority_opens() -> None:
    """Seat 0 blows up the rock under seats 1 and 2, above a face-down tile."""
    cave = Cave((3, 2), (4, 2), (4, 2), closed=("r2c2",)).drawn(0, "dynamite").stack("chest")
    facts = cave.do(0, "use_dynamite", cell=(4, 3))

    assert told(facts, "tile_opened")[0]["seat"] == 1
    assert cave.pending() == ("place_token", 1)
    assert cave.state["active"] == 0
    assert cave.state["window"]["barred"] == [1]
    cave.answer_all()
    assert [cave.points(seat) for seat in range(3)] == [0, 1, 0]
    assert cave.where(1) == cave.where(2) == (4, 3)


@pytest.mark.clause("TD-065", "TD-013")
def test_the_opener_follows_the_active_seat_in_turn_order_whatever_its_number() -> None:
    """Seat 2 blows up the rock under seats 0 and 3, above a face-down tile."""
    cave = Cave((4, 2), (8, 8), (3, 2), (4, 2), closed=("r2c2",)).drawn(2, "dynamite").stack("chest").turn(2)
    facts = cave.do(2, "use_dynamite", cell=(4, 3))

    assert [fact["seat"] for fact in told(facts, "tile_opened")] == [3]
    assert cave.pending() == ("place_token", 3)
    cave.answer_all()
    assert [cave.points(seat) for seat in range(4)] == [0, 0, 0, 1]


@pytest.mark.clause("TD-065", "TD-123", "TD-059")
def test_who_opens_a_tile_in_the_creature_phase_ends_no_turn_but_prevents_the_collapse() -> None:
    """The spider joins seat 0 above thin rock: it gives way, and the fall opens the tile below."""
    cave = Cave((5, 5), (4, 2), closed=("r3c2",)).creature("spider", (5, 4), hunts=0, web="r6c1").stack("chest")
    cave.state["opened"] = False
    cave.turn(1)
    facts = cave.do(1, "end_turn").public + cave.answer_all()

    assert [fact["seat"] for fact in facts if fact["type"] == "tile_opened"] == [0]
    assert cave.points(0) == 1
    assert "collapse_began" not in [fact["type"] for fact in facts]
    assert (cave.state["round"], cave.state["active"]) == (2, 0)
