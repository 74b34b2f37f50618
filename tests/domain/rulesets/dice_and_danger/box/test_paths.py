"""Distances between the places of a map."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dice_and_danger.box.paths import distances

LINE = {"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"], "island": []}
"""Four places in a row, and one that no way leads to."""


@pytest.mark.parametrize(
    ("starts", "limits", "found"),
    [
        (["a"], {}, {"a": 0, "b": 1, "c": 2, "d": 3}),
        (["a", "d"], {}, {"a": 0, "d": 0, "b": 1, "c": 1}),
        (["a"], {"first": 1}, {"a": 1, "b": 2, "c": 3, "d": 4}),
        (["a"], {"farthest": 2}, {"a": 0, "b": 1, "c": 2}),
        (["a"], {"first": 2, "farthest": 3}, {"a": 2, "b": 3}),
        (["island"], {}, {"island": 0}),
        ([], {}, {}),
    ],
)
def test_a_place_is_as_far_as_the_fewest_steps_from_any_start(
    starts: list[str], limits: dict[str, int], found: dict[str, int]
) -> None:
    assert distances(starts, LINE.__getitem__, **limits) == found
