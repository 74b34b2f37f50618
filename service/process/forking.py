"""
Child processes that begin as copies of this one, with all that it has imported.

To import everything takes a process longer than all the rest of its start. A copy shares that, and its memory. On
macOS the system's own libraries forbid it, so there every child is a new Python.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.process import BaseProcess
from typing import Final

from setproctitle import setproctitle

from delvebook.service.base.json_logging import hold_nothing_back
from delvebook.service.process.orphans import die_with_parent

CAN_FORK: Final = sys.platform == "linux"
ENDINGS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
DESCRIPTORS_MAX: Final = 65_536
"""No descriptor that this process opens before it forks has a larger number."""


class Forked:
    """A forked process, as `subprocess.Popen` shows one."""

    def __init__(self, process: BaseProcess) -> None:
        self._process = process
        self.pid: int = process.pid or 0

    @property
    def returncode(self) -> int | None:
        """Its exit status, or minus the signal that ended it; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Returns its exit status, or None while it runs."""
        return self._process.exitcode

    def terminate(self) -> None:
        """Asks it to end."""
        self._process.terminate()

    def wait(self, timeout: float | None = None) -> int:
        """
        Waits until it has ended.

        Raises:
            subprocess.TimeoutExpired
        """
        self._process.join(timeout)
        if (status := self._process.exitcode) is None:
            raise subprocess.TimeoutExpired(self._process.name, timeout or 0.0)
        return status


def fork(
    title: str,
    work: Callable[[], None],
    *,
    output: int,
    keeps: Sequence[int] = (),
    environment: Mapping[str, str],
) -> Forked:
    """
    Starts a copy of this process that does the work, leads a session of its own, and does not outlive this process.

    Args:
        title: How `ps` shows it.
        work: What it does. `SystemExit` ends it with that status.
        output: The descriptor that it writes its output and its errors to.
        keeps: The descriptors that it keeps. All others are closed in it.
        environment: Its further variables.

    Raises:
        OSError: The system has no room for another process.
    """
    parent = os.getpid()

    def live() -> None:
        os.setsid()
        _be_nobodys_copy(output, keeps)
        for number in ENDINGS:
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        die_with_parent(parent)
        os.environ.update(environment)
        setproctitle(title)
        work()

    # A signal must not meet a child that still has its parent's handlers.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        made = multiprocessing.get_context("fork").Process(target=live, name=title)
        made.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return Forked(made)


def _be_nobodys_copy(output: int, keeps: Sequence[int]) -> None:
    """Gives up the parent's files: those it was given, and those it has opened."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for number in (1, 2):
        os.dup2(output, number)
    begin = 3
    for kept in [*sorted(keeps), DESCRIPTORS_MAX]:
        os.closerange(begin, kept)
        begin = kept + 1
    # Another thread of the parent may just have held the locks of its streams.
    sys.stdin = open(0, closefd=False, encoding="utf-8")  # noqa: SIM115
    hold_nothing_back()
