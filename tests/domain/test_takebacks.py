"""Taking back: at once if unnoticed, by consent if others saw it, never if chance or a secret had part in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import NotAskedError, StaleDecisionError, TakeBackRefusedError
from delvebook.domain.facts import Facts
from delvebook.domain.game import Game
from delvebook.domain.playout import seed_of
from delvebook.domain.ruleset import Ruleset
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import PUBLIC
from delvebook.replays.verify import verify
from tests.domain.recorded import Recorded
from tests.domain.seating import close
from tests.replays.games import record_of
from tests.titles import registered_titles
from tests.titles.bids import Bids
from tests.titles.scripted import Scripted, State

GAME = UUID("00000000-0000-4000-8000-000000000001")


@pytest.fixture(autouse=True)
def titles() -> Any:
    with registered_titles(Bids):
        yield


class Play(Recorded):
    """A game being played, every event kept."""

    def __init__(self, ruleset: Ruleset | None = None, *, seats: int = 3, bots: tuple[int, ...] = ()) -> None:
        super().__init__()
        self.game = Game.create(
            GAME,
            ruleset=ruleset or Bids(),
            options={},
            seats=seats,
            seed=seed_of("back"),
            by="player:p0",
            at=self.now(),
        )
        for seat in range(seats):
            if seat in bots:
                self.game.put_bot(seat, bot="random", by="player:p0", at=self.now())
            else:
                self.game.take_seat(seat, player=f"p{seat}", at=self.now())
        close(self.game, at=self.now())
        self.game.start(by="player:p0", at=self.now())
        self.collect()

    def act(self, seat: int, type_: str, **parameters: Any) -> list[str]:
        action = {"type": type_, **parameters}
        self.game.act(seat, decision=self.game.get_table().decisions[seat], action=action, at=self.now())
        return self.collect()

    def back(self, seat: int) -> list[str]:
        self.game.take_back(seat, at=self.now(), history=self.events)
        return self.collect()

    def answer(self, seat: int, *, agrees: bool = True) -> list[str]:
        self.game.answer_take_back(seat, agrees=agrees, at=self.now(), history=self.events)
        return self.collect()

    def refused(self, seat: int) -> str:
        before = self.game.stream.version, self.game.stream.head, jcs(self.game.get_table().state)
        with pytest.raises(TakeBackRefusedError) as refusal:
            self.game.take_back(seat, at=self.now(), history=self.events)
        assert before == (self.game.stream.version, self.game.stream.head, jcs(self.game.get_table().state))
        return str(refusal.value.details["reason"])

    def state(self) -> bytes:
        return jcs(self.game.get_table().state)

    def finish(self) -> None:
        while not self.game.lifecycle.is_over:
            seat = self.game.to_act()[0]
            action = self.game.get_table().legal(seat)[-1]
            self.game.act(seat, decision=self.game.get_table().decisions[seat], action=action, at=self.now())
        self.collect()


def test_a_bid_face_down_is_taken_back_at_once_and_the_table_stands_as_before() -> None:
    play = Play()
    before = play.state()
    play.act(0, "bid", card=3)

    assert play.back(0) == ["ActionTakenBack"]
    assert play.state() == before
    assert play.game.to_act() == [0, 1, 2]
    assert not any(key.startswith("bids/") for key in play.game.get_table().hidden)


def test_what_others_did_since_without_depending_on_it_stands() -> None:
    play, other = Play(), Play()
    play.act(0, "bid", card=3)
    play.act(1, "bid", card=5)
    other.act(1, "bid", card=5)

    assert play.back(0) == ["ActionTakenBack"]
    assert play.state() == other.state()
    assert play.game.to_act() == [0, 2]


def test_the_decision_is_open_anew_under_another_number() -> None:
    play = Play()
    old = play.game.get_table().decisions[0]
    play.act(0, "bid", card=3)
    play.back(0)

    with pytest.raises(StaleDecisionError):
        play.game.act(0, decision=old, action={"type": "bid", "card": 3}, at=play.now())
    assert play.act(0, "bid", card=3) == ["ActionTaken"]


def test_the_same_choice_again_does_not_show_by_its_digest() -> None:
    play = Play()
    play.act(0, "bid", card=3)
    first = play.events[-1].data["state"]
    play.back(0)
    play.act(0, "bid", card=3)

    assert play.events[-1].data["state"] != first


def test_what_turned_something_up_stays() -> None:
    play = Play()
    for seat in range(3):
        play.act(seat, "bid", card=seat + 1)

    assert play.refused(2) == "revealed"


def test_what_chance_had_part_in_stays() -> None:
    play = Play()
    for seat in range(3):
        play.act(seat, "bid", card=4)

    assert play.refused(2) == "chance"


def test_what_showed_the_seat_a_secret_stays() -> None:
    play = Play()
    play.act(0, "look")

    assert play.refused(0) == "revealed"


def test_what_others_built_on_stays() -> None:
    play = Play()
    for seat in range(3):
        play.act(seat, "bid", card=seat + 1)

    assert play.refused(0) == "passed_on"


def test_a_seat_that_did_nothing_has_nothing_to_take_back() -> None:
    play = Play()
    play.act(0, "bid", card=1)

    assert play.refused(1) == "nothing"
    play.back(0)
    assert play.refused(0) == "nothing"


class Open(Scripted):
    """A title in which every action is open and has no effect."""

    id = "open"

    def _next(self, state: State, tape: Tape) -> Facts:
        state["count"] = state.get("count", -1) + 1
        state["over"] = state["count"] == 6
        facts = Facts()
        facts.tell("done", "X-1")
        return facts


@pytest.fixture
def opened() -> Any:
    with registered_titles(Bids, Open):
        yield


@pytest.mark.usefixtures("opened")
def test_what_the_others_saw_is_taken_back_when_all_of_them_agree() -> None:
    play = Play(Open())
    before = play.state()
    play.act(0, "do")

    assert play.back(0) == ["TakeBackAsked"]
    assert play.answer(1) == ["TakeBackAnswered"]
    with pytest.raises(NotAskedError):
        play.answer(1)
    assert play.answer(2) == ["TakeBackAnswered", "ActionTakenBack"]
    assert play.state() == before


@pytest.mark.usefixtures("opened")
def test_one_who_declines_ends_the_question() -> None:
    play = Play(Open())
    play.act(0, "do")
    play.back(0)
    assert play.refused(0) == "asked"
    play.answer(1, agrees=False)

    with pytest.raises(NotAskedError):
        play.answer(2)
    assert play.refused(0) == "declined"
    play.act(1, "do")
    play.act(0, "do")
    assert play.back(0) == ["TakeBackAsked"]


@pytest.mark.usefixtures("opened")
def test_an_action_ends_the_question_and_bots_are_not_asked() -> None:
    play = Play(Open(), bots=(1,))
    play.act(0, "do")
    play.back(0)
    play.act(2, "do")
    with pytest.raises(NotAskedError):
        play.answer(2)
    alone = Play(Open(), bots=(1, 2))
    alone.act(0, "do")

    assert alone.back(0) == ["ActionTakenBack"]


def bids_with_take_backs() -> Play:
    play = Play()
    play.act(0, "bid", card=3)
    play.act(1, "bid", card=5)
    play.back(0)
    play.act(0, "bid", card=2)
    play.back(1)
    play.back(0)
    play.act(1, "bid", card=6)
    return play


def open_with_take_backs() -> Play:
    play = Play(Open())
    play.act(0, "do")
    play.back(0)
    play.answer(1)
    play.answer(2)
    play.act(1, "do")
    play.back(1)
    play.answer(2, agrees=False)
    return play


@pytest.mark.usefixtures("opened")
@pytest.mark.parametrize("start", [bids_with_take_backs, open_with_take_backs])
def test_a_record_with_take_backs_verifies_and_loads_at_every_event(start: Callable[[], Play]) -> None:
    play = start()
    play.finish()

    report = verify(record_of(play.game, play.events, PUBLIC))

    assert report.first is None
    assert [level.status for level in report.levels] == ["holds", "holds"]
    loaded = Game.project(None, play.events)
    assert loaded is not None
    assert loaded.to_snapshot() == play.game.to_snapshot()
    for n in range(1, len(play.events)):
        part = Game.project(None, play.events[:n])
        assert part is not None
        again = Game.project(Game.from_snapshot(GAME, part.to_snapshot()), play.events[n:])
        assert again is not None
        assert again.to_snapshot() == play.game.to_snapshot()


def test_a_refused_change_puts_the_take_back_back() -> None:
    play = Play()
    play.act(0, "bid", card=3)
    before = play.game.to_snapshot() | {"table": jcs(play.game.get_table().to_snapshot())}
    mark = play.game.mark()
    play.game.take_back(0, at=play.now(), history=play.events)
    play.game.rewind(mark)

    assert play.game.to_snapshot() | {"table": jcs(play.game.get_table().to_snapshot())} == before
