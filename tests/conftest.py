"""Fixtures for every suite."""

from __future__ import annotations

import gc
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from tests.servers import postgres_server, postgres_url, redis_server, store
from tests.titles import registered_titles
from tests.titles.bids import Bids

__all__ = ["postgres_server", "postgres_url", "redis_server", "store"]

MEBIBYTES_MAX: Final = 1536
"""For one process of the suite, of which `make test` has two."""

# No test judges by the wall clock.
# In CI the examples are the same every time; elsewhere a failure prints how to repeat it.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("house-ci", settings.get_profile("house"), derandomize=True)
settings.load_profile("house-ci" if "CI" in os.environ else "house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if any(word in item.name for mark in item.iter_markers("long_for") for word in mark.args):
            item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    # Thousands of collected tests live to the end. While the collector counts them, it seldom looks for the
    # garbage of those that are over, and takes long when it does.
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def memory_is_bounded() -> Iterator[None]:
    """Fails the last test of a process that has taken more memory than it may. Linux alone tells how much it was."""
    yield
    status = Path("/proc/self/status")
    taken = re.search(r"^VmHWM:\s+(\d+) kB$", status.read_text() if status.exists() else "", re.MULTILINE)
    assert taken is None or int(taken[1]) <= MEBIBYTES_MAX * 1024, f"this process has taken {int(taken[1]) // 1024} MiB"


@pytest.fixture
def bids_registered() -> Iterator[None]:
    """A registry with a title for tests beside the real ones."""
    with registered_titles(Bids):
        yield
