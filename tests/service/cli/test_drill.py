"""Backups are made while people play, and a drill finds out whether they can be restored."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from typer.testing import Result

from delvebook.service.base.settings import Settings
from delvebook.service.cli.doctor import examine
from delvebook.service.process import restoring
from delvebook.service.store.soundness import database_troubles
from tests.service.cli.backups import House, delvebook, drilled, house, place, server, store
from tests.service.tables import follow, play_on, seated_game
from tests.stores import json_of

__all__ = ["delvebook", "house", "place", "server", "store"]
pytestmark = [pytest.mark.servers, pytest.mark.long]


def test_a_fresh_backup_has_every_event_every_entry_and_every_receipt(
    house: House, delvebook: Callable[..., Result], tmp_path: Path
) -> None:
    receipts = tmp_path / "receipts"
    receipts.write_text("\n".join(one for game in house.games for one in house.receipts(game)))
    result = delvebook("restore-drill", "--json", "--receipts", receipts)
    found = drilled(result)

    events = sum(1 for game in house.games for _ in house.service.application.all_events_of(game))
    assert result.exit_code == 0, found
    assert (found["games"], found["events"], found["troubles"]) == (2, events, [])
    assert found["receipts_honoured"] == found["receipts"] == events
    assert found["log_entries"] == 4  # two beginnings, each with the moment when the seats were closed


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_game_that_begins_while_its_store_is_copied_is_in_the_copys_events_if_it_is_in_its_log(
    house: House, delvebook: Callable[..., Result], place: Path, store: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_file, copied = restoring._copy_sqlite, []

    def copy(source: Path, target: Path, mark: str) -> None:
        copy_file(source, target, mark)
        copied.append(target.name)
        if len(copied) == 1:
            seated_game(house.service, ["ann", "bob"])
            follow(store)

    with monkeypatch.context() as patches:
        patches.setattr(restoring, "_copy_sqlite", copy)
        assert delvebook("backup", place).exit_code == 0

    found = drilled(delvebook("restore-drill", "--json", "--from", place))
    assert len(copied) == 2
    assert (found["games"], found["log_entries"], found["troubles"]) == (3, 4, [])


def test_an_old_backup_lacks_what_came_later_and_the_drill_says_what(
    house: House, delvebook: Callable[..., Result], place: Path, tmp_path: Path
) -> None:
    assert delvebook("backup", place).exit_code == 0
    game = seated_game(house.service, ["ann", "bob"])
    (tmp_path / "checkpoint").write_text(house.publish(6))
    (tmp_path / "receipts").write_text("\n".join(house.receipts(game)[-1:]))

    alone = delvebook("restore-drill", "--json", "--from", place)
    held = delvebook(
        "restore-drill", "--json", "--from", place, "--receipts", tmp_path / "receipts", "--checkpoint",
        tmp_path / "checkpoint",
    )  # fmt: skip

    assert (alone.exit_code, drilled(alone)["troubles"]) == (0, [])
    assert held.exit_code == 1
    assert any(f"game {game} is not honoured: the event is not there" in one for one in drilled(held)["troubles"])
    assert "the log of games was published with 6 entries, and here it has 4" in drilled(held)["troubles"]


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM {events} WHERE originator_version = 4", "event 4, the one before it, is missing"),
        ("UPDATE {events} SET state = {nothing} WHERE originator_version = 6", "event 6: "),
    ],
)
def test_a_damaged_store_is_found_by_its_drill(
    house: House, delvebook: Callable[..., Result], store: Settings, damage: str, told: str
) -> None:
    if store.is_sqlite:
        with contextlib.closing(sqlite3.connect(store.sqlite_path)) as database:
            database.execute(damage.format(events="stored_events", nothing="x'00'"))
            database.commit()
    else:
        with psycopg.connect(store.database_url) as connection:
            connection.execute(damage.format(events="games_events", nothing="'\\x00'::bytea"))  # type: ignore[arg-type]
    result = delvebook("restore-drill", "--json")

    assert result.exit_code == 1
    assert any(told in one for one in drilled(result)["troubles"])


def test_the_drill_leaves_the_service_as_it_was(
    house: House, delvebook: Callable[..., Result], store: Settings
) -> None:
    before = house.service.application.log_position()
    assert "this backup can be restored" in delvebook("restore-drill").stdout
    play_on(house.service, house.games[0], actions=2)

    assert house.service.application.log_position() > before
    if store.is_sqlite:
        assert not list(store.home.glob("*drill*"))


def test_what_cannot_be_restored_is_said_in_a_sentence(
    house: House, delvebook: Callable[..., Result], store: Settings, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    refused = delvebook("restore-drill", "--from", tmp_path / "empty")

    assert refused.exit_code != 0
    assert "has no" in str(refused.exception) or "PostgreSQL does not start" in str(refused.exception)


def broken_page(file: Path) -> None:
    """Overwrites one page of the table of events in the middle of its file, as a failing disk does."""
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = database.execute("PRAGMA page_size").fetchone()[0]
        [(page,)] = (
            database.execute(
                "SELECT pageno FROM dbstat WHERE name = 'stored_events' AND pagetype = 'leaf' ORDER BY pageno LIMIT 1 OFFSET 2"  # noqa: E501
            ).fetchall()
            or database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'stored_events'").fetchall()
        )
    with file.open("r+b") as opened:
        opened.seek((page - 1) * size)
        opened.write(bytes(range(256)) * (size // 256))


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_damaged_page_is_seen_and_a_damaged_copy_is_never_called_a_backup(
    house: House, delvebook: Callable[..., Result], store: Settings, tmp_path: Path
) -> None:
    house.service.application.close()
    broken_page(Path(store.sqlite_path))

    looks = {one.what: one for one in examine(store)}
    assert (looks["pages"].grade, looks["chains"].grade) == ("bad", "bad")
    refused = delvebook("backup", tmp_path / "copy")
    assert refused.exit_code != 0
    assert "this is no backup" in str(refused.exception)
    assert not (tmp_path / "copy").exists()
    assert (tmp_path / "copy.damaged").is_dir()
    drill = delvebook("restore-drill", "--json")
    assert drill.exit_code == 1
    assert any("damaged" in one for one in drilled(drill)["troubles"])
    # A backup that was whole, and whose disk failed later.
    shutil.move(tmp_path / "copy.damaged", tmp_path / "old")
    drill = delvebook("restore-drill", "--json", "--from", tmp_path / "old")
    assert drill.exit_code == 1
    assert any("damaged" in one for one in drilled(drill)["troubles"])


def test_an_event_whose_content_was_changed_on_the_disk_is_seen_though_it_can_be_read(
    house: House, delvebook: Callable[..., Result], store: Settings
) -> None:
    table, mark = ("stored_events", "?") if store.is_sqlite else ("games_events", "%s")
    with contextlib.closing(
        sqlite3.connect(store.sqlite_path) if store.is_sqlite else psycopg.connect(store.database_url)
    ) as database:
        asked: Any = f"SELECT originator_id, state FROM {table} WHERE originator_version = 2"
        change: Any = f"UPDATE {table} SET state = {mark} WHERE originator_version = 2 AND originator_id = {mark}"
        for game, state in database.execute(asked).fetchall():
            database.execute(change, (json_of(store, state).replace(b"ann", b"eve"), game))
        database.commit()

    assert {one.what: one.grade for one in examine(store)}["chains"] == "bad"
    drill = delvebook("restore-drill", "--json")
    assert drill.exit_code == 1
    assert any("its content has another hash than it states" in one for one in drilled(drill)["troubles"])


@pytest.mark.parametrize("store", ["postgres"], indirect=True)
def test_postgres_checks_its_pages_by_its_own_means(house: House, store: Settings) -> None:
    troubles, looked = database_troubles(store)
    assert troubles == []
    assert looked.startswith("page checksums")
