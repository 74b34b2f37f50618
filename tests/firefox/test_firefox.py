"""
Each title played, looked back at and verified in Firefox, by people who know nothing but the address.

The whole suite of the pages runs in Chromium (`tests/browser`). This one shows that nothing in them needs it.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from delvebook.domain.rulesets import registry
from tests.missing import missing
from tests.servers import busy_delvebook

HERE: Final = Path(__file__).parent
TITLES: Final = sorted({key.split("@")[0] for key in registry.all_rulesets()})
SECONDS_MAX: Final = 270


@pytest.fixture(scope="module")
def firefox() -> str:
    """The path of Firefox."""
    if not (HERE / "node_modules" / "puppeteer-core").exists() or shutil.which("node") is None:
        missing("this needs node and npm (Debian and Ubuntu: apt install nodejs npm); then `make test-firefox`")
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    return found or missing("this needs Firefox (Debian: apt install firefox-esr)")


@pytest.fixture(scope="module")
def service(firefox: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a whole running service."""
    with busy_delvebook(tmp_path_factory.mktemp("service")) as (url, _):
        yield url


@pytest.fixture(scope="module")
def seen(firefox: str, service: str) -> dict[str, dict[str, Any]]:
    """What people saw, by title; one Firefox for all."""
    command = ["node", str(HERE / "firefox.mjs"), str(SECONDS_MAX), firefox, service, *TITLES]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS_MAX + 20, check=False)
    assert done.returncode == 0, done.stderr
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    return {report["title"]: report for report in reports}


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_played_replayed_and_verified_in_firefox(seen: dict[str, dict[str, Any]], title: str) -> None:
    report = seen[title]

    assert "error" not in report, report["error"]
    assert report["faults"] == []
    assert report["status"] == "finished"
    assert report["clicks"] >= 1
    last = report["n"]
    assert report["replayed"] == [last, last - 1, 1, 2]
    assert re.match("Everything that could be checked here holds|The chain holds", report["verdict"])
