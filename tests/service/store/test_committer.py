"""Group commit: one transaction for all waiting games, and no way around it."""

from __future__ import annotations

import ast
import threading
import time
from collections.abc import Collection
from typing import Any
from uuid import UUID, uuid4

import pytest
from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    OperationalError,
    ProgrammingError,
    StoredEvent,
)

from delvebook.service.base.settings import Settings
from delvebook.service.store.committer import GroupCommitRecorder
from delvebook.service.store.games import GameRepository
from tests.house.files import modules
from tests.service.tables import open_service, play_on, run_together, seated_game


def row_of(game: UUID, n: int) -> StoredEvent:
    return StoredEvent(originator_id=game, originator_version=n, topic="t", state=b"")


class RecorderWithConflicts:
    """Stands for a store in which some versions are taken already."""

    def __init__(self, taken: Collection[int] = ()) -> None:
        self.taken = taken
        self.calls: list[list[int]] = []

    def insert_events(self, events: list[StoredEvent]) -> list[int]:
        versions = [event.originator_version for event in events]
        self.calls.append(versions)
        if set(self.taken) & set(versions):
            raise IntegrityError
        return versions


class Recorder(RecorderWithConflicts):
    """One whose first write takes until `go_on` is set."""

    def __init__(self, taken: Collection[int] = ()) -> None:
        super().__init__(taken)
        self.at_the_disk, self.go_on = threading.Event(), threading.Event()

    def insert_events(self, events: list[StoredEvent]) -> list[int]:
        self.at_the_disk.set()
        self.go_on.wait()
        return super().insert_events(events)


def written_together(recorder: Recorder, versions: range) -> dict[int, Any]:
    """Writes the first version, and all others while it is written. Returns what became of each that was settled."""
    committer = GroupCommitRecorder(recorder)  # type: ignore[arg-type]
    results: dict[int, Any] = {}

    def commit(n: int) -> None:
        try:
            results[n] = committer.insert_events([row_of(uuid4(), n)])
        except IntegrityError as error:
            results[n] = error

    first, *others = [threading.Thread(target=commit, args=(n,), daemon=True) for n in versions]
    first.start()
    recorder.at_the_disk.wait()
    for thread in others:
        thread.start()
    while len(committer._waiting) < len(others):
        pass
    recorder.go_on.set()
    deadline = time.monotonic() + 10
    for thread in (first, *others):
        thread.join(max(0.0, deadline - time.monotonic()))
    return results


def test_a_conflict_in_a_batch_fails_its_own_writer_only() -> None:
    recorder = Recorder(taken={3})

    results = written_together(recorder, range(6))

    assert len(recorder.calls[1]) == 5
    assert isinstance(results.pop(3), IntegrityError)
    assert results == {n: [n] for n in (0, 1, 2, 4, 5)}


def test_waiting_writers_are_written_in_one_call() -> None:
    """While one writer is at the disk, the others gather and go together."""
    recorder = Recorder()

    results = written_together(recorder, range(9))

    assert [len(call) for call in recorder.calls] == [1, 8]
    assert results == {n: [n] for n in range(9)}


def test_what_cannot_be_shared_with_other_writers_is_refused() -> None:
    committer = GroupCommitRecorder(Recorder())  # type: ignore[arg-type]

    with pytest.raises(ProgrammingError, match="tracking"):
        committer.insert_events([row_of(uuid4(), 1)], tracking=None)


# -- no way around it --------------------------------------------------------------------------------


def test_the_application_has_none_of_the_librarys_methods_that_write_by_themselves() -> None:
    theirs = {name for name in vars(Application) if not name.startswith("_")} - {"close"}

    assert not issubclass(GameRepository, Application)
    assert {"save", "repository", "take_snapshot"} <= theirs
    assert [name for name in sorted(theirs) if hasattr(GameRepository, name)] == []


def test_only_the_group_commit_holds_the_librarys_recorder(store: Settings) -> None:
    service = open_service(store)
    application = service.application
    holders = {
        type(holder).__name__
        for holder in everything_held_by(application)
        for held in vars(holder).values()
        if isinstance(held, ApplicationRecorder) and not isinstance(held, GroupCommitRecorder)
    }
    service.application.close()

    assert holders == {"GroupCommitRecorder"}


def everything_held_by(start: Any) -> list[Any]:
    """The object, and what its attributes hold, as far as it is ours or the library's."""
    found, waiting = [], [start]
    while waiting:
        one = waiting.pop()
        if any(one is other for other in found) or not hasattr(one, "__dict__"):
            continue
        if type(one).__module__.split(".")[0] in ("delvebook", "eventsourcing"):
            found.append(one)
            waiting += vars(one).values()
    return found


def test_events_are_inserted_in_one_place_alone() -> None:
    """And recorders are made where the log is opened."""
    calls = {
        (path, node.func.attr)
        for room in ("projections", "service", "workers")
        for path, tree in modules(room)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("insert_events", "application_recorder", "aggregate_recorder")
    }

    assert calls == {
        ("service/store/committer.py", "insert_events"),
        ("service/store/games.py", "application_recorder"),
        ("service/store/log.py", "application_recorder"),
        ("service/store/snapshots.py", "aggregate_recorder"),
    }


def test_whatever_is_stored_wakes_the_followers(store: Settings) -> None:
    told: list[int] = []
    service = open_service(store, on_commit=told.append)
    game = seated_game(service, ["ann", "bob"])
    play_on(service, game, actions=3)
    position = service.application.log_position()
    service.application.close()

    assert told == sorted(told)
    assert told[-1] == position


def test_every_writer_of_a_commit_that_failed_is_told() -> None:
    """One that was not told would acknowledge events that nobody has stored."""

    class Away(Recorder):
        def insert_events(self, events: list[StoredEvent]) -> list[int]:
            raise OperationalError("the disk is full")

    committer = GroupCommitRecorder(Away(set()))  # type: ignore[arg-type]
    game = uuid4()
    results = run_together([lambda n=n: committer.insert_events([row_of(game, n)]) for n in range(1, 7)])

    assert [type(result) for result in results] == [OperationalError] * 6
