"""Runs the suite for every title, those for tests included."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from delvebook.domain.rulesets.registry import all_rulesets
from tests.titles import TEST_TITLES, registered_titles
from tests.titles.bids import Bids


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "title" in metafunc.fixturenames:
        metafunc.parametrize("title", sorted({**all_rulesets(), **TEST_TITLES}))


@pytest.fixture(autouse=True)
def every_title_is_known() -> Iterator[None]:
    with registered_titles(Bids):
        yield
