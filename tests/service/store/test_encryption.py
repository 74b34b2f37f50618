"""Encryption at rest: with a key, stored data reveals nothing of a running game's secrets."""

from __future__ import annotations

import base64
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest

from delvebook.client import Client
from delvebook.domain.viewers import ARBITER
from delvebook.projections.parked import Unreadable
from delvebook.projections.views import game_body
from delvebook.replays.recheck import recheck
from delvebook.service.base.settings import Settings
from delvebook.service.live.signals import connect
from delvebook.service.store.games import GameRepository
from delvebook.service.store.keys import FILE, new_cipher_key, warn_if_plain
from delvebook.service.store.log import open_log
from delvebook.service.store.mapper import UnreadableRowError
from delvebook.service.store.packing import RowCompressor
from delvebook.service.store.records import stored_games
from delvebook.service.wiring import migrate
from tests.servers import running_delvebook
from tests.service.tables import numbered_bytes, open_service, play_on, seated_game

OLD, NEW = new_cipher_key(), new_cipher_key()
SNAPSHOT_EVERY = 10


@pytest.fixture
def encrypted(store: Settings) -> Settings:
    """An empty store whose rows are encrypted, and a snapshot every few events."""
    return replace(store, cipher_key=OLD, snapshot_every=SNAPSHOT_EVERY)


def play_a_game(settings: Settings, *, actions: int = 25, chance: int = 2) -> UUID:
    """A running game, by a service that has ended. With the same chance it is the same game."""
    service = open_service(settings, random_bytes=numbered_bytes(chance))
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=actions)
    service.application.close()
    return game


def whole(settings: Settings, game: UUID) -> Any:
    """Everything there is to see of the game, by a process of its own."""
    with closing(GameRepository(settings)) as application, application.reading(game) as found:
        return game_body(found, ARBITER)


def strings_in(value: Any) -> Iterator[str]:
    """Every string in plain data."""
    match value:
        case str():
            yield value
        case dict():
            for one in value.values():
                yield from strings_in(one)
        case list():
            for one in value:
                yield from strings_in(one)


def secrets_of(settings: Settings, game: UUID) -> dict[str, bytes]:
    """By a name for it, every secret of the game that must not be at rest in plain."""
    with closing(open_log(settings)) as log:
        events = list(log.all_events_of(game))
    seed = bytes.fromhex(events[0].metadata["seed"])
    found = {"seed, hex": seed.hex().encode(), "seed, bytes": seed, "seed, base64": base64.b64encode(seed)[:40]}
    for event in events:
        if event.type == "NonceRevealed":
            found[f"nonce of seat {event.data['seat']}"] = event.data["nonce"].encode()
        for envelope in event.sealed:
            for text in strings_in(envelope.content):
                if len(text) > 6:
                    found[f"sealed content {text}"] = text.encode()
    assert any(name.startswith("nonce") for name in found)
    assert any(name.startswith("sealed content") for name in found)
    return found


def at_rest(settings: Settings) -> bytes:
    """Every byte that the store keeps: the files of the home directory, or all rows of all tables."""
    files = b"".join(path.read_bytes() for path in sorted(settings.home.rglob("*")) if path.is_file())
    if settings.is_sqlite:
        return files
    rows = []
    with psycopg.connect(settings.database_url) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        assert {"games_events", "games_snapshots"} <= {table for (table,) in tables}
        for (table,) in tables:
            for row in connection.execute(f"SELECT * FROM {table}").fetchall():
                rows += [one if isinstance(one, bytes) else str(one).encode() for one in row]
    return files + b"\n".join(rows)


def unpacked(settings: Settings) -> bytes:
    """What somebody without a key reads in the rows who knows how they are packed."""
    open_to_all = [row[1:] for table in ("stored_events", "stored_snapshots") for row in states_of(settings, table)]
    found = []
    for packed in open_to_all:
        with suppress(ValueError):
            found.append(RowCompressor().decompress(packed))
    return b"\n".join(found)


def found_in(data: bytes, secrets: dict[str, bytes]) -> list[str]:
    return [name for name, secret in secrets.items() if secret in data]


def states_of(settings: Settings, table: str) -> Sequence[bytes]:
    """The states of a table's rows, as they are stored."""
    if settings.is_sqlite:
        with closing(sqlite3.connect(settings.sqlite_path)) as connection:
            return [state for (state,) in connection.execute(f"SELECT state FROM {table}")]
    table = {"stored_events": "games_events", "stored_snapshots": "games_snapshots"}[table]
    with psycopg.connect(settings.database_url) as connection:
        return [state for (state,) in connection.execute(f"SELECT state FROM {table}").fetchall()]


# -- what is at rest -----------------------------------------------------------------------------


def test_a_running_games_secrets_are_not_at_rest_in_plain(encrypted: Settings) -> None:
    """While the service has the store open: SQLite's write-ahead log is searched, too."""
    service = open_service(encrypted)
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=25)
    if encrypted.is_sqlite:
        assert Path(f"{encrypted.sqlite_path}-wal").stat().st_size > 0
    secrets, data = secrets_of(encrypted, game), at_rest(encrypted) + unpacked(encrypted)
    service.application.close()

    assert found_in(data, secrets) == []
    assert found_in(at_rest(encrypted) + unpacked(encrypted), secrets) == []
    assert states_of(encrypted, "stored_snapshots")


def test_without_a_key_the_same_search_finds_them(store: Settings) -> None:
    game = play_a_game(replace(store, snapshot_every=SNAPSHOT_EVERY))
    secrets = secrets_of(store, game)

    assert set(secrets) - set(found_in(unpacked(store), secrets)) == {"seed, bytes", "seed, base64"}


@pytest.mark.servers
@pytest.mark.long
def test_nothing_that_the_whole_service_keeps_holds_a_running_games_seed(tmp_path: Path) -> None:
    """Files of the events, the lists, the audit trail, logs, and everything in Redis; jobs and bots included."""
    home = tmp_path / "home"
    with running_delvebook(tmp_path / "run.log", DELVEBOOK_HOME=str(home)) as (url, _), Client(url) as ann:
        ann.register("ann")
        own = ann.create_game("dungeon-raiders", seats=3, bots={1: "greedy", 2: "random"})
        own.sit()
        own.start()
        game = own.id
        acted = 0
        while acted < 4:
            offer = ann.get(f"/v1/games/{game}/actions")
            if offer["owed"]:
                ann.post(
                    f"/v1/games/{game}/actions",
                    {"decision": offer["decision"], "action": offer["actions"][0]["action"]},
                )
                acted += 1
        settings = Settings(home=home)
        assert (home / FILE).stat().st_mode & 0o777 == 0o600
        secrets = secrets_of(settings, UUID(game))
        seeds = {name: secret for name, secret in secrets.items() if name.startswith("seed")}
        events = b"".join(path.read_bytes() for path in home.glob("events.db*"))
        redis = connect(settings.queue_url)
        kept = b"".join(redis.dump(key) or b"" for key in redis.keys("*"))  # type: ignore[union-attr, misc]
        redis.close()

        assert found_in(events, secrets) == []
        assert found_in(at_rest(settings) + kept + (tmp_path / "run.log").read_bytes(), seeds) == []
    assert found_in(at_rest(settings), seeds) == []


# -- keys over time ------------------------------------------------------------------------------


def test_plain_rows_stay_readable_after_a_key_is_set(store: Settings) -> None:
    plain = replace(store, snapshot_every=SNAPSHOT_EVERY)
    game = play_a_game(plain)
    before = whole(plain, game)
    rows = states_of(store, "stored_events")
    encrypted = replace(plain, cipher_key=OLD)

    assert whole(encrypted, game) == before
    service = open_service(encrypted)
    play_on(service, game, actions=15)
    service.application.close()
    mixed = states_of(store, "stored_events")
    assert {row[:1] for row in mixed if row not in rows} == {b"\x03"}
    assert {row[:1] for row in rows} == {b"\x02"}
    assert {row[:1] for row in states_of(store, "stored_snapshots")} == {b"\x02", b"\x03"}
    assert whole(encrypted, game)["n"] > before["n"]


def test_rows_under_an_older_key_stay_readable_after_a_rotation(encrypted: Settings) -> None:
    game = play_a_game(encrypted)
    before = whole(encrypted, game)
    rotated = replace(encrypted, cipher_key=f"{NEW} {OLD}")

    assert whole(rotated, game) == before
    newer = play_a_game(rotated, chance=1000)
    with pytest.raises(UnreadableRowError, match=f"row 1 of game {game} .GameCreated. cannot be read: it is encrypted"):
        whole(replace(encrypted, cipher_key=NEW, snapshot_every=0), game)
    assert whole(replace(encrypted, cipher_key=NEW), newer)["id"] == str(newer)


@pytest.mark.parametrize("key", ["", NEW], ids=["no key", "another key"])
def test_without_its_key_a_game_is_an_error_for_every_reader_and_never_garbage(encrypted: Settings, key: str) -> None:
    game = play_a_game(encrypted)
    wrong = replace(encrypted, cipher_key=key)
    why = "no key is given" if not key else "the keys given are"
    with closing(GameRepository(wrong)) as application:
        for read in (
            lambda: application.game_at(game, 5),
            lambda: list(application.all_events_of(game)),
            lambda: application.latest_of(game),
            application.require_readable,
        ):
            with pytest.raises(UnreadableRowError, match=why):
                read()
        for _, event in application.page_reader()(0):
            assert isinstance(event, Unreadable)
            assert why in event.trouble
    [verdict] = [one for tally in recheck(stored_games(wrong)).values() for one in tally.kept]
    assert verdict.status == "unknown"
    assert why in verdict.why


def test_a_service_without_the_key_of_its_store_does_not_start(encrypted: Settings) -> None:
    migrate(encrypted)
    play_a_game(encrypted)
    migrate(encrypted)

    with pytest.raises(UnreadableRowError, match="no key is given"):
        migrate(replace(encrypted, cipher_key=""))


def test_every_reader_of_rows_reads_encrypted_ones(encrypted: Settings) -> None:
    game = play_a_game(encrypted, actions=5000)
    tally = recheck(stored_games(encrypted))["dungeon-raiders@1"]

    assert (tally.games, tally.differing, tally.unknown) == (1, 0, 0)
    with closing(open_log(encrypted)) as log:
        assert [event.originator_id for _, event in log.page_reader(limit=3)(0)] == [game] * 3
    assert {row[:1] for row in states_of(encrypted, "stored_events")} == {b"\x03"}


def test_a_service_that_stores_in_plain_says_so_when_it_starts(
    store: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    warn_if_plain(replace(store, cipher_key=OLD))
    assert capsys.readouterr().out == ""
    warn_if_plain(store)
    assert "events_stored_in_plain" in capsys.readouterr().out
