"""Connections are looked at in a forked process, too, whatever its parent was doing at that moment."""

from __future__ import annotations

import subprocess
import sys

FORKS = """
import os, sys
from delvebook.service.base.left_behind import connections_to

class Closed:
    closed = True

ours, mine = connections_to({"host": "nowhere.invalid"}), Closed()
with ours._lock:
    child = os.fork()
    if child == 0:
        ours.add(mine)
        os._exit(0 if ours._thread.is_alive() else 1)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_process_that_was_forked_while_its_parent_looked_looks_by_itself() -> None:
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, check=False, timeout=30)

    assert done.returncode == 0, done.stderr
