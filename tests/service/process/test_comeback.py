"""Every child of the shipped `delvebook run` comes back: killed, stopped, all together, while it starts, in a loop."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebook.service.process.children import Child
from tests.runs import Run, bot_moves, family_of, is_stopped, running

pytestmark = [pytest.mark.servers, pytest.mark.long]
SILENCE_SECONDS = 12
CHILDREN = (
    "redis",
    "web",
    "follow",
    "worker",
    "worker --queue checks",
    "worker --queue studies",
    "worker --queue findings",
    "worker --queue webhooks",
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    folder = tmp_path_factory.mktemp("run")
    settings = {"DELVEBOOK_SILENCE_SECONDS": str(SILENCE_SECONDS), "DELVEBOOK_WORKERS": "1"}
    with running(folder / "home", folder / "said", settings) as started:
        yield started


def others_than(run: Run, gone: dict[str, int]) -> None:
    """Returns once each of the children that are gone has a successor."""
    deadline = time.monotonic() + 90
    while True:
        now = run.children()
        if all(name in now and now[name] != pid for name, pid in gone.items()):
            return
        assert time.monotonic() < deadline, f"{gone} {now}\n{run.said()}"
        time.sleep(0.1)


def send(number: int, *pids: int) -> None:
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def test_whatever_is_killed_comes_back_and_bots_move_again(run: Run) -> None:
    assert set(run.children()) == set(CHILDREN)
    for name in CHILDREN:
        gone = {name: run.children()[name]}

        send(signal.SIGKILL, *gone.values())

        others_than(run, gone)
        run.wait_until_ready()
    bot_moves(run.url, "killed")


def test_without_redis_it_is_partly_ready_and_says_what_is_missing(run: Run) -> None:
    redis = run.children()["redis"]
    send(signal.SIGSTOP, redis)
    try:
        found = run.ready()
    finally:
        send(signal.SIGCONT, redis)

    assert found["status"] == "partly ready"
    assert "redis" in found["missing"]
    run.wait_until_ready()


def test_all_killed_together_come_back(run: Run) -> None:
    gone = run.children()

    send(signal.SIGKILL, *gone.values())

    others_than(run, gone)
    run.wait_until_ready()
    bot_moves(run.url, "together")


def test_what_is_killed_while_it_starts_and_again_and_again_comes_back_with_one_clear_line(run: Run) -> None:
    before = run.log.read_text()
    until = time.monotonic() + 8
    killed = 0
    while time.monotonic() < until:
        now = run.children()
        victims = [pid for name, pid in now.items() if name in ("redis", "follow")]
        send(signal.SIGKILL, *victims)
        killed += len(victims)
        time.sleep(0.05)

    run.wait_until_ready()
    told = run.log.read_text().removeprefix(before)
    assert killed >= 6
    for name in ("redis", "follow"):
        lines = [line for line in told.splitlines() if line.startswith(name)]
        assert sum("keeps ending" in line for line in lines) <= 1, told
        assert len(lines) <= 3, told
    assert "keeps ending" in run.log.read_text()
    bot_moves(run.url, "again and again")


def test_whatever_hangs_is_killed_and_comes_back(run: Run) -> None:
    gone = run.children()

    send(signal.SIGSTOP, *gone.values())

    others_than(run, gone)
    run.wait_until_ready()
    bot_moves(run.url, "stopped")


def test_one_web_worker_that_hangs_holds_nobody_up_and_is_replaced(run: Run) -> None:
    master = run.children()["web"]
    victim = family_of(master)[1]
    send(signal.SIGSTOP, victim)

    for _ in range(20):
        assert run.ready()["status"] == "ready"  # none of these waits at a socket of the one that hangs
    deadline = time.monotonic() + 60
    while is_stopped(victim):
        assert time.monotonic() < deadline, run.said()
        time.sleep(0.1)
    assert run.children()["web"] == master
    bot_moves(run.url, "hanging")


def test_nobody_is_refused_while_the_web_process_is_started_again(run: Run) -> None:
    gone = {"web": run.children()["web"]}
    send(signal.SIGKILL, *gone.values())

    assert run.wait_until_ready() < 60  # the connection waits meanwhile
    others_than(run, gone)


def test_nothing_outlives_a_run_that_is_killed_and_the_next_one_starts_at_once(run: Run) -> None:
    family = family_of(run.pid)
    send(signal.SIGSTOP, family[1])  # not even one that hangs

    send(signal.SIGKILL, run.pid)

    assert run.process is not None
    run.process.wait()
    run.start()
    run.wait_until_ready()
    left = [pid for pid in family[1:] if Path(f"/proc/{pid}/cmdline").exists() and pid not in family_of(run.pid)]
    assert left == [], run.said()
    bot_moves(run.url, "next")


def test_a_child_that_is_seldom_heard_is_left_alone_and_one_that_is_silent_is_killed(tmp_path: Path) -> None:
    said: list[str] = []
    code = (
        "import os, time\npipe = int(os.environ['DELVEBOOK_HEARTBEAT_PIPE'])\n"
        "while True: os.write(pipe, b'%d 0\\n' % os.getpid()); time.sleep("
    )
    talker = Child("talker", [sys.executable, "-c", code + "1)"], tmp_path / "talker.log", silence_seconds=3)
    silent = Child("silent", [sys.executable, "-c", code + "60)"], tmp_path / "silent.log", silence_seconds=3)
    for child in (talker, silent):
        child.start()
    assert talker.process is not None
    first = talker.process.pid
    deadline = time.monotonic() + 60
    while len(said) < 2:
        assert time.monotonic() < deadline
        for child in (talker, silent):
            child.keep(said.append)
        time.sleep(0.05)

    assert said[0] == "silent has given no sign of life for 3 seconds; killing it"
    assert said[1].startswith("silent was ended by SIGKILL; starting it again")
    assert talker.process.pid == first
    for child in (talker, silent):
        child.end(1)


def test_a_child_that_is_silent_from_its_start_on_is_killed_when_its_longer_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delvebook.service.process.children.START_SECONDS_MAX", 4.0)
    said: list[str] = []
    child = Child("sleeper", ["sleep", "60"], tmp_path / "log", silence_seconds=2)
    child.start()
    began = time.monotonic()
    while not said:
        child.keep(said.append)
        assert time.monotonic() < began + 60
        time.sleep(0.05)

    assert time.monotonic() > began + 3.5
    assert said == ["sleeper has given no sign of life for 4 seconds; killing it"]
    child.end(1)


def test_a_process_that_was_stopped_itself_takes_nobody_for_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    child = Child("sleeper", ["sleep", "60"], tmp_path / "log", silence_seconds=5)
    child.start()
    assert isinstance(child.process, subprocess.Popen)
    child.hear(child.process.pid)
    now = time.monotonic()
    monkeypatch.setattr("delvebook.service.process.children.time.monotonic", lambda: now + 3600)
    child.keep(said.append)
    child.keep(said.append)

    assert said == []
    child.end(1)
