"""The courses of the strong bot: to open a tile, to take something, to reach the bottom."""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.the_descent.bots.courses import COURSES_MAX, Course, Courses
from delvebook.domain.rulesets.the_descent.box.cells import PLACES
from tests.domain.rulesets.the_descent.tables import Cave, at


def courses(cave: Cave) -> list[Course]:
    """The courses of seat 0."""
    return Courses(cave.view(0), 0).best()


def follow(cave: Cave, actions: list[dict[str, Any]]) -> None:
    """Plays the course action by action, each with a fresh turn, so that endurance always suffices."""
    for action in actions:
        cave.turn(0)
        parameters = {name: value for name, value in action.items() if name != "type"}
        cave.do(0, action["type"], **parameters)


def test_a_coin_in_reach_is_a_goal_and_its_course_leads_there() -> None:
    cave = Cave((5, 8)).token("coin", (4, 8))

    to_coin = next(one for one in courses(cave) if one.goal == ("take", at((4, 8))))
    follow(cave, to_coin.actions)

    assert cave.points() == 2


def test_a_tile_beside_it_is_a_goal_and_its_course_opens_it() -> None:
    cave = Cave((4, 2), closed=("r1c1",))

    to_tile = next(one for one in courses(cave) if one.goal == ("open", PLACES.index("r1c1")))
    follow(cave, to_tile.actions)

    assert cave.state["places"][PLACES.index("r1c1")]["open"]


def test_the_bottom_is_a_goal_over_several_moves() -> None:
    cave = Cave((1, 16))

    to_bottom = next(one for one in courses(cave) if one.goal[0] == "bottom")
    assert len(to_bottom.actions) > 1
    follow(cave, to_bottom.actions)

    assert cave.seat(0)["arrived"]


def test_a_rope_and_a_pick_open_more_ways() -> None:
    bare, equipped = Cave((5, 8), closed=("r4c2",)), Cave((5, 8), closed=("r4c2",)).kit(0, "rope", "pick")
    cards = {action["type"] for one in courses(equipped) for action in one.actions}

    assert {"use_rope", "use_pick"} & cards
    assert not {"use_rope", "use_pick"} & {action["type"] for one in courses(bare) for action in one.actions}


def test_no_course_uses_a_card_twice() -> None:
    cave = Cave((5, 8), closed=("r4c2", "r5c2")).kit(0, "rope", "pick")
    for one in courses(cave):
        used = [action["type"] for action in one.actions if action["type"].startswith("use_")]
        assert len(used) == len(set(used))


def test_a_weak_turn_has_no_cards() -> None:
    cave = Cave((5, 8), closed=("r4c2",)).kit(0, "rope", "pick")
    cave.state["turn"] = {"endurance": 1, "weak": True, "over": False}

    assert not {"use_rope", "use_pick"} & {action["type"] for one in courses(cave) for action in one.actions}


def test_the_best_come_first_and_there_are_not_many() -> None:
    cave = Cave((5, 8), closed=("r3c1", "r3c3", "r4c2")).kit(0, "rope", "pick").token("coin", (4, 8))
    values = [one.value for one in courses(cave)]

    assert values == sorted(values, reverse=True)
    assert len([one for one in courses(cave) if one.goal[0] != "bottom"]) <= COURSES_MAX


def test_no_course_leads_to_death() -> None:
    """From (6,12) a step left falls far enough to kill a character with two health."""
    cave = Cave((6, 12)).have(0, health=2)

    assert all(one.actions[0] != {"type": "step", "dir": "left"} for one in courses(cave))
