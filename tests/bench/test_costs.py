"""How much of our own code an accepted action runs through."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

CALLS_MAX: Final = 271
FILES_MAX: Final = 34


def test_an_accepted_action_makes_at_most_so_many_calls_in_so_many_files() -> None:
    command = [sys.executable, "-m", "tests.bench.costs", "--only", "calls", "--repeats", "1"]
    printed = subprocess.run(
        command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True, timeout=300
    ).stdout
    calls, files = (float(figure) for figure in re.findall(r"^  \D+? +([\d.]+) *$", printed, re.MULTILINE))
    assert 0 < calls <= CALLS_MAX, printed
    assert 0 < files <= FILES_MAX, printed
