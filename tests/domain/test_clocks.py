"""Clocks: the time of a seat, its end, and what happens then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from delvebook.domain.clocks import Clock
from delvebook.domain.errors import DecisionNotDueError, GameNotRunningError, OutOfTimeError, ResignedError
from delvebook.domain.events import ActionTaken
from delvebook.domain.game import Game
from delvebook.domain.lifecycle import Seat
from delvebook.domain.loading import action_of
from delvebook.domain.times import later
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.verify import verify
from tests.domain.test_game import SEED, Table
from tests.replays.games import at, record_of
from tests.titles import registered_titles
from tests.titles.bids import Bids

BOT = {"kind": "bot", "bot": "random@1"}
DEFAULT = {"kind": "default_action"}
FORFEIT = {"kind": "forfeit", "bot": "greedy@1"}


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids):
        yield


def timed(*players: str, **clock: Any) -> Table:
    """Returns a running game with this clock, by default of ann and bob."""
    players = players or ("ann", "bob")
    table = Table(*players, seats=len(players), terms={"clock": clock})
    table.starts()
    return table


def per_decision(on_expiry: dict[str, Any] = BOT, **more: Any) -> Table:
    return timed(kind="per_decision", seconds=60, on_expiry=on_expiry, **more)


def budget(seconds: int = 100, increment: int = 10, on_expiry: dict[str, Any] = BOT) -> Table:
    return timed(kind="budget", seconds=seconds, increment=increment, on_expiry=on_expiry)


def deadline(table: Table, seat: int) -> str | None:
    clock = Clock.read(table.game.lifecycle.created)
    assert clock is not None
    return clock.deadline(table.game.progress.turns[seat])


def left(table: Table, seat: int) -> int:
    """Returns the rest of the seat's budget, in seconds."""
    clock = Clock.read(table.game.lifecycle.created)
    microseconds = None if clock is None else clock.left(table.game.progress.turns[seat])
    assert microseconds is not None
    return microseconds // 1_000_000


def wait(table: Table, seconds: int) -> None:
    table.clock += seconds


def expire(table: Table, seat: int) -> list[str]:
    table.game.expire(seat, at=table.now())
    return table.collect()


def started(table: Table) -> int:
    """Returns the second in which the game started."""
    return next(number for number in range(table.clock + 1) if at(number) == table.events[-1].at)


def require_same_after_loading(table: Table) -> None:
    """Checks that loading the events and verifying the record give the same game."""
    loaded = Game.project(None, table.events)
    assert loaded is not None
    assert loaded.to_snapshot() == table.game.to_snapshot()
    if table.game.lifecycle.is_seed_revealed:
        report = verify(record_of(table.game, table.events, PUBLIC))
        assert report.first is None, report.first


@pytest.mark.parametrize(("clock", "seconds"), [
    ({"kind": "per_decision", "seconds": 60, "on_expiry": BOT}, 60),
    ({"kind": "days", "days": 2, "on_expiry": BOT}, 2 * 86_400),
    ({"kind": "budget", "seconds": 90, "increment": 5, "on_expiry": BOT}, 90),
])  # fmt: skip
def test_the_first_deadline_is_the_clocks_time_after_the_start(clock: dict[str, Any], seconds: int) -> None:
    table = timed(**clock)

    assert [deadline(table, seat) for seat in (0, 1)] == [later(at(started(table)), seconds)] * 2


@pytest.mark.parametrize("clock", [
    {"kind": "per_decision", "seconds": 60, "on_expiry": BOT},
    {"kind": "days", "days": 2, "on_expiry": FORFEIT},
    {"kind": "budget", "seconds": 90, "increment": 5, "on_expiry": DEFAULT},
])  # fmt: skip
def test_a_clock_is_written_as_it_was_read(clock: dict[str, Any]) -> None:
    read = Clock.read({"clock": clock})

    assert read is not None
    assert read.to_plain() == clock


def test_nothing_expires_at_the_deadline_and_one_second_later_it_does() -> None:
    table = per_decision()
    due = started(table) + 60
    for second in (started(table) + 1, due):
        refused = table.refuses(DecisionNotDueError, lambda game, second=second: game.expire(0, at=at(second)))
        assert refused.details["deadline"] == at(due)
    table.clock = due

    assert expire(table, 0) == ["SeatReplaced"]
    event = table.events[-1]
    assert (event.by, event.data) == (
        "clock", {"seat": 0, "player": "ann", "bot": "random@1", "reason": "deadline"},
    )  # fmt: skip
    table.refuses(DecisionNotDueError, lambda game: game.expire(0, at=at(due + 99)))


def test_a_game_without_a_clock_never_expires() -> None:
    table = Table("ann", "bob")
    table.refuses(GameNotRunningError, lambda game: game.expire(0, at=at(50_000)))
    table.starts()

    table.refuses(DecisionNotDueError, lambda game: game.expire(0, at=at(50_000)))


def test_each_decision_has_the_same_time_however_long_the_last_one_took() -> None:
    table = per_decision()
    wait(table, 50)
    table.acts(0)
    table.acts(1)

    assert deadline(table, 0) == at(table.clock + 60)


def test_a_stock_of_time_is_used_while_the_seat_is_waited_for_and_grows_with_its_actions() -> None:
    table = budget(seconds=100, increment=10)
    start = table.clock
    wait(table, 29)
    table.acts(0)
    assert table.clock - start == 30
    assert (left(table, 0), left(table, 1)) == (100 - 30 + 10, 100)
    wait(table, 39)
    assert deadline(table, 0) is None
    assert deadline(table, 1) == at(start + 100)
    table.acts(1)

    assert left(table, 0) == 80
    assert left(table, 1) == 100 - 70 + 10
    assert deadline(table, 0) == at(table.clock + 80)
    assert deadline(table, 1) == at(table.clock + 40)
    require_same_after_loading(table)


def test_taking_an_action_back_returns_its_increment_and_spends_the_time_since() -> None:
    table = budget(seconds=100, increment=10)
    wait(table, 29)
    table.acts(0)
    wait(table, 19)
    table.game.take_back(0, at=table.now(), history=table.events)
    table.collect()

    rest = 100 - 30 - 20
    assert left(table, 0) == rest
    assert deadline(table, 0) == at(table.clock + rest)
    require_same_after_loading(table)


def test_thinking_under_a_card_face_down_and_taking_it_back_saves_no_time() -> None:
    table = budget(seconds=20, increment=0)
    start = table.clock
    for _ in range(3):
        table.acts(0)
        wait(table, 4)
        table.game.take_back(0, at=table.now(), history=table.events)
        table.collect()

    assert (table.clock - start, left(table, 0)) == (18, 2)


@pytest.mark.parametrize("clock", [
    {"kind": "per_decision", "seconds": 60},
    {"kind": "days", "days": 1},
    {"kind": "budget", "seconds": 60, "increment": 0},
])  # fmt: skip
def test_a_dispute_gives_no_time_for_the_decision_that_it_interrupts(clock: dict[str, Any]) -> None:
    table = timed(**clock, on_expiry=BOT)
    due = deadline(table, 0)
    wait(table, 19)
    n = table.game.open_dispute("bob", event=3, claim="wrong", at=table.now())
    table.collect()
    wait(table, 499)
    table.game.withdraw_dispute(n, player="bob", at=table.now())
    table.collect()

    assert due is not None
    assert deadline(table, 0) == later(due, 500)
    require_same_after_loading(table)


def test_leaving_a_seat_and_coming_back_gives_no_time_for_the_same_decision() -> None:
    table = per_decision()
    wait(table, 39)
    table.game.leave_seat(0, by="player:ann", at=table.now())
    wait(table, 400)
    table.game.take_seat(0, player="ann", at=table.now())
    table.collect()

    assert deadline(table, 0) == at(table.clock + 20)
    require_same_after_loading(table)


def test_a_dispute_stops_a_stock_of_time_and_its_withdrawal_lets_it_run_on() -> None:
    table = budget(seconds=100, increment=0)
    wait(table, 19)
    n = table.game.open_dispute("bob", event=3, claim="wrong", at=table.now())
    table.collect()
    wait(table, 500)
    assert deadline(table, 0) is None
    table.refuses(DecisionNotDueError, lambda game: game.expire(0, at=table.now()))
    table.game.withdraw_dispute(n, player="bob", at=table.now())
    table.collect()

    assert left(table, 0) == 80
    assert deadline(table, 0) == at(table.clock + 80)
    require_same_after_loading(table)


def test_the_time_of_a_bot_is_not_the_players() -> None:
    table = budget(seconds=100, increment=10)
    wait(table, 19)
    table.game.leave_seat(0, by="player:ann", at=table.now())
    wait(table, 400)
    table.acts(0)
    table.game.take_seat(0, player="ann", at=table.now())
    table.collect()

    assert left(table, 0) == 80
    require_same_after_loading(table)


def test_a_player_comes_back_from_a_missed_deadline_once_the_bot_has_decided() -> None:
    table = per_decision()
    wait(table, 61)
    expire(table, 0)
    refused = table.refuses(OutOfTimeError, lambda game: game.take_seat(0, player="ann", at=table.now()))
    assert "decision" in str(refused)
    table.acts(0)
    table.game.take_seat(0, player="ann", at=table.now())
    table.collect()
    assert table.game.lifecycle.seats[0] == Seat("ann")
    table.acts(1)
    assert deadline(table, 0) == at(table.clock + 60)
    require_same_after_loading(table)


def test_a_player_does_not_come_back_from_a_used_up_stock() -> None:
    table = budget()
    wait(table, 101)
    expire(table, 0)
    table.refuses(OutOfTimeError, lambda game: game.take_seat(0, player="ann", at=table.now()))
    table.acts(0)
    table.refuses(OutOfTimeError, lambda game: game.take_seat(0, player="ann", at=table.now()))
    require_same_after_loading(table)


def test_the_clock_acts_for_the_seat_and_leaves_it_to_its_player() -> None:
    table = per_decision(DEFAULT)
    decision = table.game.get_table().decisions[0]
    legal = table.game.get_table().legal(0)
    wait(table, 61)

    assert expire(table, 0) == ["TimeExpired", "ActionTaken"]
    expired, acted = table.events[-2:]
    assert isinstance(acted, ActionTaken)
    assert (expired.by, expired.data) == ("clock", {"seat": 0, "decision": decision})
    assert (acted.by, acted.data["decision"]) == ("seat:0", decision)
    assert action_of(acted) in legal
    assert table.game.lifecycle.seats[0] == Seat("ann")
    while not table.game.lifecycle.is_over:
        wait(table, 61)
        expire(table, table.game.to_act()[0])
    require_same_after_loading(table)


def test_what_the_clock_chooses_is_drawn_and_depends_on_the_seed() -> None:
    def choices(seed: bytes) -> list[Any]:
        made = Game.create(
            Table().game.id, ruleset=Bids(), options={}, seats=2, seed=seed, by="player:ann", at=at(1),
            terms={"clock": {"kind": "per_decision", "seconds": 1, "on_expiry": DEFAULT}},
        )  # fmt: skip
        for name in ("ann", "bob"):
            made.take_seat(None, player=name, at=at(2))
        made.close_seats(deadline=None, at=at(3))
        made.start(by="player:ann", at=at(4))
        clock = 10
        while not made.lifecycle.is_over:
            clock += 5
            made.expire(made.to_act()[0], at=at(clock))
        return [action_of(event) for event in made.collect_events() if isinstance(event, ActionTaken)]

    assert choices(SEED) == choices(SEED)
    assert len({str(choices(bytes([number]) * 32)) for number in range(4)}) > 1


def test_a_seat_that_forfeits_is_lost_for_good_and_a_bot_plays_on_for_the_others() -> None:
    table = timed("ann", "bob", "cid", kind="per_decision", seconds=60, on_expiry=FORFEIT)
    wait(table, 61)

    assert expire(table, 1) == ["SeatResigned"]
    assert (table.events[-1].by, table.events[-1].data) == (
        "clock", {"seat": 1, "bot": "greedy@1", "reason": "deadline"},
    )  # fmt: skip
    assert table.game.lifecycle.seats[1] == Seat("bob", bot="greedy@1")
    table.refuses(ResignedError, lambda game: game.take_seat(1, player="bob", at=table.now()))
    assert expire(table, 2) == ["SeatResigned", "GameFinished", "SeedRevealed"]
    assert table.game.lifecycle.outcome is not None
    assert (table.game.lifecycle.outcome["reason"], table.game.lifecycle.outcome["ranking"]) == (
        "forfeited",
        [[0], [2], [1]],
    )
    require_same_after_loading(table)
