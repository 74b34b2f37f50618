"""What a stored event costs stays as small as `docs/benchmarks.md` says."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.registry import all_rulesets
from tests.bench.rows import BEFORE, rows_of

STARTED_BYTES_MAX = {"runebound@1": 8_000}
"""A started game with all its seats."""


@pytest.mark.parametrize("title", all_rulesets())
def test_a_stored_game_is_less_than_two_fifths_of_its_json(title: str) -> None:
    rows = [(row.topic, len(plain), len(row.state)) for _, row, plain in rows_of([title], games=1, actions=8)]
    started = [one for one in rows if one[0] in BEFORE]
    acted = [one for one in rows if one[0] == "ActionTaken"]

    assert {topic for topic, _, _ in started} == set(BEFORE)
    assert sum(stored for *_, stored in started) < STARTED_BYTES_MAX.get(title, 5_000)
    for part in (started, acted):
        assert sum(stored for *_, stored in part) < 0.4 * sum(plain for _, plain, _ in part)
