"""How often a seat may take back: for one decision, in a game, and in a while."""

from __future__ import annotations

from uuid import UUID

import pytest

from delvebook.domain.errors import TakeBackRefusedError
from delvebook.domain.events import ActionTaken, ActionTakenBack, TakeBackAsked
from delvebook.domain.game_event import GameEvent
from delvebook.replays.times import later
from delvebook.service.usecases.limits import (
    TAKE_BACKS_AT_ONCE,
    TAKE_BACKS_PER_DECISION,
    TAKE_BACKS_PER_GAME,
    TAKE_BACKS_SECONDS,
    require_take_back,
)

START = "2026-01-02T03:04:05.000000Z"


class History:
    """The events of a game in which seat 0 takes back again and again."""

    def __init__(self, *, seconds: int) -> None:
        self.events: list[GameEvent] = []
        self.at = START
        self._seconds = seconds

    def add(self, kind: type[GameEvent], by: str, **data: int) -> int:
        n = len(self.events) + 1
        self.at = later(self.at, self._seconds)
        self.events.append(kind(UUID(int=1), n, self.at, by, {"seat": 0, **data}, "", ""))
        return n

    def acts(self, decision: int) -> int:
        return self.add(ActionTaken, "seat:0", decision=decision)

    def takes_back(self, action: int) -> int:
        return self.add(ActionTakenBack, "seat:0", action=action)

    def reason(self) -> str | None:
        """Returns the reason why a further take-back is refused, or None."""
        try:
            require_take_back(self.events, 0, at=self.at)
        except TakeBackRefusedError as refused:
            return str(refused.details["reason"])
        return None


def test_a_decision_that_is_opened_again_counts_as_the_same_one() -> None:
    history = History(seconds=TAKE_BACKS_SECONDS)
    decision = 100
    for _ in range(TAKE_BACKS_PER_DECISION):
        action = history.acts(decision)
        assert history.reason() is None
        decision = history.takes_back(action)
    history.acts(decision)
    assert history.reason() == "too_many"
    history.acts(200)
    assert history.reason() is None


def test_asking_in_vain_counts_too() -> None:
    history = History(seconds=TAKE_BACKS_SECONDS)
    action = history.acts(100)
    for _ in range(TAKE_BACKS_PER_DECISION):
        assert history.reason() is None
        history.add(TakeBackAsked, "seat:0", action=action)
    assert history.reason() == "too_many"


def test_a_take_back_the_others_allowed_counts_once() -> None:
    history = History(seconds=TAKE_BACKS_SECONDS)
    decision = 100
    for _ in range(TAKE_BACKS_PER_DECISION - 1):
        action = history.acts(decision)
        history.add(TakeBackAsked, "seat:0", action=action)
        decision = history.add(ActionTakenBack, "service", action=action)
    history.acts(decision)
    assert history.reason() is None


@pytest.mark.parametrize(
    ("seconds", "times", "reason"),
    [(1, TAKE_BACKS_AT_ONCE, "too_soon"), (TAKE_BACKS_SECONDS, TAKE_BACKS_PER_GAME, "too_many")],
)
def test_a_seat_takes_back_only_so_often_in_a_while_and_in_a_game(seconds: int, times: int, reason: str) -> None:
    history = History(seconds=seconds)
    for decision in range(1000, 1000 + times):
        action = history.acts(decision)
        assert history.reason() is None
        history.takes_back(action)
    history.acts(2000)
    assert history.reason() == reason


def test_the_other_seats_take_backs_do_not_count() -> None:
    history = History(seconds=1)
    for decision in range(1000, 1000 + TAKE_BACKS_AT_ONCE):
        history.takes_back(history.acts(decision))

    require_take_back(history.events, 1, at=history.at)
