"""Several followers: one leads, and another takes over."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace

import psycopg
import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.store.leading import AdvisoryLock, open_leading
from delvebook.service.wiring import migrate
from tests.servers import RedisServer
from tests.workers.games import bot_game
from tests.workers.opened import build_follower, build_use_cases

pytestmark = pytest.mark.servers


@pytest.fixture
def shared(settings: Settings, postgres_url: str) -> Settings:
    made = replace(settings, database_url=postgres_url)
    migrate(made)
    return made


def test_one_leads_until_it_ends_and_then_another(shared: Settings) -> None:
    first, second = open_leading(shared), open_leading(shared)

    assert [first.leads(), second.leads(), first.leads(), second.leads()] == [True, False, True, False]
    first.close()
    assert second.leads()
    second.close()


def test_a_leader_whose_session_has_ended_learns_it(shared: Settings) -> None:
    first, second = AdvisoryLock(shared.sqlalchemy_url), open_leading(shared)
    assert first.leads()
    with psycopg.connect(shared.database_url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory' AND granted "
            "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
    assert second.leads()
    first._looked_at = 0.0
    assert not first.leads()
    assert not first.leads()
    second.close()
    assert first.leads()
    first.close()


def test_followers_of_one_sqlite_file_take_turns_and_none_waits(settings: Settings) -> None:
    assert open_leading(settings).leads()
    assert open_leading(settings).leads()


def test_a_follower_that_does_not_lead_does_nothing_until_it_does(
    shared: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    leader = open_leading(shared)
    assert leader.leads()
    service = build_use_cases(shared)
    game = bot_game(service)
    follower = build_follower(shared)
    steps: list[bool] = []
    looks = 0

    def step() -> bool:
        steps.append(real())
        follower.stop()
        return False

    def wait(_: float) -> bool:
        nonlocal looks
        looks += 1
        if looks == 3:
            assert steps == []
            leader.close()
        return False

    real: Callable[[], bool] = follower.step
    monkeypatch.setattr(follower, "step", step)
    monkeypatch.setattr(follower._stopped, "wait", wait)
    with contextlib.closing(follower):
        follower.run()
        assert looks >= 3
        assert steps == [True]
        assert str(game) in {turn.game for turn in follower._lobby.owed_bot_turns()}


def test_a_follower_that_leads_again_offers_at_once_what_others_may_have_lost(
    settings: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Turns:
        """Whether it leads is as the test says."""

        is_mine = True

        def leads(self) -> bool:
            return self.is_mine

    service, follower, turns = build_use_cases(settings), build_follower(settings), Turns()
    monkeypatch.setattr(follower, "_leading", turns)
    bot_game(service)
    queue = open_queue(QueueName.BOT_TURNS, follower._connection)
    assert follower._leads()
    while follower.step():
        pass
    assert queue.count == 3

    turns.is_mine = False
    assert not follower._leads()
    follower._connection.flushdb()
    turns.is_mine = True
    assert follower._leads()
    follower.step()
    assert queue.count == 3
