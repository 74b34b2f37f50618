"""Leaving for good: resignations, ends that all players consent to, and players whom the creator removes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from delvebook.domain.errors import (
    BotSeatedError,
    EndProposedError,
    GameFinishedError,
    GameNotRunningError,
    NoEndProposedError,
    NotAbsentError,
    NotYoursError,
    RemovedError,
    ReservedReasonError,
    ResignedError,
    SeatsClosedError,
    UnknownBotError,
    UnknownSeatError,
)
from delvebook.domain.lifecycle import EndProposal, Seat
from delvebook.domain.times import later
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.verify import verify
from tests.domain.test_clocks import require_same_after_loading
from tests.domain.test_game import Table
from tests.replays.games import record_of
from tests.titles import registered_titles
from tests.titles.bids import Bids


class StubbornBids(Bids):
    """A title in which a bot always plays on, as long as a player is left."""

    ends_by_resignation = False


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def running(*players: str, bots: int = 0, created_by: str = "ann") -> Table:
    """A running game with these players, and bots on the seats after them."""
    seats = len(players) + bots
    table = Table(*players, seats=seats, terms={"creator": created_by})
    for seat in range(len(players), seats):
        table.game.put_bot(seat, bot="random", by="player:ann", at=table.now())
    if bots:
        missing = table.game.lifecycle.nonces_missing
        assert not missing
        table.game.close_seats(deadline=None, at=table.now())
    table.starts()
    return table


def resign(table: Table, seat: int, bot: str = "greedy") -> list[str]:
    table.game.resign(seat, bot=bot, at=table.now())
    return table.collect()


def propose(table: Table, seat: int) -> list[str]:
    table.game.propose_end(seat, at=table.now())
    return table.collect()


def answer(table: Table, seat: int, *, agrees: bool) -> list[str]:
    table.game.answer_end(seat, agrees=agrees, at=table.now())
    return table.collect()


# -- resigning --------------------------------------------------------------------------------------


def test_the_last_of_two_wins_when_the_other_resigns() -> None:
    table = running("ann", "bob")

    assert resign(table, 0) == ["SeatResigned", "GameFinished", "SeedRevealed"]
    assert (table.events[-3].by, table.events[-3].data) == (
        "seat:0", {"seat": 0, "bot": None, "reason": "resigned"},
    )  # fmt: skip
    assert table.game.lifecycle.outcome == {
        "reason": "resigned", "winners": [1], "ranking": [[1], [0]],
        "scores": [None, None], "details": {}, "clauses": [],
    }  # fmt: skip
    assert table.game.to_act() == []
    table.refuses(GameFinishedError, lambda game: game.resign(1, bot="greedy", at=table.now()))
    require_same_after_loading(table)


def test_a_bot_plays_on_as_long_as_a_player_and_an_opponent_are_left() -> None:
    table = running("ann", "bob", bots=1)

    assert resign(table, 0) == ["SeatResigned"]
    assert table.game.lifecycle.seats[0] == Seat("ann", bot="greedy@1")
    table.refuses(ResignedError, lambda game: game.resign(0, bot="greedy", at=table.now()))
    table.refuses(ResignedError, lambda game: game.take_seat(0, player="ann", at=table.now()))
    assert table.finishes()[-2:] == ["GameFinished", "SeedRevealed"]
    assert table.game.lifecycle.outcome is not None
    assert table.game.lifecycle.outcome["reason"] in Bids.end_reasons
    require_same_after_loading(table)


def test_the_game_ends_when_the_last_player_resigns_though_bots_are_left() -> None:
    table = running("ann", "bob", bots=2)
    resign(table, 1)

    assert resign(table, 0) == ["SeatResigned", "GameFinished", "SeedRevealed"]
    assert table.game.lifecycle.outcome is not None
    assert table.game.lifecycle.outcome["winners"] == [2, 3]
    assert table.game.lifecycle.outcome["ranking"] == [[2, 3], [0], [1]]
    require_same_after_loading(table)


def test_a_title_may_have_a_bot_play_on_for_the_last_player() -> None:
    with registered_titles(StubbornBids):
        table = Table("ann", "bob")
        table.game.ruleset = StubbornBids()
        table.starts()
        assert resign(table, 0) == ["SeatResigned"]
        assert table.game.lifecycle.seats[0].bot == "greedy@1"
        assert resign(table, 1) == ["SeatResigned", "GameFinished", "SeedRevealed"]
        assert table.game.lifecycle.outcome is not None
        assert table.game.lifecycle.outcome["winners"] == []


def test_a_player_may_resign_while_a_bot_plays_for_them() -> None:
    table = running("ann", "bob", "cid")
    table.game.leave_seat(1, by="player:bob", at=table.now())

    assert resign(table, 1, bot="random") == ["SeatReplaced", "SeatResigned"]
    assert table.game.lifecycle.seats[1] == Seat("bob", bot="random@1")
    require_same_after_loading(table)


def test_who_cannot_resign() -> None:
    waiting = Table("ann")
    waiting.refuses(GameNotRunningError, lambda game: game.resign(0, bot="greedy", at=waiting.now()))
    table = running("ann", "bob", "cid")
    table.refuses(UnknownSeatError, lambda game: game.resign(7, bot="greedy", at=table.now()))
    table.refuses(UnknownBotError, lambda game: game.resign(0, bot="genius", at=table.now()))


# -- agreed ends ------------------------------------------------------------------------------------


def test_a_game_ends_when_the_last_player_has_consented() -> None:
    table = running("ann", "bob", "cid", bots=1)

    assert propose(table, 1) == ["EndProposed"]
    assert table.events[-1].data == {"seat": 1, "of": [0, 2]}
    proposed = table.game.stream.version
    assert table.game.lifecycle.end_proposal == EndProposal(proposed, 1, (0, 2))
    assert answer(table, 2, agrees=True) == ["EndAnswered"]
    table.acts(table.game.to_act()[0])
    assert answer(table, 0, agrees=True) == ["EndAnswered", "GameAborted", "SeedRevealed"]
    assert (table.events[-2].by, table.events[-2].data) == ("service", {"reason": "agreed"})
    assert (table.game.lifecycle.status, table.game.lifecycle.outcome) == ("aborted", None)
    require_same_after_loading(table)


@pytest.mark.parametrize("seat", [0, 1], ids=["another declines", "the proposer withdraws"])
def test_one_who_declines_ends_the_question(seat: int) -> None:
    table = running("ann", "bob", "cid")
    propose(table, 1)

    assert answer(table, seat, agrees=False) == ["EndAnswered"]
    assert table.game.lifecycle.end_proposal is None
    table.refuses(NoEndProposedError, lambda game: game.answer_end(2, agrees=True, at=table.now()))
    require_same_after_loading(table)


def test_nobody_answers_twice_or_unasked() -> None:
    table = running("ann", "bob", "cid", bots=1)
    propose(table, 1)
    answer(table, 0, agrees=True)

    for seat in (0, 1, 3, 9):
        table.refuses(NoEndProposedError, lambda game, seat=seat: game.answer_end(seat, agrees=True, at=table.now()))
    for seat in (0, 3):
        table.refuses(NoEndProposedError, lambda game, seat=seat: game.answer_end(seat, agrees=False, at=table.now()))


def test_one_end_is_proposed_at_a_time_and_a_seat_proposes_three_at_most() -> None:
    table = running("ann", "bob", "cid")
    for _ in range(3):
        propose(table, 0)
        asked = table.refuses(EndProposedError, lambda game: game.propose_end(1, at=table.now()))
        assert asked.details["event"] == table.game.stream.version
        answer(table, 1, agrees=False)
    limited = table.refuses(EndProposedError, lambda game: game.propose_end(0, at=table.now()))

    assert limited.details["limit"] == 3
    assert propose(table, 1) == ["EndProposed"]


def test_a_player_whose_seat_a_bot_plays_is_asked_and_one_who_has_resigned_is_not() -> None:
    table = running("ann", "bob", "cid", "dan")
    table.game.leave_seat(1, by="player:bob", at=table.now())
    resign(table, 2)

    propose(table, 0)
    assert table.events[-1].data["of"] == [1, 3]
    answer(table, 3, agrees=True)
    assert resign(table, 1) == ["SeatResigned", "GameAborted", "SeedRevealed"]
    require_same_after_loading(table)


def test_the_proposal_of_a_seat_that_resigns_is_dropped() -> None:
    table = running("ann", "bob", "cid")
    propose(table, 0)

    assert resign(table, 0) == ["SeatResigned"]
    assert table.game.lifecycle.end_proposal is None
    table.refuses(ResignedError, lambda game: game.propose_end(0, at=table.now()))


def test_who_plays_alone_ends_the_game_at_once() -> None:
    table = running("ann", bots=1)

    assert propose(table, 0) == ["EndProposed", "GameAborted", "SeedRevealed"]
    require_same_after_loading(table)


def test_nobody_breaks_a_game_off_with_the_reason_of_an_agreed_end() -> None:
    table = running("ann", "bob")

    table.refuses(ReservedReasonError, lambda game: game.abort(reason="agreed", by="arbiter:judy", at=table.now()))


# -- removing ---------------------------------------------------------------------------------------


def test_the_creator_removes_a_player_who_does_not_sit_down_again() -> None:
    table = Table("eve", "bob", seats=3, terms={"creator": "ann"})
    table.game.leave_seat(0, by="player:ann", at=table.now())

    assert table.collect() == ["SeatLeft"]
    table.refuses(RemovedError, lambda game: game.take_seat(None, player="eve", at=table.now()))
    table.game.leave_seat(1, by="player:bob", at=table.now())
    table.game.take_seat(1, player="bob", at=table.now())
    table.collect()
    assert table.game.lifecycle.removed == ("eve",)
    require_same_after_loading(table)


def test_nobody_else_removes_a_player_and_nobody_once_every_seat_is_taken() -> None:
    table = Table("eve", seats=2, terms={"creator": "ann"})
    table.refuses(NotYoursError, lambda game: game.leave_seat(0, by="player:bob", at=table.now()))
    full = Table("eve", "bob", terms={"creator": "ann"})

    full.refuses(SeatsClosedError, lambda game: game.leave_seat(0, by="player:ann", at=full.now()))


# -- players who stay away --------------------------------------------------------------------------

WEEK = 7 * 86_400


def claim(table: Table, seat: int, *, by_seat: int) -> list[str]:
    table.game.claim_absence(seat, by_seat=by_seat, bot="greedy", at=table.now())
    return table.collect()


def awaited_since(table: Table, seat: int) -> str:
    since = table.game.progress.turns[seat].since
    assert since is not None
    return since


def test_a_bot_plays_for_a_player_for_whom_the_game_has_waited_a_week_until_they_are_back() -> None:
    table = running("ann", "bob")
    due = later(awaited_since(table, 1), WEEK)
    early = later(awaited_since(table, 1), WEEK - 1)
    refused = table.refuses(NotAbsentError, lambda game: game.claim_absence(1, by_seat=0, bot="greedy", at=early))
    assert refused.details["after"] == due

    table.clock += WEEK
    assert claim(table, 1, by_seat=0) == ["SeatReplaced"]
    assert (table.events[-1].by, table.events[-1].data) == (
        "player:ann", {"seat": 1, "player": "bob", "bot": "greedy@1", "reason": "absent"},
    )  # fmt: skip
    table.refuses(BotSeatedError, lambda game: game.claim_absence(1, by_seat=0, bot="greedy", at=table.now()))
    table.game.take_seat(1, player="bob", at=table.now())
    table.collect()
    assert table.game.lifecycle.seats[1] == Seat("bob")
    table.finishes()
    require_same_after_loading(table)


def test_just_at_the_end_of_the_week_the_absence_may_be_claimed() -> None:
    table = running("ann", "bob")
    due = later(awaited_since(table, 1), WEEK)
    table.game.claim_absence(1, by_seat=0, bot="greedy", at=due)

    assert table.collect() == ["SeatReplaced"]


def test_nobody_claims_for_a_seat_that_is_not_awaited_or_their_own_or_after_giving_up() -> None:
    table = running("ann", "bob", "cyd")
    table.acts(1)
    table.clock += WEEK
    assert 1 not in table.game.to_act()

    not_awaited = table.refuses(
        NotAbsentError, lambda game: game.claim_absence(1, by_seat=0, bot="greedy", at=table.now())
    )
    assert not_awaited.details["after"] is None
    table.refuses(NotYoursError, lambda game: game.claim_absence(0, by_seat=0, bot="greedy", at=table.now()))
    table.refuses(UnknownSeatError, lambda game: game.claim_absence(3, by_seat=0, bot="greedy", at=table.now()))
    table.refuses(UnknownBotError, lambda game: game.claim_absence(2, by_seat=0, bot="chess", at=table.now()))
    resign(table, 1)
    table.refuses(ResignedError, lambda game: game.claim_absence(2, by_seat=1, bot="greedy", at=table.now()))
    assert claim(table, 2, by_seat=0) == ["SeatReplaced"]


def test_in_a_game_with_a_clock_the_clock_alone_decides_what_an_absence_costs() -> None:
    clock = {"kind": "days", "days": 30, "on_expiry": {"kind": "bot", "bot": "random@1"}}
    table = Table("ann", "bob", terms={"clock": clock})
    table.starts()
    table.clock += WEEK

    refused = table.refuses(NotAbsentError, lambda game: game.claim_absence(1, by_seat=0, bot="greedy", at=table.now()))
    assert refused.details["after"] is None


def test_a_dispute_stops_the_week_too() -> None:
    table = running("ann", "bob")
    n = table.game.open_dispute("bob", event=3, claim="wrong", at=table.now())
    table.collect()
    table.clock += WEEK
    table.refuses(NotAbsentError, lambda game: game.claim_absence(1, by_seat=0, bot="greedy", at=table.now()))
    table.game.withdraw_dispute(n, player="bob", at=table.now())
    table.collect()

    table.refuses(NotAbsentError, lambda game: game.claim_absence(1, by_seat=0, bot="greedy", at=table.now()))
    table.clock += WEEK
    assert claim(table, 1, by_seat=0) == ["SeatReplaced"]


def test_a_claim_that_came_too_early_does_not_hold_in_a_record() -> None:
    table = running("ann", "bob")
    table.game.replace_seat(1, bot="greedy", reason="absent", by="player:ann", at=table.now())
    table.collect()
    table.finishes()

    report = verify(record_of(table.game, table.events, PUBLIC))
    assert report.first is not None
    assert "not waited" in report.first.sentence
