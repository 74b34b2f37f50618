"""
Games in which anything may happen at any time: play, take-backs, claims, findings, rulings, appeals, ends.

A refused command changes nothing. An accepted one is in a record that verifies and loads as the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebook.domain import disputes
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import BrokenRuleError, DelvebookError
from delvebook.domain.game import Game
from delvebook.domain.remedies import VERDICTS
from delvebook.domain.viewers import ARBITER, PUBLIC
from delvebook.replays.verify import verify
from tests.domain.test_disputes import GAME, Case
from tests.replays.games import record_of
from tests.titles import registered_titles
from tests.titles.bids import Bids

ACCOUNTS = ("ann", "bob", "sue", "judy", "jude")
REMEDIES: tuple[Any, ...] = (
    None,
    {"type": "annul"},
    {"type": "adjudicate", "ranking": [[0], [1]]},
    {"type": "adjudicate", "ranking": [[0]]},
    {"type": "resume", "event": 4},
    {"type": "resume", "event": 99},
)
CLOCKS: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "per_decision", "seconds": 5, "on_expiry": {"kind": "bot", "bot": "random@1"}},
    {"kind": "budget", "seconds": 20, "increment": 2, "on_expiry": {"kind": "default_action"}},
    {"kind": "budget", "seconds": 9, "increment": 3, "on_expiry": {"kind": "bot", "bot": "greedy@1"}},
    {"kind": "per_decision", "seconds": 9, "on_expiry": {"kind": "forfeit", "bot": "greedy@1"}},
)
Choose = Callable[[int], int]


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def plays(case: Case, choose: Choose) -> None:
    table = case.game.get_table()
    seat = choose(2)
    legal = table.legal(seat) or [{"type": "bid", "card": 1}]
    case.game.act(seat, decision=table.decisions[seat], action=legal[choose(len(legal))], at=case.now())


def takes_back(case: Case, choose: Choose) -> None:
    case.game.take_back(choose(2), at=case.now(), history=case.events)


def answers(case: Case, choose: Choose) -> None:
    case.game.answer_take_back(choose(2), agrees=bool(choose(2)), at=case.now(), history=case.events)


def claims(case: Case, choose: Choose) -> None:
    case.game.open_dispute(ACCOUNTS[choose(5)], event=choose(12), claim="?", at=case.now())


def finds(case: Case, choose: Choose) -> None:
    sealed = None if case.game.lifecycle.is_seed_revealed else {"first": None}
    case.game.attach_finding(some_dispute(case, choose), {"holds": True}, sealed=sealed, at=case.now())


def rules(case: Case, choose: Choose) -> None:
    case.game.rule(
        some_dispute(case, choose),
        arbiter=ACCOUNTS[choose(5)],
        verdict=VERDICTS[choose(2)],
        remedy=REMEDIES[choose(len(REMEDIES))],
        reason="so",
        at=case.now(),
    )


def appeals(case: Case, choose: Choose) -> None:
    case.game.appeal(some_dispute(case, choose), player=ACCOUNTS[choose(5)], reason="no", at=case.now())


def leaves(case: Case, choose: Choose) -> None:
    case.game.leave_seat(choose(2), by="player:ann", at=case.now())


def comes_back(case: Case, choose: Choose) -> None:
    case.game.take_seat(None, player=ACCOUNTS[choose(3)], at=case.now())


def gives_up(case: Case, choose: Choose) -> None:
    case.game.resign(choose(2), bot=("random", "greedy")[choose(2)], at=case.now())


def proposes_an_end(case: Case, choose: Choose) -> None:
    case.game.propose_end(choose(2), at=case.now())


def answers_about_an_end(case: Case, choose: Choose) -> None:
    case.game.answer_end(choose(2), agrees=bool(choose(2)), at=case.now())


def runs_out_of_time(case: Case, choose: Choose) -> None:
    case.clock += choose(20)
    case.game.expire(choose(2), at=case.now())


def breaks_off(case: Case, choose: Choose) -> None:
    case.game.abort(reason="enough", by="arbiter:judy", at=case.now())


def reveals(case: Case, choose: Choose) -> None:
    case.game.reveal(at=case.now())


def some_dispute(case: Case, choose: Choose) -> int:
    known = [*case.game.lifecycle.disputes, 3]
    return known[choose(len(known))]


STEPS: tuple[Callable[[Case, Choose], None], ...] = (
    *[plays] * 6,
    *[takes_back] * 3,
    answers,
    *[claims] * 3,
    finds,
    *[rules] * 4,
    *[appeals] * 2,
    leaves,
    comes_back,
    gives_up,
    proposes_an_end,
    answers_about_an_end,
    *[runs_out_of_time] * 2,
    breaks_off,
    reveals,
)


@settings(max_examples=300)
@given(data=st.data())
def test_whatever_happens_is_in_a_record_that_verifies_and_whatever_is_refused_changes_nothing(
    data: st.DataObject,
) -> None:
    case = Case(seed=str(data.draw(st.integers(0, 9), "seed")), clock=data.draw(st.sampled_from(CLOCKS), "clock"))

    def choose(below: int) -> int:
        return data.draw(st.integers(0, below - 1))

    for _ in range(data.draw(st.integers(1, 40), "steps")):
        step = data.draw(st.sampled_from(STEPS), "step")
        before, mark = jcs(case.game.to_snapshot()), case.game.mark()
        try:
            step(case, choose)
        except BrokenRuleError:
            raise
        except DelvebookError:
            case.game.rewind(mark)
            assert jcs(case.game.to_snapshot()) == before
        case.collect()
        holds_together(case.game)

    viewer = PUBLIC if case.game.lifecycle.is_seed_revealed else ARBITER
    report = verify(record_of(case.game, case.events, viewer), seed=case.game.seed)
    assert report.first is None, report.first
    assert report.level("replay").status == "holds"
    loaded = Game.project(None, case.events)
    assert loaded is not None
    assert jcs(loaded.to_snapshot()) == jcs(case.game.to_snapshot())
    middle = len(case.events) // 2 + 1
    part = Game.project(None, case.events[:middle])
    assert part is not None
    again = Game.project(Game.from_snapshot(GAME, part.to_snapshot()), case.events[middle:])
    assert again is not None
    assert jcs(again.to_snapshot()) == jcs(case.game.to_snapshot())


def holds_together(game: Game) -> None:
    """Checks what is true of a game at all times."""
    undecided = [one for one in game.lifecycle.disputes.values() if one["status"] in disputes.UNDECIDED]
    assert not game.lifecycle.is_clock_stopped or undecided
    assert len({one["by"] for one in undecided if one["status"] == "open"}) == len(
        [one for one in undecided if one["status"] == "open"]
    )
    for one in game.lifecycle.disputes.values():
        arbiters = [ruling["by"] for ruling in one["rulings"]]
        assert len(arbiters) == len(set(arbiters)) <= 2
        assert not set(arbiters) & set(game.lifecycle.parties)
        assert (one["appeal"] is not None) == (one["status"] in ("appealed", "closed"))
    if game.lifecycle.is_withheld:
        assert game.lifecycle.status == "aborted"
    if game.lifecycle.status == "finished" or (
        game.lifecycle.status == "aborted" and game.lifecycle.resumed_by is None
    ):
        assert game.lifecycle.is_seed_revealed
    if game.lifecycle.status == "running":
        assert not game.lifecycle.is_seed_revealed
        assert game.to_act()
