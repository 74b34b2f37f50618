"""`docs/api-walkthrough.md`, pasted whole into a shell against the whole service on real Redis."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from delvebook.replays.verify import verify
from tests.house.files import ROOT
from tests.house.pages import blocks_of
from tests.servers import running_delvebook

pytestmark = pytest.mark.servers
SECONDS_MAX = 240


def pasted_page(url: str) -> str:
    """Every block of the page, for a service at this address and for the `delvebook` of this checkout."""
    script = "\n".join(blocks_of("docs/api-walkthrough.md"))
    for there, here in (
        ("http://127.0.0.1:8080", url),
        (".venv/bin/delvebook", f"{shlex.quote(sys.executable)} -m delvebook.service.cli"),
    ):
        assert there in script
        script = script.replace(there, here)
    return script


def streamed(path: Path) -> list[int]:
    """The numbers of the events that came whole."""
    whole = path.read_text(encoding="utf-8").rpartition("\n\n")[0]
    return [int(number) for number in re.findall(r"^id: (\d+)$", whole, re.MULTILINE)]


@pytest.mark.long
def test_the_walkthrough_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    def kept(name: str) -> Any:
        return json.loads((tmp_path / name).read_text(encoding="utf-8"))

    with running_delvebook(tmp_path / "up.log", DELVEBOOK_HOME=str(tmp_path / "home")) as (url, _):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", pasted_page(url)],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            check=False,
        )

    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    assert kept("token.json")["scopes"] == ["games:play", "records:export"]
    assert kept("token.json")["token"] != kept("account.json")["token"]
    assert kept("started.json")["game"]["status"] == "running"

    assert "the line is lost" in done.stdout
    before, after = streamed(tmp_path / "stream-1.txt"), streamed(tmp_path / "stream-2.txt")
    lines = (tmp_path / "game.jsonl").read_text(encoding="utf-8").splitlines()
    header, *events = [json.loads(line) for line in lines]
    assert before
    assert after
    assert before + after == [event["n"] for event in events]
    assert "event: end" in (tmp_path / "stream-2.txt").read_text(encoding="utf-8")

    assert "idempotent-replay: true" in done.stdout.lower()
    assert "the same answer, byte for byte" in done.stdout
    first = kept("answer.json")
    acted = [event for event in events if event["type"] == "ActionTaken" and event["data"]["seat"] == 0]
    assert [event["data"]["decision"] for event in acted].count(first["decision"]) == 1
    assert kept("again.json")["events"][0]["n"] == acted[0]["n"]

    assert events[-1]["type"] == "SeedRevealed"
    assert header["viewer"] == "public"
    assert kept("seated.json")["game"]["id"] == header["game"]
    report = verify(tmp_path / "game.jsonl")
    assert report.holds
    assert report.level("replay").status == "holds"
    for level in ("chain", "replay", "bots"):
        assert re.search(rf"^{level} +holds ", done.stdout, re.MULTILINE), done.stdout
