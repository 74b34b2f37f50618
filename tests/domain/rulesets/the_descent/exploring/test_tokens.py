"""Where exploration tokens are placed, and who takes them."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.box.cells import CELLS_OF, CLOSED, PLACES, Field, closed_rows
from delvebook.domain.rulesets.the_descent.exploring.tokens import (
    first_takes_tokens,
    put_token,
    take_tokens,
    token_cells,
)
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, at, field_r, point, told, types

PLANTED = ("chest", "health", "coin", "backpack", "monster", "plant", "dragon")


def alone(tile: str, place: str) -> Field:
    """A field with one tile open, unrotated."""
    field = Field(closed_rows())
    field.lay(PLACES.index(place), CONTENT.face(tile, 0))
    return field


def cells_for(kind: str, tile: str, place: str) -> list[tuple[int, int]]:
    return [point(cell) for cell in token_cells(alone(tile, place), kind, PLACES.index(place))]


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


@pytest.mark.clause("TD-066")
def test_a_token_without_any_hold_goes_into_no_rock() -> None:
    field = Field(closed_rows())
    field.lay(4, ["##..", "....", "....", "...."])

    assert token_cells(field, "coin", 4) == list(CELLS_OF[4][2:])


@pytest.mark.clause("TD-106", "TD-060", "TD-066")
def test_what_is_placed_where_a_character_rests_is_taken_by_it_and_what_is_not_carried_falls() -> None:
    cave = Cave((5, 8), (4, 8))
    cave.state["stack"].remove("coin")
    put_token(cave.course(), 0, at((4, 8)), kind="coin", number=0, place=7, by="map")
    assert [cave.points(seat) for seat in (0, 1)] == [0, 2]

    assert [frame["do"] for frame in cave.state["agenda"]] == ["settle"]


@pytest.mark.clause("TD-141")
@pytest.mark.parametrize(
    ("by", "cell", "hunted"), [("fall", (5, 8), True), ("fall", None, False), ("map", (5, 8), False)]
)
def test_a_creature_found_hunts_an_opener_who_came_by_moving_and_is_still_there(
    by: str, cell: tuple[int, int] | None, *, hunted: bool
) -> None:
    cave = Cave((5, 8), (4, 2)).have(0, cell=None if cell is None else at(cell))
    put_token(cave.course(), 0, at((7, 8)), kind="dragon", number=0, place=7, by=by)

    assert cave.marker("dragon") == ({"on": "seat", "seat": 0} if hunted else None)


@pytest.mark.clause("TD-105", "TD-074")
def test_neither_is_a_falling_token_taken_nor_does_a_falling_character_take_any() -> None:
    cave = Cave((5, 8), (5, 8)).token("coin", (5, 8)).token("health", (5, 8))
    cave.state["tokens"][0]["moving"] = True
    take_tokens(cave.course(), 0, at((5, 8)), "TD-105")
    assert (cave.points(), cave.health()) == (0, 4)

    cave.state["tokens"][0]["moving"] = False
    cave.have(0, moving=True)
    first_takes_tokens(cave.course(), at((5, 8)))
    assert [cave.points(seat) for seat in (0, 1)] == [0, 2]
