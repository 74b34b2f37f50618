"""
Titles that exist for tests alone: small, honest, and held to the same contract.

They are not installed. `registered_titles` makes them known for the time of a test.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Any, Final
from unittest import mock

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets import registry
from tests.titles.bids import Bids

TEST_TITLES: Final[Mapping[str, Ruleset]] = MappingProxyType({"bids@1": Bids()})


class Entry:
    """An entry point of a title, as an installed package would bring it."""

    def __init__(self, title: type[Ruleset]) -> None:
        self._title = title

    def load(self) -> type[Ruleset]:
        return self._title


@contextmanager
def registered_titles(*titles: type[Ruleset], alone: bool = False) -> Iterator[None]:
    """Makes these titles known to the registry, beside the installed ones or `alone`, until the block is left."""

    def found(**selection: Any) -> list[Any]:
        return [*([] if alone else entry_points(**selection)), *(Entry(title) for title in titles)]

    registry.all_rulesets.cache_clear()
    try:
        with mock.patch.object(registry, "entry_points", found):
            yield
    finally:
        registry.all_rulesets.cache_clear()


def get_ruleset(key: str) -> Ruleset:
    """A title for tests, or an installed one."""
    return TEST_TITLES[key] if key in TEST_TITLES else registry.get_ruleset(key)
