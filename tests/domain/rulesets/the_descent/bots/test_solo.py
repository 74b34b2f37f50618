"""How the strong bot plays alone: what it compares, what it follows, and how it plays on inside its search."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.bots import Bot
from delvebook.domain.kit.search import SearchBot
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.the_descent.bots.answers import quick_answer
from delvebook.domain.rulesets.the_descent.bots.solo import ALONE, candidates, courses, policy
from delvebook.domain.rulesets.the_descent.bots.strong import STRONG
from delvebook.domain.tape import Tape
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, deciding

CONTENT = RULESET.box
GREEDY = RULESET.bot("greedy")


def compared(cave: Cave, seat: int = 0) -> list[dict[str, Any]]:
    """The candidates of a seat."""
    return candidates(CONTENT, cave.view(seat), RULESET.legal(cave.state, seat), chance=Tape(b"strong"))


def answer(cave: Cave) -> dict[str, Any]:
    """The answer to the open decision inside a search."""
    pending = cave.state["pending"]
    assert pending is not None
    return quick_answer(cave.state, pending, RULESET.legal(cave.state, pending["seat"]), chance=Tape(b"quick"))


def points(bot: Bot, *, games: int) -> int:
    """The total points of this number of solo games."""
    total = 0
    for game in range(games):
        table = play_through(RULESET, {}, bots=[bot], seed=seed_of(f"alone/{game}"))
        assert table.outcome is not None
        total += table.outcome.scores[0] or 0
    return total


def test_it_compares_what_the_greedy_bot_would_do_with_legal_beginnings_of_plans() -> None:
    cave = Cave((5, 8), closed=("r3c1", "r4c2")).kit(0, "rope", "pick").token("coin", (4, 8))
    legal = RULESET.legal(cave.state, 0)

    found = compared(cave)

    assert found[0] == GREEDY(cave.view(0), legal, chance=Tape(b"strong"))
    assert all(action in legal for action in found)
    assert len(found) == len({str(action) for action in found}) > 2


def test_a_plan_goes_on_after_its_first_action() -> None:
    cave = Cave((1, 16))
    found = compared(cave)

    following = courses(CONTENT, cave.view(0), found)

    assert len(following) == len(found)
    assert max(len(rest) for rest in following) >= 1


@pytest.mark.parametrize("type_", ["place_token", "confirm_step", "answer_fall", "answer_loss", "answer_contact"])
def test_inside_its_search_an_open_decision_is_answered_at_once(type_: str) -> None:
    cave = deciding(type_)
    pending = cave.state["pending"]
    assert pending is not None

    assert answer(cave) in RULESET.legal(cave.state, pending["seat"])


def test_alone_every_answer_is_compared() -> None:
    cave = Cave((8, 8), closed=("r3c2",)).stack("coin")
    cave.do(0, "step", dir="left")
    legal = RULESET.legal(cave.state, 0)

    assert len(legal) > 1
    assert sorted(map(str, compared(cave))) == sorted(map(str, legal))


def test_a_step_into_an_unknown_tile_is_taken_back_unless_it_arrives() -> None:
    assert answer(deciding("confirm_step")) == {"type": "confirm_step", "choice": "cancel"}


def test_who_has_no_course_ends_its_turn() -> None:
    cave = Cave((5, 8))

    assert policy(CONTENT, cave.state, 0, RULESET.legal(cave.state, 0), chance=Tape(b"x")) == [{"type": "end_turn"}]


def test_with_others_it_plays_by_another_method() -> None:
    assert STRONG.for_view(Cave((5, 8)).view(0)) is ALONE
    assert STRONG.for_view(Cave((5, 8), (4, 2)).view(0)) is STRONG


@pytest.mark.long
def test_alone_it_gets_more_points_than_the_greedy_bot() -> None:
    strong, greedy = RULESET.bot("strong"), RULESET.bot("greedy")
    assert isinstance(strong, SearchBot)

    assert points(strong.with_effort(plies=500, worlds=16), games=8) > points(greedy, games=8)
