"""No module of Python is long, but for those that are lists of tests."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath

from tests.house.files import LINES_MAX, ROOMS, ROOT, long_sources, relative, walk

FOLDERS = (*ROOMS, "research", "client", "tests")


def short_by_rule(paths: Iterable[str]) -> list[str]:
    """Returns the modules that must be short: all but `test_*.py` in `tests/`, where every test adds its lines."""
    return [path for path in paths if not (path.startswith("tests/") and PurePosixPath(path).match("test_*.py"))]


def test_no_module_of_python_is_long() -> None:
    paths = short_by_rule(relative(path) for folder in FOLDERS for path in walk(".py", under=ROOT / folder))

    assert {path.partition("/")[0] for path in paths} == set(FOLDERS)
    assert long_sources({path: (ROOT / path).read_text("utf-8") for path in paths}) == []


def test_a_long_module_is_found_wherever_it_must_be_short() -> None:
    paths = ["service/api/games.py", "domain/test_deck.py", "tests/test_all.py", "tests/x/test_y.py", "tests/x/kit.py"]

    assert short_by_rule(paths) == ["service/api/games.py", "domain/test_deck.py", "tests/x/kit.py"]
    assert long_sources({"at_most.py": "x = 1\n" * LINES_MAX, "longer.py": "x = 1\n" * (LINES_MAX + 1)}) == [
        "longer.py"
    ]
