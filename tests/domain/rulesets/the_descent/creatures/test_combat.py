"""How each creature is defeated."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.creatures.combat import crossbow_defeats, remove_creature, sword_defeats
from tests.domain.rulesets.the_descent.tables import FIELD, Cave, Point, at


@pytest.mark.clause("TD-153")
@pytest.mark.parametrize(("card", "alive"), [("sword", []), ("crossbow", ["plant"]), ("shield", ["plant"])])
def test_only_the_sword_defeats_the_plant(card: str, alive: list[str]) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, card).creature("plant", (4, 8))
    if card == "crossbow":
        cave.do(0, "use_crossbow", creature="plant")
    else:
        cave.do(0, "step", dir="left")
        cave.do(0, "answer_contact", card=card)

    assert cave.alive() == alive


@pytest.mark.clause("TD-157")
@pytest.mark.parametrize("kind", ["dragon", "monster", "worm"])
def test_a_harmless_fall_helps_the_sword_against_no_other_creature(kind: str) -> None:
    assert sword_defeats("spider", ".", fell=True, harmless=True)
    assert not sword_defeats(kind, "#", fell=True, harmless=True)


@pytest.mark.clause("TD-157")
@pytest.mark.parametrize(
    ("start", "direction", "lair", "defeated"),
    [
        ((2, 7), "left", (1, 8), True),  # a fall of 1
        ((5, 1), "right", (6, 5), False),  # a fall of 4 costs health
        ((8, 8), "left", (7, 8), False),  # a step
    ],
)
def test_the_spider_is_defeated_by_a_sword_from_a_harmless_fall_only(
    start: Point, direction: str, lair: Point, *, defeated: bool
) -> None:
    cave = Cave(start, (4, 2)).kit(0, "sword").have(0, health=9).creature("spider", lair)
    cave.do(0, "step", dir=direction)
    cave.do(0, "answer_contact", card="sword")

    assert (cave.alive() == []) == defeated
    assert cave.points() == (5 if defeated else 0)


@pytest.mark.clause("TD-161", "TD-096")
@pytest.mark.parametrize(("lair", "defeated"), [((5, 6), True), ((4, 9), False)])
def test_the_crossbow_defeats_the_worm_in_thin_rock_only(lair: Point, *, defeated: bool) -> None:
    cave = Cave((5, 8), (4, 2)).drawn(0, "crossbow").creature("worm", lair)
    cave.do(0, "use_crossbow", creature="worm")

    assert (cave.alive() == []) == defeated
    assert cave.points() == (5 if defeated else 0)


@pytest.mark.clause("TD-165", "TD-096")
@pytest.mark.parametrize(
    ("lair", "own", "defeated"),
    [
        ((6, 7), (6, 12), True),  # 5 cells above
        ((6, 9), (6, 12), True),
        ((7, 10), (6, 12), False),  # beside the column
        ((6, 12), (6, 12), False),  # not above
    ],
)
def test_the_dragon_is_shot_from_straight_below(lair: Point, own: Point, *, defeated: bool) -> None:
    cave = Cave(own, (4, 2)).drawn(0, "crossbow").creature("dragon", lair)
    cave.do(0, "use_crossbow", creature="dragon")

    assert (cave.alive() == []) == defeated


@pytest.mark.clause("TD-165")
def test_6_cells_below_the_dragon_is_too_far() -> None:
    cave = Cave((6, 12)).dig((6, 6)).drawn(0, "crossbow").creature("dragon", (6, 6))

    assert cave.refused(0, "use_crossbow", creature="dragon") == "TD-096"


@pytest.mark.clause("TD-166")
def test_the_monster_has_2_health_and_who_takes_the_second_gets_the_points() -> None:
    cave = Cave((5, 8), (8, 8)).drawn(0, "crossbow").kit(1, "sword").creature("monster", (7, 8))
    cave.do(0, "use_crossbow", creature="monster")
    assert cave.beast("monster")["health"] == 1
    assert cave.points(0) == 0
    cave.do(1, "step", dir="left")
    cave.do(1, "answer_contact", card="sword")

    assert cave.alive() == []
    assert (cave.points(0), cave.points(1)) == (0, 5)
    assert cave.where(1) == (7, 8)  # TD-168: the monster is gone


@pytest.mark.clause("TD-165", "TD-153", "TD-157")
@pytest.mark.parametrize(("kind", "defeated"), [("dragon", True), ("plant", False), ("spider", False)])
def test_a_shot_from_straight_below_defeats_the_dragon_alone(kind: str, *, defeated: bool) -> None:
    assert crossbow_defeats(FIELD, kind, at((6, 9)), at((6, 12)), 5) == defeated


@pytest.mark.clause("TD-154", "TD-136")
@pytest.mark.parametrize(("kind", "web"), [("plant", 17), ("spider", None)])
def test_the_web_goes_with_the_spider_and_with_no_other_creature(kind: str, web: int | None) -> None:
    cave = Cave((4, 2)).creature("spider", (8, 8), web="r6c3").creature("plant", (7, 8))
    remove_creature(cave.course(), cave.beast(kind), "TD-136")

    assert cave.state["web"] == web
