"""The chance to win a fight, as the strong bot estimates it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from delvebook.domain.kit.search import Dice
from delvebook.domain.rulesets.runebound.bots.odds import SURE, Blow, Odds, win_chance
from tests.domain.rulesets.runebound.tables import CONTENT, reprinted, table

EVEN = Blow(500, 1, 1)


@pytest.mark.parametrize(
    ("blows", "enemy", "hearts", "chance"),
    [
        ((EVEN,), 1, 1, 500_000),
        ((EVEN,), 2, 1, 250_000),
        ((EVEN,), 1, 2, 750_000),
        ((Blow(250, 1, 0),), 3, 1, SURE),  # nothing can happen to the hero; it only takes long
        ((Blow(0, 1, 1),), 1, 5, 0),
        ((Blow(1000, 0, 1),), 1, 5, 0),  # only defends, and always well: nobody ever falls
        ((Blow(500, 2, 0), Blow(500, 0, 1)), 2, 1, 666_666),  # it strikes first
        ((EVEN,), 1, 0, 0),
    ],
)
def test_a_fight_is_won_as_often_as_can_be_worked_out_by_hand(
    blows: tuple[Blow, ...], enemy: int, hearts: int, chance: int
) -> None:
    assert abs(win_chance(blows, enemy, hearts) - chance) <= 2


def test_it_is_won_as_often_as_in_fights_with_dice() -> None:
    blows = (Blow(650, 1, 1), Blow(400, 2, 0), Blow(700, 0, 2))
    dice, games, won = Dice(1), 4000, 0
    for _ in range(games):
        enemy, hearts = 5, 4
        while enemy > 0 and hearts > 0:
            for success, dealt, taken in blows:
                if enemy > 0 and hearts > 0:
                    if dice.below(1000, "a blow") < success:
                        enemy -= dealt
                    else:
                        hearts -= taken
        won += enemy <= 0

    assert abs(win_chance(blows, 5, 4) / SURE - won / games) < 0.03


def test_more_hearts_never_hurt_and_more_life_of_the_enemy_never_helps() -> None:
    blows = (Blow(600, 1, 2), Blow(450, 2, 1))
    by_hearts = [win_chance(blows, 4, hearts) for hearts in range(1, 9)]
    by_life = [win_chance(blows, life, 4) for life in range(1, 9)]

    assert all(fewer <= more for fewer, more in pairwise(by_hearts))
    assert all(weaker >= tougher for weaker, tougher in pairwise(by_life))


def test_a_stronger_hero_has_better_odds_and_a_wounded_one_worse() -> None:
    plain, strong, hurt = table("H05"), table("H05"), table("H05")
    strong.hero()["raises"].update(body=3)
    hurt.hero().update(wounds=3)

    odds = [Odds(CONTENT, desk.state, 0).of("Y11") for desk in (hurt, plain, strong)]

    assert 0 < odds[0] < odds[1] < odds[2] < SURE


def test_who_recovers_from_wounds_is_beaten_far_less_often_than_without_that_rule() -> None:
    """The Cave Troll recovers from a wound a round."""
    calm = table("H10", ruleset=reprinted("Y02", rules=[]))
    odds = Odds(CONTENT, table("H10").state, 0)

    assert 10 * odds.of("Y02") < Odds(calm.content, calm.state, 0).of("Y02")
    assert odds.of("Y02") < odds.of("Y11")


def test_a_test_is_passed_as_often_as_its_die_allows() -> None:
    """The Thousand Locks: mind and perception against 16."""
    desk = table("H05")
    desk.hero()["raises"].update(mind=9)  # 10 in all: a 6 or more, of 20 faces

    assert Odds(CONTENT, desk.state, 0).of("B14") == 750_000
