"""Every test here runs once for each registered title."""

from __future__ import annotations

import pytest

from domain.rulesets.registry import all_rulesets


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "ruleset" in metafunc.fixturenames:
        rulesets = all_rulesets()
        metafunc.parametrize("ruleset", rulesets.values(), ids=rulesets.keys())
