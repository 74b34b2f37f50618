"""The demo plays, verifies, forges, and settles a dispute, on a service of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from delvebook.replays.forks import Parents
from delvebook.replays.verify import verify
from tests.house.files import ROOT

pytestmark = pytest.mark.servers


@pytest.mark.long
def test_the_demo_plays_games_and_a_dispute_that_verify(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [
        sys.executable,
        "-m",
        "delvebook.service.cli",
        "demo",
        "--title",
        "labyrinth",
        "--games",
        "1",
        "--output",
        "out",
    ]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "NOT" not in done.stdout
    assert "the record is exactly what the rules make of it" in done.stdout
    out = tmp_path / "out"
    assert len(list(out.glob("*-labyrinth-*.jsonl"))) == 6
    report = verify(out / "dispute-fork.jsonl", parents=Parents([out / "dispute-game.jsonl"]))
    assert [level.status for level in report.levels] == ["holds", "holds"]
