"""
What was thought is spent: no kind of clock gains time by a take-back, a dispute or an absence.

Random games are played with all three. A second reckoning (`reckoned`), which knows the events alone, says how much
time each seat must have used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.clocks import Clock
from delvebook.domain.errors import DelvebookError
from delvebook.domain.events import (
    ActionTaken,
    ActionTakenBack,
    DisputeOpened,
    DisputeWithdrawn,
    GameStarted,
    SeatReplaced,
    SeatResigned,
)
from delvebook.domain.facts import Facts
from delvebook.domain.game import Game
from delvebook.domain.game_event import GameEvent
from delvebook.domain.playout import seed_of
from delvebook.domain.progress import Turn
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.times import later
from tests.domain.recorded import Recorded
from tests.domain.seating import close
from tests.replays.games import at
from tests.titles import registered_titles
from tests.titles.bids import Bids
from tests.titles.scripted import Scripted, State

GAME = UUID("00000000-0000-4000-8000-000000000001")
BOT = {"kind": "bot", "bot": "random@1"}
DEFAULT = {"kind": "default_action"}
PER_DECISION = {"kind": "per_decision", "seconds": 90}
DAYS = {"kind": "days", "days": 1}
BUDGET = {"kind": "budget", "seconds": 900, "increment": 7}
CLOCKS = [{**clock, "on_expiry": expiry} for clock in (PER_DECISION, DAYS, BUDGET) for expiry in (BOT, DEFAULT)]
LONGEST = {"per_decision": 60, "days": 60_000, "budget": 60}
"""By kind of clock, a time in seconds that few commands wait longer for."""


class Relay(Scripted):
    """Every action is open, and passes the turn to the next seat."""

    id = "relay"

    def _next(self, state: State, tape: Tape) -> Facts:
        count = state["count"] = state.get("count", -1) + 1
        seats = len(state["asks"])
        state["owes"], state["asks"], state["over"] = [count % seats], [count] * seats, count == 40
        facts = Facts()
        facts.tell("done", "X-1")
        return facts


class Hubbub(Scripted):
    """Every action is open, all seats owe a decision at any time, and an action asks every seat something new."""

    id = "hubbub"

    def _next(self, state: State, tape: Tape) -> Facts:
        count = state["count"] = state.get("count", -1) + 1
        state["asks"], state["over"] = [count] * len(state["asks"]), count == 40
        facts = Facts()
        facts.tell("done", "X-1")
        return facts


@pytest.fixture(autouse=True)
def titles() -> Iterator[None]:
    with registered_titles(Bids, Relay, Hubbub):
        yield


class Play(Recorded):
    """A running game with a clock, in which every event is judged as it is made."""

    def __init__(self, title: str, clock: dict[str, Any], *, seats: int) -> None:
        super().__init__()
        self.game = Game.create(
            GAME, ruleset=get_ruleset(title), options={}, seats=seats, seed=seed_of("spent"), by="player:p0",
            at=self.now(), terms={"clock": clock},
        )  # fmt: skip
        for seat in range(seats):
            self.game.take_seat(seat, player=f"p{seat}", at=self.now())
        close(self.game, at=self.now())
        self.game.start(by="player:p0", at=self.now())
        self.collect()

    def now(self) -> str:
        self.clock += 1
        return later(at(1), self.clock)

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.game.progress.turns

    def act(self, seat: int, choice: int = -1) -> None:
        table = self.game.get_table()
        legal = table.legal(seat)
        action = legal[choice % len(legal)]
        self.game.act(seat, decision=table.decisions[seat], action=action, at=self.now())

    def take_back(self, seat: int) -> None:
        self.game.take_back(seat, at=self.now(), history=self.events)

    def answer(self, seat: int, *, agrees: bool) -> None:
        self.game.answer_take_back(seat, agrees=agrees, at=self.now(), history=self.events)


def reckoned(events: list[GameEvent], *, seats: int) -> list[int]:
    """
    Returns the time that each seat must have used, from the events alone.

    A second in which the clock runs and the player has the seat is used if the seat owes a decision in it, or if it
    lies between an action of the seat and the taking back of that action.
    """

    used = [0] * seats
    acted = {event.n: event for event in events if isinstance(event, ActionTaken)}
    undone = [(acted[event.data["action"]], event.n) for event in events if isinstance(event, ActionTakenBack)]
    away: set[int] = set()
    for event, following in pairwise(events):
        if isinstance(event, (SeatReplaced, SeatResigned)):
            seat = event.data["seat"]
            away = away - {seat} if event.data["bot"] is None else away | {seat}
        if "stopped" in event.metadata:
            continue
        waits = set(dict(event.metadata.get("owes", ())))
        waits |= {action.data["seat"] for action, back in undone if action.n <= event.n < back}
        for seat in waits - away:
            used[seat] += micros(event.at, following.at)
    return used


def micros(since: str, until: str) -> int:
    return round((datetime.fromisoformat(until) - datetime.fromisoformat(since)).total_seconds() * 1_000_000)


def rest(clock: Clock, turn: Turn, *, at: str) -> int:
    """Returns the time that the seat has at that moment, in microseconds; below 0 if the clock could have acted."""
    run = 0 if turn.runs_from is None or turn.is_taken_over else micros(turn.runs_from, at)
    if clock.kind == "budget":
        return (clock.seconds + clock.increment * turn.action_count) * 1_000_000 - turn.used - run
    return clock.seconds * 1_000_000 - turn.thought - run


def judge(play: Play, clock: Clock, before: tuple[Turn, ...], events: list[GameEvent]) -> None:
    """Checks that no seat has more time after the events than before, but for what is agreed."""
    now_at = events[0].at
    assert {event.at for event in events} == {now_at}
    for seat, (then, now) in enumerate(zip(before, play.turns, strict=True)):
        gained = rest(clock, now, at=now_at) - rest(clock, then, at=now_at)
        acts = sum(isinstance(event, ActionTaken) and event.data["seat"] == seat for event in events)
        is_new = any(isinstance(event, (ActionTaken, GameStarted)) for event in events)
        if clock.kind == "budget":
            assert gained <= acts * clock.increment * 1_000_000, (seat, events)
        elif not (is_new and then.decision != now.decision):
            assert gained <= 0, (seat, events)


def step(play: Play, chance: random.Random) -> None:
    """Tries one command at random. One that is refused changes nothing."""
    game, seat = play.game, chance.randrange(len(play.turns))
    waiting = [n for n, dispute in game.lifecycle.disputes.items() if dispute["status"] == "open"]
    match chance.choices(("act", "back", "answer", "dispute", "withdraw", "leave", "return", "expire"),
                         (10, 8, 8, 1, 3, 1, 2, 2))[0]:  # fmt: skip
        case "act" if play.game.get_table().legal(seat):
            play.act(seat, chance.randrange(99))
        case "back":
            play.take_back(seat)
        case "answer":
            play.answer(seat, agrees=chance.random() < 0.9)
        case "dispute":
            game.open_dispute(f"p{seat}", event=3, claim="wrong", at=play.now())
        case "withdraw" if waiting:
            dispute = game.lifecycle.disputes[waiting[0]]
            game.withdraw_dispute(waiting[0], player=dispute["by"], at=play.now())
        case "leave":
            game.leave_seat(seat, by=f"player:p{seat}", at=play.now())
        case "return":
            game.take_seat(seat, player=f"p{seat}", at=play.now())
        case "expire":
            game.expire(seat, at=play.now())
        case _:
            pass


@pytest.mark.parametrize("title", ["bids", "relay", "hubbub", "dungeon-raiders", "the-descent"])
@pytest.mark.parametrize("clock", CLOCKS, ids=lambda clock: f"{clock['kind']}-{clock['on_expiry']['kind']}")
def test_no_random_play_gives_a_seat_more_than_the_agreed_increment(title: str, clock: dict[str, Any]) -> None:
    made: dict[str, int] = {}
    for seed in range(6):
        chance = random.Random(f"{title} {clock} {seed}")
        play = Play(title, clock, seats=3)
        agreed = Clock.read(play.game.lifecycle.created)
        assert agreed is not None
        for _ in range(150):
            if play.game.lifecycle.is_over:
                break
            play.clock += chance.randrange(LONGEST[agreed.kind] // 3) * chance.choice((0, 1, 1, 3))
            before, known = play.turns, len(play.events)
            with suppress(DelvebookError):
                step(play, chance)
            play.collect()
            if new := play.events[known:]:
                judge(play, agreed, before, new)
        last = play.events[-1].at
        assert [turn.spent(last).used for turn in play.turns] == reckoned(play.events, seats=3)
        loaded = Game.project(None, play.events)
        assert loaded is not None
        assert loaded.progress == play.game.progress
        for event in play.events:
            made[event.type] = made.get(event.type, 0) + 1

    assert {"ActionTakenBack", DisputeOpened.__name__, DisputeWithdrawn.__name__, "SeatReplaced"} <= set(made), made


def thought(play: Play, seat: int) -> int:
    """Returns the seconds that the seat has thought about its decision by now."""
    return play.turns[seat].spent(later(at(1), play.clock)).thought // 1_000_000


def goes_back(play: Play, seat: int, *others: int, after: int) -> None:
    """The seat takes its last action back that many seconds later, and the others agree at once."""
    play.clock += after - 1 - len(others)
    play.take_back(seat)
    for other in others:
        play.answer(other, agrees=True)
    play.collect()
    assert play.events[-1].type == "ActionTakenBack"


def acts(play: Play, seat: int, *, after: int) -> None:
    play.clock += after - 1
    play.act(seat)
    play.collect()


def test_a_chain_of_take_backs_ends_at_the_first_decision_with_all_the_time_since() -> None:
    play = Play("relay", {"kind": "days", "days": 1, "on_expiry": BOT}, seats=2)
    acts(play, 0, after=10)
    acts(play, 1, after=20)
    acts(play, 0, after=30)
    acts(play, 1, after=40)

    goes_back(play, 1, 0, after=5)
    assert (thought(play, 1), play.turns[0].thought) == (45, 5_000_000)
    goes_back(play, 0, 1, after=5)
    assert (thought(play, 0), play.turns[1].thought) == (30 + 40 + 5 + 5, 50_000_000)
    goes_back(play, 1, 0, after=5)
    assert thought(play, 1) == 20 + 30 + 40 + 15
    goes_back(play, 0, 1, after=5)
    assert thought(play, 0) == 10 + 20 + 30 + 40 + 20


def test_a_decision_that_a_take_back_closes_and_play_opens_again_keeps_its_time() -> None:
    play = Play("relay", {"kind": "days", "days": 1, "on_expiry": BOT}, seats=2)
    acts(play, 0, after=10)
    goes_back(play, 0, 1, after=50)
    assert play.game.to_act() == [0]
    acts(play, 0, after=10)

    assert (play.game.to_act(), thought(play, 1)) == ([1], 50)
    acts(play, 1, after=5)
    acts(play, 0, after=5)
    assert thought(play, 1) == 0


def test_a_decision_that_a_take_back_opens_again_has_the_time_before_the_action_and_since() -> None:
    play = Play("hubbub", {"kind": "days", "days": 1, "on_expiry": BOT}, seats=2)
    acts(play, 0, after=30)
    assert thought(play, 1) == 0
    goes_back(play, 0, 1, after=10)

    assert thought(play, 1) == 30 + 10
