"""
The wheel in an empty environment: it needs nothing of the checkout, and collides with nobody's packages.

It installs what `locks/run.lock` names, from the package index. `make test-wheel` runs it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import venv
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.house.files import ROOMS, ROOT

START_SECONDS_MAX: Final = 120
SOURCES: Final = ("pyproject.toml", "README.md", "LICENSE", "delvebook", "client", "docs", *ROOMS)
GOLDEN: Final = ROOT / "replays" / "golden_games" / "labyrinth"


def clean_environment(**added: str) -> dict[str, str]:
    """This process's environment without what would lead Python or Delvebook back to the checkout."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "DELVEBOOK", "PIP_"))}
    return {**kept, **added}


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment that has the wheel and its locked dependencies, and nothing else."""
    work = tmp_path_factory.mktemp("wheel")
    source = work / "source"
    source.mkdir()
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    quiet = ("--quiet", "--no-input", "--disable-pip-version-check", "--no-deps")
    pip = (sys.executable, "-m", "pip")
    subprocess.run(
        [*pip, "wheel", *quiet, "--no-build-isolation", "--no-index", "--wheel-dir", work, source], check=True
    )
    (wheel,) = work.glob("delvebook-*.whl")
    environment = work / "environment"
    venv.create(environment, with_pip=True)
    pip = (str(environment / "bin" / "python"), "-m", "pip")
    lock = ROOT / "locks" / "run.lock"
    subprocess.run([*pip, "install", *quiet, "--require-hashes", "--only-binary", ":all:", "-r", lock], check=True)
    subprocess.run([*pip, "install", *quiet, "--no-index", wheel], check=True)
    return environment / "bin"


def run(installed: Path, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    program, *arguments = command
    return subprocess.run(
        [installed / program, *arguments],
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_rooms_are_packages_of_delvebook_alone(installed: Path, tmp_path: Path) -> None:
    (site,) = installed.parent.glob("lib/python*/site-packages")

    assert (site / "delvebook" / "py.typed").exists()
    assert {room for room in ROOMS if (site / "delvebook" / room / "__init__.py").exists()} == set(ROOMS)
    assert [name for name in (*ROOMS, "tests") if (site / name).exists()] == []


def test_every_title_is_found_with_its_data(installed: Path, tmp_path: Path) -> None:
    done = run(installed, tmp_path, "delvebook", "rulesets")

    assert done.returncode == 0, done.stderr
    for title in ("dungeon-raiders", "dice-and-danger", "the-descent", "labyrinth", "runebound"):
        assert f"{title}@1" in done.stdout


def test_a_record_is_verified(installed: Path, tmp_path: Path) -> None:
    record = next(iter(sorted(GOLDEN.glob("*.jsonl"))))

    done = run(installed, tmp_path, "delvebook", "verify", str(record))

    assert done.returncode == 0, done.stdout + done.stderr


def test_a_third_party_title_imports_the_contract(installed: Path, tmp_path: Path) -> None:
    program = "from delvebook.domain.ruleset import Ruleset; from delvebook.domain.phrases import Phrasebook"

    assert run(installed, tmp_path, "python", "-c", program).returncode == 0


def test_the_whole_service_runs_and_stops(installed: Path, tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [installed / "delvebook", "run", "--port", str(port)],
            cwd=tmp_path,
            env=clean_environment(DELVEBOOK_METRICS_BIND=""),
            stdout=output,
            stderr=output,
        )
        try:
            deadline = time.monotonic() + START_SECONDS_MAX
            is_ready = False
            while not is_ready:
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < deadline, log.read_text()
                with contextlib.suppress(httpx.HTTPError):
                    is_ready = httpx.get(f"http://127.0.0.1:{port}/readyz", timeout=2).json()["status"] == "ready"
                time.sleep(0.1)
            rulesets = httpx.get(f"http://127.0.0.1:{port}/v1/rulesets", timeout=10)
            lobby = httpx.get(f"http://127.0.0.1:{port}/", timeout=10)
            files = re.findall(r'(?:src|href)="(/static/[^"]+)"', lobby.text)
            missing = [path for path in files if not httpx.get(f"http://127.0.0.1:{port}{path}", timeout=10).is_success]
            guide = httpx.get(f"http://127.0.0.1:{port}/docs/guide/api", timeout=10)
            document = httpx.get(f"http://127.0.0.1:{port}/openapi.json", timeout=60)
            process.send_signal(signal.SIGINT)
            status = process.wait(60)
        finally:
            process.kill()
            process.wait()

    assert rulesets.is_success
    assert len(files) > 8
    assert missing == []
    assert "<h1" in guide.text
    assert '"recorded"' in document.text
    assert status == 0, log.read_text()
    assert "nothing is lost" in log.read_text()
