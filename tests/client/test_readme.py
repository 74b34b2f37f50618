"""Every block of the client's README is run, on a whole service."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.servers import official_at, running_delvebook

pytestmark = [pytest.mark.servers, pytest.mark.long]
BLOCKS = re.findall(
    r"^```python\n(.*?)^```", (ROOT / "client" / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)
SAID = (
    ("holds holds holds", "winners=["),
    ("labyrinth", "GameCreated"),
    ("Ann open", "honoured", "running\nTrue"),
    ("True []",),
    ("(400, 'the message has no header webhook-id')",),
)
"""What each block prints."""


def test_every_block_of_the_readme_runs_in_its_order(tmp_path: Path) -> None:
    assert len(BLOCKS) == len(SAID)
    assert len(BLOCKS[0].splitlines()) <= 15
    with running_delvebook(tmp_path / "up.log", DELVEBOOK_HOME=str(tmp_path / "home")) as (url, environment):
        arbiter = official_at(url, environment, "Judy", "arbiter")
        for block, said in zip(BLOCKS, SAID, strict=True):
            program = block.replace("http://127.0.0.1:8080", url).replace("dvb_…", arbiter)
            done = subprocess.run(
                [sys.executable, "-W", "error", "-c", program],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(ROOT / "client")},
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
            for one in said:
                assert one in done.stdout, f"{block}\n{done.stdout}"
    assert ((tmp_path / "ada.keep").stat().st_mode & 0o077) == 0
    assert (tmp_path / "raiders.jsonl").stat().st_size > 1000
    assert (tmp_path / "raiders.ndjson.zst").read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    assert list(tmp_path.glob("*.part*")) == []
