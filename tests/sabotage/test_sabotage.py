"""The declared breaks fit the code, and the tool says rightly which of them a test notices."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.house.files import ROOT
from tests.sabotage.__main__ import RESULTS, key_of, results
from tests.sabotage.breaks import AREAS, Break, declared, source_of
from tests.sabotage.table import PAGE, table_of
from tests.sabotage.trying import FAILED, LEFT_OUT, judged, tried


def test_there_are_enough_breaks_and_every_area_has_some() -> None:
    areas = Counter(one.area for one in declared())
    assert set(areas) == set(AREAS)
    assert min(areas.values()) >= 3
    assert areas.total() >= 80
    assert len({one.what for one in declared()}) == areas.total()


@pytest.mark.parametrize("one", declared(), ids=lambda one: one.what)
def test_a_declared_break_fits_the_code_changes_it_and_has_tests(one: Break) -> None:
    whole = source_of(one)
    broken = one.applied_to(whole)
    assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(whole))
    assert one.tests
    assert [test for test in one.tests if not (ROOT / test).exists()] == []


def test_the_page_has_the_verdicts_that_are_kept_and_each_is_of_a_break_as_it_is_declared() -> None:
    known = results(RESULTS)
    rows = [(one, known[key]) for one in declared() if (key := key_of(one)) in known]

    assert len(rows) == len(known), "a break has changed, so it must be tried again: make sabotage"
    assert table_of(rows) in PAGE.read_text(encoding="utf-8"), "write it anew: python -m tests.sabotage --table"


@pytest.mark.parametrize(
    "name", ["test_one.py::test_it", "test_one.py::test_it[sqlite]", "test_one.py::test_it[a key with [spaces]-cipher]"]
)
def test_the_test_that_noticed_is_read_whole(name: str) -> None:
    found = FAILED.search(f"== short test summary info ==\nFAILED {name} - assert [1] == [2]\n1 failed in 2s\n")

    assert found is not None
    assert found[1] == name


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "code.py").write_text("def double(n):\n    return 2 * n\n")
    (tmp_path / "test_code.py").write_text(
        "import time\nfrom code_ import double\n\ndef test_it_doubles():\n    assert double(3) == 6\n"
    )
    (tmp_path / "code.py").rename(tmp_path / "code_.py")
    return tmp_path


def broken(new: str) -> Break:
    return Break("limits", "it does not double", "code_.py", "2 * n", new, ("test_code.py",))


def test_a_break_is_noticed_survives_or_hangs_and_the_copy_is_mended(project: Path) -> None:
    before = (project / "code_.py").read_text()
    noticed = tried(project, broken("3 * n"), seconds=60)
    survived = tried(project, broken("n + n"), seconds=60)
    hangs = tried(project, broken("[0 for _ in iter(int, 1)]"), seconds=4)

    assert (noticed.outcome, noticed.by) == ("noticed", "test_code.py::test_it_doubles")
    assert (survived.outcome, survived.by) == ("survived", "")
    assert hangs.outcome == "too slow"
    assert (project / "code_.py").read_text() == before
    assert judged(project, ("test_code.py",), seconds=60).outcome == "survived"


def test_a_break_that_no_longer_fits_is_refused(project: Path) -> None:
    (project / "code_.py").write_text("nothing")
    with pytest.raises(ValueError, match="0 times, not once"):
        tried(project, broken("3 * n"), seconds=1)


def test_the_table_counts_what_was_tried_and_names_survivors() -> None:
    one = broken("3 * n")
    told = table_of([(one, {"outcome": "survived", "by": "", "seconds": 3.2})])
    assert "| limits | " in told
    assert "| it does not double | **survived** | 3 |" in told


def test_environments_and_builds_are_not_copied() -> None:
    left = LEFT_OUT("", [".git", ".venv", ".venv-research", "build", "service", "tests", ".pytest_cache", ".ci"])
    assert left == {".git", ".venv", ".venv-research", "build", ".pytest_cache"}
