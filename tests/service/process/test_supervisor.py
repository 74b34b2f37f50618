"""The processes of `delvebook run`."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.process import children
from delvebook.service.process.children import Child
from delvebook.service.process.forking import CAN_FORK
from delvebook.service.process.supervisor import Copies, Supervisor
from tests.missing import forbidden


def test_it_runs_bot_workers_and_a_worker_each_for_checks_studies_findings_and_webhooks(tmp_path: Path) -> None:
    supervisor = Supervisor(Settings(home=tmp_path, workers=2), print)
    supervisor.make_children()
    commands = [child.command[3:] for child in supervisor.children]

    assert commands == [
        ["web"],
        ["follow"],
        ["worker"],
        ["worker"],
        ["worker", "--queue", "checks"],
        ["worker", "--queue", "studies"],
        ["worker", "--queue", "findings"],
        ["worker", "--queue", "webhooks"],
    ]
    assert len({child.log for child in supervisor.children}) == len(commands)


def test_a_migration_ends_with_the_command_that_is_told_to_stop(tmp_path: Path) -> None:
    if not CAN_FORK:
        forbidden("this system's own libraries forbid copies of a process")
    began = tmp_path / "began"

    def migrate(_: Sequence[str]) -> None:
        began.touch()
        time.sleep(600)

    supervisor = Supervisor(Settings(home=tmp_path), print, Copies(lambda: None, migrate))

    def stop() -> None:
        while not began.exists():
            time.sleep(0.05)
        supervisor._is_stopping.set()

    threading.Thread(target=stop, daemon=True).start()
    supervisor._migrate()

    assert began.exists()


def test_a_large_log_is_put_aside_and_its_writer_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "LOG_BYTES_MAX", 1000)
    child = Child("talker", [], tmp_path / "talker.log", silence_seconds=30)
    with child.log.open("ab", buffering=0) as output:
        for round_ in range(7):
            output.write(b"%d" % round_ * 1001)
            child.rotate_log()
            child.rotate_log()
        output.write(b"last")

    assert child.log.read_bytes() == b"last"
    kept = {path.name: path.read_bytes()[:1] for path in tmp_path.glob("talker.log.*")}
    assert kept == {"talker.log.1": b"6", "talker.log.2": b"5", "talker.log.3": b"4", "talker.log.4": b"3"}
