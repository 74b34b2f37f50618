"""Bots' turns over a real Redis: enqueued from the log, played once, and never lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from eventsourcing.persistence import OperationalError as StoreAway

from delvebook.domain.questions import BotQuestion
from delvebook.projections.lobby.reader import OwedTurn
from delvebook.service.base.errors import BusyError, UnavailableError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.audit_log import AuditLog, AuditQuery
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.usecases.use_cases import UseCases
from delvebook.workers import bots
from tests.servers import RedisServer
from tests.service.tables import player
from tests.waiting import until
from tests.workers.games import bot_game, numbers_of, play_to_the_end, status_of
from tests.workers.opened import build_follower, build_use_cases

pytestmark = pytest.mark.servers


def trail_of(settings: Settings, game_id: UUID) -> list[dict[str, Any]]:
    """Returns the audit trail's entries of the game."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    log = AuditLog(engine, now=lambda: "")
    found = list(log.all_entries(AuditQuery(game=str(game_id)), upto=log.last()))
    engine.dispose()
    return found


def has_copied(settings: Settings, game_id: UUID, numbers: list[int]) -> bool:
    """Returns whether the trail has all these events. Fails if it has others, or one of them twice."""
    copied = [entry["n"] for entry in trail_of(settings, game_id)]
    assert copied == numbers[: len(copied)]
    return copied == numbers


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
    assert moves == {("seat:0", "greedy@1"), ("seat:1", "random@1"), ("seat:2", "greedy@1")}
    assert follower._lobby.owed_bot_turns() == []


def test_the_same_turn_is_on_the_queue_once(settings: Settings) -> None:
    connection = build_follower(settings)._connection
    turn = OwedTurn("00000000-0000-4000-8000-000000000001", 0, 7)

    assert bots.offer_turn(connection, turn)
    assert not bots.offer_turn(connection, turn)
    assert open_queue(QueueName.BOT_TURNS, connection).count == 1


def test_a_turn_has_a_bounded_time_to_be_played_and_to_wait_for_a_worker(settings: Settings) -> None:
    connection = build_follower(settings)._connection
    bots.offer_turn(connection, OwedTurn("00000000-0000-4000-8000-000000000001", 0, 7))

    [turn] = open_queue(QueueName.BOT_TURNS, connection).jobs
    assert turn.timeout == 60
    assert turn.ttl == 3600
    assert turn.failure_ttl == 3600


def mixed_game(service: UseCases, *, people: int) -> tuple[UUID, int]:
    """Returns a running game of this many people and two greedy bots after them, and the number of its last event."""
    kinds = {people: "greedy", people + 1: "greedy"}
    made = service.games.create(player("p0"), ruleset="dungeon-raiders", seats=people + 2, options={}, bots=kinds)
    game_id = UUID(made.game["id"])
    for seat in range(people):
        service.games.take_seat(player(f"p{seat}"), game_id, seat=seat)
    started = service.games.start(player("p0"), game_id)
    return game_id, started.n


def owed_decisions(service: UseCases, game_id: UUID) -> dict[int, int]:
    with service.application.reading(game_id) as game:
        return {seat: game.get_table().decisions[seat] for seat in game.to_act()}


def test_a_job_plays_on_while_bots_alone_owe(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", 60.0)
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]

    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1
    assert service.games.look(player("ann"), game_id)["n"] == n + bots.TURNS_MAX


def test_a_job_plays_all_that_bots_owe_while_a_person_thinks(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", 60.0)
    service = build_use_cases(settings)
    game_id, n = mixed_game(service, people=1)
    owed = owed_decisions(service, game_id)
    assert sorted(owed) == [0, 1, 2]

    assert bots.play_bot_turn(str(game_id), 1, owed[1]) == n + 1
    assert owed_decisions(service, game_id) == {0: owed[0]}


def test_a_job_whose_own_turn_was_played_plays_what_bots_owe_by_now(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", 60.0)
    service = build_use_cases(settings)
    game_id, _ = mixed_game(service, people=1)
    owed = owed_decisions(service, game_id)
    service.playing.play_bot(game_id, seat=1, decision=owed[1])

    assert bots.play_bot_turn(str(game_id), 1, owed[1]) is None
    assert owed_decisions(service, game_id) == {0: owed[0]}


def test_a_job_leaves_turns_alone_that_have_just_failed(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", 60.0)
    service = build_use_cases(settings)
    game_id, _ = mixed_game(service, people=1)
    owed = owed_decisions(service, game_id)
    _, parking = bots._context()
    parking.note_failure(OwedTurn(str(game_id), 2, owed[2]), RuntimeError("broken bot"))

    bots.play_bot_turn(str(game_id), 1, owed[1])
    assert owed_decisions(service, game_id) == {0: owed[0], 2: owed[2]}


def test_a_job_plays_one_turn_of_a_slow_bot(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", -1.0)
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]

    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1
    assert service.games.look(player("ann"), game_id)["n"] == n + 1


def test_a_failure_while_playing_on_is_left_to_the_turns_own_job(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", 60.0)
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]
    _, parking = bots._context()
    answer, asked = BotQuestion.answer, []

    def fail_the_second_time(question: BotQuestion) -> Any:
        asked.append(question.decision)
        if len(asked) > 1:
            raise RuntimeError("broken bot")
        return answer(question)

    monkeypatch.setattr(BotQuestion, "answer", fail_the_second_time)

    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1
    assert len(asked) >= 2
    assert service.games.look(player("ann"), game_id)["n"] == n + 1
    assert parking.parked() == []
    owed = owed_decisions(service, game_id)
    turns = [OwedTurn(str(game_id), seat, decision) for seat, decision in owed.items()]
    assert parking.may_try(turns) == turns


def test_a_turn_played_twice_or_late_is_played_once(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "QUICK_SECONDS", -1.0)
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]

    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1
    assert bots.play_bot_turn(str(game_id), 0, n) is None
    assert bots.play_bot_turn(str(game_id), 0, n - 1) is None
    assert service.games.look(player("ann"), game_id)["n"] == n + 1


@pytest.mark.parametrize(
    "trouble", [StoreAway("server closed the connection"), UnavailableError("away"), BusyError("others were faster")]
)
def test_a_turn_that_fails_by_no_fault_of_the_bot_is_put_off_and_never_parked(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    """The primary has died: each of the dead connections fails an attempt."""
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]
    playing, parking = bots._context()

    def fail(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setattr(playing, "play_bots", fail)
    for _ in range(10):
        with pytest.raises(type(trouble)):
            bots.play_bot_turn(str(game_id), 0, n)
    monkeypatch.undo()

    assert parking.parked() == []
    assert parking.may_try([OwedTurn(str(game_id), 0, n)]) == [OwedTurn(str(game_id), 0, n)]
    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1


def test_a_worker_that_has_no_memory_ends_after_the_turn_which_counts_as_failed_once(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = build_use_cases(settings)
    game_id = bot_game(service)
    n = service.games.look(player("ann"), game_id)["n"]
    playing, _ = bots._context()
    asked: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: asked.append(number))

    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(playing, "play_bots", fail)
    try:
        with pytest.raises(MemoryError):
            bots.play_bot_turn(str(game_id), 0, n)
    finally:
        signal.signal(signal.SIGTERM, before)
    monkeypatch.undo()

    assert asked == [signal.SIGTERM]
    assert bots.play_bot_turn(str(game_id), 0, n) == n + 1


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

    assert service.games.look(player("ann"), game_id)["n"] == 7
    assert time.monotonic() - started < 5


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


@pytest.mark.long
def test_games_go_on_by_themselves_after_worker_follower_and_redis_were_killed_in_turn(
    settings: Settings, redis_server: RedisServer
) -> None:
    """Real processes are killed as by a power cut; every game ends, and every stream is whole."""
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
