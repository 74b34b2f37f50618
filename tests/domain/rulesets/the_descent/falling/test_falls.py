"""Falls: what they cost, insurance, and the order of handling."""

from __future__ import annotations

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.cave.board import Board
from delvebook.domain.rulesets.the_descent.falling.falls import (
    answer_fall,
    end_fall,
    fall,
    first_overloaded,
    first_unsupported,
    land,
    settle,
)
from delvebook.domain.rulesets.the_descent.falling.gaps import break_rock
from delvebook.domain.rulesets.the_descent.flow import run
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import CONTENT, Cave, at, told, types


@pytest.mark.clause("TD-073")
def test_a_falling_spider_stops_where_it_can_cling_and_the_dragon_does_not_fall() -> None:
    cave = Cave((6, 5)).drawn(0, "dynamite").creature("spider", (5, 5)).creature("dragon", (5, 4))
    cave.do(0, "use_dynamite", cell=(5, 6))

    assert cave.lair("spider") == (5, 6)
    assert cave.lair("dragon") == (5, 4)


@pytest.mark.clause("TD-073", "TD-077", "TD-134")
def test_a_creature_that_falls_onto_a_character_hits_it_and_takes_no_damage() -> None:
    cave = Cave((6, 5), (5, 8)).drawn(0, "dynamite").creature("monster", (5, 5)).kit(1, "sword")
    facts = cave.do(0, "use_dynamite", cell=(5, 6))

    assert cave.lair("monster") == (5, 8)
    assert cave.health(1) == 2
    assert cave.where(1) == (5, 8)  # TD-167: no push straight down
    assert cave.pending() is None  # a sword does not help against a hit
    assert "contact_made" not in types(facts)
    assert cave.beast("monster")["health"] == 2


@pytest.mark.clause("TD-074", "TD-142", "TD-143", "TD-132")
def test_a_creature_that_falls_along_keeps_its_prey_and_is_no_new_contact() -> None:
    cave = Cave((5, 5), (4, 2)).have(0, health=9).creature("plant", (6, 5))
    facts = cave.do(0, "step", dir="right")

    assert len(told(facts, "contact_made")) == 1  # on entering (6,5), not in the fall
    assert cave.lair("plant") == (6, 12)
    assert cave.marker("plant") == {"on": "seat", "seat": 0}
    assert cave.health() == 9 - 1 - 2


@pytest.mark.clause("TD-074", "TD-013")
def test_characters_who_fall_together_are_settled_by_priority_before_tokens_are_taken() -> None:
    cave = Cave((4, 2), (6, 5), (7, 6)).token("chest", (11, 8)).have(1, health=9).have(2, health=9).turn(2)
    facts = cave.do(2, "jump", dir="left")

    assert [fact["seat"] for fact in told(facts, "health_lost")] == [2, 1]


def unstable() -> Cave:
    """Two overloaded trapdoors, (5,6) and (9,6), and two chests in the air, at (3,12) and (6,10)."""
    cave = Cave((5, 5), (5, 5), (9, 5), (9, 5)).token("chest", (3, 12)).token("chest", (6, 10))
    for seat in range(4):
        cave.have(seat, health=9)
    return cave


@pytest.mark.clause("TD-075")
def test_of_several_overloaded_thin_rocks_the_lowest_then_the_leftmost_breaks_first() -> None:
    cave = unstable()
    assert first_overloaded(Board(CONTENT, cave.state)) == at((5, 6))
    cave.have(0, cell=at((1, 8))).have(1, cell=at((1, 8)))
    assert first_overloaded(Board(CONTENT, cave.state)) == at((1, 9))


@pytest.mark.clause("TD-075")
def test_of_several_unsupported_objects_the_lowest_then_the_leftmost_falls_first() -> None:
    cave = unstable()
    assert first_unsupported(Board(CONTENT, cave.state)) == at((3, 12))
    cave.state["tokens"][0]["cell"] = at((6, 11))
    assert first_unsupported(Board(CONTENT, cave.state)) == at((6, 11))


@pytest.mark.clause("TD-075")
def test_overloaded_thin_rock_is_handled_before_anything_unsupported_until_nothing_changes() -> None:
    cave = unstable()
    facts = Facts()
    cave.state["agenda"] = [{"do": "settle"}]
    run(Play(CONTENT, cave.state, tape=Tape(b"x"), facts=facts))
    order = [fact["cell"] if "cell" in fact else fact["cells"][0] for fact in facts.public if "rock" in fact["type"]]

    assert order[:2] == [[5, 6], [9, 6]]
    first_chest = next(index for index, fact in enumerate(facts.public) if fact.get("things") == ["chest"])
    assert first_chest > max(index for index, fact in enumerate(facts.public) if fact["type"] == "rock_destroyed")
    assert first_overloaded(Board(CONTENT, cave.state)) is None
    assert first_unsupported(Board(CONTENT, cave.state)) is None


@pytest.mark.clause("TD-075", "TD-006")
@pytest.mark.parametrize(
    ("kind", "where", "falls"),
    [
        ("plant", (6, 10), True),
        ("monster", (6, 10), True),
        ("worm", (6, 10), True),
        ("dragon", (6, 10), False),
        ("spider", (6, 9), False),
        ("spider", (6, 10), True),
        ("spider", (3, 5), False),
        ("spider", (1, 5), True),
        ("worm", (5, 11), False),
    ],
)
def test_who_is_unsupported(kind: str, where: tuple[int, int], *, falls: bool) -> None:
    cave = Cave((4, 2)).creature(kind, where)

    assert first_unsupported(Board(CONTENT, cave.state)) == (at(where) if falls else None)


@pytest.mark.clause("TD-076", "TD-025")
def test_a_coin_above_thin_rock_is_taken_before_its_weight_counts() -> None:
    cave = Cave((7, 6)).token("coin", (6, 5))
    cave.do(0, "jump", dir="left")

    assert cave.points() == 2
    assert (cave.where(), cave.cell((6, 6))) == ((6, 5), "=")


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
    assert cave.state["seats"][0]["moving"] is False
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


@pytest.mark.clause("TD-050", "TD-073", "TD-075", "TD-006")
def test_only_what_has_no_hold_and_is_not_falling_yet_begins_to_fall() -> None:
    """In the air at (6,10); above the face-down tile at (6,11) a character has no hold, but a chest has."""
    cave = Cave((6, 10), (6, 10), (4, 2)).have(1, moving=True).token("chest", (6, 10)).token("chest", (6, 10))
    cave.state["tokens"][0]["moving"] = True
    cave.creature("plant", (6, 10)).creature("monster", (6, 10)).creature("dragon", (6, 10))
    cave.beast("monster")["moving"] = True
    settle(cave.course(), {"do": "settle"})
    frame = cave.state["agenda"][-1]
    assert (frame["seats"], frame["tokens"], frame["creatures"]) == ([0], [22], ["plant"])

    cave = Cave((6, 11), (4, 2), closed=("r4c2",)).token("chest", (6, 11)).creature("plant", (6, 11))
    settle(cave.course(), {"do": "settle"})
    frame = cave.state["agenda"][-1]
    assert (frame["seats"], frame["tokens"], frame["creatures"]) == ([0], [], [])


@pytest.mark.clause("TD-070", "TD-162")
def test_what_is_falling_weighs_nothing_and_the_worm_weighs_on_the_rock_it_is_in() -> None:
    cave = Cave((6, 5), (6, 5), (6, 5)).have(0, moving=True)
    assert first_overloaded(Board(CONTENT, cave.state)) == at((6, 6))
    cave.have(1, moving=True)
    assert first_overloaded(Board(CONTENT, cave.state)) is None

    cave = Cave((4, 2)).creature("worm", (2, 2)).token("chest", (2, 1))  # rock at (2,2) above thin rock
    field = list(cave.state["field"])
    field[3] = field[3][:2] + "=" + field[3][3:]
    cave.state["field"] = field
    assert first_overloaded(Board(CONTENT, cave.state)) is None
    field[2] = field[2][:2] + "=" + field[2][3:]
    assert first_overloaded(Board(CONTENT, cave.state)) == at((2, 2))


@pytest.mark.clause("TD-056", "TD-072", "TD-057")
def test_a_fall_lands_everybody_with_the_cells_entered_since_the_rock_was_there() -> None:
    """The thin rock (5,6) breaks under two characters: each enters the gap and the two cells below."""
    cave = Cave((5, 5), (5, 5), (4, 2)).have(0, health=9).have(1, health=9)
    course = cave.course()
    break_rock(course, {"do": "break_rock", "cell": at((5, 6)), "cause": "weight"})
    falling = cave.state["agenda"].pop()
    assert (falling["start"], falling["origin"]) == (at((5, 6)), at((5, 5)))
    assert [cave.where(seat) for seat in (0, 1)] == [(5, 6), (5, 6)]
    assert [cave.seat(seat)["moving"] for seat in (0, 1)] == [True, True]
    fall(course, falling)

    cells = [at((5, y)) for y in (6, 7, 8)]
    land_all = cave.state["agenda"][::-1]
    assert land_all[:2] == [
        {"do": "land", "mover": seat, "seat": seat, "origin": at((5, 5)), "entered": cells, "length": 2}
        for seat in (0, 1)
    ]
    assert land_all[2]["do"] == "end_fall"
    assert cave.state["last_fall"] == {"seats": [0, 1], "cells": cells}

    cave.state["agenda"] = []
    land(course, land_all[0])
    assert cave.state["agenda"] == [
        {"do": "enter_fallen", "mover": 0, "seat": 0, "origin": at((5, 5)), "entered": cells, "lost": False}
    ]


@pytest.mark.clause("TD-077")
def test_a_creature_hits_those_it_comes_down_on_who_neither_fell_with_it_nor_are_under_way() -> None:
    cave = Cave((5, 8), (5, 8), (5, 8)).have(1, moving=True).have(2, moving=True).creature("plant", (5, 8))
    cave.beast("plant")["moving"] = True
    frame = {"do": "end_fall", "seats": [1], "tokens": [], "creatures": ["plant"], "start": 0, "origin": 0, "path": []}
    end_fall(cave.course(), frame)

    assert [hit["seat"] for hit in cave.state["agenda"]] == [0]
    assert cave.seat(1)["moving"] is cave.beast("plant")["moving"] is False


@pytest.mark.clause("TD-057")
@pytest.mark.parametrize(("rests", "asked"), [([(5, 1)], True), ([(6, 1)], False), ([], False)])
def test_insurance_is_offered_if_there_is_a_cell_to_go_back_to_and_ends_the_fall(
    rests: list[tuple[int, int]], *, asked: bool
) -> None:
    cave = Cave((6, 5), (4, 2)).drawn(0, "insurance").have(0, rests=[at(cell) for cell in rests], moving=True)
    course = cave.course()
    frame = {"do": "land", "mover": 0, "seat": 0, "origin": at((6, 1)), "entered": [at((6, 5))], "length": 4}
    land(course, frame)
    assert (cave.pending() == ("answer_fall", 0)) == asked
    if asked:
        answer_fall(course, cave.state["pending"], {"type": "answer_fall", "card": "insurance"})
        assert (cave.where(), cave.seat(0)["moving"]) == ((5, 1), False)
