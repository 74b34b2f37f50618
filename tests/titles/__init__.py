"""
Titles that exist for tests alone: small, honest, and held to the same contract.

They are not installed. `registered_titles` makes them known for the time of a test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final
from unittest import mock

from delvebook.domain.ruleset import Ruleset
from delvebook.domain.rulesets import registry
from tests.titles.bids import Bids

TEST_TITLES: Final[Mapping[str, Ruleset]] = MappingProxyType({"bids@1": Bids()})


@cache
def _made(title: type[Ruleset]) -> Ruleset:
    """The one instance of a title: catalogues, documents and judges are kept for each, and take megabytes."""
    return title()


class Entry:
    """An entry point of a title, as an installed package would bring it."""

    def __init__(self, title: type[Ruleset]) -> None:
        self._title = title

    def load(self) -> Callable[[], Ruleset]:
        return partial(_made, self._title)


@cache
def _installed(**selection: str) -> tuple[Entry, ...]:
    return tuple(Entry(entry.load()) for entry in entry_points(**selection))


def _forget() -> None:
    registry.all_rulesets.cache_clear()
    registry._named_for.cache_clear()


@contextmanager
def registered_titles(*titles: type[Ruleset], alone: bool = False) -> Iterator[None]:
    """Makes these titles known to the registry, beside the installed ones or `alone`, until the block is left."""

    def found(**selection: str) -> list[Entry]:
        return [*([] if alone else _installed(**selection)), *(Entry(title) for title in titles)]

    _forget()
    try:
        with mock.patch.object(registry, "entry_points", found):
            yield
    finally:
        _forget()
        if registry.entry_points is entry_points:  # There is no such block around this one.
            with mock.patch.object(registry, "entry_points", _installed):
                registry.all_rulesets()


def get_ruleset(key: str) -> Ruleset:
    """A title for tests, or an installed one."""
    return TEST_TITLES[key] if key in TEST_TITLES else registry.get_ruleset(key)
