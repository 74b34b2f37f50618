"""Yields a public record of a finished game of Bids."""

from __future__ import annotations

import pytest

from tests.replays.games import played_game, record_of


@pytest.fixture
def record(bids_registered: None) -> bytes:
    return record_of(*played_game())
