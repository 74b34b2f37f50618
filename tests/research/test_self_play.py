"""The example that learns by itself, for a moment; docs/research.md has the figures of a whole run."""

from __future__ import annotations

import pytest

from tests.scripts import script


@pytest.mark.filterwarnings("ignore")
def test_a_policy_learns_from_the_choices_of_winners_and_plays_legally() -> None:
    example = script("examples/self_play.py")
    policy = example.train(rounds=1, games=6, seed=1)
    assert policy._is_fitted
    assert -1 <= example.against_random(policy, games=3, seed=1) <= 1
