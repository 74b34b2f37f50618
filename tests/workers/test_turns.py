"""A game has one job for its bots' turns at a time, and more of them only while its bots are slow."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest
from rq.job import Job, JobStatus
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from delvebook.projections.lobby.reader import LobbyReader, OwedTurn
from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.live.signals import connect
from delvebook.workers import turns
from delvebook.workers.turns import HELD_SECONDS, TurnOffers
from tests.waiting import until
from tests.workers.opened import build_follower, build_use_cases, open_parking
from tests.workers.test_bots import mixed_game

pytestmark = pytest.mark.servers

HERE, THERE = "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"


class Desk:
    """Offers turns that bots owe, over a real queue, by a clock that stands still unless it is moved."""

    def __init__(self, settings: Settings) -> None:
        self.connection = connect(settings.queue_url)
        self.queue = open_queue(QueueName.BOT_TURNS, self.connection)
        self.owed: list[OwedTurn] = []
        self.asked: list[list[str]] = []
        self.now = 100.0
        lobby = cast("LobbyReader", SimpleNamespace(owed_bot_turns=self._owed))
        self.parking = open_parking(settings)
        self.offers = TurnOffers(self.connection, lobby, self.parking, clock=lambda: self.now)

    def _owed(self, *, games: list[str]) -> list[OwedTurn]:
        self.asked.append(games)
        return [turn for turn in self.owed if turn.game in games]

    def look(self, *games: str) -> list[str]:
        """Looks at these games after an event. Returns the jobs on the queue."""
        self.offers.look(games, lambda turns: turns)
        return self.queue.job_ids

    def begin(self, turn: OwedTurn) -> None:
        """Does what a worker does at the start of the turn's job."""
        Job.fetch(job_of(turn), self.connection, serializer=self.queue.serializer).set_status(JobStatus.STARTED)

    def finish(self, turn: OwedTurn) -> None:
        """Does what a worker does at the end of the turn's job."""
        Job.fetch(job_of(turn), self.connection, serializer=self.queue.serializer).delete()


def job_of(turn: OwedTurn) -> str:
    return f"bot-{turn.game}-{turn.seat}-{turn.decision}"


@pytest.fixture
def desk(settings: Settings) -> Iterator[Desk]:
    made = Desk(settings)
    yield made
    made.connection.close()


def turns_of(game: str, decision: int, *seats: int) -> list[OwedTurn]:
    return [OwedTurn(game, seat, decision) for seat in seats]


def test_a_game_has_one_job_for_all_turns_that_its_bots_owe(desk: Desk) -> None:
    desk.owed = [*turns_of(HERE, 5, 1, 2, 3), *turns_of(THERE, 7, 0, 1)]

    assert desk.look(HERE, THERE) == [job_of(desk.owed[0]), job_of(desk.owed[3])]
    assert desk.offers.holds_any
    assert len(desk.look(HERE, THERE)) == 2


def test_turns_that_waited_get_a_job_as_soon_as_the_games_job_is_over(desk: Desk) -> None:
    """The job may have ended for a slow move, or because it had played enough."""
    desk.owed = first, second = turns_of(HERE, 5, 1, 2)
    desk.look(HERE)
    desk.finish(first)
    desk.owed = [second]

    assert desk.look() == [job_of(second)]
    desk.look()
    assert not desk.offers.holds_any


def test_turns_that_the_games_job_has_played_get_none(desk: Desk) -> None:
    desk.owed = turns_of(HERE, 5, 1, 2)
    [job] = desk.look(HERE)
    desk.owed = []

    assert desk.look(HERE) == [job]
    assert not desk.offers.holds_any


def test_while_a_games_bots_are_slow_another_turn_gets_a_job_each_fifth_of_a_second(desk: Desk) -> None:
    desk.owed = turns_of(HERE, 5, 1, 2, 3)
    counts = [len(desk.look(HERE))]
    for _ in range(4):
        for turn in desk.owed[: counts[-1]]:
            desk.begin(turn)
        desk.now += HELD_SECONDS * 0.6
        counts.append(len(desk.look()))

    assert counts == [1, 1, 2, 2, 3]


def test_a_job_that_waits_on_the_queue_is_not_slow_however_long_it_waits(desk: Desk) -> None:
    """All workers are busy: more jobs of one game would only keep those of others waiting."""
    desk.owed = first, *_ = turns_of(HERE, 5, 1, 2, 3)
    desk.look(HERE)
    for _ in range(5):
        desk.now += HELD_SECONDS * 3
        assert desk.look(HERE) == [job_of(first)]
    desk.begin(first)
    desk.now += HELD_SECONDS * 0.6
    assert len(desk.look()) == 1
    desk.now += HELD_SECONDS * 0.6
    assert len(desk.look()) == 2


def test_a_turn_that_has_failed_does_not_keep_the_others_from_their_job(desk: Desk) -> None:
    desk.owed = broken, sound = turns_of(HERE, 5, 1, 2)
    desk.parking.note_failure(broken, RuntimeError("broken bot"))

    assert desk.look(HERE) == [job_of(sound)]


def test_a_game_that_is_forgotten_has_its_turns_offered_again(desk: Desk) -> None:
    desk.owed = [turn] = turns_of(HERE, 5, 1)
    desk.look(HERE)
    desk.finish(turn)
    assert desk.look(HERE) == []

    desk.offers.forget(HERE)
    assert desk.look(HERE) == [job_of(turn)]
    desk.finish(turn)
    desk.offers.forget_all()
    assert desk.look(HERE) == [job_of(turn)]


def test_games_without_bots_ask_redis_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object) -> bool:
        raise AssertionError("Redis was asked")

    monkeypatch.setattr(turns, "status_of_job", ask)
    assert desk.look(HERE) == []
    assert desk.asked == [[HERE]]
    assert desk.look() == []
    assert desk.asked == [[HERE]]


def test_only_so_many_turns_are_remembered(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "OFFERED_MAX", 3)
    games = [str(UUID(int=number)) for number in range(1, 6)]
    desk.owed = [OwedTurn(game, 1, 5) for game in games]
    desk.look(*games)

    assert len(desk.offers._offered) == len(desk.offers._jobs) == 3


def test_bots_turns_are_offered_between_two_read_models_if_the_log_has_grown(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person acts while the follower writes another read model: the bots need not wait for the rest of them."""
    service = build_use_cases(settings)
    follower = build_follower(settings)
    while follower.step():
        pass
    queue = open_queue(QueueName.BOT_TURNS, follower._connection)
    second, third = follower._projectors[1:3]
    seen: list[int] = []

    def during(project: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            mixed_game(service, people=1)
            follower._signal.notify()
            return project()

        return run

    def after(project: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            seen.append(queue.count)
            return project()

        return run

    monkeypatch.setattr(second, "project_page", during(second.project_page))
    monkeypatch.setattr(third, "project_page", after(third.project_page))
    follower.step()
    assert seen == [1]


def test_a_resting_follower_offers_held_turns_when_their_games_job_is_over_although_nothing_happens(
    settings: Settings,
) -> None:
    """The bots of a game, whose job ended after a slow move, need not wait for an event or the next poll."""
    service = build_use_cases(settings)
    follower = build_follower(replace(settings, poll_seconds=60))
    while follower.step():
        pass
    game, _ = mixed_game(service, people=1)
    follower.step()
    queue = open_queue(QueueName.BOT_TURNS, follower._connection)
    [first] = queue.job_ids
    thread = threading.Thread(target=follower._rest, args=(follower._signal.count,))
    thread.start()
    Job.fetch(first, follower._connection, serializer=queue.serializer).delete()

    until(lambda: queue.job_ids == [f"bot-{game}-2-{first.rpartition('-')[2]}"], "the second bot's turn is offered", 20)
    follower.stop()
    thread.join()


def test_a_database_that_fails_while_turns_are_held_is_told_once_and_ends_the_rest(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = build_use_cases(settings)
    follower = build_follower(replace(settings, poll_seconds=5))
    while follower.step():
        pass
    mixed_game(service, people=1)
    follower.step()

    def fail(*_: object) -> None:
        raise OperationalError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr(follower._turns, "look", fail)
    with capture_logs() as lines:
        follower._rest(follower._signal.count)
    assert [line["what"] for line in lines if line["event"] == "failed"] == ["offers"]
