"""
Every test here runs once for each registered title, and for those that exist for tests alone.

A test that `needs` a part leaves out the titles that say in `not_yet/<title>` that they do not have it yet.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebook.domain.rulesets.registry import all_rulesets
from tests.titles import TEST_TITLES

NOT_YET = Path(__file__).with_name("not_yet")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "ruleset" in metafunc.fixturenames:
        needed = {part for mark in metafunc.definition.iter_markers("needs") for part in mark.args}
        rulesets = {
            key: ruleset
            for key, ruleset in {**all_rulesets(), **TEST_TITLES}.items()
            if not needed & missing_parts(ruleset.id)
        }
        metafunc.parametrize("ruleset", rulesets.values(), ids=rulesets.keys())


def missing_parts(title: str) -> set[str]:
    """The parts that the title does not have yet."""
    listed = NOT_YET / title
    return set(listed.read_text(encoding="utf-8").split("\n")) - {""} if listed.exists() else set()
