"""Every command that the pages tell players to type about a record does what the page says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.fair_game import TITLE, lay_out
from tests.house.files import ROOT
from tests.house.pages import blocks_of
from tests.replays.forgeries import forge

BLOCKS = [
    *blocks_of("docs/fairness.md"),
    *(block for page in ("docs/log.md", "docs/disputes.md") for block in blocks_of(page) if "verify" in block),
]
COMMANDS = list(dict.fromkeys(line.strip() for block in BLOCKS for line in block.splitlines()))


def typed(command: str, folder: Path) -> int:
    """Returns the exit status of the command, as a player types it in that folder."""
    program, *arguments = command.split()
    starts = {"delvebook": ["-c", "from delvebook.service.cli import main; main()"], "python": []}[program]
    arguments = [str(ROOT / one) if one.startswith("examples/") else one for one in arguments]
    done = subprocess.run([sys.executable, *starts, *arguments], cwd=folder, capture_output=True, check=False)
    assert b"Traceback" not in done.stderr
    return done.returncode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lay_out(tmp_path)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_succeeds_on_a_fair_game(command: str, folder: Path) -> None:
    assert typed(command, folder) == 0


@pytest.mark.parametrize("command", [one for one in COMMANDS if "replay" not in one])
def test_a_command_that_checks_does_not_succeed_on_a_forged_game(command: str, folder: Path) -> None:
    (folder / "game.jsonl").write_bytes(forge("fact changed", TITLE).record)

    assert typed(command, folder) == 1


def test_the_page_has_a_command_for_every_level() -> None:
    levels = {line.partition("--level ")[2].split()[0] for line in COMMANDS if "--level " in line}

    assert levels == {"chain", "receipts", "log", "replay", "bots"}
