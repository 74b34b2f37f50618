"""Checks while a caller waits: in processes that are kept, within limits, and with places for everybody."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from delvebook.replays.golden_plans import GOLDEN
from delvebook.service.base.errors import BusyError, TooSlowError
from delvebook.service.checks import sandbox
from delvebook.service.checks.sandbox import Checker
from tests.memory import peak

RECORD = GOLDEN / "labyrinth" / "team-of-one.jsonl"


@pytest.fixture
def checker() -> Iterator[Checker]:
    made = Checker(seconds_max=30, at_once_max=1, waiting_max=2, owned_max=2)
    yield made
    made.close()


def pids(checker: Checker) -> list[int]:
    return [one._process.pid for one in checker._idle]


def test_the_next_record_is_checked_by_the_same_process_and_as_strictly(checker: Checker, tmp_path: Path) -> None:
    forged = tmp_path / "forged.jsonl"
    forged.write_text(RECORD.read_text().replace('"seat":0', '"seat":1', 1))
    first = checker.check(RECORD)
    [process] = pids(checker)

    assert first["holds"]
    assert not checker.check(forged)["holds"]
    assert checker.check(RECORD) == first
    assert pids(checker) == [process]


def test_a_check_that_takes_too_long_ends_its_process_and_not_the_next_check(tmp_path: Path) -> None:
    checker = Checker(seconds_max=-2, at_once_max=1)  # The grace is two seconds, so there is no time at all.
    with pytest.raises(TooSlowError):
        checker.check(RECORD)
    assert pids(checker) == []
    checker._seconds_max = 30
    assert checker.check(RECORD)["holds"]
    checker.close()


def test_a_process_is_replaced_when_it_is_old_or_large(checker: Checker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "CHECKS_MAX", 1)
    checker.check(RECORD)
    assert pids(checker) == []
    monkeypatch.setattr(sandbox, "CHECKS_MAX", 200)
    monkeypatch.setattr(sandbox, "KEPT_BYTES_MAX", 1)
    checker.check(RECORD)
    assert pids(checker) == []


def test_a_process_that_died_is_not_asked(checker: Checker) -> None:
    checker.check(RECORD)
    checker._idle[0]._process.kill()
    checker._idle[0]._process.wait()
    assert checker.check(RECORD)["holds"]


def test_who_asks_too_often_is_refused_at_once_and_others_have_places(
    checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_over = threading.Event()

    def wait(*_: Any) -> dict[str, Any]:
        is_over.wait(30)
        return {}

    monkeypatch.setattr(checker, "_run", wait)
    askers = [threading.Thread(target=checker.check, args=(RECORD,), kwargs={"owner": "greedy"}) for _ in range(2)]
    for asker in askers:
        asker.start()
    while checker._owned["greedy"] < 2:
        time.sleep(0.01)
    began = time.monotonic()
    with pytest.raises(BusyError):
        checker.require_place("greedy")
    with pytest.raises(BusyError):
        checker.check(RECORD, owner="greedy")
    checker.require_place("other")
    other = threading.Thread(target=checker.check, args=(RECORD,), kwargs={"owner": "other"})
    other.start()
    while checker._owned["other"] < 1:
        time.sleep(0.01)
    with pytest.raises(BusyError):
        checker.check(RECORD, owner="a fourth")
    assert time.monotonic() - began < sandbox.QUEUE_SECONDS_MAX
    is_over.set()
    for one in (*askers, other):
        one.join()
    assert not checker._owned


def test_a_check_gives_way_to_players(checker: Checker) -> None:
    checker.check(RECORD)
    mine = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, pids(checker)[0]) == min(19, mine + sandbox.NICENESS)


def test_a_large_service_keeps_its_processes_too(checker: Checker) -> None:
    """Linux tells a new process its parent's peak of memory as its own."""
    if (peak() or 0) <= sandbox.KEPT_BYTES_MAX:  # a process that has run other tests may be large enough
        ballast = bytearray(sandbox.KEPT_BYTES_MAX)
        ballast[::4096] = b"x" * len(ballast[::4096])
    checker.check(RECORD)
    assert len(pids(checker)) == 1
