"""A restored store contradicts nothing that was published: it signs nothing, and goes on only by a command."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete
from typer.testing import CliRunner, Result

from delvebook.projections.games_log import writer as log_writer
from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import LOG_CHECKPOINTS, LOG_ENTRIES, ContradictionError
from delvebook.replays.log.checkpoints import parse_checkpoint
from delvebook.replays.log.notes import parse_vkeys
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.cli.log_monitor import Look, Watch
from delvebook.service.identity.log_signed import SignedLast
from delvebook.service.process.restoring import Programs, restored
from delvebook.service.store.soundness import why_log_stopped
from delvebook.workers.wiring import open_projectors
from tests.machines.servers import postgres_programs
from tests.service.cli.backups import House, delvebook, house, place, server, store
from tests.service.tables import open_service, play_on, seated_game
from tests.stores import put

__all__ = ["delvebook", "house", "place", "server", "store"]
pytestmark = [pytest.mark.servers, pytest.mark.long_for("postgres")]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checkpoints need not be a second apart."""
    monkeypatch.setattr(log_writer, "PUBLISH_SECONDS", 0)


class Restored:
    """The store of a backup, in a home of its own that has the keys and nothing else."""

    def __init__(self, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
        self.settings = settings
        self._monkeypatch = monkeypatch

    def call(self, *arguments: object) -> Result:
        for name in ("home", "database_url", "secret"):
            self._monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(self.settings, name)))
        return CliRunner().invoke(app, [*map(str, arguments)])

    def step(self) -> None:
        with open_projectors(self.settings) as (_, log):
            while log.step().has_more:
                pass

    @contextlib.contextmanager
    def reader(self) -> Iterator[LogReader]:
        engine = open_engine(self.settings.projections_url)
        yield LogReader(engine)
        engine.dispose()

    def checkpoint(self) -> str | None:
        with self.reader() as reader:
            data = reader.file("checkpoint")
        return None if data is None else data.decode()

    def play(self, games: int = 1) -> None:
        service = open_service(self.settings, create_tables=False, random_bytes=os.urandom)
        for _ in range(games):
            play_on(service, seated_game(service, ["cid", "dan"]), actions=3)
        service.application.close()


def watched(settings: Settings, watch: Watch) -> Look:
    engine = open_engine(settings.projections_url)
    reader = LogReader(engine)
    try:
        published = reader.published()
        assert published is not None
        keys = watch.keys()
        if keys is None:
            keys = parse_vkeys("\n".join(published.keys))
            watch.trust(keys)
        return watch.look(reader.file, keys)
    finally:
        engine.dispose()


@pytest.fixture
def copy(house: House, delvebook: Callable[..., Result], place: Path) -> Path:
    """A backup of the house when its log had four entries."""
    house.publish(4)
    done = delvebook("backup", place)
    assert done.exit_code == 0, (done.output, done.exception)
    return place


@pytest.fixture
def back(store: Settings, copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restored]:
    home = tmp_path / "other"
    home.mkdir(mode=0o700)
    for keys in ("keys", "log-keys"):
        shutil.copytree(store.home / keys, home / keys)
    tools = Programs() if store.is_sqlite else Programs(*postgres_programs())
    with restored(replace(store, home=home), copy, tools) as settings:
        yield Restored(settings, monkeypatch)


def newest(house: House, tmp_path: Path, size: int) -> Path:
    """A published checkpoint of the house, after games that the backup does not have."""
    while_before = (size - 4) // 2
    for _ in range(while_before):
        seated_game(house.service, ["ann", "bob"])
    file = tmp_path / f"checkpoint-{size}"
    file.write_text(house.publish(size))
    return file


def test_a_store_from_a_backup_signs_and_shows_nothing_until_a_checkpoint_shows_that_nothing_is_missing(
    house: House, store: Settings, back: Restored, tmp_path: Path
) -> None:
    watch = Watch(tmp_path / "seen")
    assert watched(store, watch).fault is None
    (tmp_path / "old").write_text(house.publish(4))

    back.play()
    with pytest.raises(ContradictionError, match="copy of"):
        back.step()
    assert back.checkpoint() is None
    assert "copy of" in str(why_log_stopped(back.settings))
    assert back.call("log", "continue").exit_code == 2

    done = back.call("log", "continue", "--checkpoint", tmp_path / "old")
    assert (done.exit_code, why_log_stopped(back.settings)) == (0, None), done.output
    back.step()
    grown = watched(back.settings, watch)
    assert (grown.fault, grown.grown) == (None, 2)


def test_what_was_published_since_the_backup_is_missed_and_another_log_says_what_is_lost(
    house: House, store: Settings, back: Restored, tmp_path: Path
) -> None:
    watch = Watch(tmp_path / "seen")
    late = newest(house, tmp_path, 8)
    assert watched(store, watch).fault is None

    refused = back.call("log", "continue", "--checkpoint", late)
    assert refused.exit_code == 1
    assert "published with 8 entries, and here it has 4" in refused.output
    back.play(games=3)  # It grows beyond that size, with other games.
    refused = back.call("log", "continue", "--checkpoint", late)
    assert refused.exit_code == 1
    assert "other entries among its first 8" in refused.output
    with pytest.raises(ContradictionError):
        back.step()

    begun = back.call("log", "continue", "--checkpoint", late, "--new")
    assert begun.exit_code == 0, begun.output
    assert "lost: at least 1 entries of the 8" in begun.output
    back.step()
    note, signed = parse_checkpoint(str(back.checkpoint()))
    _, old = parse_checkpoint(late.read_text())
    assert (signed.origin, signed.size) == (f"{old.origin}-2", 10)
    assert note.text.split("\n")[3] == f"after {old.origin} 8 {old.to_text().split()[2]}"
    # Nobody who follows the old log takes this one for it, and its keys sign no longer.
    assert watched(back.settings, watch).fault is not None
    [line] = [one for one in back.call("log", "keys").output.splitlines() if "  signs" in one]
    assert f"  {old.origin}-2+" in line
    assert not any(key.split("+", 2)[2] in line for key in (tmp_path / "seen" / "keys").read_text().split())
    fresh = Watch(tmp_path / "fresh")
    assert watched(back.settings, fresh).fault is None
    back.play()
    back.step()


@pytest.mark.parametrize("store", ["sqlite"], indirect=True)
def test_a_raw_copy_without_a_mark_is_noticed_by_what_was_signed_last(store: Settings, house: House) -> None:
    house.publish(4)
    files = [Path(store.sqlite_path), Path(store.sqlite_path).with_name("projections.db")]
    for file in files:
        with (
            contextlib.closing(sqlite3.connect(file)) as live,
            contextlib.closing(sqlite3.connect(f"{file}.copy")) as made,
        ):
            live.backup(made)
    seated_game(house.service, ["ann", "bob"])
    house.publish(6)
    house.service.application.close()
    for file in files:
        put(file, Path(f"{file}.copy"))

    for games in (0, 3):
        service = open_service(store, create_tables=False, random_bytes=os.urandom)
        for _ in range(games):
            seated_game(service, ["cid", "dan"])
        service.application.close()
        with open_projectors(store) as (_, log), pytest.raises(ContradictionError, match="signed with"):
            log.step()
        assert why_log_stopped(store) is not None


def test_a_checkpoint_of_others_proves_nothing(
    house: House, back: Restored, tmp_path: Path, delvebook: Callable[..., Any]
) -> None:
    (tmp_path / "nonsense").write_text("nothing")
    for given in (tmp_path / "nonsense", tmp_path / "missing"):
        refused = back.call("log", "continue", "--checkpoint", given)
        assert refused.exit_code == 2
        assert "proves nothing" in refused.output
    assert why_log_stopped(back.settings) is not None


def test_a_follower_that_waits_keeps_what_the_leader_signs_and_would_miss_it(house: House, store: Settings) -> None:
    other = replace(store, log_signed=str(store.home / "of-another-machine"))

    def waits() -> None:
        with open_projectors(other) as (_, log):
            log.keep_published()

    waits()
    house.publish(4)
    waits()
    seated_game(house.service, ["ann", "bob"])
    newest = house.publish(6)
    waits()
    kept = SignedLast(other.log_signed_path)
    assert kept.read(parse_checkpoint(newest)[1].origin) == newest

    engine = open_engine(store.projections_url)
    with engine.begin() as connection:  # The database is set back, and the leader's machine is gone.
        connection.execute(delete(LOG_ENTRIES).where(LOG_ENTRIES.c.index >= 4))
        connection.execute(delete(LOG_CHECKPOINTS).where(LOG_CHECKPOINTS.c.size > 4))
    engine.dispose()
    waits()
    assert kept.read(parse_checkpoint(newest)[1].origin) == newest
    with open_projectors(other) as (_, log), pytest.raises(ContradictionError, match="signed with 6 entries"):
        log.step()
