"""Children that begin as copies: they have nothing of their parent but what it has imported."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from delvebook.service.process.forking import CAN_FORK
from tests.missing import forbidden


@pytest.fixture(autouse=True)
def copies() -> None:
    if not CAN_FORK:
        forbidden("this system's own libraries forbid copies of a process")


PARENT = """
import json, os, signal, sys, threading, time
from pathlib import Path
from delvebook.service.process.forking import fork

log = os.open(sys.argv[1], os.O_CREAT | os.O_APPEND | os.O_WRONLY)
signal.signal(signal.SIGTERM, lambda *_: None)
signal.signal(signal.SIGINT, lambda *_: None)


def child(work, **given):
    return fork("delvebook of tests", work, output=log, **{"environment": {}, **given})
"""


def run_parent(tmp_path: Path, code: str) -> tuple[str, str]:
    """Runs a parent with that code. Returns what it printed, and what its children have written."""
    log = tmp_path / "child.log"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    command = [sys.executable, "-c", PARENT + code, str(log)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60, env=buffered)
    assert done.returncode == 0, done.stderr
    return done.stdout, log.read_text()


def told(text: str) -> Any:
    return json.loads(text.splitlines()[-1])


def test_a_copy_has_no_file_of_its_parent_but_those_it_is_given(tmp_path: Path) -> None:
    _, log = run_parent(
        tmp_path,
        """
files = [open(os.devnull) for _ in range(20)]
given = os.open(os.devnull, os.O_RDONLY)
def tell():
    print(json.dumps(sorted(int(file.name) for file in Path("/proc/self/fd").iterdir() if file.exists())))
    print(given)
child(tell, keeps=[given]).wait()
""",
    )
    files, given = log.split("\n")[:2]

    assert json.loads(files) == [0, 1, 2, int(given)]


def test_a_copy_leads_a_session_is_named_and_has_its_own_environment(tmp_path: Path) -> None:
    printed, log = run_parent(
        tmp_path,
        """
def tell():
    name = Path("/proc/self/cmdline").read_text().strip(chr(0))
    print(json.dumps([os.getsid(0) == os.getpid(), name, os.environ["OF_THE_CHILD"]]))
child(tell, environment={"OF_THE_CHILD": "yes"}).wait()
print("OF_THE_CHILD" in os.environ)
""",
    )

    assert told(log) == [True, "delvebook of tests", "yes"]
    assert printed == "False\n"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_copy_ends_at_a_signal_that_its_parent_handles(tmp_path: Path, number: signal.Signals) -> None:
    printed, _ = run_parent(
        tmp_path,
        f"""
signal.signal(signal.SIGHUP, lambda *_: None)
made = child(lambda: time.sleep(60))
os.kill(made.pid, {int(number)})  # most likely before it has begun
print(made.wait(30))
""",
    )

    assert int(printed) == (1 if number == signal.SIGINT else -number)


def test_a_copy_ends_with_the_status_of_its_work(tmp_path: Path) -> None:
    printed, log = run_parent(
        tmp_path,
        """
print([child(lambda status=status: sys.exit(status)).wait() for status in (0, 3)], child(lambda: 1 / 0).wait())
""",
    )

    assert printed == "[0, 3] 1\n"
    assert "ZeroDivisionError" in log


def test_what_the_parent_was_about_to_print_is_printed_once(tmp_path: Path) -> None:
    printed, log = run_parent(
        tmp_path,
        """
sys.stdout.write("of the parent, ")
child(lambda: print("of the child")).wait()
""",
    )

    assert (printed, log) == ("of the parent, ", "of the child\n")


def test_what_a_copy_has_printed_is_there_although_it_is_killed(tmp_path: Path) -> None:
    _, log = run_parent(
        tmp_path,
        """
child(lambda: (print("the last words"), os.kill(os.getpid(), signal.SIGKILL))).wait()
""",
    )

    assert log == "the last words\n"


def test_a_copy_prints_although_another_thread_of_its_parent_was_printing(tmp_path: Path) -> None:
    _, log = run_parent(
        tmp_path,
        """
def chatter():
    while True:
        print("x" * 100, file=sys.stderr)
for _ in range(3):
    threading.Thread(target=chatter, daemon=True).start()
for number in range(40):
    child(lambda: (print(number), print(number, file=sys.stderr))).wait(20)
os._exit(0)
""",
    )

    assert log.split() == [str(number) for number in range(40) for _ in range(2)]


def test_a_copy_does_not_outlive_its_parent(tmp_path: Path) -> None:
    log = tmp_path / "child.log"
    code = PARENT + "print(child(lambda: time.sleep(60)).pid, flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(log)], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        parent.kill()

    deadline = time.monotonic() + 30
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()
