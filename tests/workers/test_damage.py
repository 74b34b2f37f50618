"""One broken game breaks one game: bots, clocks, lobby, audit trail and log of games go on for all others."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from uuid import UUID

import psycopg
import pytest

from delvebook.projections.games_log import writer as log_writer
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.audit_log import AuditLog, AuditQuery
from delvebook.service.store.mapper import ENCRYPTED, DamagedError
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import migrate
from delvebook.workers import bots
from delvebook.workers.follower import Follower
from tests.servers import RedisServer
from tests.service.tables import player
from tests.stores import json_of
from tests.workers.games import bot_game, play_to_the_end, status_of, work_off
from tests.workers.opened import build_follower, build_use_cases

pytestmark = pytest.mark.servers

BROKEN_AT = 5
NO_TOPIC = {"topic": "GameEaten"}
NO_JSON = {"state": b"{"}
NO_KEY = {"state": bytes([ENCRYPTED]) + b"sealed under a key that nobody has"}


@pytest.fixture
def damaged(store: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """An empty store, SQLite or PostgreSQL, for workers too."""
    made = replace(store, redis_url=redis_server.url)
    for name in ("home", "redis_url", "secret", "database_url"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(made, name)))
    migrate(made)
    monkeypatch.setattr(log_writer, "PUBLISH_SECONDS", 0)
    bots._context.cache_clear()
    yield made
    if bots._context.cache_info().currsize:
        playing, parking = bots._context()
        playing._application.close()
        parking.close()
    bots._context.cache_clear()


@contextmanager
def rows(settings: Settings) -> Iterator[Callable[..., Any]]:
    """Runs statements on the stored rows of a game: `{table}` and `{here}` stand for the table and one event's row."""
    if settings.is_sqlite:
        connection: Any = sqlite3.connect(settings.sqlite_path)
        table, mark = "stored_events", "?"
    else:
        connection, table, mark = psycopg.connect(settings.events_url), "games_events", "%s"

    def run(statement: str, game: UUID, n: int, *values: Any) -> Any:
        here = f"originator_id = {mark} AND originator_version = {mark}"
        key = (game.hex if settings.is_sqlite else game, n)
        done = connection.execute(statement.format(table=table, here=here, value=mark), (*values, *key))
        return done.fetchone() if done.description else None

    try:
        yield run
        connection.commit()
    finally:
        connection.close()


def damage(settings: Settings, game: UUID, n: int, **columns: Any) -> dict[str, Any]:
    """Changes columns of an event's row. Returns their former values."""
    was = {}
    with rows(settings) as run:
        for column, value in columns.items():
            (was[column],) = run(f"SELECT {column} FROM {{table}} WHERE {{here}}", game, n)
            run(f"UPDATE {{table}} SET {column} = {{value}} WHERE {{here}}", game, n, value)
    return was


def broken_chain(settings: Settings, game: UUID, n: int) -> bytes:
    with rows(settings) as run:
        (state,) = run("SELECT state FROM {table} WHERE {here}", game, n)
    stored = json.loads(json_of(settings, state))
    return json.dumps({**stored, "prev": "ab" * 32}).encode()


def lobby(settings: Settings) -> dict[str, dict[str, Any]]:
    engine = open_engine(settings.projections_url)
    games = LobbyReader(engine).games(viewer="ann", limit=200)
    engine.dispose()
    return {game["id"]: game for game in games}


def logged(settings: Settings, game: UUID) -> list[str]:
    engine = open_engine(settings.projections_url)
    found = LogReader(engine).inclusion(str(game))
    engine.dispose()
    return [] if found is None else [one.entry.what for one in found[1].proved]


def audited(settings: Settings, game: UUID) -> list[int]:
    engine = open_accounts_engine(settings.sqlalchemy_url)
    entries = AuditLog(engine, now=lambda: "").entries(AuditQuery(game=str(game)))
    engine.dispose()
    return [entry["n"] for entry in entries]


def timed_game(service: UseCases) -> UUID:
    """A running game in which Ann's time runs."""
    clock = {"kind": "per_decision", "seconds": 1, "on_expiry": {"kind": "bot", "bot": "greedy"}}
    body = service.games.create(
        player("ann"), ruleset="dungeon-raiders", seats=2, options={}, bots={1: "random"}, clock=clock
    ).game
    game = UUID(body["id"])
    service.games.take_seat(player("ann"), game, seat=0)
    service.games.start(player("ann"), game)
    return game


def play_healthy(service: UseCases, follower: Follower, settings: Settings) -> UUID:
    """Plays a game of bots to its end, and checks that it is in every projection. Returns its id."""
    healthy = bot_game(service)
    play_to_the_end(service, follower, healthy)
    while follower.step():
        pass
    follower._games_log.publish()
    shown = lobby(settings)[str(healthy)]
    last = service.games.look(player("ann"), healthy)["n"]
    assert (shown["status"], shown["n"]) == ("finished", last)
    assert logged(settings, healthy)[0] == "created"
    assert logged(settings, healthy)[-1] == "finished"
    assert audited(settings, healthy) == list(range(1, last + 1))
    return healthy


def parked(*options: str) -> tuple[int, list[dict[str, Any]]]:
    command = [sys.executable, "-m", "delvebook.service.cli", "parked", "--json", *options]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.returncode, json.loads(done.stdout)


@pytest.mark.long_for("postgres")
@pytest.mark.parametrize(
    "columns",
    [pytest.param(NO_TOPIC, marks=pytest.mark.long), NO_JSON, NO_KEY, pytest.param(None, marks=pytest.mark.long)],
    ids=["topic", "json", "key", "chain"],
)
@pytest.mark.long
def test_a_damaged_event_stops_its_game_alone_until_it_is_mended(
    damaged: Settings, columns: dict[str, Any] | None
) -> None:
    service = build_use_cases(damaged)
    broken = bot_game(service)
    last = service.games.look(player("ann"), broken)["n"]
    assert last >= BROKEN_AT
    done = columns or {"state": broken_chain(damaged, broken, BROKEN_AT)}
    was = damage(damaged, broken, BROKEN_AT, **done)
    follower = build_follower(damaged)

    play_healthy(service, follower, damaged)
    # Another process, which does not have the game in memory, refuses it as damaged.
    other = build_use_cases(damaged)
    with pytest.raises(DamagedError):
        other.games.look(player("ann"), broken)
    other.application.close()
    assert lobby(damaged)[str(broken)]["n"] == BROKEN_AT - 1
    code, listed = parked("--retry", str(broken))
    assert code == 1
    of_projections = [row for row in listed if row["projection"] != "games_log"]
    assert {row["projection"] for row in of_projections} == {
        "lobby",
        "disputes",
        "profiles",
        "collection",
        "leagues",
        "audit",
        "notices",
    }
    assert {(row["game"], row["n"]) for row in listed} == {(str(broken), BROKEN_AT)}
    assert len({row["position"] for row in listed}) == 1

    damage(damaged, broken, BROKEN_AT, **was)
    follower._next_retry = follower._next_sweep = 0.0
    follower.step()
    assert parked() == (0, [])
    assert lobby(damaged)[str(broken)]["n"] == last
    assert audited(damaged, broken) == list(range(1, last + 1))
    play_to_the_end(service, follower, broken)
    follower.close()
    service.application.close()


def test_the_clocks_of_others_run_while_one_clock_cannot(damaged: Settings) -> None:
    service = build_use_cases(damaged)
    follower = build_follower(damaged)
    broken, healthy = timed_game(service), timed_game(service)
    while follower.step():
        pass
    damage(damaged, broken, 1, **NO_JSON)
    other = build_use_cases(damaged, now=lambda: "2099-01-01T00:00:00.000000Z")
    follower._playing = other.playing  # which has no game in memory
    follower._now = lambda: "2099-01-01T00:00:00.000000Z"
    follower.sweep()

    replaced = list(service.application.all_events_of(healthy))[-1]
    assert (replaced.type, replaced.by) == ("SeatReplaced", "clock")
    other.application.close()
    follower.close()
    service.application.close()


def test_a_service_with_a_damaged_last_event_starts_again(damaged: Settings) -> None:
    service = build_use_cases(damaged)
    broken = bot_game(service)
    damage(damaged, broken, service.games.look(player("ann"), broken)["n"], **NO_JSON)
    migrate(damaged)
    follower = build_follower(damaged)
    healthy = bot_game(service)
    follower.step()
    work_off(follower)

    assert status_of(service, healthy) == "running"
    assert str(healthy) in lobby(damaged)
    follower.close()
    service.application.close()
