"""A short run of `make crash-sim`, and tests that it finds an application that forgets, doubles or hangs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.sqlite import SQLiteConnectionPool

from delvebook.projections.projector import Position
from delvebook.service.identity.signing import SETTLED_NS
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.games import GameRepository
from delvebook.service.store.recorder import DurablePool
from delvebook.service.store.requests import KeptRequests
from tests.crashes.schedule import Outcome, Schedule, Template
from tests.crashes.threads import DeadlockError

pytestmark = pytest.mark.long

SCHEDULES = 15

BROKEN = 60
"""The largest number of schedules needed to find a defect."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    return Template.make(tmp_path_factory.mktemp("crashes") / "template")


def outcome(template: Template, directory: Path, seed: str, **crash: Any) -> Outcome:
    directory.mkdir()
    return Schedule(seed, template, directory, **crash).run()


def test_nothing_is_lost_or_doubled_wherever_the_application_crashes(template: Template, tmp_path: Path) -> None:
    crashes = set()
    for number in range(SCHEDULES):
        made = outcome(template, tmp_path / str(number), f"test/{number}", crash_at=number % 15)
        assert made.reckoning.faults == [], f"seed test/{number}, {made.crash}"
        crashes.add(made.crash)
    for part in ("one process", "the machine", "events.db", "projections.db", "before", "after", "torn"):
        assert any(part in crash for crash in crashes), part


def test_a_schedule_is_the_same_again_on_a_slower_machine(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = outcome(template, tmp_path / "first", "test/7")
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() + 2 * SETTLED_NS)
    again = outcome(template, tmp_path / "again", "test/7")

    assert (first.crash, first.writes, first.order) == (again.crash, again.writes, again.order)
    assert first.reckoning.counts == again.reckoning.counts


def faults_of(template: Template, tmp_path: Path, **crash: Any) -> list[str]:
    """Returns the findings of the first schedule that has any."""
    for number in range(BROKEN):
        made = outcome(template, tmp_path / str(number), f"broken/{number}", **crash)
        if made.reckoning.faults:
            return made.reckoning.faults
    return []


def test_commits_that_return_before_they_reach_the_disk_are_found(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(pool: SQLiteConnectionPool) -> Any:
        connection = SQLiteConnectionPool._create_connection(pool)
        connection.cursor().execute("PRAGMA synchronous=NORMAL")
        return connection

    monkeypatch.setattr(DurablePool, "_create_connection", careless)

    assert "was acknowledged and is not stored" in str(faults_of(template, tmp_path, how="torn"))


def test_requests_that_are_not_remembered_are_found(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameRepository, "_find", lambda *_: None)

    assert faults_of(template, tmp_path)


def test_requests_that_a_game_forgets_and_nobody_keeps_are_found(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeptRequests, "keep", lambda *_: None)

    assert "the old request filling/" in str(faults_of(template, tmp_path))


def test_a_projection_that_passes_over_an_event_is_found(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    was = Position.store
    monkeypatch.setattr(
        Position, "store", lambda self, connection, position, **head: was(self, connection, position + 1, **head)
    )

    assert faults_of(template, tmp_path)


def test_a_writer_that_does_not_wake_the_next_is_found(
    template: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lead_and_leave(self: GroupCommitRecorder, mine: Any) -> None:
        with self._writing, self._gate:
            batch = self._take_batch(mine)
            self._write(batch)
        self._is_led = False

    monkeypatch.setattr(GroupCommitRecorder, "_lead", lead_and_leave)

    with pytest.raises(DeadlockError):
        faults_of(template, tmp_path)
