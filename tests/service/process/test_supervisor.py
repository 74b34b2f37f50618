"""What `delvebook run` runs."""

from __future__ import annotations

from pathlib import Path

from delvebook.service.process.supervisor import Supervisor
from delvebook.service.settings import Settings


def test_it_runs_bot_workers_and_a_worker_each_for_long_checks_and_for_findings(tmp_path: Path) -> None:
    supervisor = Supervisor(Settings(home=tmp_path, workers=2), print)
    commands = [child.command[3:] for child in supervisor.children]

    assert commands == [
        ["web"],
        ["follow"],
        ["worker"],
        ["worker"],
        ["worker", "--queue", "checks"],
        ["worker", "--queue", "findings"],
    ]
    assert len({child.log for child in supervisor.children}) == len(commands)
