"""What the system may lack: descriptors, /dev/shm, a file system that can be written to."""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.chaos.disk import apart, is_possible
from tests.house.files import ROOT
from tests.missing import missing
from tests.runs import bot_moves, running

pytestmark = [pytest.mark.servers, pytest.mark.long]
DELVEBOOK = [sys.executable, "-m", "delvebook.service.cli", "run"]
APART = [*apart(), "sh", "-c"]


def test_with_few_descriptors_a_crowd_is_kept_waiting_and_the_service_goes_on(tmp_path: Path) -> None:
    limited = ["sh", "-c", 'ulimit -n 256 && exec "$@"', "sh", *DELVEBOOK]
    with running(tmp_path / "home", tmp_path / "said", command=limited) as run:
        with contextlib.ExitStack() as crowd:
            for _ in range(600):
                crowd.enter_context(socket.create_connection(("127.0.0.1", run.port), timeout=10))
        run.wait_until_ready()
        bot_moves(run.url, "bob")
        assert "ended" not in run.log.read_text()


def test_a_worker_without_memory_is_started_again_and_its_bots_play_on(tmp_path: Path) -> None:
    with running(tmp_path / "home", tmp_path / "said", {"DELVEBOOK_WORKERS": "1"}) as run:
        bot_moves(run.url, "ann")
        worker = run.children()["worker"]
        resource.prlimit(worker, resource.RLIMIT_AS, (2**20, 2**20))
        # What it has freed may suffice for some turns. Every game that it keeps takes more of that.
        deadline = time.monotonic() + 180
        for n in itertools.count():
            if run.children().get("worker") not in (worker, None):
                break
            assert time.monotonic() < deadline, "the worker is not started again"
            bot_moves(run.url, f"bob {n}", title="runebound", bot="greedy", seconds=120)
        bot_moves(run.url, "eve")


@pytest.fixture
def may_mount() -> None:
    if not is_possible():
        missing("nothing can be mounted here: unshare --mount is not allowed")


@pytest.mark.usefixtures("may_mount")
def test_without_dev_shm_it_runs() -> None:
    apart = [*APART, 'umount -l /dev/shm; mount -t tmpfs -o ro none /dev/shm && exec "$@"', "sh", *DELVEBOOK]
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=build) as name:  # where tests write otherwise may lie in what is taken away
        place = Path(name)
        with running(place / "home", place / "said", {"TMPDIR": name}, command=apart) as run:
            bot_moves(run.url, "bob")


@pytest.mark.usefixtures("may_mount")
def test_a_home_that_cannot_be_written_to_is_told_in_one_sentence(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    apart = [*APART, 'mount -t tmpfs -o ro,mode=0700 none "$0" && exec "$@"', str(home), *DELVEBOOK]
    done = subprocess.run(
        apart,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DELVEBOOK_HOME": str(home), "DELVEBOOK_METRICS_BIND": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Read-only file system" in done.stderr
    assert str(home) in done.stderr
