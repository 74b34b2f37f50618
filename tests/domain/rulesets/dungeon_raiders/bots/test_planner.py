"""The greedy bot judges a position by its odds of winning, and keeps its cards for the rooms ahead."""

from __future__ import annotations

from itertools import product

import pytest

from delvebook.domain.bots import Action, Bot, random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.dungeon_raiders.bots.greedy import NEAR
from delvebook.domain.rulesets.dungeon_raiders.bots.odds import CERTAIN, odds
from delvebook.domain.rulesets.dungeon_raiders.ending import result_of
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import ALL_FIVE, RAIDERS, game, seat

GREEDY = RAIDERS.bot("greedy")


def choice(state: State) -> Action:
    return GREEDY(RAIDERS.view(state, seat_viewer(0)), RAIDERS.legal(state, 0), chance=Tape(b"bot"))


def of_two(life: int, other: int, *, lead: int = 0, rooms: int = 12) -> int:
    """The odds of a seat with that life against another one."""
    return odds(0, {0: life, 1: other}, {0: 10 + lead, 1: 10}, rooms=rooms, seats=2)


# -- odds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
def test_when_the_dungeon_is_explored_the_odds_are_the_rules(seats: int) -> None:
    """The seats that the rules make winners have odds, and no others: two or three living, all small standings."""
    for lives in product((1, 2, 3), repeat=seats):
        for treasures in product((4, 5), repeat=seats):
            sheets = [seat(life=life, treasure=had) for life, had in zip(lives, treasures, strict=True)]
            state = game("boss", seats=sheets)

            shown = [
                one
                for one in range(seats)
                if odds(one, dict(enumerate(lives)), dict(enumerate(treasures)), rooms=0, seats=seats)
            ]

            assert shown == result_of(state)["winners"], (lives, treasures)


def test_the_last_one_alive_has_won_and_the_dead_have_lost() -> None:
    for life, expected in ((0, 0), (1, CERTAIN)):
        assert odds(0, {0: life, 1: 1 - life, 2: 0}, {0: 0, 1: 9, 2: 9}, rooms=9, seats=3) == expected


def test_more_life_and_more_treasure_are_never_worse() -> None:
    for rooms in (1, 6, 24):
        for life, other in product(range(1, 10), repeat=2):
            assert of_two(life + 1, other, rooms=rooms) >= of_two(life, other, rooms=rooms)
            assert of_two(life, other, lead=1, rooms=rooms) >= of_two(life, other, rooms=rooms)


# -- the level ------------------------------------------------------------------------------------


def test_it_keeps_its_high_card_for_the_dragon_that_lies_ahead() -> None:
    """If `tre-1` lies ahead instead of the dragon, the same hand plays its high card at once."""
    hands = [seat("p1 p5", life=4), seat("p2 p3")]
    dragon = game("tre-2", seats=hands, level=2, at=4, ahead={5: "mon-dragon"})
    nothing = game("tre-2", seats=hands, level=2, at=4, ahead={5: "tre-1"})

    assert choice(dragon)["card"] == "p1"
    assert choice(nothing)["card"] == "p5"


def test_it_keeps_a_card_for_the_boss() -> None:
    """The level's last room but one holds next to nothing."""
    state = game("tre-1", seats=[seat("p1 p5", life=3), seat("p2 p3")], level=5, at=4)

    assert choice(state)["card"] == "p1"


def test_it_tells_its_scores_and_chooses_one_of_the_best() -> None:
    state = game("tre-4-2", seats=[seat(f"{ALL_FIVE} key"), seat(), seat("p1 p2 p3")])
    view, legal = RAIDERS.view(state, seat_viewer(0)), RAIDERS.legal(state, 0)
    before = jcs([view, legal])

    weighed = RAIDERS.program("greedy").weigh(view, legal, chance=Tape(b"bot"))

    assert weighed is not None
    assert [one.action for one in weighed] == legal
    best = max(one.score for one in weighed)
    assert choice(state) in [one.action for one in weighed if one.score + NEAR > best]
    assert jcs([view, legal]) == before


def test_it_beats_random_players_of_two_seats() -> None:
    """In 12 games of two, fair would be 6 wins."""
    wins = 0
    for number in range(12):
        bots: list[Bot] = [random_bot, random_bot]
        bots[number % 2] = GREEDY
        table = play_through(RAIDERS, {}, bots=bots, seed=seed_of(f"plan/{number}"))
        assert table.outcome is not None
        wins += table.outcome.winners == [number % 2]

    assert wins >= 10
