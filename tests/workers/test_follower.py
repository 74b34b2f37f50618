"""The follower finds pending work in the log and the lobby, after any failure."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.exc import OperationalError
from structlog.testing import capture_logs

from delvebook.domain.game import Game
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.games_log.writer import PUBLISH_SECONDS
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import ARBITRATE, Caller
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.live.presence import FOLLOWER, is_present
from delvebook.service.usecases.forks import ForkService
from delvebook.workers.follower import Follower
from tests.servers import RedisServer
from tests.service.tables import play_on, player, seated_game
from tests.waiting import until
from tests.workers.games import bot_game, play_to_the_end
from tests.workers.opened import build_follower, build_use_cases

pytestmark = pytest.mark.servers


def test_a_step_enqueues_the_turns_that_bots_owe_and_says_whether_the_log_had_grown(settings: Settings) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    while follower.step():
        pass
    game = bot_game(service)

    assert follower.step()
    queue = open_queue(QueueName.BOT_TURNS, follower._connection)
    assert queue.job_ids == [f"bot-{game}-0-6"]  # which plays the other two turns, too
    while follower.step():
        pass
    assert len(queue.job_ids) == 1


def test_a_dispute_is_enqueued_for_examination_on_a_queue_of_its_own(settings: Settings) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    game = seated_game(service, ["ann", "bob"])
    n = service.disputes.open(player("ann"), game, event=7, claim="it went wrong").last["n"]
    while follower.step():
        pass

    assert open_queue(QueueName.FINDINGS, follower._connection).job_ids == [f"dispute-{game}-{n}"]
    assert open_queue(QueueName.CHECKS, follower._connection).job_ids == []


def test_a_follower_that_sweeps_is_present_to_those_who_ask_whether_one_runs(settings: Settings) -> None:
    follower = build_follower(settings)
    assert not is_present(follower._connection, FOLLOWER)
    follower.step()
    assert is_present(follower._connection, FOLLOWER)


def test_that_redis_is_back_is_told_once(settings: Settings, redis_server: RedisServer) -> None:
    follower = build_follower(settings)
    follower.step()
    redis_server.kill()
    follower._next_sweep = 0.0
    follower.step()
    redis_server.start()
    with capture_logs() as lines:
        for _ in range(3):
            follower._next_sweep = 0.0
            follower.step()
    assert [line["event"] for line in lines].count("redis_back") == 1


def test_a_follower_whose_steps_fail_pauses_longer_and_longer_up_to_five_seconds(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, pauses = build_follower(settings), []

    def fails() -> bool:
        raise OSError("the disk is gone")

    def wait(seconds: float) -> bool:
        pauses.append(seconds)
        if len(pauses) == 6:
            follower._stopped.set()
        return False

    monkeypatch.setattr(follower, "step", fails)
    monkeypatch.setattr(follower._stopped, "wait", wait)
    follower.run()

    assert pauses == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]


def test_a_projection_whose_database_fails_stops_no_other_and_no_follower(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = build_follower(settings)
    service = build_use_cases(settings)
    game = bot_game(service)

    def fail() -> list[object]:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    last = follower._projectors[-1]
    monkeypatch.setattr(last, "project_page", fail)
    with running(follower):
        until(lambda: str(game) in {row["id"] for row in lobby_of(settings)})
        assert last.position() == 0
        monkeypatch.undo()
        until(lambda: last.position() == service.application.log_position())


@pytest.mark.long
def test_what_was_queued_when_redis_was_killed_is_found_again_in_the_lobby(
    settings: Settings, redis_server: RedisServer
) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    game_id = bot_game(service)
    follower.step()
    redis_server.kill()
    before = service.games.look(player("ann"), game_id)["n"]
    other = bot_game(service)
    follower.step()

    redis_server.start()
    follower._next_sweep = 0.0
    play_to_the_end(service, follower, game_id)
    play_to_the_end(service, follower, other)
    assert service.games.look(player("ann"), game_id)["n"] > before


def test_a_passed_deadline_lets_a_bot_take_the_seat_by_the_clock(settings: Settings) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    clock = {"kind": "per_decision", "seconds": 3600, "on_expiry": {"kind": "bot", "bot": "greedy"}}
    body = service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={1: "random"}, clock=clock
    ).game
    game_id = UUID(body["id"])
    service.games.take_seat(player("ann"), game_id, seat=0)
    service.games.start(player("ann"), game_id)
    follower.step()
    assert service.games.look(player("ann"), game_id)["seats"][0]["bot"] is None

    playing = follower._playing
    later = build_use_cases(settings, now=lambda: "2099-01-01T00:00:00.000000Z")
    follower._now, follower._playing = (lambda: "2099-01-01T00:00:00.000000Z"), later.playing
    follower.sweep()
    follower._playing = playing

    replaced = list(service.application.all_events_of(game_id))[-1]
    assert (replaced.type, replaced.by) == ("SeatReplaced", "clock")
    assert replaced.data["bot"] == "greedy@1"
    assert replaced.data["reason"] == "deadline"
    follower._now = lambda: replaced.at
    play_to_the_end(service, follower, game_id)


def test_a_second_follower_does_no_harm(settings: Settings) -> None:
    service = build_use_cases(settings)
    game_id = bot_game(service)
    followers = [build_follower(settings), build_follower(settings)]
    threads = [threading.Thread(target=follower.step) for follower in followers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    play_to_the_end(service, followers[0], game_id)


def test_a_ruling_is_carried_out_and_a_seed_comes_out_by_the_follower_alone(settings: Settings) -> None:
    """The process that took the ruling has died, so only the log knows what has to be done."""
    service = build_use_cases(settings)
    disputes = service.disputes
    game = seated_game(service, ["ann", "bob"])
    n = disputes.open(player("ann"), game, event=7, claim="it went wrong").last["n"]

    def rule(one: Game) -> None:
        remedy = {"type": "resume", "event": 7}
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


@pytest.mark.parametrize("days", [0, 30])
def test_a_resumed_game_that_nobody_starts_in_time_is_given_up_and_every_seed_comes_out(
    settings: Settings, days: int
) -> None:
    service = build_use_cases(settings)
    game = seated_game(service, ["ann", "bob"])
    n = service.disputes.open(player("ann"), game, event=7, claim="it went wrong").last["n"]
    judy = Caller(account="judy", scopes=frozenset({ARBITRATE}))
    remedy = {"type": "resume", "event": 7}
    service.disputes.rule(judy, game, n, verdict="upheld", remedy=remedy, reason="so")
    fork = UUID(str(service.games.look(player("ann"), game)["resumed_by"]))
    follower = build_follower(replace(settings, resume_days=days))
    for _ in range(3):
        while follower.step():
            pass
        follower.sweep()

    seeds = [service.games.look(player("ann"), one)["seed"] is not None for one in (game, fork)]
    last = list(service.application.all_events_of(fork))[-2:]
    assert seeds == [days == 0] * 2
    if days == 0:
        assert [(one.type, one.by) for one in last] == [("GameAborted", "clock"), ("SeedRevealed", "service")]
        assert last[0].data == {"reason": "not_resumed"}
    follower.stop()
    service.application.close()


@pytest.mark.parametrize("days", [0, 30])
def test_a_resumed_game_that_can_never_be_created_keeps_no_seed_secret_for_ever(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    service = build_use_cases(settings)
    asked: list[object] = []
    game = seated_game(service, ["ann", "bob"])
    n = service.disputes.open(player("ann"), game, event=7, claim="it went wrong").last["n"]
    judy = Caller(account="judy", scopes=frozenset({ARBITRATE}))

    def fail(*args: object) -> None:
        asked.append(args)
        raise RuntimeError("these rules are gone")

    with monkeypatch.context() as broken:
        broken.setattr(ForkService, "_resume", fail)
        service.disputes.rule(judy, game, n, verdict="upheld", remedy={"type": "resume", "event": 7}, reason="so")
        asked.clear()
        follower = build_follower(replace(settings, resume_days=days))
        for _ in range(3):
            while follower.step():
                pass
            follower.sweep()
    fork = UUID(str(service.games.look(player("ann"), game)["resumed_by"]))

    assert bool(asked) == (days == 30), "it is tried until the time is over, and never again"
    assert (service.games.look(player("ann"), game)["seed"] is not None) == (days == 0)
    service.forks.carry_out(game, n)
    assert bool(service.application.events_of(fork)) == (days == 30), "what was given up is not created later"
    follower.stop()
    service.application.close()


def test_a_log_of_games_that_cannot_be_written_holds_up_no_game(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    game = bot_game(service)

    def fail() -> None:
        raise ContradictionError("the log would have lost entries")

    monkeypatch.setattr(follower._games_log, "step", fail)
    play_to_the_end(service, follower, game)
    follower.stop()
    service.application.close()


def test_a_read_model_that_fails_holds_up_no_entry_of_the_log_of_games(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    game = bot_game(service)

    def fail() -> list[object]:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(follower._projectors[0], "project_page", fail)
    follower.step()
    assert logged(settings, game) == ["created", "started"]
    follower.stop()
    service.application.close()


def test_an_event_that_cannot_be_read_keeps_no_other_game_out_of_the_log(settings: Settings) -> None:
    """The row of one game's creation is damaged on the disk."""
    service = build_use_cases(settings)
    broken = bot_game(service)
    with closing(sqlite3.connect(settings.sqlite_path)) as connection:
        where = "originator_id = ? AND originator_version = 1"
        (whole,) = connection.execute(f"SELECT state FROM stored_events WHERE {where}", (broken.hex,)).fetchone()
        connection.execute(f"UPDATE stored_events SET state = ? WHERE {where}", (b"{", broken.hex))
        connection.commit()
        game = bot_game(service)
        follower = build_follower(settings)
        follower.step()
        assert logged(settings, game) == ["created", "started"]
        assert logged(settings, broken) == ["started"]

        connection.execute(f"UPDATE stored_events SET state = ? WHERE {where}", (whole, broken.hex))
        connection.commit()
    time.sleep(PUBLISH_SECONDS)  # There is at most one checkpoint a second.
    follower._next_sweep = 0.0
    while follower.step():
        pass
    follower._games_log.publish()
    assert logged(settings, broken) == ["started", "created"]
    follower.stop()
    service.application.close()


@contextmanager
def running(follower: Follower) -> Iterator[None]:
    """Runs the follower in a thread during the block."""
    thread = threading.Thread(target=follower.run, daemon=True)
    thread.start()
    try:
        yield
        assert thread.is_alive(), "the follower has ended"
    finally:
        follower.stop()
        thread.join(20)


def lobby_of(settings: Settings) -> list[dict[str, Any]]:
    engine = open_engine(settings.projections_url)
    games = LobbyReader(engine).games(viewer="ann", limit=200)
    engine.dispose()
    return games


def logged(settings: Settings, game: UUID) -> list[str]:
    """Returns the entries of a game in the published log, in their order."""
    engine = open_engine(settings.projections_url)
    found = LogReader(engine).inclusion(str(game))
    engine.dispose()
    return [] if found is None else [one.entry.what for one in found[1].proved]


def test_what_goes_wrong_with_one_game_holds_up_no_other(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    follower = build_follower(settings)
    done: list[str] = []

    def carry_out(self: ForkService, game: UUID, dispute: int, **_: object) -> None:
        if dispute == 1:
            raise RuntimeError("this one cannot be carried out")
        done.append(str(game))

    monkeypatch.setattr(ForkService, "carry_out", carry_out)
    owed = [(str(UUID(int=1)), 1), (str(UUID(int=2)), 2)]
    monkeypatch.setattr(follower._disputes, "to_carry_out", lambda **_: owed)
    follower.settle()

    assert done == [str(UUID(int=2))]
    follower.stop()
