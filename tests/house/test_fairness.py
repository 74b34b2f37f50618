"""Every command that docs/fairness.md tells players to type does what the page says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.replays.forgeries import KEYS, forge, good, log_of, play
from tests.replays.games import lines_of, record_of, to_record
from tests.replays.log.trees import Key
from tests.replays.test_forks import fork_of, moments, plays

PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, flags=re.DOTALL) for line in block.splitlines()]
TITLE = "dungeon-raiders@1"


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
    lines = lines_of(good(TITLE).record)
    lines[0]["log"] = log_of(lines)
    (tmp_path / "game.jsonl").write_bytes(to_record(lines))
    (tmp_path / "checkpoint").write_text(lines[0]["log"]["checkpoint"])
    (tmp_path / "log.keys").write_text(Key().verifier.to_vkey())
    _, events, _ = play(TITLE)
    fork = fork_of(events, moments(events)[1])
    (tmp_path / "fork.jsonl").write_bytes(record_of(fork, plays(fork, seed="fair")))
    (tmp_path / "receipts.txt").write_text("\n".join(good(TITLE).receipts))
    (tmp_path / "keys.json").write_text(json.dumps(KEYS["service"].to_public()))
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_succeeds_on_a_fair_game(command: str, folder: Path) -> None:
    assert typed(command, folder) == 0


@pytest.mark.parametrize("command", [one for one in COMMANDS if "replay" not in one])
def test_a_command_that_checks_does_not_succeed_on_a_forged_game(command: str, folder: Path) -> None:
    (folder / "game.jsonl").write_bytes(forge("fact changed", TITLE).record)

    assert typed(command, folder) == 1


def test_the_page_has_a_command_for_every_level() -> None:
    assert {level for level in ("chain", "receipts", "log", "replay", "bots") if f"--level {level}" in PAGE} == {
        "chain",
        "receipts",
        "log",
        "replay",
        "bots",
    }
