"""Disputed games are examined by a worker, once, from what stands in the log."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from rq import Queue, SimpleWorker
from rq.job import JobStatus

from delvebook.domain.game import Game
from delvebook.service.settings import Settings
from delvebook.service.usecases.disputes import DisputeService
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.games import ARBITRATE, Caller
from delvebook.service.wiring import build_service, create_tables
from delvebook.workers import jobs
from delvebook.workers.commands import build_follower
from tests.servers import RedisServer
from tests.service.tables import play_on, player, seated_game

pytestmark = pytest.mark.servers


def test_the_worker_attaches_the_finding_to_a_running_game(
    tmp_path: object, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)  # type: ignore[arg-type]
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(settings, name)))
    create_tables(settings)
    jobs._context.cache_clear()
    service = build_service(settings)
    disputes = DisputeService(service, ForkService(service))
    game = seated_game(service, ["ann", "bob"])
    dispute = disputes.open(player("ann"), game, event=4, claim="it went wrong").last["n"]
    follower = build_follower(settings)
    connection = follower._connection

    while follower.step():
        pass
    SimpleWorker([Queue(jobs.CHECKS, connection=connection)], connection=connection).work(
        burst=True, logging_level="CRITICAL"
    )

    judge = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    finding = disputes.get(judge, game, dispute)["finding"]
    assert (finding["holds"], finding["first"], finding["versions"]) == (True, None, [])
    assert "first" not in disputes.get(player("bob"), game, dispute)["finding"]
    while follower.step():
        pass
    assert follower._disputes.unexamined() == []
    service.application.close()
    jobs._context.cache_clear()


def test_an_examination_whose_worker_died_is_put_on_the_queue_again(redis_server: RedisServer) -> None:
    connection = redis_server.client()
    queue = Queue(jobs.CHECKS, connection=connection)
    assert jobs.enqueue_examination(connection, "game", 7) is True
    assert jobs.enqueue_examination(connection, "game", 7) is False

    job = queue.fetch_job("dispute-game-7")
    assert job is not None
    queue.remove(job)
    job.started_at = datetime.now(UTC) - timedelta(seconds=jobs.EXAMINATION_SILENCE_SECONDS + 1)
    job.save()
    job.set_status(JobStatus.STARTED)
    assert jobs.enqueue_examination(connection, "game", 7) is True
    assert queue.job_ids == ["dispute-game-7"]


def test_a_ruling_is_carried_out_and_a_seed_comes_out_by_the_follower_alone(
    tmp_path: object, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that took the ruling died with it, so nobody but the log knows what is owed."""
    settings = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)  # type: ignore[arg-type]
    create_tables(settings)
    service = build_service(settings)
    disputes = DisputeService(service, ForkService(service))
    game = seated_game(service, ["ann", "bob"])
    n = disputes.open(player("ann"), game, event=4, claim="it went wrong").last["n"]

    def rule(one: Game) -> None:
        remedy = {"type": "resume", "at": 4}
        one.rule(n, arbiter="judy", verdict="upheld", remedy=remedy, reason="so", at=service.now())

    service.application.change(game, rule)
    follower = build_follower(settings)
    while follower.step():
        pass
    fork = UUID(str(service.look(player("ann"), game)["resumed_by"]))
    for name in ("ann", "bob"):
        service.take_seat(player(name), fork)
    service.start(player("ann"), fork)
    play_on(service, fork, actions=5000)
    assert service.look(player("ann"), game)["seed"] is None
    while follower.step():
        pass
    assert service.look(player("ann"), game)["seed"] is not None
    follower.stop()
    service.application.close()


def test_what_goes_wrong_with_one_game_holds_up_no_other(
    tmp_path: object, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)  # type: ignore[arg-type]
    create_tables(settings)
    follower = build_follower(settings)
    done: list[str] = []

    def carry_out(self: ForkService, game: UUID, dispute: int) -> None:
        if dispute == 1:
            raise RuntimeError("this one cannot be carried out")
        done.append(str(game))

    monkeypatch.setattr(ForkService, "carry_out", carry_out)
    owed = [(str(UUID(int=1)), 1), (str(UUID(int=2)), 2)]
    monkeypatch.setattr(follower._disputes, "to_carry_out", lambda: owed)
    follower.settle()

    assert done == [str(UUID(int=2))]
    follower.stop()
