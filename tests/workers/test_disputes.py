"""Disputed games are examined by a worker, once, from what stands in the log."""

from __future__ import annotations

from uuid import UUID

import pytest

from delvebook.domain.game import Game
from delvebook.service.clock import utc_now
from delvebook.service.jobs import QueueName, open_queue
from delvebook.service.settings import Settings
from delvebook.service.usecases.caller import ARBITRATE, Caller
from delvebook.service.usecases.forks import ForkService
from delvebook.service.wiring import build_use_cases
from delvebook.workers import disputes as jobs
from delvebook.workers.wiring import build_follower, create_tables
from tests.servers import RedisServer, fall_silent, take_and_die, work_off
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
    service = build_use_cases(settings)
    disputes = service.disputes
    game = seated_game(service, ["ann", "bob"])
    dispute = disputes.open(player("ann"), game, event=4, claim="it went wrong").last["n"]
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
    jobs._context.cache_clear()


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


def test_a_ruling_is_carried_out_and_a_seed_comes_out_by_the_follower_alone(
    tmp_path: object, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that took the ruling died with it, so nobody but the log knows what is owed."""
    settings = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)  # type: ignore[arg-type]
    create_tables(settings)
    service = build_use_cases(settings)
    disputes = service.disputes
    game = seated_game(service, ["ann", "bob"])
    n = disputes.open(player("ann"), game, event=4, claim="it went wrong").last["n"]

    def rule(one: Game) -> None:
        remedy = {"type": "resume", "at": 4}
        one.rule(n, arbiter="judy", verdict="upheld", remedy=remedy, reason="so", at=utc_now())

    service.application.change(game, rule)
    follower = build_follower(settings)
    while follower.step():
        pass
    fork = UUID(str(service.games.look(player("ann"), game)["resumed_by"]))
    for name in ("ann", "bob"):
        service.games.take_seat(player(name), fork)
    service.games.start(player("ann"), fork)
    play_on(service, fork, actions=5000)
    assert service.games.look(player("ann"), game)["seed"] is None
    while follower.step():
        pass
    assert service.games.look(player("ann"), game)["seed"] is not None
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
