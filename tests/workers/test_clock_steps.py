"""Steps of the system's clock: nobody counts as alive because of them, and no turn waits for the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from rq.utils import utcformat

from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, is_alive, open_queue
from delvebook.service.live.presence import FOLLOWER, PRESENT_SECONDS, announce, is_present
from delvebook.workers.wiring import build_follower
from tests.servers import RedisServer, take_and_die
from tests.stores import prepare
from tests.workers.test_follower import bot_game, build_use_cases

pytestmark = pytest.mark.servers
HOUR = timedelta(hours=1)


@pytest.mark.parametrize("step", [HOUR, -HOUR], ids=["forwards", "backwards"])
def test_a_dead_worker_is_dead_after_a_step_of_the_clock(redis_server: RedisServer, step: timedelta) -> None:
    with redis_server.client() as connection:
        queue = open_queue(QueueName.FINDINGS, connection)
        job = queue.enqueue_call("time.sleep", args=(0,), job_id="nap")
        take_and_die(connection, QueueName.FINDINGS)
        assert is_alive(queue, job)
        connection.hset("rq:job:nap", "last_heartbeat", utcformat(datetime.now(UTC) - step))

        assert not is_alive(queue, job)


def test_nobody_is_present_for_longer_because_the_clock_was_set_back(redis_server: RedisServer) -> None:
    with redis_server.client() as connection:
        assert not is_present(connection, FOLLOWER)
        announce(connection, FOLLOWER)
        assert is_present(connection, FOLLOWER)
        [key] = connection.keys("delvebook:present:*")
        connection.expire(key, PRESENT_SECONDS + 3600)  # as after a step of an hour backwards

        assert not is_present(connection, FOLLOWER)


def test_a_turn_from_before_the_clock_was_set_back_is_offered_again(store: Settings, redis_server: RedisServer) -> None:
    settings = Settings(
        home=store.home, database_url=store.database_url, secret=store.secret, redis_url=redis_server.url
    )
    prepare(settings)
    service = build_use_cases(settings)
    game = bot_game(service)
    follower = build_follower(settings)
    follower.step()
    follower.sweep()
    with redis_server.client() as connection:
        offered = open_queue(QueueName.BOT_TURNS, connection).count
        connection.flushall()  # the offered turn is lost
        before = (datetime.now(UTC) - HOUR).isoformat(timespec="microseconds")[:26] + "Z"
        follower._now = lambda: before
        follower.sweep()
        waiting = open_queue(QueueName.BOT_TURNS, connection).count
    follower.close()
    service.application.close()

    assert waiting == offered > 0, game
