"""Steps of the system's clock: nobody counts as alive because of them, and no turn waits for the clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from limits import parse
from rq.utils import utcformat

from delvebook.projections.lobby.reader import OwedTurn
from delvebook.replays.times import later
from delvebook.service.api.limits import PAUSE_SECONDS, Budgets
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.caller import Caller
from delvebook.service.jobs.queues import QueueName, is_alive, open_queue
from delvebook.service.live.presence import FOLLOWER, PRESENT_SECONDS, announce, is_present
from delvebook.service.notices.store import Notices
from delvebook.service.webhooks.opened import build_webhooks
from delvebook.service.webhooks.posting import Delivery
from delvebook.service.webhooks.store import PAUSES
from delvebook.workers.parking import RETRY_SECONDS, Parking
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


class SetClock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.at = "2026-01-02T03:04:05.000000Z"

    def __call__(self) -> str:
        return self.at

    def step(self, seconds: float) -> None:
        self.at = later(self.at, seconds)


def test_a_failed_turn_waits_no_longer_because_the_clock_was_set_back(store: Settings) -> None:
    engine, clock = open_engine(prepare(store).projections_url), SetClock()
    parking, turn = Parking(engine, now=clock), OwedTurn("game", 1, 7)
    parking.note_failure(turn, RuntimeError("broken"))
    clock.step(RETRY_SECONDS - 1)
    assert parking.may_try([turn]) == []

    clock.step(-3600)

    assert parking.may_try([turn]) == [turn]
    engine.dispose()


def test_a_webhook_waits_no_longer_because_the_clock_was_set_back(store: Settings) -> None:
    settings, clock = prepare(store), SetClock()
    engine = open_accounts_engine(settings.sqlalchemy_url)
    hooks, _ = build_webhooks(settings, engine, Notices(engine, now=clock), now=clock)
    made, _ = hooks.create(Caller("ann"), url="http://hook.test:1/", types=None, label="", request=None)
    number = hooks.ping("ann", made.id)
    hooks.note(made, number, Delivery("status", 500), at=clock.at, duration_ms=1)
    assert not hooks.is_any_due()
    assert hooks.get("ann", made.id).must_wait(clock.at)

    clock.step(-3600)

    assert hooks.is_any_due()
    waiting = hooks.get("ann", made.id)
    assert not waiting.must_wait(clock.at)
    hooks.note(waiting, number, Delivery("status", 500), at=clock.at, duration_ms=1)
    assert not hooks.is_any_due()
    clock.step(PAUSES[1])
    assert hooks.is_any_due()
    engine.dispose()


def test_redis_counts_again_soon_after_it_was_away_even_if_the_clock_was_set_back(redis_server: RedisServer) -> None:
    moment, passed = [1_800_000_000.0], [0.0]
    budgets = Budgets(
        "requests",
        parse("9 per hour"),
        Settings(redis_url=redis_server.url).limits_url,
        now=lambda: moment[0],
        monotonic=lambda: passed[0],
    )
    redis_server.kill()
    assert budgets.take("ann").used == 1
    redis_server.start()
    moment[0] -= 3600
    assert [budgets.take("ann").used for _ in range(2)] == [1, 2]

    passed[0] += PAUSE_SECONDS

    assert budgets.take("ann").used == 1
    assert budgets._shared.get(f"delvebook/limit/ann/{int(moment[0]) // 3600}") == 1
