"""Fixtures every suite may use."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.servers import postgres_server, postgres_url, redis_server, store
from tests.titles import registered_titles
from tests.titles.bids import Bids

__all__ = ["postgres_server", "postgres_url", "redis_server", "store"]

# No test judges by the wall clock.
# In CI the examples are the same every time; elsewhere a failure tells how to repeat it.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("house-ci", settings.get_profile("house"), derandomize=True)
settings.load_profile("house-ci" if "CI" in os.environ else "house")


@pytest.fixture
def bids_registered() -> Iterator[None]:
    """A registry with a title for tests beside the real ones."""
    with registered_titles(Bids):
        yield
