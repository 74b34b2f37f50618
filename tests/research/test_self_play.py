"""The example that learns by itself, for a moment; docs/research.md has the figures of a whole run."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "self_play.py"


@pytest.mark.filterwarnings("ignore")
def test_a_policy_learns_from_the_choices_of_winners_and_plays_legally() -> None:
    found = importlib.util.spec_from_file_location("self_play", EXAMPLE)
    assert found is not None
    assert found.loader is not None
    example = importlib.util.module_from_spec(found)
    found.loader.exec_module(example)
    policy = example.train(rounds=1, games=6, seed=1)
    assert policy._is_fitted
    assert -1 <= example.against_random(policy, games=3, seed=1) <= 1
