"""Whole games of greedy heroes."""

from __future__ import annotations

import pytest

from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.runebound.bots.greedy import greedy_bot
from delvebook.domain.table import Table
from tests.domain.rulesets.runebound.tables import RULESET


@pytest.mark.parametrize(("seats", "seed"), [(1, "a"), (2, "b"), (4, "c")])
@pytest.mark.long
def test_greedy_heroes_finish_a_game_by_runes_or_by_margath(seats: int, seed: str) -> None:
    def check(game: Table, step: object) -> None:
        RULESET.check(game.state)

    game = play_through(RULESET, {}, bots=[greedy_bot] * seats, seed=seed_of(f"greedy/{seed}"), on_step=check)

    assert game.outcome is not None
    assert game.outcome.reason in ("three_runes", "margath_killed")
    assert len(game.outcome.winners) == 1


@pytest.mark.parametrize("options", [{"dice": "2d10"}, {"xp_cost": 3}, {"raise_life_stamina": False}])
def test_greedy_heroes_finish_under_other_options(options: dict[str, object]) -> None:
    game = play_through(RULESET, options, bots=[greedy_bot] * 2, seed=seed_of("greedy/options"))

    assert game.outcome is not None
    assert game.outcome.reason in ("three_runes", "margath_killed")
