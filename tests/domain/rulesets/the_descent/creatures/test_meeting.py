"""Contact with creatures, being hit and being thrown back."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.the_descent.characters.movement import enter_frame
from delvebook.domain.rulesets.the_descent.creatures.meeting import answer_contact, enter, hit, hit_frame
from delvebook.domain.rulesets.the_descent.flow import HANDLERS
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import CONTENT, Cave, Point, at, told, types


@pytest.mark.clause("TD-130")
def test_entering_a_cell_draws_markers_then_meets_creatures_then_takes_tokens() -> None:
    cave = Cave((8, 8), (4, 2)).creature("dragon", (7, 8)).token("coin", (7, 8))
    facts = cave.do(0, "step", dir="left")

    assert types(facts) == [
        "character_moved",
        "marker_put_on_character",
        "contact_made",
        "health_lost",
        "token_taken",
        "points_gained",
    ]


@pytest.mark.clause("TD-131", "TD-033")
@pytest.mark.parametrize(
    ("answer", "health", "endurance", "cards"), [("none", 2, 0, 2), ("sword", 3, 4, 1), ("shield", 3, 4, 1)]
)
def test_a_contact_costs_health_and_endurance_or_a_card(answer: str, health: int, endurance: int, cards: int) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "sword", "shield").creature("dragon", (4, 8))
    cave.do(0, "step", dir="left")
    cave.do(0, "answer_contact", card=answer)

    assert (cave.health(), len(cave.hand())) == (health, cards)
    assert cave.alive() == ["dragon"]
    if answer == "none":
        assert (cave.state["active"], cave.state["turn"]["endurance"]) == (0, endurance)  # the turn goes on
    else:
        assert cave.state["active"] == 1


@pytest.mark.clause("TD-131", "TD-013")
def test_several_creatures_are_met_as_placed_the_monster_last() -> None:
    cave = Cave((5, 8), (4, 2)).have(0, health=9)
    cave.creature("monster", (4, 8)).creature("spider", (4, 8)).creature("dragon", (4, 8))
    facts = cave.do(0, "step", dir="left")

    assert [fact["creature"] for fact in told(facts, "contact_made")] == ["spider", "dragon", "monster"]
    assert cave.health() == 6


@pytest.mark.clause("TD-131", "TD-167")
def test_who_is_pushed_onto_a_creature_meets_it() -> None:
    cave = Cave((5, 1)).have(0, health=9).creature("monster", (3, 2), hunts=0).creature("dragon", (6, 1))
    facts = cave.do(0, "end_turn")

    assert [fact["creature"] for fact in told(facts, "contact_made")] == ["dragon"]


@pytest.mark.clause("TD-132")
def test_falling_through_a_creatures_cell_counts() -> None:
    cave = Cave((5, 1), (4, 2)).have(0, health=9).creature("dragon", (6, 3))
    facts = cave.do(0, "step", dir="right")

    assert [fact["cell"] for fact in told(facts, "contact_made")] == [[6, 3]]
    assert cave.where() == (6, 5)
    assert cave.health() == 9 - 1 - 1


@pytest.mark.clause("TD-133", "TD-144")
def test_staying_on_a_creatures_cell_is_no_contact() -> None:
    cave = Cave((5, 8), (5, 8)).creature("plant", (5, 8))
    cave.do(0, "end_turn")
    facts = cave.do(1, "end_turn")

    assert "contact_made" not in types(facts)
    assert [cave.health(seat) for seat in (0, 1)] == [2, 3]  # the plant's own attack, on the marked one


@pytest.mark.clause("TD-134", "TD-111")
def test_a_creature_that_comes_onto_a_character_hits_it_and_only_a_shield_helps() -> None:
    cave = Cave((4, 8)).drawn(0, "sword", "shield").creature("dragon", (8, 8), hunts=0)
    cave.do(0, "end_turn")

    assert cave.pending() == ("answer_loss", 0)
    assert cave.choices("card") == ["shield", "none"]


@pytest.mark.clause("TD-134")
def test_a_creature_hits_a_character_once_a_phase_but_again_in_the_next() -> None:
    hit = hit_frame("dragon", 0, "TD-164")
    for phase, loss in (("creatures", 1), ("turn", 2)):
        cave = Cave((4, 8)).creature("dragon", (8, 8))
        cave.state["phase"] = phase
        play = Play(CONTENT, cave.state, tape=Tape(b"x"), facts=Facts())
        play.push(dict(hit), dict(hit))
        while play.state["agenda"]:
            frame = play.state["agenda"].pop()
            HANDLERS[frame["do"]](play, frame)
        assert cave.health() == 3 - loss

    cave = Cave((4, 8)).have(0, health=9).creature("dragon", (8, 8), hunts=0)
    cave.do(0, "end_turn")
    cave.do(0, "end_turn")
    assert cave.health() == 7


@pytest.mark.clause("TD-135", "TD-167")
@pytest.mark.parametrize("kind", ["monster", "spider", "dragon"])
def test_a_creature_on_its_targets_cell_hits_without_moving_or_pushing(kind: str) -> None:
    cave = Cave((5, 8)).creature(kind, (5, 8), hunts=0)
    facts = cave.do(0, "end_turn")

    assert cave.health() == 2
    assert cave.lair(kind) == cave.where() == (5, 8)
    assert "creature_moved" not in types(facts)


@pytest.mark.clause("TD-136", "TD-175", "TD-154")
def test_a_defeated_creature_leaves_with_its_marker_for_5_points() -> None:
    cave = Cave((5, 8), (4, 2)).kit(0, "sword").creature("plant", (4, 8), hunts=1)
    cave.do(0, "step", dir="left")
    facts = cave.do(0, "answer_contact", card="sword")

    assert (cave.alive(), cave.points(), cave.health()) == ([], 5, 3)
    assert types(facts).index("creature_defeated") < types(facts).index("marker_left_field")
    assert cave.state["gone"] == {"plant": 1}


@pytest.mark.clause("TD-137", "TD-168", "TD-143")
def test_being_thrown_back_is_no_entering_but_moves_markers() -> None:
    """Thrown back from (4,8) to (5,8), where the dragon is: it is not met again."""
    cave = Cave((5, 8), (4, 2)).have(0, health=9).creature("monster", (4, 8)).creature("dragon", (5, 8))
    facts = cave.do(0, "step", dir="left")

    assert cave.where() == (5, 8)
    assert [fact["creature"] for fact in told(facts, "contact_made")] == ["monster"]
    assert told(facts, "character_went_back")[0]["to_cell"] == [5, 8]


@pytest.mark.clause("TD-137", "TD-142")
def test_going_back_to_another_tile_leaves_the_marker_and_draws_the_one_there() -> None:
    cave = Cave((8, 8), (4, 2)).creature("monster", (7, 8)).creature("dragon", (11, 8))
    cave.do(0, "step", dir="left")

    assert cave.where() == (8, 8)
    assert cave.marker("monster") == {"on": "tile", "place": 8, "seat": 0}
    assert cave.marker("dragon") == {"on": "seat", "seat": 0}


@pytest.mark.clause("TD-152", "TD-032", "TD-077")
def test_a_plant_that_falls_onto_a_character_hits_it_but_does_not_weaken_it() -> None:
    """The plant and a chest stand on the thin rock (6,6); a character stands at the bottom of the shaft."""
    cave = Cave((6, 12), (4, 2)).creature("plant", (6, 5)).have(0, health=3)
    play = Play(CONTENT, cave.state, tape=Tape(b"x"), facts=Facts())
    play.push({"do": "break_rock", "cell": at((6, 6)), "cause": "weight"}, {"do": "settle"})
    while play.state["agenda"]:
        frame = play.state["agenda"].pop()
        HANDLERS[frame["do"]](play, frame)

    assert cave.health(0) == 2
    assert cave.seat(0)["weakened"] is False
    assert [fact["clauses"] for fact in told(play.facts, "character_hit")] == [["TD-077"]]


@pytest.mark.clause("TD-131", "TD-048", "TD-056")
@pytest.mark.parametrize(
    ("start", "move", "direction", "lair", "told_of"),
    [
        ((5, 8), "step", "left", (4, 8), ("step", (5, 8), True)),
        ((7, 8), "jump", "left", (6, 7), ("jump", (7, 8), True)),
        ((7, 8), "jump", "left", (5, 8), ("jump", (6, 7), True)),
        ((2, 7), "step", "left", (1, 8), ("fall", (1, 7), True)),
        ((5, 1), "step", "right", (6, 5), ("fall", (6, 4), False)),
    ],
)
def test_a_question_about_a_creature_says_how_its_cell_was_entered(
    start: Point, move: str, direction: str, lair: Point, told_of: tuple[str, Point, bool]
) -> None:
    cave = Cave(start, (4, 2)).kit(0, "sword").creature("dragon", lair)
    cave.do(0, move, dir=direction)
    how, origin, harmless = told_of
    pending: Any = cave.state["pending"]

    assert pending == {
        "type": "answer_contact", "seat": 0, "kind": "dragon", "cell": at(lair), "origin": at(origin), "how": how,
        "harmless": harmless,
    }  # fmt: skip


@pytest.mark.clause("TD-168")
@pytest.mark.parametrize("card", ["sword", "shield"])
def test_whoever_goes_back_from_the_monster_has_no_endurance_left_with_a_card_either(card: str) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, card).creature("monster", (4, 8))
    cave.do(0, "step", dir="left")
    pending: Any = cave.state["pending"]
    answer_contact(cave.course(), pending, {"type": "answer_contact", "card": card})

    assert cave.where() == (5, 8)
    assert cave.state["turn"]["endurance"] == 0


@pytest.mark.clause("TD-134", "TD-170", "TD-112")
@pytest.mark.parametrize(("seat", "is_hit"), [(0, True), (1, False), (2, False)])
def test_who_has_arrived_or_died_is_not_hit_any_more(seat: int, *, is_hit: bool) -> None:
    """Seat 1 has arrived, seat 2 has no cell yet."""
    cave = Cave((4, 8), (4, 25), (4, 2)).have(1, arrived=True).have(2, cell=None, rests=[]).creature("dragon", (8, 8))
    course = cave.course()
    hit(course, hit_frame("dragon", seat, "TD-164"))

    assert types(course.facts) == (["character_hit"] if is_hit else [])


@pytest.mark.clause("TD-132", "TD-162")
@pytest.mark.parametrize(
    ("kind", "hits", "met"), [("plant", [], False), ("worm", [], True), ("worm", [0], False), ("worm", [1], True)]
)
def test_of_creatures_that_fall_along_only_the_worm_is_met_unless_it_has_hit(
    kind: str, hits: list[int], *, met: bool
) -> None:
    cave = Cave((5, 8), (4, 2)).creature(kind, (5, 8))
    cave.beast(kind).update(moving=True, hits=hits)
    course = cave.course()
    enter(course, enter_frame(0, at((5, 7)), at((5, 8)), "fall"))

    assert [frame["do"] for frame in cave.state["agenda"]] == ["pick_up", *(["contact"] if met else [])]
