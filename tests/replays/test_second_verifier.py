"""A verifier written from the format alone agrees with ours about the chain of every record, good or forged."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from delvebook.replays.verify import verify
from tests.house.files import ROOT
from tests.replays.forgeries import FORGERIES, TITLES, forge, good, play
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


def records_of(title: str) -> dict[str, bytes]:
    game, events, _ = play(title)
    half = events[: len(events) // 2]
    return {
        "public": good(title).record,
        "running": good(title).running,
        "spectator": record_of(game, half, SPECTATOR),
        "seat": record_of(game, half, seat_viewer(0)),
        **{name: forge(name, title).record for name in FORGERIES},
    }


@pytest.mark.parametrize("title", TITLES)
def test_both_verifiers_agree_about_every_record(title: str, tmp_path: Path) -> None:
    records = records_of(title)
    for number, record in enumerate(records.values()):
        (tmp_path / f"{number}.jsonl").write_bytes(record)
    with ThreadPoolExecutor(2) as pool:
        opinions = list(pool.map(second_opinion, [tmp_path / f"{number}.jsonl" for number in range(len(records))]))

    disagreed = []
    for (name, record), (holds, said) in zip(records.items(), opinions, strict=True):
        report = verify(record, levels=["chain"])
        line = re.match(r"line (\d+):", said)
        first = report.first
        if holds != report.holds:
            disagreed.append((name, said, first))
        elif first is not None and line is not None and first.code not in ("chain/head", "chain/viewer"):
            # If the record as a whole is wrong, the two may name different lines.
            assert int(line[1]) == first.line, (name, said, first)

    assert disagreed == []


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
