"""Machines with addresses of their own, as network namespaces on one machine. A cable may be cut, a machine killed."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.machines.servers import Process, until
from tests.missing import forbidden, missing

_CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)
MINE = "192.0.2.1"
"""The address of the players."""


def _namespace(pid: int | str) -> int:
    return Path(f"/proc/{pid}/ns/net").stat().st_ino


def _call(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(command)}: {done.stderr}"


@contextlib.contextmanager
def network() -> Iterator[None]:
    """Takes this thread, and all that it starts within the block, into a network without any other machine."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        missing("machines with addresses of their own need root and iproute2, so no failover was tried")
    with Path("/proc/thread-self/ns/net").open() as before:
        if _libc.unshare(_CLONE_NEWNET) != 0:
            # Some sandboxes forbid it even to root. No package mends that.
            forbidden(f"this machine makes no network namespaces: {os.strerror(ctypes.get_errno())}")
        try:
            _call("ip", "link", "set", "lo", "up")
            bridge = subprocess.run(["ip", "link", "add", "switch", "type", "bridge"], capture_output=True, check=False)
            if bridge.returncode != 0:
                forbidden(f"this kernel makes no bridges: {bridge.stderr.decode().strip()}")
            _call("ip", "address", "add", f"{MINE}/24", "dev", "switch")
            _call("ip", "link", "set", "switch", "up")
            yield
        finally:
            assert _libc.setns(before.fileno(), _CLONE_NEWNET) == 0


class Machine:
    """
    A machine of the network.

    Args:
        number: The last part of its address, and of the name of its cable.
        folder: Where its processes write their logs.
    """

    def __init__(self, number: int, folder: Path) -> None:
        self.address = f"192.0.2.{number}"
        self.folder = folder
        self.folder.mkdir(exist_ok=True)
        self._started: list[Process] = []
        self._cable = f"cable{number}"
        self._keeper = subprocess.Popen(["unshare", "--net", "sleep", "infinity"], start_new_session=True)
        until(lambda: _namespace(self._keeper.pid) != _namespace("thread-self"), "the machine is there")
        self._network = _namespace(self._keeper.pid)
        pid = str(self._keeper.pid)
        _call("ip", "link", "add", self._cable, "type", "veth", "peer", "name", "eth0", "netns", pid)
        _call("ip", "link", "set", self._cable, "master", "switch", "up")
        for command in (
            ("ip", "link", "set", "lo", "up"),
            ("ip", "address", "add", f"{self.address}/24", "dev", "eth0"),
            ("ip", "link", "set", "eth0", "up"),
        ):
            _call("nsenter", "--net", "--target", pid, *command)

    def run(
        self, name: str, command: list[str], environment: Mapping[str, str], *, user: tuple[int, int] | None = None
    ) -> Process:
        """Starts a program on this machine, as that user and group."""
        enter = ["nsenter", f"--net=/proc/{self._keeper.pid}/ns/net"]
        if user is not None:
            enter += ["--setuid", str(user[0]), "--setgid", str(user[1])]
        process = Process(self.folder / f"{name}.log", [*enter, *command], dict(environment))
        self._started.append(process)
        return process

    def pids(self) -> list[int]:
        """Returns the processes that run on this machine."""
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and _namespace(entry.name) == self._network:
                    found.append(int(entry.name))
        return [pid for pid in found if pid != self._keeper.pid]

    def _signal(self, number: signal.Signals) -> None:
        for pid in self.pids():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    def kill(self) -> None:
        """Kills everything that runs on it, as a power cut would."""
        deadline = time.monotonic() + 20
        while self._living():
            assert time.monotonic() < deadline
            self._signal(signal.SIGKILL)
            time.sleep(0.02)
        for process in self._started:
            process.process.wait()
        self._started.clear()

    def _living(self) -> list[int]:
        def lives(pid: int) -> bool:
            with contextlib.suppress(OSError):
                return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
            return False

        return [pid for pid in self.pids() if lives(pid)]

    @contextlib.contextmanager
    def stopped(self) -> Iterator[None]:
        """Stops all that runs on it during the block."""
        self._signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(signal.SIGCONT)

    @contextlib.contextmanager
    def cut_off(self) -> Iterator[None]:
        """Has its cable pulled during the block. What it sends then is lost, and nobody is told."""
        _call("ip", "link", "set", self._cable, "down")
        try:
            yield
        finally:
            _call("ip", "link", "set", self._cable, "up")

    def remove(self) -> None:
        """Kills it, and takes it out of the network."""
        self.kill()
        self._keeper.kill()
        self._keeper.wait()
