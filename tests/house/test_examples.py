"""Every example that takes arguments says so, instead of failing, when it gets none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT

EXAMPLES = sorted(ROOT.glob("examples/*.py"))
ASK = [one for one in EXAMPLES if "sage: python" in one.read_text(encoding="utf-8")]


def test_some_examples_take_arguments() -> None:
    assert {one.name for one in ASK} >= {"bot.py", "verify_chain.py", "verify_log.py"}


@pytest.mark.parametrize("example", ASK, ids=lambda one: one.name)
def test_an_example_without_arguments_says_how_it_is_used(example: Path) -> None:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode != 0
    assert f"sage: python {example.name}" in done.stderr
    assert "Traceback" not in done.stderr
