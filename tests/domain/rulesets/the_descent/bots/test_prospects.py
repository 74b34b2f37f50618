"""The strong bot's estimate of a position: the odds of winning, and the moves it searches."""

from __future__ import annotations

import pytest

from delvebook.domain.kit.search import SearchBot
from delvebook.domain.outcome import Outcome
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.the_descent.bots.prospects import lead
from delvebook.domain.rulesets.the_descent.bots.strong import candidates, worth
from delvebook.domain.rulesets.the_descent.bots.survey import SURE
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import RULESET, Cave

HIGH, DEEP = (5, 1), (5, 12)


def two(first: tuple[int, int] = HIGH, second: tuple[int, int] = HIGH) -> Cave:
    """Two characters in the cave."""
    return Cave(first, second)


def test_two_alike_are_even() -> None:
    assert lead(two().state, 0) == 0


def test_what_one_is_ahead_the_other_is_behind() -> None:
    cave = two(DEEP).have(0, points=7).have(1, points=4, health=1)

    assert lead(cave.state, 0) > 0
    assert abs(lead(cave.state, 0) + lead(cave.state, 1)) <= 1  # rounded down


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (two(DEEP), two()),
        (two().have(0, points=3), two()),
        (two().have(0, health=3), two().have(0, health=2)),
        (two().have(0, health=4), two().have(0, health=3)),
        (two().kit(0, "rope", "pick"), two().kit(0, "rope")),
        (two(DEEP).have(0, points=9), two().have(0, points=9)),
        (two(DEEP).have(0, points=9, health=2), two(DEEP).have(0, points=9, health=1)),
        (two(DEEP).have(0, points=9, arrived=True), two(DEEP).have(0, points=9)),
        (two(DEEP), two(DEEP).have(1, arrived=True)),
    ],
    ids=["deeper", "points", "third health", "fourth health", "cards", "safer", "peril", "arrived", "late"],
)
def test_it_prefers(better: Cave, worse: Cave) -> None:
    assert lead(better.state, 0) > lead(worse.state, 0)


def test_no_lead_is_surer_than_a_win() -> None:
    cave = two(DEEP).have(0, points=60, arrived=True)
    over = Outcome(reason="all_arrived", winners=[0], ranking=[[0], [1]], scores=[60, 0])
    content = RULESET.box

    assert SURE // 2 < worth(content, cave.state, 0, None) < worth(content, cave.state, 0, over) == SURE
    assert worth(content, cave.state, 1, over) == -SURE


def test_a_shared_win_is_worth_as_much_as_an_even_game() -> None:
    shared = Outcome(reason="all_arrived", winners=[0, 1], ranking=[[0, 1]], scores=[5, 5])

    assert worth(RULESET.box, two().state, 0, shared) == 0


@pytest.mark.parametrize(("late", "points", "searches"), [(False, 0, True), (True, 9, True), (True, 0, False)])
def test_who_has_lost_its_way_and_comes_too_late_plays_like_the_greedy_bot(
    late: bool, points: int, searches: bool
) -> None:
    cave = two((5, 8)).have(0, points=points).have(1, arrived=late)
    cave.state["round"] = 20
    legal = RULESET.legal(cave.state, 0)

    found = candidates(RULESET.box, cave.view(0), legal, chance=Tape(b"strong"))

    assert (len(found) > 1) == searches
    assert found[0] == RULESET.bot("greedy")(cave.view(0), legal, chance=Tape(b"strong"))


@pytest.mark.long
@pytest.mark.timeout(900)  # eight games of a search: a minute alone, and five beside all other stages
def test_with_two_seats_it_wins_most_games_against_the_greedy_bot() -> None:
    strong, greedy = RULESET.bot("strong"), RULESET.bot("greedy")
    assert isinstance(strong, SearchBot)
    quick = strong.with_effort(plies=400, worlds=32)
    won = 0
    for game in range(8):
        seat = game % 2
        bots = [quick, greedy] if seat == 0 else [greedy, quick]
        table = play_through(RULESET, {}, bots=bots, seed=seed_of(f"two/{game}"))
        assert table.outcome is not None
        won += table.outcome.winners == [seat]

    assert won >= 6
