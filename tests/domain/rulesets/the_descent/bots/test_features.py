"""The strong bot's estimate of a solo position: the points that such positions end with."""

from __future__ import annotations

from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.bots.features import features
from delvebook.domain.rulesets.the_descent.bots.prospects import promise
from delvebook.domain.rulesets.the_descent.bots.solo import worth
from delvebook.domain.rulesets.the_descent.bots.solo_weights import WEIGHTS
from tests.domain.rulesets.the_descent.tables import RULESET, Cave

DEEP = (5, 12)
CONTENT = RULESET.box


def test_alone_points_and_health_count() -> None:
    rich, sound, hurt = (
        Cave(DEEP).have(0, points=points, health=health) for points, health in ((9, 3), (5, 3), (5, 1))
    )
    values = [promise(cave.state, 0) for cave in (rich, sound, hurt)]

    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3


def test_alone_a_game_that_is_over_is_worth_its_points() -> None:
    over = Outcome(reason="all_arrived", winners=[0], ranking=[[0]], scores=[9])

    assert worth(CONTENT, Cave(DEEP).have(0, points=9).state, 0, over) == 9000


def test_it_sees_what_lies_within_reach_and_what_hunts_it() -> None:
    cave = Cave((5, 8)).token("coin", (4, 8)).creature("spider", (8, 8), hunts=0)

    found = features(cave.state, 0)

    assert found["coin at hand"] == 1
    assert found["hunted by spider"] == found["spider near"] == 1


def test_it_sees_a_safe_opening_and_the_lack_of_one() -> None:
    beside_the_dark = features(Cave((4, 2), closed=("r1c1",)).state, 0)
    shut_in = features(Cave((4, 2)).state, 0)

    assert beside_the_dark["opens soon"] == 1
    assert shut_in["opens soon"] == 0


def test_what_every_position_has_has_a_weight() -> None:
    always = {"always", "level", "row", "cards", "round", "health 3", "level, not soon", "openings"}

    assert always <= features(Cave(DEEP).state, 0).keys()
    assert always <= WEIGHTS.keys()
