"""Disputes in the game's own stream: the rights of the parties, and the effects of a ruling on a running game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import (
    AlreadyAppealedError,
    AlreadyDisputedError,
    AlreadyExaminedError,
    AlreadyResumedError,
    AlreadyRuledError,
    GameFinishedError,
    MalformedError,
    NotForkableError,
    NotRuledError,
    NotWithheldError,
    PartyError,
    SettledError,
    UnknownDisputeError,
    UnknownEventError,
)
from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.viewers import ARBITER, PUBLIC
from delvebook.replays.verify import verify
from tests.domain.recorded import Recorded
from tests.domain.seating import close
from tests.replays.games import at, record_of
from tests.titles import registered_titles
from tests.titles.bids import Bids

GAME = UUID("00000000-0000-4000-8000-000000000001")
FORK = UUID("00000000-0000-4000-8000-000000000002")


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


class Case(Recorded):
    """A game of two, in which something is disputed."""

    def __init__(self, *, seed: str = "case", clock: dict[str, Any] | None = None) -> None:
        super().__init__()
        terms = None if clock is None else {"clock": clock}
        self.game = Game.create(
            GAME, ruleset=Bids(), options={}, seats=2, seed=seed_of(seed), by="player:ann", at=self.now(), terms=terms
        )
        for seat, name in enumerate(("ann", "bob")):
            self.game.take_seat(seat, player=name, at=self.now())
        close(self.game, at=self.now())
        self.game.start(by="player:ann", at=self.now())
        self.collect()

    def plays_round(self) -> None:
        for seat in list(self.game.to_act()):
            table = self.game.get_table()
            self.game.act(seat, decision=table.decisions[seat], action=table.legal(seat)[-1], at=self.now())
        self.collect()

    def claims(self, who: str = "ann", event: int = 4) -> int:
        n = self.game.open_dispute(who, event=event, claim="this is wrong", at=self.now())
        self.collect()
        return n

    def rules(self, dispute: int, remedy: Any = None, *, arbiter: str = "judy", verdict: str = "") -> list[str]:
        verdict = verdict or ("dismissed" if remedy is None else "upheld")
        self.game.rule(dispute, arbiter=arbiter, verdict=verdict, remedy=remedy, reason="I looked", at=self.now())
        return self.collect()

    def appeals(self, dispute: int, who: str = "bob") -> None:
        self.game.appeal(dispute, player=who, reason="no", at=self.now())
        self.collect()

    def holds(self) -> None:
        """Checks that the record verifies, and that loading it event by event gives the same game."""
        viewer = PUBLIC if self.game.lifecycle.is_seed_revealed else ARBITER
        report = verify(record_of(self.game, self.events, viewer), seed=self.game.seed)
        assert report.first is None, report.first
        assert [level.status for level in report.levels] == ["holds", "holds"]
        loaded = Game.project(None, self.events)
        assert loaded is not None
        assert loaded.to_snapshot() == self.game.to_snapshot()
        for n in range(1, len(self.events)):
            part = Game.project(None, self.events[:n])
            assert part is not None
            again = Game.project(Game.from_snapshot(GAME, part.to_snapshot()), self.events[n:])
            assert again is not None
            assert jcs(again.to_snapshot()) == jcs(self.game.to_snapshot())


def test_a_claim_stops_the_clock_and_a_dismissal_starts_it_again() -> None:
    case = Case()
    dispute = case.claims()

    assert case.game.lifecycle.is_clock_stopped
    assert case.events[-1].metadata["stopped"] is True
    assert case.rules(dispute) == ["DisputeRuled"]
    assert not case.game.lifecycle.is_clock_stopped
    case.holds()


def test_who_resumes_a_running_game_breaks_it_off_and_keeps_its_seed_secret() -> None:
    case = Case()
    dispute = case.claims()

    assert case.rules(dispute, {"type": "resume", "event": 4}) == ["DisputeRuled", "GameAborted"]
    ruled, aborted = case.events[-2:]
    assert ruled.data["remedy"]["ruleset"] == "bids@1"
    assert ruled.data["remedy"]["game"] == aborted.data["resumed_by"] == case.game.lifecycle.resumed_by
    assert case.game.lifecycle.is_withheld
    assert not case.game.lifecycle.is_seed_revealed
    case.holds()


def test_the_kept_seed_comes_out_once_and_closes_the_way_to_appeal() -> None:
    case = Case()
    dispute = case.claims()
    case.rules(dispute, {"type": "resume", "event": 4})
    case.game.reveal(at=case.now())

    assert case.collect() == ["SeedRevealed"]
    with pytest.raises(NotWithheldError):
        case.game.reveal(at=case.now())
    with pytest.raises(SettledError):
        case.appeals(dispute)
    case.holds()


@pytest.mark.parametrize("remedy", [{"type": "annul"}, {"type": "adjudicate", "ranking": [[1], [0]]}])
def test_any_other_remedy_ends_a_running_game_in_the_open(remedy: dict[str, Any]) -> None:
    case = Case()

    assert case.rules(case.claims(), remedy) == ["DisputeRuled", "GameAborted", "SeedRevealed"]
    with pytest.raises(NotWithheldError):
        case.game.reveal(at=case.now())
    case.holds()


def test_who_dismisses_on_appeal_resumes_the_game_where_it_stood() -> None:
    case = Case()
    case.plays_round()
    dispute = case.claims()
    stood_at = case.game.stream.version
    case.rules(dispute, {"type": "resume", "event": 4})
    first = case.game.lifecycle.resumed_by
    case.appeals(dispute)

    assert case.rules(dispute, arbiter="jude") == ["DisputeRuled"]
    remedy = case.events[-1].data["remedy"]
    assert (remedy["type"], remedy["event"]) == ("resume", stood_at)
    assert remedy["game"] != first
    case.holds()


def test_a_finding_in_a_running_game_is_sealed_for_arbiters() -> None:
    case = Case()
    dispute = case.claims()
    case.game.attach_finding(dispute, {"holds": True}, sealed={"versions": ["a secret"]}, at=case.now())
    case.collect()

    told = case.events[-1].to_record(PUBLIC, seed=case.game.seed)
    assert told["data"] == {"dispute": dispute, "finding": {"holds": True}}
    assert told["sealed"][0]["for"] == ["arbiter"]
    assert told["sealed"][0]["content"] == {"versions": ["a secret"]}
    with pytest.raises(AlreadyExaminedError):
        case.game.attach_finding(dispute, {"holds": True}, at=case.now())
    case.rules(dispute)
    case.holds()


def test_wrong_claims_change_nothing() -> None:
    case = Case()
    before = jcs(case.game.to_snapshot())
    for who, event, refusal in (
        ("sue", 4, PartyError),
        ("ann", 0, UnknownEventError),
        ("ann", case.game.stream.version + 1, UnknownEventError),
    ):
        with pytest.raises(refusal):
            case.claims(who, event)
    assert jcs(case.game.to_snapshot()) == before
    case.claims("ann")
    with pytest.raises(AlreadyDisputedError):
        case.claims("ann")
    case.claims("bob")


def test_wrong_rulings_change_nothing() -> None:
    case = Case()
    dispute = case.claims()
    before = jcs(case.game.to_snapshot())
    for remedy, verdict, refusal in (
        (None, "upheld", MalformedError),
        ({"type": "annul"}, "dismissed", MalformedError),
        ({"type": "annul", "at": 4}, "upheld", MalformedError),
        ({"type": "hang"}, "upheld", MalformedError),
        ({"type": "adjudicate"}, "upheld", MalformedError),
        ({"type": "adjudicate", "ranking": [[0], [0, 1]]}, "upheld", MalformedError),
        ({"type": "resume"}, "upheld", UnknownEventError),
        ({"type": "resume", "event": 999}, "upheld", UnknownEventError),
        ({"type": "resume", "event": 4, "ruleset": "labyrinth@1"}, "upheld", MalformedError),
        ({"type": "resume", "event": 4, "ranking": [[0], [1]]}, "upheld", MalformedError),
    ):
        with pytest.raises(refusal):
            case.rules(dispute, remedy, verdict=verdict)
    for arbiter in ("ann", "bob"):
        with pytest.raises(PartyError):
            case.rules(dispute, arbiter=arbiter)
    with pytest.raises(UnknownDisputeError):
        case.rules(3)
    with pytest.raises(NotRuledError):
        case.appeals(dispute)
    assert jcs(case.game.to_snapshot()) == before


def test_one_rules_once_and_one_appeals_once() -> None:
    case = Case()
    dispute = case.claims()
    case.rules(dispute)
    with pytest.raises(AlreadyRuledError):
        case.rules(dispute, arbiter="jude")
    with pytest.raises(PartyError):
        case.appeals(dispute, "sue")
    case.appeals(dispute)
    with pytest.raises(PartyError):
        case.rules(dispute)
    with pytest.raises(AlreadyAppealedError):
        case.appeals(dispute, "ann")
    case.rules(dispute, {"type": "annul"}, arbiter="jude")
    with pytest.raises(AlreadyAppealedError):
        case.appeals(dispute)
    assert case.game.lifecycle.disputes[dispute]["status"] == "closed"
    with pytest.raises(GameFinishedError):
        case.game.act(0, decision=4, action={"type": "bid", "card": 1}, at=case.now())
    case.holds()


def test_who_left_before_the_start_may_not_rule_but_may_claim() -> None:
    game = Game.create(GAME, ruleset=Bids(), options={}, seats=2, seed=seed_of("left"), by="player:ann", at=at(1))
    game.take_seat(0, player="sue", at=at(2))
    game.leave_seat(0, by="player:sue", at=at(3))
    n = game.open_dispute("sue", event=2, claim="I was pushed out", at=at(4))

    with pytest.raises(PartyError):
        game.rule(n, arbiter="sue", verdict="dismissed", remedy=None, reason="no", at=at(5))


def test_the_same_person_does_not_dispute_the_same_event_twice() -> None:
    case = Case()
    case.rules(case.claims("ann", 4))
    with pytest.raises(AlreadyDisputedError):
        case.claims("ann", 4)
    case.rules(case.claims("bob", 4))
    case.claims("ann", 3)


def test_a_game_is_not_resumed_twice_by_two_disputes_at_once() -> None:
    """Both forks would hide the same cards, and the end of one would show them to the other."""
    case = Case()
    mine, yours = case.claims("ann"), case.claims("bob")
    case.rules(mine, {"type": "resume", "event": 4})

    with pytest.raises(NotForkableError, match="already"):
        case.rules(yours, {"type": "resume", "event": 4})
    assert case.rules(yours, {"type": "annul"}) == ["DisputeRuled"]
    case.holds()


def test_who_was_dismissed_twice_does_not_stop_the_clock_again() -> None:
    case = Case()
    for event in (2, 3):
        dispute = case.claims("ann", event)
        assert case.game.lifecycle.is_clock_stopped
        case.rules(dispute)
    case.claims("ann", 4)
    assert not case.game.lifecycle.is_clock_stopped
    case.claims("bob", 4)
    assert case.game.lifecycle.is_clock_stopped
    case.holds()


def test_a_game_is_not_stopped_by_its_fifth_claim_of_any_player() -> None:
    case = Case()
    for who, event in (("ann", 1), ("ann", 2), ("bob", 1), ("bob", 2)):
        dispute = case.claims(who, event)
        assert case.game.lifecycle.is_clock_stopped
        case.rules(dispute)
    for who in ("ann", "bob"):
        case.claims(who, 3)
    assert not case.game.lifecycle.is_clock_stopped
    case.holds()


def test_an_appeal_does_not_stop_the_clock_again() -> None:
    case = Case()
    dispute = case.claims("ann", 2)
    case.rules(dispute)
    case.rules(case.claims("ann", 3))
    for spent in case.game.lifecycle.disputes.copy():
        case.appeals(spent)
        assert not case.game.lifecycle.is_clock_stopped
    case.holds()


def test_a_claim_is_withdrawn_by_its_claimant_before_the_ruling_and_the_clock_runs() -> None:
    case = Case()
    dispute = case.claims("ann")
    for who in ("bob", "sue"):
        with pytest.raises(PartyError):
            case.game.withdraw_dispute(dispute, player=who, at=case.now())
    case.game.withdraw_dispute(dispute, player="ann", at=case.now())

    assert case.collect() == ["DisputeWithdrawn"]
    assert not case.game.lifecycle.is_clock_stopped
    assert case.game.lifecycle.disputes[dispute]["status"] == "withdrawn"
    with pytest.raises(AlreadyRuledError):
        case.game.withdraw_dispute(dispute, player="ann", at=case.now())
    with pytest.raises(AlreadyRuledError):
        case.rules(dispute)
    with pytest.raises(NotRuledError):
        case.appeals(dispute)
    with pytest.raises(AlreadyDisputedError):
        case.claims("ann", 4)
    case.claims("ann", 3)
    case.holds()


def test_a_claim_that_was_ruled_on_is_not_withdrawn() -> None:
    case = Case()
    dispute = case.claims("ann")
    case.rules(dispute)
    for _ in range(2):
        with pytest.raises(AlreadyRuledError):
            case.game.withdraw_dispute(dispute, player="ann", at=case.now())
        if case.game.lifecycle.disputes[dispute]["appeal"] is None:
            case.appeals(dispute)


def test_withdrawn_claims_spend_the_budget_as_dismissed_ones_do() -> None:
    case = Case()
    for event in (2, 3):
        dispute = case.claims("ann", event)
        case.game.withdraw_dispute(dispute, player="ann", at=case.now())
        case.collect()
    case.claims("ann", 4)
    assert not case.game.lifecycle.is_clock_stopped


def test_the_clock_runs_again_when_a_ruling_is_overdue_and_the_claim_stays_open() -> None:
    case = Case()
    dispute = case.claims("ann")
    case.game.resume_clock(dispute, at=case.now())

    assert case.collect() == ["DisputeClockResumed"]
    assert case.events[-1].by == "clock"
    assert "stopped" not in case.events[-1].metadata
    assert not case.game.lifecycle.is_clock_stopped
    assert case.game.lifecycle.disputes[dispute]["clock_resumed_at"] == case.events[-1].at
    with pytest.raises(AlreadyResumedError):
        case.game.resume_clock(dispute, at=case.now())
    with pytest.raises(AlreadyDisputedError):
        case.claims("ann", 3)
    assert case.rules(dispute) == ["DisputeRuled"]
    with pytest.raises(AlreadyRuledError):
        case.game.resume_clock(dispute, at=case.now())
    case.holds()
