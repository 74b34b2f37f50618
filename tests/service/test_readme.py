"""The README's first game, pasted into a shell against the whole service on real Redis."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.house.files import ROOT

pytestmark = pytest.mark.servers
SECONDS_MAX = 120


@pytest.fixture
def running(tmp_path: Path) -> Iterator[str]:
    """The address of a service that `delvebook up` runs, stopped as a person would stop it."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    environment = {**os.environ, "DELVEBOOK_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)}
    environment.pop("DELVEBOOK_REDIS_URL", None)
    log = (tmp_path / "up.log").open("wb")
    service = subprocess.Popen(
        [sys.executable, "-m", "service.cli", "up", "--port", str(port)], env=environment, stdout=log, stderr=log
    )
    try:
        url = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + SECONDS_MAX
        while True:
            assert service.poll() is None, (tmp_path / "up.log").read_text()
            assert time.monotonic() < deadline, "the service did not come up"
            try:
                httpx.get(f"{url}/readyz", timeout=2).raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield url
        service.send_signal(signal.SIGINT)
        assert service.wait(60) == 0
    finally:
        service.kill()
        service.wait()
        log.close()
    assert "nothing is lost" in (tmp_path / "up.log").read_text()


def pasted_block() -> str:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    section = readme.split("## Play your first game")[1]
    found = re.search(r"```sh\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_first_game_of_the_readme_can_be_pasted_into_a_shell(running: str, tmp_path: Path) -> None:
    block = pasted_block().replace("http://127.0.0.1:8080", running)
    assert running in block
    block = block.replace(".venv/bin/delvebook", f"{sys.executable} -m service.cli")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )

    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    acted = json.loads((tmp_path / "acted.json").read_text())
    assert acted["events"][0]["type"] == "ActionTaken"
    assert json.loads((tmp_path / "started.json").read_text())["game"]["status"] == "running"
    header = json.loads((tmp_path / "mine.jsonl").read_text().splitlines()[0])
    assert header["viewer"] == "seat:0"
    assert "hold" in done.stdout
