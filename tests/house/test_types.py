"""Everything is checked strictly, and `Any` stands only where the types of others end."""

from __future__ import annotations

import re
import tomllib

from tests.house.files import ROOMS, ROOT, walk

ANY_LINES_MAX = 541
"""Lines outside tests that say `Any`. This number only falls: JSON comes in there, or a library has no types."""


def test_mypy_is_strict_for_everything_and_says_so_once() -> None:
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]

    assert mypy["strict"] is True
    assert not any("strict" in override for override in mypy["overrides"])


def test_an_import_of_ours_that_leads_nowhere_is_an_error() -> None:
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    untyped = [
        one for override in mypy["overrides"] if "ignore_missing_imports" in override for one in override["module"]
    ]

    assert "ignore_missing_imports" not in mypy
    assert [module for modules in untyped for module in modules if module.startswith("delvebook")] == []


def test_no_more_lines_say_any_than_before() -> None:
    paths = [path for folder in (*ROOMS, "research", "client") for path in walk(".py", under=ROOT / folder)]
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]

    assert sum(re.search(r"\bAny\b", line) is not None for line in lines) <= ANY_LINES_MAX
