"""A registry with a title for tests beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from domain.rulesets import registry

HOARD = EntryPoint(name="hoard", value="tests.replays.hoard:Hoard", group=registry.GROUP)


@pytest.fixture
def hoard_registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    found = registry.entry_points(group=registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [*found, HOARD])
    registry.all_rulesets.cache_clear()
    yield
    registry.all_rulesets.cache_clear()
