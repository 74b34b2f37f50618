"""Parked turns: counted by decision, seen by the operator, left alone by the follower, released by hand."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from uuid import UUID

import pytest

from delvebook.projections.lobby.reader import OwedTurn
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.usecases.bot_turns import BotMove
from delvebook.service.usecases.playing import PlayService
from delvebook.workers.parking import Parking
from tests.stores import prepare
from tests.workers.games import bot_game, play_to_the_end, work_off
from tests.workers.opened import build_follower, build_use_cases, open_parking

TURN = OwedTurn("game", 1, 7)
BROKEN = RuntimeError("this bot is broken")


class Clock:
    def __init__(self) -> None:
        self.seconds = 0

    def __call__(self) -> str:
        return f"2026-01-02T03:04:{self.seconds:02}.000000Z"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def parking(store: Settings, clock: Clock) -> Iterator[Parking]:
    engine = open_engine(prepare(store).projections_url)
    made = Parking(engine, now=clock, attempts_max=3, retry_seconds=5)
    yield made
    engine.dispose()


def fail(parking: Parking, turn: OwedTurn = TURN, *, times: int) -> list[bool]:
    return [parking.note_failure(turn, BROKEN) for _ in range(times)]


def test_the_third_failure_of_a_turn_parks_it(parking: Parking) -> None:
    assert fail(parking, times=3) == [False, False, True]
    [parked] = parking.parked()
    assert parked == {
        "game": "game",
        "seat": 1,
        "decision": 7,
        "attempts": 3,
        "error": "RuntimeError: this bot is broken",
        "last_at": "2026-01-02T03:04:00.000000Z",
    }


def test_another_decision_of_the_same_seat_is_counted_from_one(parking: Parking) -> None:
    fail(parking, times=2)
    assert fail(parking, replace(TURN, decision=9), times=2) == [False, False]
    assert parking.parked() == []


def test_a_turn_that_failed_is_left_alone_for_a_while_and_then_tried_again(parking: Parking, clock: Clock) -> None:
    other = replace(TURN, seat=0)
    fail(parking, times=1)
    assert parking.may_try([TURN, other]) == [other]

    clock.seconds = 6
    assert parking.may_try([TURN, other]) == [TURN, other]


def test_a_parked_turn_is_not_tried_however_long_ago_it_failed(parking: Parking, clock: Clock) -> None:
    fail(parking, times=3)
    clock.seconds = 59
    later_turn = replace(TURN, decision=9)

    assert parking.may_try([TURN, later_turn]) == [later_turn]


def test_a_released_game_is_tried_again_and_the_others_stay_parked(parking: Parking, clock: Clock) -> None:
    other = replace(TURN, game="other")
    fail(parking, times=3)
    clock.seconds = 1
    fail(parking, other, times=3)
    assert [row["game"] for row in parking.parked()] == ["other", "game"]

    assert parking.release("game") == 1
    assert parking.may_try([TURN, other]) == [TURN]
    assert parking.release() == 1
    assert parking.parked() == []


def test_a_long_error_is_cut_to_what_the_table_holds(parking: Parking) -> None:
    for _ in range(3):
        parking.note_failure(TURN, RuntimeError("x" * 5000))

    assert len(parking.parked()[0]["error"]) == 400


@pytest.mark.servers
def test_a_poisoned_game_is_parked_and_seen_and_holds_nobody_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    poisoned, healthy = bot_game(service), bot_game(service)
    real = PlayService.play_bots

    def play_bots(
        self: PlayService, game_id: UUID, *, seat: int, decision: int, goes_on: Callable[[int, int], bool]
    ) -> list[BotMove]:
        if game_id == poisoned:
            raise RuntimeError("this bot is broken")
        return real(self, game_id, seat=seat, decision=decision, goes_on=goes_on)

    monkeypatch.setattr(PlayService, "play_bots", play_bots)
    monkeypatch.setattr(Parking, "may_try", _all_but_parked)
    play_to_the_end(service, follower, healthy)
    for _ in range(4):
        follower._sweeps_all = True
        follower._next_sweep = 0.0
        follower.step()
        work_off(follower)

    parking = open_parking(settings)
    parked = parking.parked()
    assert {row["game"] for row in parked} == {str(poisoned)}
    assert {row["attempts"] for row in parked} == {3}
    assert "this bot is broken" in parked[0]["error"]

    monkeypatch.setattr(PlayService, "play_bots", real)
    assert parking.release(str(poisoned)) == len(parked)
    follower._sweeps_all = True
    follower._next_sweep = 0.0
    play_to_the_end(service, follower, poisoned)


def _all_but_parked(parking: Parking, turns: list[OwedTurn]) -> list[OwedTurn]:
    """Removes the pause after a failure, so that the test need not wait."""
    held = {(row["game"], row["seat"], row["decision"]) for row in parking.parked()}
    return [turn for turn in turns if (turn.game, turn.seat, turn.decision) not in held]


@pytest.mark.servers
def test_parked_games_can_be_listed_for_programs(settings: Settings) -> None:
    for _ in range(3):
        open_parking(settings).note_failure(OwedTurn("g", 1, 2), RuntimeError("no"))
    shown = subprocess.run(
        [sys.executable, "-m", "delvebook.service.cli", "bots", "--json"], capture_output=True, check=True
    ).stdout
    [listed] = json.loads(shown)
    assert (listed["game"], listed["seat"], listed["decision"], listed["error"]) == ("g", 1, 2, "RuntimeError: no")
