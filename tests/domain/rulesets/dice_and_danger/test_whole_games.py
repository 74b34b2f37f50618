"""Whole games end within the bound that the rules imply."""

from __future__ import annotations

import pytest

from delvebook.domain.playout import play_through, seed_of
from tests.domain.rulesets.dice_and_danger.tables import RULES

GREEDY, RANDOM = RULES.bot("greedy"), RULES.bot("random")


@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
def test_games_of_greedy_bots_end_with_the_last_monster_within_the_bound(adventure: str) -> None:
    table = play_through(RULES, {"adventure": adventure}, bots=[GREEDY] * 3, seed=seed_of(f"ends/{adventure}"))

    assert table.outcome is not None
    assert table.outcome.reason == "last_monster"
    assert table.state["round"] <= 59


def test_a_solo_game_ends_within_its_bound() -> None:
    for kind in (RANDOM, GREEDY):
        table = play_through(RULES, {}, bots=[kind], seed=seed_of("solo bound"))
        assert table.state["round"] <= 118
