"""Thin rock under too much weight, destroyed rock, and what falls into the gap."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.falling.gaps import break_rock, let_go, put_in
from tests.domain.rulesets.the_descent.tables import Cave, at, told, types


@pytest.mark.clause("TD-070")
def test_thin_rock_bears_one_object_and_breaks_under_two() -> None:
    cave = Cave((7, 6))
    cave.do(0, "jump", dir="left")
    assert (cave.where(), cave.cell((6, 6))) == ((6, 5), "=")

    cave = Cave((7, 6), (6, 5)).have(0, health=9).have(1, health=9)
    facts = cave.do(0, "jump", dir="left")
    assert cave.cell((6, 6)) == "*"
    assert told(facts, "rock_destroyed")[0]["clauses"] == ["TD-070"]


@pytest.mark.clause("TD-071", "TD-070", "TD-074", "TD-052")
def test_a_chest_and_a_climber_break_the_trapdoor_and_fall_6() -> None:
    cave = Cave((5, 5)).token("chest", (6, 5))
    facts = cave.do(0, "step", dir="right")

    assert told(facts, "objects_put_into_gap")[0]["cell"] == [6, 6]
    assert told(facts, "objects_fell")[0]["length"] == 6
    assert cave.where() == (6, 12)
    assert cave.lying() == [("chest", (6, 12))]
    assert cave.health() == 1


@pytest.mark.clause("TD-071")
def test_a_gap_over_rock_lets_nobody_fall_further() -> None:
    cave = Cave((1, 1)).token("chest", (0, 2)).drawn(0, "insurance")
    facts = cave.do(0, "step", dir="left")
    assert cave.pending() == ("answer_fall", 0)  # the fall of 1 from (0,1) to (0,2)
    facts = cave.do(0, "answer_fall", card="none")

    assert cave.where() == (0, 3)
    assert cave.lying() == [("chest", (0, 3))]
    assert "objects_fell" not in types(facts)  # n = 0


@pytest.mark.clause("TD-071", "TD-073", "TD-164", "TD-014")
def test_the_dragon_is_an_object_that_breaks_thin_rock_but_stays_in_the_air() -> None:
    cave = Cave((5, 5), (4, 2)).have(0, health=9).creature("dragon", (6, 5))
    cave.do(0, "step", dir="right")

    assert cave.cell((6, 6)) == "*"
    assert cave.lair("dragon") == (6, 5)
    assert cave.where() == (6, 12)


@pytest.mark.clause("TD-014", "TD-098")
def test_a_lure_a_marker_and_the_web_weigh_nothing() -> None:
    cave = Cave((7, 6)).creature("plant", (8, 5)).creature("spider", (5, 4), web="r2c2")
    cave.beast("plant")["marker"] = {"on": "lure", "cell": at((6, 5)), "seat": 0, "returns": True}
    cave.do(0, "jump", dir="left")

    assert cave.cell((6, 6)) == "="


@pytest.mark.clause("TD-070", "TD-162")
def test_the_worm_inside_thin_rock_is_a_weight() -> None:
    cave = Cave((7, 6), (4, 2)).have(0, health=9).creature("worm", (6, 6))
    cave.do(0, "jump", dir="left")

    assert cave.where() == cave.lair("worm") == (6, 12)


@pytest.mark.clause("TD-070", "TD-048")
def test_thin_rock_is_not_tested_under_cells_passed_in_a_jump_or_fall() -> None:
    """The dragon flies through (5,10), where a chest lies over thin rock, to (4,10)."""
    cave = Cave((4, 10)).token("chest", (5, 10)).creature("dragon", (6, 10), hunts=0)
    cave.end_round()

    assert cave.lair("dragon") == (4, 10)
    assert cave.cell((5, 11)) == "="

    cave = Cave((4, 10)).token("chest", (5, 10)).have(0, health=9)
    cave.do(0, "step", dir="right")
    assert cave.cell((5, 11)) == "*"  # at rest there, the two are too much


@pytest.mark.clause("TD-072", "TD-093")
def test_rock_blown_up_under_a_character_lets_it_sink_into_the_gap() -> None:
    cave = Cave((3, 2), (4, 2)).drawn(0, "dynamite")
    cave.do(0, "use_dynamite", cell=(4, 3))

    assert cave.where(1) == (4, 3)
    assert cave.cell((4, 3)) == "*"


@pytest.mark.clause("TD-072", "TD-071", "TD-073")
def test_a_chest_over_blown_up_thin_rock_falls_and_stops_above_a_face_down_tile() -> None:
    cave = Cave((6, 5), closed=("r3c2",)).drawn(0, "dynamite").token("chest", (5, 5))
    facts = cave.do(0, "use_dynamite", cell=(5, 6))

    assert cave.lying() == [("chest", (5, 7))]
    assert "tile_opened" not in types(facts)


@pytest.mark.clause("TD-074", "TD-012", "TD-170")
def test_each_break_starts_a_new_fall_counted_anew_down_to_the_bottom() -> None:
    """A climber joins a chest at (3,18): two thin rocks give way, and four cells of falling cost nothing."""
    cave = Cave((2, 18), (4, 2)).kit(0, "rope", "pick").token("chest", (3, 18))
    facts = cave.do(0, "step", dir="right")

    assert [fact["cell"] for fact in told(facts, "rock_destroyed")] == [[3, 19], [3, 23]]
    assert [fact["length"] for fact in told(facts, "objects_fell")] == [3, 1]
    assert cave.health() == 3
    assert cave.seat(0)["arrived"]
    assert cave.points() == 2
    assert cave.lying() == [("chest", (3, 24))]


@pytest.mark.clause("TD-071", "TD-072", "TD-073")
def test_of_what_is_above_broken_rock_only_what_rests_there_is_put_into_the_gap() -> None:
    cave = Cave((5, 5), (5, 5), (4, 2)).have(1, moving=True).token("chest", (5, 5)).token("chest", (5, 5))
    cave.state["tokens"][0]["moving"] = True
    cave.creature("plant", (5, 5)).creature("spider", (5, 5)).creature("dragon", (5, 5)).creature("worm", (5, 6))
    cave.beast("spider")["moving"] = True
    course = cave.course()
    break_rock(course, {"do": "break_rock", "cell": at((5, 6)), "cause": "weight"})
    put = told(course.facts, "objects_put_into_gap")[0]

    assert (put["seats"], put["tokens"], put["creatures"]) == ([0], [22], ["plant", "worm"])


@pytest.mark.clause("TD-092", "TD-071", "TD-077", "TD-131")
@pytest.mark.parametrize(("cause", "clause"), [("pick", "TD-092"), ("monster", "TD-071")])
def test_what_is_put_into_a_gap_enters_it_from_above_and_hits_who_is_inside(cause: str, clause: str) -> None:
    cave = Cave((9, 17), (9, 16), (4, 2)).dig((9, 17)).creature("plant", (9, 16))
    course = cave.course()
    put_in(course, {"do": "put_in", "cell": at((9, 17)), "cause": cause})

    assert [fact["clauses"] for fact in told(course.facts, "objects_put_into_gap")] == [[clause]]
    assert (cave.where(1), cave.lair("plant")) == ((9, 17), (9, 17))
    assert (cave.seat(1)["moving"], cave.beast("plant")["moving"]) == (True, True)
    enters, hits = cave.state["agenda"]
    assert (hits["do"], hits["seat"], hits["kind"]) == ("hit", 0, "plant")
    assert (enters["do"], enters["seat"], enters["origin"]) == ("enter", 1, at((9, 16)))
    let_go(course, {"do": "let_go", "cell": at((9, 17))})
    assert (cave.seat(1)["moving"], cave.beast("plant")["moving"]) == (False, False)
