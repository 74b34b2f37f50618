"""Bots' turns over a real Redis: enqueued from the log, played once, and never lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from delvebook.projections.lobby import LobbyReader, OwedTurn
from delvebook.projections.projector import open_engine
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.audit_log import AuditLog, Wanted
from delvebook.service.jobs import QueueName, open_queue
from delvebook.service.settings import Settings
from delvebook.service.usecases.playing import PlayService
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import build_use_cases
from delvebook.workers import bots
from delvebook.workers.follower import Follower
from delvebook.workers.parking import Parking, open_parking
from delvebook.workers.wiring import build_follower, create_tables
from tests import servers
from tests.servers import RedisServer
from tests.service.tables import player

pytestmark = pytest.mark.servers
SECONDS_MAX = 60


@pytest.fixture
def settings(tmp_path: Path, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    made = Settings(home=tmp_path, redis_url=redis_server.url, secret="cd" * 32)
    for name in ("home", "redis_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    create_tables(made)
    bots._context.cache_clear()
    yield made
    bots._context.cache_clear()


def bot_game(service: UseCases, *, seats: int = 3, **terms: object) -> UUID:
    """A running game of bots alone."""
    kinds = {seat: ("greedy", "random")[seat % 2] for seat in range(seats)}
    body = service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=seats, options={}, bots=kinds, **terms
    ).game
    game_id = UUID(body["id"])
    service.games.start(player("ann"), game_id)
    return game_id


def status_of(service: UseCases, game_id: UUID) -> str:
    return str(service.games.look(player("ann"), game_id)["status"])


def numbers_of(service: UseCases, game_id: UUID) -> list[int]:
    return [event.n for event in service.application.all_events_of(game_id)]


def trail_of(settings: Settings, game_id: UUID) -> list[dict[str, Any]]:
    """What the audit trail has of the game."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    log = AuditLog(engine, now=lambda: "")
    found = list(log.all_entries(Wanted(game=str(game_id)), upto=log.last()))
    engine.dispose()
    return found


def has_copied(settings: Settings, game_id: UUID, numbers: list[int]) -> bool:
    """Whether the trail has all these events; fails if it has others, or one of them twice."""
    copied = [entry["n"] for entry in trail_of(settings, game_id)]
    assert copied == numbers[: len(copied)]
    return copied == numbers


def work_off(follower: Follower) -> None:
    """Plays what is on the queue, in this process."""
    connection = follower._connection
    servers.work_off(connection, QueueName.BOT_TURNS)


def until(is_so: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + SECONDS_MAX
    while not is_so():
        assert time.monotonic() < deadline, f"waited {SECONDS_MAX} s in vain until {what}"
        time.sleep(0.02)


def play_to_the_end(service: UseCases, follower: Follower, game_id: UUID) -> None:
    for _ in range(2000):
        follower.step()
        if status_of(service, game_id) == "finished":
            return
        work_off(follower)
    raise AssertionError("the bots did not finish the game")


def test_bots_play_a_whole_game_through_follower_queue_and_workers(settings: Settings) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    game_id = bot_game(service)
    play_to_the_end(service, follower, game_id)

    assert numbers_of(service, game_id)[-1] == service.games.look(player("ann"), game_id)["n"]
    while follower.step():
        pass
    trail = trail_of(settings, game_id)
    assert [entry["n"] for entry in trail] == numbers_of(service, game_id)
    moves = {(entry["by"], entry["bot"]) for entry in trail if entry["action"] == "game/ActionTaken"}
    assert moves == {("seat:0", "greedy"), ("seat:1", "random"), ("seat:2", "greedy")}
    assert LobbyReader(open_engine(settings.projections_url)).owed_bot_turns() == []


def test_the_same_turn_is_on_the_queue_once(settings: Settings) -> None:
    connection = build_follower(settings)._connection
    turn = OwedTurn("00000000-0000-4000-8000-000000000001", 0, 7)

    assert bots.offer_turn(connection, turn)
    assert not bots.offer_turn(connection, turn)
    assert open_queue(QueueName.BOT_TURNS, connection).count == 1


def test_a_turn_played_twice_or_late_is_played_once(settings: Settings) -> None:
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]

    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1
    assert bots.play_bot_turn(str(game_id), 0, n) is None
    assert bots.play_bot_turn(str(game_id), 0, n - 1) is None
    assert service.games.look(player("ann"), game_id)["n"] == n + 1


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


def test_players_go_on_playing_while_redis_is_away(settings: Settings, redis_server: RedisServer) -> None:
    service = build_use_cases(settings)
    redis_server.kill()
    body = service.games.create(player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={}).game
    game_id = UUID(body["id"])
    for name in ("ann", "bob"):
        service.games.take_seat(player(name), game_id)
    service.games.start(player("ann"), game_id)
    started = time.monotonic()
    for name in ("ann", "bob"):
        offer = service.playing.actions(player(name), game_id)
        service.playing.act(player(name), game_id, decision=offer["decision"], action=offer["actions"][0]["action"])

    assert service.games.look(player("ann"), game_id)["n"] == 6
    assert time.monotonic() - started < 5


def test_a_poisoned_game_is_parked_and_seen_and_holds_nobody_up(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    poisoned, healthy = bot_game(service), bot_game(service)
    real = PlayService.play_bot

    def play_bot(self: PlayService, game_id: UUID, *, seat: int, decision: int) -> int | None:
        if game_id == poisoned:
            raise RuntimeError("this bot is broken")
        return real(self, game_id, seat=seat, decision=decision)

    monkeypatch.setattr(PlayService, "play_bot", play_bot)
    monkeypatch.setattr(Parking, "may_try", _all_but_parked)
    play_to_the_end(service, follower, healthy)
    for _ in range(4):
        follower._redis_was_away = True
        follower._next_sweep = 0.0
        follower.step()
        work_off(follower)

    parking = open_parking(settings)
    parked = parking.parked()
    assert {row["game"] for row in parked} == {str(poisoned)}
    assert {row["attempts"] for row in parked} == {3}
    assert "this bot is broken" in parked[0]["error"]

    monkeypatch.setattr(PlayService, "play_bot", real)
    assert parking.release(str(poisoned)) == len(parked)
    follower._redis_was_away = True
    follower._next_sweep = 0.0
    play_to_the_end(service, follower, poisoned)


def _all_but_parked(parking: Parking, turns: list[OwedTurn]) -> list[OwedTurn]:
    """Without the pause after a failure, so that the test need not wait."""
    held = {(row["game"], row["seat"], row["decision"]) for row in parking.parked()}
    return [turn for turn in turns if (turn.game, turn.seat, turn.decision) not in held]


def test_a_passed_deadline_lets_a_bot_take_the_seat_by_the_clock(settings: Settings) -> None:
    service = build_use_cases(settings)
    follower = build_follower(settings)
    clock = {"turn_seconds": 1, "on_timeout": "greedy"}
    body = service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={1: "random"}, clock=clock
    ).game
    game_id = UUID(body["id"])
    service.games.take_seat(player("ann"), game_id, seat=0)
    service.games.start(player("ann"), game_id)
    follower.step()
    assert service.games.look(player("ann"), game_id)["seats"][0]["bot"] is None

    follower._now = lambda: "2099-01-01T00:00:00.000000Z"
    follower.sweep()

    replaced = list(service.application.all_events_of(game_id))[-1]
    assert (replaced.type, replaced.by) == ("SeatReplaced", "clock")
    assert replaced.data["bot"] == "greedy"
    assert replaced.data["reason"] == "deadline"
    follower._now = lambda: replaced.at
    play_to_the_end(service, follower, game_id)


@contextmanager
def process(name: str) -> Iterator[subprocess.Popen[bytes]]:
    """One of our own commands, as a process."""
    started = subprocess.Popen(
        [sys.executable, "-m", "delvebook.service.cli", name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait()


def test_games_go_on_by_themselves_after_worker_follower_and_redis_were_killed_in_turn(
    settings: Settings, redis_server: RedisServer
) -> None:
    """Real processes, killed as a power cut would; every game ends, every stream is whole."""
    service = build_use_cases(settings)
    games = [bot_game(service, seats=2 + index % 4) for index in range(6)]

    def acted() -> int:
        return sum(service.games.look(player("ann"), game_id)["n"] for game_id in games)

    for victim in ("worker", "follow", "redis"):
        with process("follow") as follow, process("worker") as worker:
            start = acted()
            until(lambda start=start: acted() > start + 20, f"bots play before {victim} is killed")
            if victim == "redis":
                redis_server.kill()
                time.sleep(0.2)
                redis_server.start()
                start = acted()
                until(lambda start=start: acted() > start + 20 or worker.poll() is not None, "bots play again")
            else:
                os.kill({"worker": worker, "follow": follow}[victim].pid, signal.SIGKILL)

    with process("follow"), process("worker"), process("worker"):
        until(lambda: {status_of(service, game_id) for game_id in games} == {"finished"}, "every game is finished")
        for game_id in games:
            numbers = numbers_of(service, game_id)
            assert numbers == list(range(1, len(numbers) + 1))
            until(partial(has_copied, settings, game_id, numbers), "the trail has every event")


def test_parked_games_can_be_listed_for_programs(settings: Settings) -> None:
    open_parking(settings).note_failure(OwedTurn("g", 1, 2), RuntimeError("no"))
    shown = subprocess.run(
        [sys.executable, "-m", "delvebook.service.cli", "bots", "--json"], capture_output=True, check=True
    ).stdout
    assert json.loads(shown) == []


def test_a_second_follower_does_no_harm(settings: Settings) -> None:
    service = build_use_cases(replace(settings))
    game_id = bot_game(service)
    followers = [build_follower(settings), build_follower(settings)]
    threads = [threading.Thread(target=follower.step) for follower in followers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    play_to_the_end(service, followers[0], game_id)
