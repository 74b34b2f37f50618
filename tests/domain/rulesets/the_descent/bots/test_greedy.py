"""The greedy bot: decisions with one right answer, and how it fares."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.the_descent.bots.ways_down import Eyes, steps_from
from delvebook.domain.rulesets.the_descent.cave.ways import way_to
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, at

GREEDY = RULESET.bot("greedy")


def choice(cave: Cave, seat: int = 0) -> dict[str, Any]:
    """The greedy bot's choice in that position."""
    return dict(GREEDY(cave.view(seat), RULESET.legal(cave.state, seat), chance=Tape(b"bot")))


def test_it_takes_a_coin_beside_it() -> None:
    assert choice(Cave((5, 8)).token("coin", (4, 8))) == {"type": "step", "dir": "left"}


def test_it_opens_a_chest_with_the_key() -> None:
    cave = Cave((5, 8)).kit(0, "sword").drawn(0, "key").token("chest", (5, 8))

    assert choice(cave) == {"type": "open_chest", "card": "key"}


def test_it_goes_down_to_the_bottom_when_it_sees_it() -> None:
    cave = Cave((0, 23))
    for _ in range(4):
        action = choice(cave)
        cave.do(0, action.pop("type"), **action)
        if cave.state["ended"]:
            break

    assert cave.seat(0)["arrived"]


def test_it_does_not_step_into_a_deadly_fall() -> None:
    cave = Cave((6, 12)).have(0, health=2)

    assert choice(cave) != {"type": "step", "dir": "left"}


@pytest.mark.parametrize(("health", "answer"), [(9, "none"), (2, "shield")])
def test_it_keeps_a_shield_while_it_is_healthy(health: int, answer: str) -> None:
    cave = Cave((4, 8)).drawn(0, "shield").have(0, health=health).creature("dragon", (8, 8), hunts=0)
    cave.do(0, "end_turn")

    assert choice(cave) == {"type": "answer_loss", "card": answer}


def test_it_draws_the_sword_on_the_plant_but_not_on_the_dragon() -> None:
    for kind, answer in (("plant", "sword"), ("dragon", "none")):
        cave = Cave((5, 8), (4, 2)).kit(0, "sword").creature(kind, (4, 8))
        cave.do(0, "step", dir="left")
        assert choice(cave) == {"type": "answer_contact", "card": answer}


def test_it_uses_insurance_for_deep_falls_only() -> None:
    for start, answer in (((5, 8), "none"), ((6, 15), "insurance")):
        cave = Cave(start, (4, 2)).drawn(0, "insurance")
        cave.do(0, "step", dir="right" if start == (5, 8) else "left")
        assert choice(cave) == {"type": "answer_fall", "card": answer}


def test_it_places_treasure_near_itself_and_creatures_far_away() -> None:
    for kind, cell in (("coin", (6, 5)), ("plant", (5, 5))):
        cave = Cave((8, 5), closed=("r2c2",)).stack(kind)
        cave.do(0, "step", dir="left")
        assert choice(cave) == {"type": "place_token", "cell": list(cell)}


@pytest.mark.long
def test_it_reaches_the_bottom_in_most_of_its_games() -> None:
    arrived = seats = 0
    for game in range(10):
        table = play_through(RULESET, {}, bots=[GREEDY] * 2, seed=seed_of(f"greedy/{game}"))
        assert table.outcome is not None
        arrived += len(table.outcome.details["arrived"])
        seats += 2

    assert arrived * 3 > seats * 2


def test_it_does_not_wait_for_endurance_that_a_weakened_turn_never_brings() -> None:
    """From (4,16) it would rather jump, which takes 2 endurance; a step is all a weakened turn allows."""
    cave = Cave((4, 16), (4, 2))
    cave.state["turn"].update(weak=True, endurance=1)

    assert choice(cave) == {"type": "step", "dir": "right"}


@pytest.mark.long
def test_alone_it_seldom_gets_stuck() -> None:
    arrived = 0
    for game in range(30):
        table = play_through(RULESET, {}, bots=[GREEDY], seed=seed_of(f"solo/{game}"))
        assert table.outcome is not None
        arrived += len(table.outcome.details["arrived"])

    assert arrived >= 27


def test_it_counts_the_creatures_on_its_way_and_that_one_of_them_can_be_warded_off() -> None:
    for cards, by_card, harm in (((), False, 1), (("sword",), False, 0), (("sword",), True, 1)):
        cave = Cave((5, 8)).kit(0, *cards).creature("dragon", (4, 8))
        eyes = Eyes(cave.view(0), 0)
        way = way_to(eyes.field, {"type": "step", "dir": "left"}, (at((4, 8)),), 1)
        assert eyes.harm(way, by_card=by_card) == harm


def test_a_creature_weighs_on_the_ways_that_meet_it_and_on_no_others() -> None:
    alone, met = (Eyes(cave.view(0), 0) for cave in (Cave((5, 8)), Cave((5, 8)).creature("dragon", (4, 8))))
    pairs = list(zip(alone.walks(at((5, 8))), met.walks(at((5, 8))), strict=True))

    assert {before.harm == after.harm for before, after in pairs} == {True, False}
    for before, after in pairs:
        assert (after.harm > before.harm) == (at((4, 8)) in before.way.passed)


def test_it_thinks_of_the_pick_after_the_rope_and_of_neither_twice() -> None:
    cave = Cave((5, 5)).kit(0, "rope", "pick")
    eyes = Eyes(cave.view(0), 0)

    for used, types in (((), {"use_rope", "use_pick"}), (("rope",), {"use_pick"}), (("pick", "rope"), set())):
        steps = [step for found, _ in steps_from(eyes, at((5, 5)), used, cards=True) for step in found]
        assert {step.way.action["type"] for step in steps} - {"step", "jump"} == types
