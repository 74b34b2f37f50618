"""A registry with a title for tests beside the real ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture
def bids_registered() -> Iterator[None]:
    with registered_titles(Bids):
        yield
