"""What tests of several projections begin with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.titles import registered_titles
from tests.titles.bids import Bids


@pytest.fixture
def bids() -> Iterator[None]:
    """The title `bids`, registered."""
    with registered_titles(Bids):
        yield
