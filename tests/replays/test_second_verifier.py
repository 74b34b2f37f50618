"""A verifier written from the format alone agrees with ours about the chain of every record, good or forged."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.house.files import ROOT
from tests.replays.forgeries import TITLES, forge, play
from tests.replays.games import record_of

PARTS = ("verify_chain.py", "verify_course.py")
PROGRAM = ROOT / "examples" / PARTS[0]
GOLDEN = sorted((ROOT / "replays" / "golden_games").glob("*/*.jsonl"))


def second_opinion(path: Path) -> tuple[bool, str]:
    """Returns whether it holds, and the output, from a Python without our packages."""
    done = subprocess.run([sys.executable, "-E", "-S", PROGRAM, path], capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert not done.stderr
    return done.returncode == 0, done.stdout


@pytest.mark.parametrize("title", TITLES)
def test_it_agrees_about_the_records_of_every_viewer(title: str, tmp_path: Path) -> None:
    game, events, _ = play(title)
    half = events[: len(events) // 2]
    for viewer in (SPECTATOR, ARBITER, seat_viewer(0)):
        path = tmp_path / f"{viewer.kind}.jsonl"
        path.write_bytes(record_of(game, half, viewer))
        assert second_opinion(path)[0]


def test_it_says_which_line_is_wrong(tmp_path: Path) -> None:
    """That it agrees with ours on every forgery, and on its line, is held by `test_forgeries`."""
    forged = forge("fact changed", "raiders")
    path = tmp_path / "forged.jsonl"
    path.write_bytes(forged.record)
    holds, said = second_opinion(path)
    done = subprocess.run(
        [sys.executable, "-E", "-S", PROGRAM, "--json", "-"], input=forged.record, capture_output=True, check=False
    )

    assert not holds
    assert said.startswith(f"line {forged.line}: ")
    assert json.loads(done.stdout)["line"] == forged.line


@pytest.mark.parametrize("path", GOLDEN[:6], ids=lambda path: path.stem)
def test_golden_records_hold_for_both(path: Path) -> None:
    assert second_opinion(path)[0]


def test_it_is_two_short_files_that_need_nothing() -> None:
    imported = set()
    for name in PARTS:
        source = (ROOT / "examples" / name).read_text(encoding="utf-8")
        assert len(source.splitlines()) <= 500
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(str(node.module))

    assert {name.split(".")[0] for name in imported} <= sys.stdlib_module_names | {"verify_course"}
