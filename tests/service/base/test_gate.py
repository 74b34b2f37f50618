"""The order of writers of an SQLite file."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from delvebook.service.base import gate
from delvebook.service.base.database import open_truth
from delvebook.service.base.gate import FileGate


@pytest.fixture
def gates(tmp_path: Path) -> Iterator[list[FileGate]]:
    made = [FileGate(str(tmp_path / "events.db")) for _ in range(3)]
    yield made
    for one in made:
        one.close()


def test_a_waiting_writer_comes_before_one_that_has_just_written(gates: list[FileGate]) -> None:
    busy, late, _ = gates
    turns: list[str] = []
    over = threading.Event()

    def write_on() -> None:
        while not over.is_set():
            with busy:
                turns.append("busy")
                time.sleep(0.01)

    writer = threading.Thread(target=write_on)
    writer.start()
    while not turns:
        time.sleep(0.001)
    for _ in range(5):
        before = len(turns)
        with late:
            turns.append("late")
            waited = len(turns) - before - 1
        assert waited <= 2  # the turn that was going on, and one that may have begun meanwhile
    over.set()
    writer.join()


def test_a_transaction_beside_the_events_has_a_turn_from_its_first_write_to_its_end(tmp_path: Path) -> None:
    database = tmp_path / "events.db"
    engine = open_truth(f"sqlite:///{database}", connections=1)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (note TEXT)"))
    with engine.begin() as connection:
        connection.execute(text("SELECT * FROM notes")).all()
        assert is_free(database)
        write(connection)
        assert not is_free(database)
        write(connection)
        assert not is_free(database)
    assert is_free(database)

    with engine.connect() as connection:
        write(connection)
        assert not is_free(database)
    assert is_free(database)  # nothing was committed
    engine.dispose()


def test_a_writer_that_is_stopped_in_its_turn_holds_nobody_up_for_ever(
    gates: list[FileGate], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "SECONDS_MAX", 0.05)
    stopped, next_one, last = gates
    with stopped:
        with next_one:
            assert not is_free(tmp_path / "events.db")
        with last:
            assert not is_free(tmp_path / "events.db")

    assert is_free(tmp_path / "events.db")


def write(connection: Connection) -> None:
    connection.execute(text("INSERT INTO notes VALUES ('rain')"))


def is_free(database: Path) -> bool:
    """Returns whether no writer has the turn."""
    with Path(f"{database}.gate").open("w") as file:
        return gate._lock(file, 0)
