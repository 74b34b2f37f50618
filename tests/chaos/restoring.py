"""The fault `restore`: the store is replaced by a backup of itself while clients play, as an operator does it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from delvebook.service.process.restoring import SQLITE_FILES, Programs, back_up
from delvebook.service.store.soundness import why_log_stopped
from delvebook.service.wiring import migrate
from tests.chaos.service import Service
from tests.house.files import ROOT


def restore(service: Service, seen: Path) -> list[str]:
    """
    Replaces the store, which is SQLite's, by a backup. Returns what went wrong.

    Everything that writes is killed first, so no acknowledged command is missing in the backup. The log must be stopped
    in the restored store, and go on with the newest checkpoint that the monitor has kept.

    Args:
        service: The service.
        seen: The monitor's directory.
    """
    faults = []
    backup = service.settings.home.parent / "backup"
    with service._lock:
        service.stop_all_but_the_store()
        shutil.rmtree(backup, ignore_errors=True)
        back_up(service.settings, backup, Programs())
        for name in SQLITE_FILES:
            for left in service.settings.home.glob(f"{name}-*"):
                left.unlink()
            shutil.copy(backup / name, service.settings.home / name)
        migrate(service.settings)
        if why_log_stopped(service.settings) is None:
            faults.append("a store that was restored from a backup may sign its log at once")
        faults += _go_on(service, seen)
        service.parts["run"].start()
    service.wait_until_ready()
    return faults


def _go_on(service: Service, seen: Path) -> list[str]:
    kept = sorted((seen / "checkpoints").glob("*.txt"))
    if not kept:
        return ["the monitor has seen no checkpoint before the restore"]
    command = [sys.executable, "-m", "delvebook.service.cli", "log", "continue", "--checkpoint", str(kept[-1])]
    environment = service.parts["run"].environment
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [f"the log of a whole backup cannot go on: {done.stderr}"]
