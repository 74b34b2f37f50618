"""`delvebook doctor` finds faults in everything that the service depends on, and says what to do."""

from __future__ import annotations

import json
import os
import signal
import time
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from sqlalchemy import insert
from typer.testing import CliRunner

from delvebook.projections.games_log.tables import LOG_CHECKPOINTS
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app, doctor
from delvebook.service.cli.doctor import Diagnosis, examine
from delvebook.service.store.keys import make_cipher_key
from delvebook.service.wiring import migrate
from tests.replays.log.trees import Key, checkpoint_over, entries
from tests.servers import RedisServer

pytestmark = pytest.mark.servers


@pytest.fixture
def sound(store: Settings, redis_server: RedisServer) -> Settings:
    settings = replace(
        store, home=store.home / "home", redis_url=redis_server.url, secret="", log_origin="games.example/log"
    )
    make_cipher_key(settings)
    if not settings.is_sqlite:
        settings = replace(settings, cipher_key="A" * 43 + "=")
    migrate(settings)
    return settings


def found(settings: Settings) -> dict[str, Diagnosis]:
    return {one.what: one for one in examine(settings)}


def test_a_sound_service_has_nothing_that_is_bad(sound: Settings) -> None:
    assert {name: one.grade for name, one in found(sound).items() if one.grade != "good"} == {}


def test_each_trouble_is_found_and_comes_with_advice(sound: Settings, redis_server: RedisServer) -> None:
    (sound.home / "secret.key").chmod(0o644)
    (sound.home / "secret.key").write_text("")
    redis_server.kill()
    bad = {name: one for name, one in found(replace(sound, disk_bytes_min=2**62)).items() if one.grade == "bad"}

    assert set(bad) == {"home", "secret", "disk", "redis"}
    assert all(one.advice for one in bad.values())
    assert "chmod" in bad["home"].advice


def test_an_empty_database_is_told_in_a_sentence_and_stays_as_it_is(store: Settings) -> None:
    seen = found(store)

    for what in ("store", "schema"):
        assert seen[what][1:] == ("warning", "there are no tables yet", "`delvebook migrate` makes the tables.")
    assert not any("Error" in one.seen for name, one in seen.items() if name != "redis")
    assert not (store.home / "events.db").exists()


def test_a_role_that_may_not_copy_the_database_is_told(postgres_url: str, sound: Settings) -> None:
    if sound.is_sqlite:
        assert found(sound)["backup"].grade == "good"
        return
    with psycopg.connect(sound.events_url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS plain")
        connection.execute("CREATE ROLE plain LOGIN")
    plain = replace(sound, database_url=urlunsplit(urlsplit(sound.database_url)._replace(netloc="plain@")))

    seen = found(plain)["backup"]
    assert seen.grade == "warning"
    assert "permission denied" in seen.seen
    assert "REPLICATION" in seen.advice
    assert "pg_hba.conf" in seen.advice

    with psycopg.connect(sound.events_url, autocommit=True) as connection:
        connection.execute("ALTER ROLE plain REPLICATION")
    assert found(plain)["backup"].grade == "good"


def test_the_name_of_the_log_is_asked_for_before_the_first_game_and_kept_afterwards(sound: Settings) -> None:
    unnamed = replace(sound, log_origin="")
    assert found(sound)["log's name"] == Diagnosis("log's name", "good", "games.example/log")
    for nothing_signed in (unnamed, replace(unnamed, home=unnamed.home / "new", database_url="")):
        seen = found(nothing_signed)["log's name"]
        assert seen.grade == "warning"
        assert "Set DELVEBOOK_LOG_ORIGIN before the first game" in seen.advice

    sign(sound, "games.example/log", 0)
    assert found(unnamed)["log's name"].grade == "warning", "an empty log may still be named"

    sign(sound, "games.example/log", 3)
    assert found(sound)["log's name"].grade == "good"
    assert found(unnamed)["log's name"] == Diagnosis("log's name", "good", "games.example/log")
    seen = found(replace(sound, log_origin="other.example/log"))["log's name"]
    assert seen.grade == "bad"
    assert "was signed as games.example/log, and its name is set to other.example/log" in seen.seen
    assert seen.advice == "Set DELVEBOOK_LOG_ORIGIN=games.example/log again."

    sign(sound, "games.example/log-2", 4)
    assert found(sound)["log's name"].grade == "good", "a log that was begun after a loss"


def sign(settings: Settings, name: str, size: int) -> None:
    """Adds a checkpoint of the log of games, as a follower would publish it."""
    row = {"serial": size + 1, "origin": name, "size": size, "at": utc_now(), "keys": ""}
    with opened(settings.projections_url) as engine, engine.begin() as connection:
        note = checkpoint_over(entries(size), Key(name), origin=name)
        connection.execute(insert(LOG_CHECKPOINTS).values(**row, note=note))


def test_a_missing_table_is_found(sound: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from delvebook.service.base.database import open_engine  # noqa: PLC0415

    engine = open_engine(sound.projections_url)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE parked_games")
    engine.dispose()
    assert "parked_games" in found(sound)["schema"].seen
    assert "Restore the backup" in found(sound)["schema"].advice


def test_what_hangs_is_told_in_time(
    sound: Settings, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert redis_server.process is not None
    monkeypatch.setattr(doctor, "ANSWER_SECONDS_MAX", 3.0)
    os.kill(redis_server.process.pid, signal.SIGSTOP)
    began = time.monotonic()
    seen = found(sound)["redis"]
    os.kill(redis_server.process.pid, signal.SIGCONT)

    assert seen.grade == "bad"
    assert time.monotonic() - began < 20


def test_programs_get_json_and_a_status(sound: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("home", "redis_url", "database_url", "cipher_key", "log_origin"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(sound, name)))
    done = CliRunner().invoke(app, ["doctor", "--json"])
    assert done.exit_code == 0
    assert {row["what"] for row in json.loads(done.stdout)} == set(found(sound))
    monkeypatch.setenv("DELVEBOOK_SECRET", "ab")
    assert CliRunner().invoke(app, ["doctor"]).exit_code == 1
