"""The first games of the README and of `delvebook run`, pasted into a shell against the whole service on real Redis."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.house.pages import blocks_of
from tests.servers import running_delvebook
from tests.waiting import until

pytestmark = pytest.mark.servers
SECONDS_MAX = 240


@pytest.fixture
def running(tmp_path: Path) -> Iterator[str]:
    """The address of a service that `delvebook run` runs, stopped as a person would stop it."""
    with running_delvebook(tmp_path / "up.log", DELVEBOOK_HOME=str(tmp_path / "home")) as (url, _):
        yield url


def pasted_block() -> str:
    [block] = [one for one in blocks_of("README.md") if one.startswith("URL=")]
    return block


def test_the_first_game_of_the_readme_can_be_pasted_into_a_shell(running: str, tmp_path: Path) -> None:
    block = pasted_block().replace("http://127.0.0.1:8080", running)
    assert running in block
    block = block.replace(".venv/bin/delvebook", f"{shlex.quote(sys.executable)} -m delvebook.service.cli")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )

    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    acted = json.loads((tmp_path / "acted.json").read_text())
    assert acted["events"][0]["type"] == "ActionTaken"
    assert json.loads((tmp_path / "started.json").read_text())["game"]["status"] == "running"
    header = json.loads((tmp_path / "mine.jsonl").read_text().splitlines()[0])
    assert header["viewer"] == "seat:0"
    assert "hold" in done.stdout


def log(folder: Path) -> str:
    """Returns the output of the service."""
    return (folder / "up.log").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_first_game_that_the_running_service_prints_can_be_pasted_into_a_shell(
    running: str, tmp_path: Path
) -> None:
    commands = re.compile(r"^  TOKEN=.*?^  curl -s \S+/actions .*?$", re.DOTALL | re.MULTILINE)
    found = until(
        lambda: commands.search(log(tmp_path)), "the first game is printed, a moment after the service answers"
    )
    assert running in found[0]
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", found[0]],
        env={**os.environ, "USER": "somebody"},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )

    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    offer = json.loads(done.stdout)
    assert offer["owed"]
    assert offer["actions"]
