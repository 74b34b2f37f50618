"""A check of proofs that was written from the format alone agrees with ours about every forgery of the log."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.replays.forgeries import FORGERIES, forge, good, log_of
from tests.replays.games import lines_of, to_record

PROGRAM = ROOT / "examples" / "verify_log.py"
TITLE = "dungeon-raiders@1"
OF_SIGNATURES = {
    "checkpoint changed",
    "checkpoint cut",
    "checkpoint of a strangers key",
    "given checkpoint of a stranger",
}
"""The forgeries that only a signature shows."""
OF_THE_LOG = [one.name for one in FORGERIES.values() if one.level == "log" and one.name not in OF_SIGNATURES]


def second_opinion(folder: Path, record: bytes, checkpoint: str) -> tuple[int, str]:
    (folder / "game.jsonl").write_bytes(record)
    (folder / "checkpoint").write_text(checkpoint)
    command = [sys.executable, "-I", "-S", PROGRAM, folder / "game.jsonl", folder / "checkpoint"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout


@pytest.mark.parametrize("which", ["record", "running"])
def test_a_logged_game_is_proved(which: str, tmp_path: Path) -> None:
    lines = lines_of(getattr(good(TITLE), which))
    lines[0]["log"] = log_of(lines)

    assert second_opinion(tmp_path, to_record(lines), lines[0]["log"]["checkpoint"])[0] == 0


@pytest.mark.parametrize("name", OF_THE_LOG)
def test_a_forgery_is_not_proved(name: str, tmp_path: Path) -> None:
    forged = forge(name, TITLE)
    checkpoint = forged.checkpoint or log_of(lines_of(good(TITLE).record))["checkpoint"]

    assert second_opinion(tmp_path, forged.record, checkpoint)[0] == 1


def test_a_record_without_proofs_is_not_proved(tmp_path: Path) -> None:
    checkpoint = log_of(lines_of(good(TITLE).record))["checkpoint"]

    assert second_opinion(tmp_path, good(TITLE).record, checkpoint)[0] == 1
