"""Runs every test here once for each registered title, those for tests included."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.registry import all_rulesets
from tests.titles import TEST_TITLES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "ruleset" in metafunc.fixturenames:
        rulesets = {**all_rulesets(), **TEST_TITLES}
        metafunc.parametrize("ruleset", rulesets.values(), ids=rulesets.keys())
