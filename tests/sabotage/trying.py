"""Tries breaks in a copy of the project, so that the project itself is never broken."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal, NamedTuple

from tests.house.files import ROOT
from tests.sabotage.breaks import Break

LEFT_OUT: Final = shutil.ignore_patterns(".git", ".venv*", "build", "dist", "node_modules", "__pycache__", ".*_cache")
FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+?\[.*?\](?= - |$)|\S+)", re.MULTILINE)
OPTIONS: Final = ("-q", "-x", "-p", "no:cacheprovider", "--timeout=120")
Outcome = Literal["noticed", "survived", "too slow"]


class Verdict(NamedTuple):
    """
    What became of a break.

    Attributes:
        outcome: `too slow` means that the tests had not ended in time: they hang, or need more time.
        by: The first test that failed; empty if none did.
        seconds: The time that it took.
    """

    outcome: Outcome
    by: str
    seconds: float


@contextmanager
def scratch() -> Iterator[Path]:
    """Yields a copy of the project with the same environment."""
    with TemporaryDirectory(prefix="delvebook-sabotage-", ignore_cleanup_errors=True) as name:
        copy = Path(name) / "project"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=LEFT_OUT)
        yield copy


def tried(copy: Path, one: Break, *, seconds: float) -> Verdict:
    """Breaks the copy, runs the tests of the break until one fails, and mends the copy."""
    file = copy / one.file
    whole = file.read_text(encoding="utf-8")
    file.write_text(one.applied_to(whole), encoding="utf-8")
    try:
        return judged(copy, one.tests, seconds=seconds)
    finally:
        file.write_text(whole, encoding="utf-8")


def judged(copy: Path, tests: Sequence[str], *, seconds: float) -> Verdict:
    """Runs tests of the copy until one fails. Those that are long come last, in a run of their own."""
    began = time.monotonic()
    for marks in ("not long", "long"):
        left = seconds - (time.monotonic() - began)
        code, said = _pytest(copy, tests, marks, seconds=left)
        took = time.monotonic() - began
        if code is None:
            return Verdict("too slow", "", took)
        if code not in (0, 5):  # 5: no test was selected
            found = FAILED.search(said)
            return Verdict("noticed", found[1] if found else said.strip().rpartition("\n")[2][:80], took)
    return Verdict("survived", "", time.monotonic() - began)


def _pytest(copy: Path, tests: Sequence[str], marks: str, *, seconds: float) -> tuple[int | None, str]:
    """Returns pytest's exit status and output; no status if it did not end in time."""
    command = [sys.executable, "-m", "pytest", *OPTIONS, "-m", marks, *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        command, cwd=copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        said, _ = process.communicate(timeout=max(seconds, 1.0))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    return process.returncode, said
