"""The follower and a worker post notices to a webhook through the real queue, and repeat lost jobs."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from uuid import UUID

import pytest

from delvebook.service.base.clock import utc_now
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.caller import Caller
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.notices.store import Notices
from delvebook.service.webhooks.delivery import Deliveries
from delvebook.service.webhooks.opened import build_webhooks, open_deliveries
from delvebook.service.webhooks.posting import Poster
from delvebook.service.webhooks.rounds import ACCOUNT_MAX
from delvebook.service.webhooks.store import Webhooks
from delvebook.workers import webhooks as jobs
from tests import servers
from tests.service.tables import player
from tests.service.webhooks.receiver import receiving
from tests.waiting import until
from tests.workers.opened import CLOSERS, build_follower, build_use_cases

OPENED = {"ruleset": "dungeon-raiders", "seats": 2, "options": {}, "bots": {1: "random"}}


@pytest.fixture
def hooks(settings: Settings) -> Iterator[Webhooks]:
    engine = open_accounts_engine(settings.sqlalchemy_url)
    yield build_webhooks(settings, engine, Notices(engine, now=utc_now))[0]
    engine.dispose()


def deliveries(settings: Settings) -> Deliveries:
    """Returns the services of a worker process, whose resolver knows the test's receiver."""
    made = open_deliveries(replace(settings, webhooks="anywhere"))
    CLOSERS.callback(made._webhooks._engine.dispose)
    made._poster = Poster(is_anywhere=True, resolve=lambda *_: ["127.0.0.1"])
    return made


def test_what_happens_is_posted_by_the_worker(
    settings: Settings, hooks: Webhooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    service, follower, made = (
        build_use_cases(settings),
        build_follower(settings),
        deliveries(settings),
    )
    monkeypatch.setattr(jobs, "_context", lambda: jobs.build_rounds(made, follower._connection))
    with receiving() as receiver, closing(follower), closing(service.application):
        hooks.create(Caller("ann"), url=receiver.url, types=None, label="", request=None)
        game = service.games.create(player("ann"), **OPENED).game["id"]
        service.games.take_seat(player("ann"), UUID(game))
        service.games.start(player("ann"), UUID(game))
        follower.step()
        queue = open_queue(QueueName.WEBHOOKS, follower._connection)
        assert len(queue) == 1
        queue.empty()  # Redis has lost the job.
        follower._offer_deliveries()
        servers.work_off(follower._connection, QueueName.WEBHOOKS)

        got = [json.loads(body) for _, body in receiver.got]
        assert [(one["type"], one["data"]["game"]) for one in got] == [("started", game), ("turn", game)]
        follower._offer_deliveries()
        assert len(queue) == 0


def test_a_webhook_that_must_wait_is_not_offered(settings: Settings, hooks: Webhooks) -> None:
    hook, _ = hooks.create(Caller("ann"), url="http://hook.test:1/", types=None, label="", request=None)
    hooks.ping("ann", hook.id)
    assert [(one.id, one.account, one.host) for one in hooks.due()] == [(hook.id, "ann", "hook.test:1")]

    made = deliveries(settings)
    made._poster = Poster(is_anywhere=True, resolve=lambda *_: [])
    assert made.deliver(hook.id) == 0

    assert hooks.due() == []
    assert hooks.get("ann", hook.id).failures == 1


def test_ten_receivers_that_hang_delay_no_other_account(
    settings: Settings, hooks: Webhooks, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, made = build_follower(settings), deliveries(settings)
    rounds = jobs.build_rounds(made, follower._connection)
    monkeypatch.setattr(jobs, "_context", lambda: rounds)
    monkeypatch.setattr(jobs, "ROUND_SECONDS", 1.0)
    waits: list[float] = []
    with receiving() as slow, receiving() as quick, closing(follower):
        slow.seconds = 14.0
        for _ in range(10):
            hook, _ = hooks.create(Caller("ann"), url=slow.url, types=None, label="", request=None)
            hooks.ping("ann", hook.id)
        mine, _ = hooks.create(Caller("bob"), url=quick.url, types=None, label="", request=None)

        def ping() -> None:
            until(lambda: len(slow.got) == ACCOUNT_MAX)
            for number in range(1, 6):
                began = time.monotonic()
                hooks.ping("bob", mine.id)
                until(lambda number=number: len(quick.got) == number)
                waits.append(time.monotonic() - began)

        pinging = threading.Thread(target=ping)
        pinging.start()
        while pinging.is_alive():
            follower._offer_deliveries()
            servers.work_off(follower._connection, QueueName.WEBHOOKS)
        assert len(waits) == 5
        assert max(waits) < 4.0, waits
        assert len(slow.got) == ACCOUNT_MAX  # one account's hold no more threads than that


def test_a_webhook_that_another_process_serves_is_left_to_it(settings: Settings, hooks: Webhooks) -> None:
    follower, made = build_follower(settings), deliveries(settings)
    first, second = (jobs.build_rounds(made, follower._connection) for _ in range(2))
    with receiving() as receiver, closing(follower):
        receiver.seconds = 14.0
        hook, _ = hooks.create(Caller("ann"), url=receiver.url, types=None, label="", request=None)
        hooks.ping("ann", hook.id)
        first.work(seconds=1.0)
        second.work(seconds=1.0)
        assert len(receiver.got) == 1
        assert 0 < follower._connection.ttl(f"delvebook:webhook:{hook.id}") <= jobs.CLAIM_SECONDS
        receiver.stop.set()
        until(lambda: hooks.get("ann", hook.id).delivered == 1)
