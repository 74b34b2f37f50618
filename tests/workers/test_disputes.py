"""Disputed games are examined by a worker, once, from what stands in the log."""

from __future__ import annotations

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, Caller
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.workers import disputes as jobs
from tests.servers import RedisServer, fall_silent, take_and_die, work_off
from tests.service.tables import Ticking, player, seated_game
from tests.workers.opened import build_follower, build_use_cases

pytestmark = pytest.mark.servers


def test_the_worker_attaches_the_finding_to_a_running_game(settings: Settings) -> None:
    service = build_use_cases(settings)
    disputes = service.disputes
    game = seated_game(service, ["ann", "bob"])
    dispute = disputes.open(player("ann"), game, event=7, claim="it went wrong").last["n"]
    follower = build_follower(settings)
    connection = follower._connection

    while follower.step():
        pass
    work_off(connection, QueueName.FINDINGS)

    judge = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    finding = disputes.get(judge, game, dispute)["finding"]
    assert (finding["holds"], finding["first"], finding["versions"]) == (True, None, [])
    assert "first" not in disputes.get(player("bob"), game, dispute)["finding"]
    while follower.step():
        pass
    assert follower._disputes.unexamined() == []
    service.application.close()


def test_the_follower_lets_the_clock_run_again_when_a_ruling_is_overdue(settings: Settings) -> None:
    """The claim is of a clock months ago, so its ruling is overdue by the follower's own."""
    service = build_use_cases(settings, now=Ticking())
    clock = {"kind": "per_decision", "seconds": 60, "on_expiry": {"kind": "bot", "bot": "random"}}
    game = seated_game(service, ["ann", "bob"], clock=clock)
    dispute = service.disputes.open(player("ann"), game, event=7, claim="it went wrong").last["n"]
    assert service.games.look(player("bob"), game)["clock_stopped"]
    follower = build_follower(settings)

    while follower.step():
        pass
    follower.sweep()

    events = [event.type for event in service.application.all_events_of(game)]
    assert "DisputeClockResumed" in events
    while follower.step():
        pass
    assert follower._disputes.overdue("9999-01-01T00:00:00.000000Z") == []
    assert service.disputes.get(player("ann"), game, dispute)["status"] == "open"
    assert not service.games.look(player("bob"), game)["clock_stopped"]
    service.application.close()


def test_an_examination_whose_worker_died_is_put_on_the_queue_again(redis_server: RedisServer) -> None:
    connection = redis_server.client()
    queue = open_queue(QueueName.FINDINGS, connection)
    assert jobs.offer_examination(connection, "game", 7) is True
    assert jobs.offer_examination(connection, "game", 7) is False

    take_and_die(connection, QueueName.FINDINGS)
    assert jobs.offer_examination(connection, "game", 7) is False
    fall_silent(connection, "dispute-game-7")
    assert jobs.offer_examination(connection, "game", 7) is True
    assert queue.job_ids == ["dispute-game-7"]
