"""A public record of a finished game of Bids, for every test here that asks for one."""

from __future__ import annotations

import pytest

from tests.replays.games import played_game, record_of


@pytest.fixture
def record(bids_registered: None) -> bytes:
    return record_of(*played_game())
