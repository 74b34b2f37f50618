"""Every clause of every title has a test that names it, and every mark names an existing clause."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.clauses import COMMAND, PAGES, Mark, all_marks, by_clause, marks_in, our_rulesets, pages, write
from tests.titles import TEST_TITLES

EXCUSED: dict[str, str] = {}
"""Clauses without a test, each with its excuse."""


def marks_of(source: str) -> list[tuple[str, str]]:
    return [(mark.clause, mark.test) for mark in marks_in("tests/x.py", ast.parse(source))]


def test_every_clause_has_a_test_that_names_it() -> None:
    held = by_clause(all_marks())
    missing = [
        f"{ruleset.key}: {clause}: {statement['en']}"
        for ruleset in (*our_rulesets(), *TEST_TITLES.values())
        for clause, statement in ruleset.clauses.items()
        if clause not in held and clause not in EXCUSED
    ]

    assert missing == []


def test_no_test_names_a_clause_that_is_not_there() -> None:
    known = {clause for ruleset in (*our_rulesets(), *TEST_TITLES.values()) for clause in ruleset.clauses}
    unknown = [f"{mark.path}:{mark.line}: {mark.clause}" for mark in all_marks() if mark.clause not in known]

    assert unknown == []


def test_no_excuse_outlives_its_reason() -> None:
    known = {clause for ruleset in our_rulesets() for clause in ruleset.clauses}

    assert set(EXCUSED) <= known - set(by_clause(all_marks()))


def test_the_pages_are_up_to_date() -> None:
    wanted = pages(our_rulesets(), all_marks())
    there = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}
    stale = sorted(name for name in {*wanted, *there} if wanted.get(name) != there.get(name))

    assert stale == [], f"docs/clauses/ is out of date: run `{COMMAND}`"


def test_marks_are_found_on_functions_classes_parameters_and_modules() -> None:
    source = """
import pytest
pytestmark = [pytest.mark.clause("X-1")]
@pytest.mark.clause("X-2", "X-3")
def test_a(): pass
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.clause("X-4"))])
def test_b(n): pass
@pytest.mark.clause("X-5")
class TestC:
    @pytest.mark.clause("X-6")
    def test_d(self): pass
def test_e(): pass
"""

    assert marks_of(source) == [
        ("X-1", ""),
        ("X-2", "test_a"),
        ("X-3", "test_a"),
        ("X-4", "test_b"),
        ("X-5", "TestC"),
        ("X-6", "TestC::test_d"),
    ]


def test_a_clause_must_be_named_in_so_many_words() -> None:
    with pytest.raises(TypeError, match=r"tests/x.py:1: name the clause itself, not PREFIX \+ '1'"):
        marks_of("@pytest.mark.clause(PREFIX + '1')\ndef test_a(): pass")


def test_a_page_lists_each_clause_with_its_statement_and_its_tests() -> None:
    (bids,) = TEST_TITLES.values()
    marks = [Mark("BID-001", "tests/x.py", "test_b", 1), Mark("BID-001", "tests/x.py", "test_a", 2)]
    written = pages([bids], marks)
    line = next(line for line in written["bids.md"].splitlines() if line.startswith("| BID-001 "))

    assert bids.clauses["BID-001"]["en"] in line
    assert line.endswith("| [x.py::test_a](../../tests/x.py)<br>[x.py::test_b](../../tests/x.py) |")
    assert f"| [Bids](bids.md) | bids@1 | {len(bids.clauses)} | 1 | 2 |" in written["README.md"]


def test_writing_twice_changes_nothing_and_a_page_of_a_title_that_is_gone_goes(tmp_path: Path) -> None:
    (tmp_path / "gone.md").write_text("old")

    assert write(tmp_path, {"README.md": "new"}) == ["README.md", "gone.md"]
    assert write(tmp_path, {"README.md": "new"}) == []
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
