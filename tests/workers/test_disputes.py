"""Disputed games are examined by a worker, once, from what stands in the log."""

from __future__ import annotations

import pytest
from rq import Queue, SimpleWorker

from service.disputes import DisputeService
from service.forks import ForkService
from service.games import ARBITRATE, Caller
from service.settings import Settings
from service.wiring import build_service, create_tables
from tests.servers import RedisServer
from tests.service.tables import player, seated_game
from workers import jobs
from workers.commands import build_follower

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
