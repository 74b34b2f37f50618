"""The conformance kit is up to date, and tests verifiers in any language: here two that know only the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.replays.conformance import vectors, written
from tests.replays.verifiers import BROWSERS, KIT, NODE, load

RUN = KIT / "run.py"
EXAMPLE = ROOT / "examples" / "verify_chain.py"


def run(*arguments: str | Path) -> tuple[int, str]:
    """The kit's exit status and what it printed, from a Python without our packages."""
    done = subprocess.run([sys.executable, "-E", "-S", RUN, *arguments], capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_the_kit_is_up_to_date() -> None:
    """`make conformance` writes it."""
    made = written()
    there = {f"records/{path.name}" for path in (KIT / "records").iterdir()}

    assert there == {path for path in made if path.startswith("records/")}
    for path, content in made.items():
        assert (KIT / path).read_bytes() == content, path


def test_its_vectors_are_those_of_the_page() -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    page = page[page.index("## 7. Vectors") : page.index("## 8.")]
    of = vectors()
    shown = [" ".join(map(str, one)) for one in of.values() if isinstance(one, list) and isinstance(one[0], int)]
    shown += [one for one in of.values() if isinstance(one, str)]

    assert len(shown) >= 14
    assert [one for one in shown if one not in page] == []


def test_a_verifier_that_is_started_for_every_record_passes() -> None:
    status, said = run("--every", "16", sys.executable, "-E", "-S", EXAMPLE, "--json", "-")

    assert (status, re.sub(r"\d+", "N", said)) == (0, "N of N records as expected\n")


@pytest.mark.parametrize("node", [NODE] if NODE else [])
def test_a_verifier_that_stays_passes_with_every_record(node: str) -> None:
    status, said = run("--lines", node, BROWSERS, "--lines")
    count = len(json.loads((KIT / "cases.json").read_text(encoding="utf-8")))

    assert (status, said) == (0, f"{count} of {count} records as expected\n")
    assert count > 800


@pytest.mark.long
@pytest.mark.parametrize("answer", ['{"chain": "holds"}', '{"chain": "fails", "line": 3}', "", "[]"])
def test_a_verifier_that_always_says_the_same_does_not_pass(answer: str) -> None:
    status, said = run("--every", "40", sys.executable, "-c", f"print({answer!r})")

    assert status == 1
    assert "expected" in said


def test_the_records_can_be_had_as_files(tmp_path: Path) -> None:
    assert run("--write", tmp_path)[0] == 0
    told = json.loads((tmp_path / "expected.json").read_text(encoding="utf-8"))
    example = load(EXAMPLE)

    for name, one in list(told.items())[::40]:
        try:
            example.walk((tmp_path / name).read_bytes())
            line = None
        except example.Wrong as wrong:
            line = wrong.line
        assert one["expected"].get("line") == line, one


def test_the_page_describes_every_edit() -> None:
    edits = load(KIT / "edits.py")
    page = (KIT / "README.md").read_text(encoding="utf-8")

    assert [name for name in (*edits.EDITS, *edits.TEXTS) if f'`{{"{name}":' not in page] == []
