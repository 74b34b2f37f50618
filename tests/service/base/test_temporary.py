"""Temporary directories of dead processes are removed, and those of living ones are left alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from delvebook.service.base.temporary import ALIVE, sweep, temporary_folder
from tests.house.files import ROOT

HOLDER = """
import sys, time
from delvebook.service.base.temporary import temporary_folder
with temporary_folder("test") as folder:
    (folder / "inside").mkdir()
    print(folder, flush=True)
    time.sleep(60)
"""


def test_it_is_empty_but_for_its_lock_private_and_gone_at_the_end() -> None:
    with temporary_folder("test") as folder:
        assert [path.name for path in folder.iterdir()] == [ALIVE]
        assert folder.stat().st_mode & 0o077 == 0

    assert not folder.exists()


def test_one_whose_process_was_killed_is_removed_and_no_other(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    others = [tmp_path / "delvebook-foreign", tmp_path / "else"]
    for other in others:
        other.mkdir()
    (tmp_path / "delvebook-link").symlink_to(others[1])
    process = subprocess.Popen([sys.executable, "-c", HOLDER], env=environment, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert sweep(tmp_path) == []
        assert (folder / "inside").exists()
        process.send_signal(signal.SIGKILL)
        process.wait()

    assert sweep(tmp_path) == [folder]
    assert not folder.exists()
    assert all(other.exists() for other in others)
