"""Opening tiles, drawing and placing exploration tokens."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.geometry import CELLS_OF, CLOSED, PLACES, Field, closed_rows
from delvebook.domain.rulesets.the_descent.tiles import token_cells
from tests.domain.rulesets.the_descent.caves import CONTENT, RULESET, Cave, field_r, point, told, types

PLANTED = ("chest", "health", "coin", "backpack", "monster", "plant", "dragon")


def alone(tile: str, place: str) -> Field:
    """A field with one tile open, unrotated."""
    field = Field(closed_rows())
    field.lay(PLACES.index(place), CONTENT.face(tile, 0))
    return field


def cells_for(kind: str, tile: str, place: str) -> list[tuple[int, int]]:
    return [point(cell) for cell in token_cells(alone(tile, place), kind, PLACES.index(place))]


# -- the order of an opening ---------------------------------------------------------------------------


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


# -- where tokens may be placed ---------------------------------------------------------------------------


@pytest.mark.clause("TD-066")
@pytest.mark.parametrize("kind", PLANTED)
@pytest.mark.parametrize(
    ("tile", "place", "cells"),
    [
        ("T02", "r1c1", [(1, 1), (2, 1)]),
        ("T04", "r2c1", [(0, 6), (3, 6)]),
        ("T03", "r1c3", [(9, 0), (10, 0)]),
    ],
)
def test_tokens_go_onto_central_cells_that_carry_else_onto_others_that_do(
    kind: str, tile: str, place: str, cells: list[tuple[int, int]]
) -> None:
    assert cells_for(kind, tile, place) == cells


@pytest.mark.clause("TD-066", "TD-067")
def test_on_a_tile_without_any_hold_a_token_goes_onto_any_empty_cell() -> None:
    field = Field(closed_rows())
    field.lay(4, ["....", "....", "....", "...."])

    for kind in ("coin", "spider"):
        assert token_cells(field, kind, 4) == list(CELLS_OF[4])
    assert field.cells[CELLS_OF[7][0]] == CLOSED


@pytest.mark.clause("TD-067")
def test_the_spider_goes_where_rock_is_beside_it_and_face_down_cells_are_none() -> None:
    assert cells_for("spider", "T04", "r2c1") == [
        (1, 4),
        (2, 4),
        (0, 5),
        (3, 5),
        (0, 6),
        (3, 6),
        (1, 7),
        (2, 7),
    ]
    assert cells_for("spider", "T01", "r1c2") == [(5, 1), (6, 2)]


@pytest.mark.clause("TD-068")
def test_the_worm_goes_into_central_rock_else_into_any() -> None:
    assert cells_for("worm", "T02", "r1c1") == [(1, 2), (2, 2)]
    assert cells_for("worm", "T04", "r2c1") == [(0, 4), (3, 4), (0, 7), (3, 7)]


@pytest.mark.clause("TD-066", "TD-067", "TD-068")
def test_other_cells_are_refused_by_the_clause_of_the_token() -> None:
    for kind, clause in (("coin", "TD-066"), ("spider", "TD-067"), ("worm", "TD-068")):
        cave = Cave((5, 1), closed=("r2c2",)).stack(kind)
        cave.do(0, "step", dir="right")
        assert cave.refused(0, "place_token", cell=(0, 0)) == clause


@pytest.mark.clause("TD-060", "TD-066")
def test_an_only_place_is_taken_without_asking() -> None:
    cave = Cave((8, 8), closed=("r3c2",)).stack("coin")
    cave.do(0, "step", dir="left")

    assert cave.lying() == [("coin", (5, 10))]
    assert cave.pending() == ("confirm_step", 0)


@pytest.mark.clause("TD-060", "TD-073", "TD-006")
def test_what_rested_on_a_face_down_tile_falls_before_the_token_is_drawn() -> None:
    cave = Cave((8, 8), closed=("r3c2",)).dig((5, 6)).token("coin", (5, 7)).stack("chest")
    facts = cave.do(0, "step", dir="left")

    assert types(facts)[:4] == ["tile_opened", "points_gained", "objects_fell", "token_drawn"]
    assert ("coin", (5, 8)) in cave.lying()


# -- tokens -----------------------------------------------------------------------------------------------


@pytest.mark.clause("TD-107")
def test_from_an_empty_stack_no_token_is_drawn_and_gone_ones_do_not_return() -> None:
    cave = Cave((8, 8), closed=("r3c2",))
    cave.state["gone"] = dict(CONTENT.tokens)
    cave.state["stack"] = []
    facts = cave.do(0, "step", dir="left")

    assert "token_drawn" not in types(facts)
    assert cave.pending() == ("confirm_step", 0)

    cave = Cave((5, 8)).token("coin", (4, 8))
    cave.do(0, "step", dir="left")
    assert cave.state["gone"] == {"coin": 1}
    assert cave.state["stack"].count("coin") == 5


@pytest.mark.clause("TD-108", "TD-102", "TD-141")
@pytest.mark.parametrize("kind", sorted(CONTENT.tokens))
def test_every_kind_of_token_may_come_up_on_a_bottom_tile(kind: str) -> None:
    cave = Cave((4, 2), closed=("low1", "low2")).drawn(0, "map").stack(kind)
    cave.do(0, "use_map", tile="low1")
    cave.do(0, "rotate_tile", quarter_turns=0)
    cave.answer_all()

    found = [name for name, _ in cave.lying()] + cave.alive()
    assert found == [kind]


@pytest.mark.clause("TD-105")
def test_tokens_are_taken_and_what_they_are_is_gained() -> None:
    for kind, health, points, cards in (("health", 4, 0, 0), ("coin", 3, 2, 0), ("backpack", 3, 0, 2)):
        cave = Cave((5, 8)).token(kind, (4, 8))
        facts = cave.do(0, "step", dir="left")
        assert (cave.health(), cave.points(), len(cave.hand())) == (health, points, cards)
        assert cave.lying() == []
        assert told(facts, "token_taken")[0]["token"] == kind

    cave = Cave((5, 8)).token("chest", (4, 8))
    cave.do(0, "step", dir="left")
    assert cave.lying() == [("chest", (4, 8))]


@pytest.mark.clause("TD-105")
def test_creatures_take_nothing() -> None:
    cave = Cave((4, 8)).token("coin", (7, 8)).creature("spider", (8, 8), hunts=0)
    cave.end_round()
    cave.answer_all()

    assert cave.lair("spider") != (8, 8)
    assert cave.lying() == [("coin", (7, 8))]


@pytest.mark.clause("TD-106", "TD-013")
def test_a_token_that_falls_onto_several_characters_goes_to_the_first_by_priority() -> None:
    """Seat 1 blows up the thin rock under a coin; seats 0 and 2 wait below."""
    cave = Cave((5, 8), (6, 5), (5, 8)).drawn(1, "dynamite").token("coin", (5, 5)).turn(1)
    cave.do(1, "use_dynamite", cell=(5, 6))

    assert [cave.points(seat) for seat in range(3)] == [0, 0, 2]  # seat 1 is active, seat 2 follows


@pytest.mark.clause("TD-023", "TD-105")
def test_health_tokens_have_no_upper_limit() -> None:
    cave = Cave((5, 8)).have(0, health=11).token("health", (4, 8))
    cave.do(0, "step", dir="left")

    assert cave.health() == 12


def test_field_r_helper_closes_what_it_is_told() -> None:
    assert field_r("r1c1").rows()[0].startswith("????")
    assert RULESET.id == "the-descent"
