"""Target markers."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.exploring.markers import (
    come_to_tile,
    follow_character,
    is_borne_by,
    look_around,
    lose_bearer,
    return_from_lures,
)
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, at, told, types


@pytest.mark.clause("TD-141", "TD-062", "TD-143", "TD-140")
def test_a_creature_found_by_a_step_hunts_the_opener_even_beside_its_tile() -> None:
    cave = Cave((8, 8), (4, 2), closed=("r3c2",)).stack("plant")
    cave.do(0, "step", dir="left")
    cave.do(0, "confirm_step", choice="cancel")

    assert cave.where() == (8, 8)
    assert cave.marker("plant") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-140")
def test_a_marker_is_off_the_field_on_a_character_on_a_tile_or_on_a_lure_as_all_can_see() -> None:
    cave = Cave((5, 8), (4, 2)).creature("dragon", (6, 5), hunts=0).creature("plant", (0, 6))
    cave.creature("worm", (4, 9)).heads_for("worm", "r2c3", bearer=1)
    shown = [creature["marker"] for creature in cave.view(1)["creatures"]]

    assert shown == [{"on": "seat", "seat": 0}, None, {"on": "tile", "seat": 1, "place": "r2c3"}]
    cave.beast("plant")["marker"] = {"on": "lure", "cell": at((0, 6)), "seat": 0, "returns": True}
    assert cave.view(1)["creatures"][1]["marker"] == {"on": "lure", "seat": 0, "cell": [0, 6], "returns": True}


@pytest.mark.clause("TD-142")
@pytest.mark.parametrize(
    ("marker", "drawn"),
    [
        (None, True),
        ({"on": "tile", "place": 0, "seat": 1}, True),
        ({"on": "seat", "seat": 1}, False),
        ({"on": "seat", "seat": 2}, True),
        ({"on": "lure", "cell": at((9, 8)), "seat": 1, "returns": True}, False),
    ],
)
def test_who_comes_onto_a_creatures_tile_draws_its_marker_unless_it_is_busy_there(
    marker: dict[str, object] | None, *, drawn: bool
) -> None:
    """Seat 1 is on the creature's tile, seat 2 is not."""
    cave = Cave((8, 8), (4, 8), (4, 2)).creature("dragon", (6, 10))
    cave.beast("dragon")["marker"] = marker
    cave.do(0, "step", dir="left")

    assert (cave.marker("dragon") == {"on": "seat", "seat": 0}) == drawn


@pytest.mark.clause("TD-143", "TD-152")
def test_leaving_the_creatures_tile_pins_the_marker_to_the_new_tile_but_the_plants_is_gone() -> None:
    cave = Cave((7, 8), (4, 2)).creature("dragon", (6, 10), hunts=0).creature("plant", (5, 8), hunts=0)
    cave.do(0, "step", dir="right")
    assert cave.marker("dragon") == {"on": "tile", "place": 8, "seat": 0}
    assert cave.marker("plant") is None
    cave.do(0, "step", dir="right")

    assert cave.marker("dragon") == {"on": "tile", "place": 8, "seat": 0}


@pytest.mark.clause("TD-143")
def test_within_a_tile_and_onto_the_creatures_own_tile_the_marker_stays_with_the_hunted() -> None:
    cave = Cave((8, 8), (4, 2)).creature("dragon", (6, 10), hunts=0)
    cave.do(0, "step", dir="right")
    assert cave.marker("dragon") == {"on": "seat", "seat": 0}  # r3c3, where it was pinned to nothing yet
    cave.do(0, "step", dir="left")
    facts = cave.do(0, "step", dir="left")

    assert cave.marker("dragon") == {"on": "seat", "seat": 0}
    assert not [fact for fact in facts.public if "marker" in fact["type"]]


@pytest.mark.clause("TD-144", "TD-010")
def test_before_its_move_a_creature_takes_the_nearest_character_on_its_tile_by_turn_order_if_tied() -> None:
    for second, taken in (((4, 8), 0), ((5, 10), 1)):
        cave = Cave((4, 10), second, (4, 2)).creature("plant", (7, 10))
        cave.turn(2)
        cave.do(2, "end_turn")
        assert cave.marker("plant") == {"on": "seat", "seat": taken}
    cave = Cave((4, 10), (4, 10), (4, 2)).creature("plant", (7, 10)).turn(2)
    cave.do(2, "end_turn")
    assert cave.marker("plant") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-144")
def test_a_creature_keeps_a_target_on_its_own_tile_though_another_is_nearer() -> None:
    cave = Cave((4, 8), (7, 8), (4, 2)).creature("plant", (7, 10), hunts=0).turn(2)
    cave.do(2, "end_turn")

    assert (cave.health(0), cave.health(1)) == (2, 3)


@pytest.mark.clause("TD-144", "TD-098")
def test_a_lured_creature_does_not_take_the_character_beside_it() -> None:
    cave = Cave((4, 8), (4, 2)).creature("dragon", (7, 8))
    cave.beast("dragon")["marker"] = {"on": "lure", "cell": at((9, 8)), "seat": 1, "returns": True}
    cave.turn(1)
    cave.do(1, "end_turn")

    assert cave.lair("dragon") == (9, 8)
    assert cave.health(0) == 3
    assert cave.marker("dragon") == {"on": "seat", "seat": 1}


@pytest.mark.clause("TD-145", "TD-149")
def test_a_creature_coming_onto_a_tile_takes_the_nearest_there_if_its_target_is_not() -> None:
    """The spider follows seat 0 from r3c3 through r3c2, where seat 1 stands."""
    cave = Cave((0, 6), (7, 8), (4, 2)).creature("spider", (8, 8), hunts=0, web="r6c1").turn(2)
    cave.do(2, "end_turn")
    cave.answer_all()

    assert cave.marker("spider") == {"on": "seat", "seat": 1}
    assert cave.lair("spider") == (7, 8)
    assert cave.health(1) == 2


@pytest.mark.clause("TD-145", "TD-148")
def test_on_the_marked_tile_with_nobody_there_the_marker_leaves_and_the_creature_stops() -> None:
    cave = Cave((4, 2)).creature("spider", (8, 8), web="r6c1").heads_for("spider", "r3c2")
    facts = cave.do(0, "end_turn").public + cave.answer_all()

    assert cave.lair("spider")[0] == 7
    assert cave.marker("spider") is None
    assert len([fact for fact in facts if fact["type"] == "creature_moved"]) == 1


@pytest.mark.clause("TD-145", "TD-151")
def test_a_creature_that_falls_onto_another_tile_takes_the_nearest_there() -> None:
    """The monster steps over the edge at (6,2) and falls to (6,5), onto the tile of seat 1."""
    cave = Cave((4, 10), (5, 5), (10, 4)).creature("monster", (7, 2), hunts=0).turn(2)
    facts = cave.do(2, "end_turn")

    assert told(facts, "creature_moved")[0]["to_cell"] == [6, 2]
    taken = told(facts, "marker_put_on_character")[0]
    assert (taken["clauses"], taken["seat"]) == (["TD-145"], 1)


@pytest.mark.clause("TD-145")
def test_a_marker_on_the_very_tile_a_creature_fell_onto_leaves_the_field_when_the_creature_is_to_move() -> None:
    """Dynamite lets the monster fall from r2c2 onto r3c2, where its marker lies and no character is."""
    cave = Cave((6, 5)).drawn(0, "dynamite").creature("monster", (5, 5)).heads_for("monster", "r3c2")
    facts = cave.do(0, "use_dynamite", cell=(5, 6))

    assert cave.lair("monster") == (5, 8)
    assert told(facts, "marker_left_field")[0]["clauses"] == ["TD-145"]
    assert cave.marker("monster") is None
    assert "creature_moved" not in types(facts)


@pytest.mark.clause("TD-145")
def test_with_its_target_on_the_tile_it_comes_to_nothing_changes() -> None:
    cave = Cave((4, 8), (7, 8), (4, 2)).creature("spider", (8, 8), hunts=0, web="r6c1").turn(2)
    cave.do(2, "end_turn")
    cave.answer_all()

    assert cave.marker("spider") == {"on": "seat", "seat": 0}
    assert (cave.health(0), cave.health(1)) in ((2, 2), (3, 2), (3, 3), (2, 3))


@pytest.mark.clause("TD-146", "TD-170")
def test_the_marker_leaves_when_its_bearer_dies_or_arrives() -> None:
    cave = Cave((5, 8), (4, 2)).creature("dragon", (6, 5), hunts=0)
    cave.do(0, "surrender")
    assert cave.marker("dragon") is None

    cave = Cave((8, 23), (4, 2)).have(0, health=9).creature("dragon", (9, 25))
    facts = cave.do(0, "step", dir="left")
    assert types(facts).index("marker_put_on_character") < types(facts).index("character_arrived")
    assert cave.seat(0)["arrived"]
    assert cave.marker("dragon") is None
    assert RULESET.to_act(cave.state) == [1]


def lure_of(seat: int) -> dict[str, object]:
    """A marker on a lure that this seat has laid."""
    return {"on": "lure", "cell": at((9, 8)), "seat": seat, "returns": True}


@pytest.mark.clause("TD-143", "TD-140")
def test_a_marker_follows_its_bearer_and_nobody_else() -> None:
    """Seat 1 goes from r3c2 to r3c3; the dragon hunts seat 0, who stays."""
    cave = Cave((4, 8), (8, 8)).creature("dragon", (6, 10), hunts=0)
    assert [is_borne_by(cave.beast("dragon"), seat) for seat in (0, 1)] == [True, False]
    follow_character(cave.course(), 1, at((7, 8)), at((8, 8)))

    assert cave.marker("dragon") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-144")
@pytest.mark.parametrize(
    ("marker", "taken"),
    [
        (None, True),
        ({"on": "seat", "seat": 1}, True),
        ({"on": "tile", "place": 0, "seat": 1}, True),
        ({"on": "seat", "seat": 0}, False),
        (lure_of(1), False),
    ],
)
def test_a_creature_about_to_move_looks_for_characters_on_its_tile_unless_it_hunts_there(
    marker: dict[str, object] | None, *, taken: bool
) -> None:
    """Seat 0 is on the dragon's tile, seat 1 is not."""
    cave = Cave((4, 8), (4, 2)).creature("dragon", (6, 10))
    cave.beast("dragon")["marker"] = marker
    course = cave.course()
    look_around(course, cave.beast("dragon"))

    assert [fact["seat"] for fact in told(course.facts, "marker_put_on_character")] == ([0] if taken else [])
    assert cave.marker("dragon") == ({"on": "seat", "seat": 0} if taken else marker)


@pytest.mark.clause("TD-145")
@pytest.mark.parametrize(
    ("marker", "after"),
    [
        (None, None),
        (lure_of(1), lure_of(1)),
        ({"on": "seat", "seat": 1}, {"on": "seat", "seat": 0}),
        ({"on": "tile", "place": 0, "seat": 1}, {"on": "seat", "seat": 0}),
        ({"on": "tile", "place": 7, "seat": 1}, {"on": "seat", "seat": 0}),
    ],
)
def test_a_creature_that_comes_onto_a_tile_takes_who_is_there_unless_it_hunts_nobody_or_a_lure(
    marker: dict[str, object] | None, after: dict[str, object] | None
) -> None:
    cave = Cave((4, 8), (4, 2)).creature("dragon", (6, 10))
    cave.beast("dragon")["marker"] = marker
    come_to_tile(cave.course(), cave.beast("dragon"), 7)

    assert cave.marker("dragon") == after


@pytest.mark.clause("TD-145")
@pytest.mark.parametrize(("place", "stays"), [(7, False), (0, True)])
def test_on_an_empty_tile_only_a_marker_that_lies_there_leaves(place: int, *, stays: bool) -> None:
    cave = Cave((4, 2)).creature("dragon", (6, 10))
    cave.beast("dragon")["marker"] = {"on": "tile", "place": place, "seat": 0}
    come_to_tile(cave.course(), cave.beast("dragon"), 7)

    assert (cave.marker("dragon") is not None) == stays


@pytest.mark.clause("TD-099")
def test_only_the_lures_of_who_died_do_not_give_their_markers_back() -> None:
    cave = Cave((4, 8), (4, 2)).creature("plant", (7, 8)).creature("dragon", (6, 10)).creature("spider", (8, 8))
    cave.beast("dragon")["marker"], cave.beast("spider")["marker"] = lure_of(0), lure_of(1)
    course = cave.course()
    lose_bearer(course, 1, "TD-146")
    assert [cave.beast(kind)["marker"]["returns"] for kind in ("dragon", "spider")] == [True, False]
    return_from_lures(course)

    assert [cave.marker(kind) for kind in ("plant", "dragon", "spider")] == [None, {"on": "seat", "seat": 0}, None]
