"""A child process of `delvebook run`: started, listened to, started again, and ended with all that it has started."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from delvebook.service.process.beats import heard_on
from delvebook.service.process.forking import Forked, fork

LOG_BYTES_MAX: Final = 32 * 2**20
"""The size above which a child's log is rotated."""
LOGS_KEPT: Final = 4
"""The number of old logs kept for each child."""
RESTART_SECONDS_MIN: Final = 0.2
RESTART_SECONDS_MAX: Final = 10.0
EARLY_SECONDS: Final = 30.0
"""A child that ends sooner than this after its start has ended early."""
START_SECONDS_MAX: Final = 120.0
"""The time for a child's first sign of life. A process on a busy machine takes its time to start."""
LOOK_SECONDS_MAX: Final = 1.0
"""The most that counts as silence between two looks, as this process may have been stopped itself meanwhile."""
DEATHS_TOLD: Final = 3
"""After this many early deaths in a row the operator is told, once, that a child keeps ending."""
LAST_WORDS_MAX: Final = 300

Say = Callable[[str], None]


class Child:
    """
    A supervised process, which leads a session of its own.

    Args:
        name: Its name for operators.
        command: Its command.
        log: The file that its output is added to.
        silence_seconds: After how many seconds without a sign of life it is killed.
        folder: The directory that it is started in.
        hands_down: Open descriptors that it inherits.
        gives_signs: Whether the command gives signs of life; if not, somebody calls `hear` for it.
        work: What a copy of this process does in place of the command, if it is to be a copy.
        title: How `ps` shows the copy.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        log: Path,
        *,
        silence_seconds: float,
        folder: Path | None = None,
        hands_down: Sequence[int] = (),
        gives_signs: bool = True,
        work: Callable[[], None] | None = None,
        title: str = "",
    ) -> None:
        self.name = name
        self.command = list(command)
        self.log = log
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self._silence_seconds = max(silence_seconds, LOOK_SECONDS_MAX * 2)
        self._folder = folder
        self._hands_down = tuple(hands_down)
        self._work = work
        self._title = title
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._ear, False)
        os.set_blocking(self._mouth, False)
        self._environment = {"DELVEBOOK_HEARTBEAT_PIPE": str(self._mouth)} if gives_signs else {}
        self._silences: dict[int, tuple[float, float]] = {}
        """How long each of its processes has been silent, and how long it may be, in seconds."""
        self._looked_at = self._started_at = self._not_before = 0.0
        self._pause = RESTART_SECONDS_MIN
        self._early_deaths = 0

    def start(self) -> None:
        """
        Starts it.

        Raises:
            OSError: The system has no room for another process, or for its log.
        """
        self._started_at = self._looked_at = time.monotonic()
        with self.log.open("ab") as output:
            if self._work is not None:
                self.process = self._forked(self._work, output.fileno())
            else:
                self.process = self._spawned(output.fileno())
        self._silences = {self.process.pid: (0, max(START_SECONDS_MAX, self._silence_seconds))}

    def _spawned(self, output: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603
            self.command,
            cwd=self._folder,
            env={**os.environ, **self._environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=(*self._hands_down, self._mouth),
            start_new_session=True,
        )

    def _forked(self, work: Callable[[], None], output: int) -> Forked:
        keeps = (*self._hands_down, self._mouth)
        return fork(self._title, work, output=output, keeps=keeps, environment=self._environment)

    def hear(self, pid: int, within: float = 0) -> None:
        """Notes a sign of life of one of its processes, and the seconds within which there will be another one."""
        self._silences[pid] = (0, within or self._silence_seconds)

    def keep(self, say: Say) -> None:
        """Kills what hangs, and starts it again if it has ended. Each early death doubles the pause before."""
        now = time.monotonic()
        silence, self._looked_at = min(now - self._looked_at, LOOK_SECONDS_MAX), now
        if self.process is not None and self.process.poll() is not None:
            self._bury(self.process, say)
        if self.process is None:
            if now >= self._not_before:
                self._try_to_start(say)
            return
        for pid, within in heard_on(self._ear):
            self.hear(pid, within)
        for pid, (before, allowed) in list(self._silences.items()):
            self._silences[pid] = (before + silence, allowed)
            if before + silence > allowed:
                self._end_silent(pid, self.process, say)
        if self._early_deaths and now - self._started_at > EARLY_SECONDS:
            if self._early_deaths >= DEATHS_TOLD:
                say(f"{self.name} runs again")
            self._early_deaths, self._pause = 0, RESTART_SECONDS_MIN

    def _try_to_start(self, say: Say) -> None:
        try:
            self.start()
        except OSError as error:
            self._note_death(f"cannot be started ({error.strerror})", say)

    def _end_silent(self, pid: int, process: subprocess.Popen[bytes] | Forked, say: Say) -> None:
        _, allowed = self._silences.pop(pid)
        if pid == process.pid:
            say(f"{self.name} has given no sign of life for {allowed:.0f} seconds; killing it")
            kill_group(pid)
        elif _is_in_group(pid, process.pid):
            say(f"a process of {self.name} ({pid}) hangs; killing it")
            os.kill(pid, signal.SIGKILL)

    def _bury(self, process: subprocess.Popen[bytes] | Forked, say: Say) -> None:
        """Ends what a dead process has left running, and settles when it is started again."""
        kill_group(process.pid)
        for _ in heard_on(self._ear):
            pass  # signs of the dead
        self.process = None
        self._note_death(_end_of(process.returncode or 0), say)

    def _note_death(self, how: str, say: Say) -> None:
        is_early = time.monotonic() - self._started_at <= EARLY_SECONDS
        self._early_deaths = self._early_deaths + 1 if is_early else 1
        self._pause = min(self._pause * 2, RESTART_SECONDS_MAX) if is_early else RESTART_SECONDS_MIN
        self._not_before = time.monotonic() + self._pause
        if self._early_deaths == 1:
            say(f"{self.name} {how}; starting it again (its log: {self.log})")
        elif self._early_deaths == DEATHS_TOLD:
            say(
                f"{self.name} keeps ending: it {how}, {self.last_words()}; it is tried again and again, "
                f"with pauses of up to {RESTART_SECONDS_MAX:.0f} seconds (its log: {self.log})"
            )

    @property
    def is_ill(self) -> bool:
        """Whether it has ended early, again and again."""
        return self._early_deaths > 1

    def last_words(self) -> str:
        """Returns what the last line of its log says."""
        with contextlib.suppress(OSError):
            with self.log.open("rb") as log:
                log.seek(max(0, log.seek(0, os.SEEK_END) - 4096))
                lines = log.read().decode(errors="replace").split("\n")
            if said := [line.strip() for line in lines if line.strip()]:
                return f"and its last words were: {said[-1][:LAST_WORDS_MAX]}"
        return "without a word"

    def rotate_log(self) -> None:
        """
        Moves its log to `….log.1` if it is large, and deletes the oldest one.

        The child goes on writing to the same file, which is emptied. Lines written in between are lost.
        """
        if not self.log.exists() or self.log.stat().st_size <= LOG_BYTES_MAX:
            return
        aside = [self.log.with_name(f"{self.log.name}.{number}") for number in range(1, LOGS_KEPT + 1)]
        for older, newer in zip(aside[:0:-1], aside[-2::-1], strict=True):
            if newer.exists():
                newer.replace(older)
        try:
            shutil.copyfile(self.log, aside[0])
        except OSError:
            aside[0].unlink(missing_ok=True)  # The disk is full, and the games need the space more than the logs.
        os.truncate(self.log, 0)

    def ask_to_end(self) -> None:
        """Asks it to end."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def end(self, seconds: float) -> None:
        """Asks it to end, kills it if it has not ended after that many seconds, and kills what it has left running."""
        if self.process is not None:
            self.ask_to_end()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(max(0.1, seconds))
            kill_group(self.process.pid)
            self.process.wait()
        for descriptor in (self._ear, self._mouth):
            os.close(descriptor)


def kill_group(pid: int) -> None:
    """Kills the processes of the group that this one leads or has led."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _is_in_group(pid: int, group: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        return os.getpgid(pid) == group
    return False


def _end_of(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    names: Mapping[int, str] = {number.value: number.name for number in signal.Signals}
    return f"was ended by {names.get(-status, -status)}"
