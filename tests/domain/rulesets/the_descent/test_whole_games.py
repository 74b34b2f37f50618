"""Properties of whole games."""

from __future__ import annotations

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.the_descent.box.cells import PLACES
from tests.domain.rulesets.the_descent.tables import RULESET


@pytest.mark.clause("TD-175", "TD-113")
def test_points_come_from_nothing_else_over_whole_games() -> None:
    """The points told add up to the points of every seat."""
    totals: dict[int, int] = {}
    whys: dict[str, bool] = {}

    def watch(table, step) -> None:  # type: ignore[no-untyped-def]
        for fact in step.body.data["facts"]:
            seat = fact.get("seat")
            if fact["type"] == "points_gained":
                totals[seat] = totals.get(seat, 0) + fact["points"]
                whys[fact["why"]] = True
            elif fact["type"] == "points_lost":
                totals[seat] -= fact["points"]
            elif fact["type"] == "character_died":
                totals[seat] = 0
        for seat, own in enumerate(table.state["seats"]):
            assert own["points"] == totals.setdefault(seat, 0)

    for seed in range(3):
        totals.clear()
        play_through(RULESET, {"round_limit": 20}, bots=[random_bot] * 4, seed=seed_of(f"pts/{seed}"), on_step=watch)
    assert set(whys) <= {"tile", "coin", "chest", "creature", "cards"}
    assert "tile" in whys


@pytest.mark.clause("TD-008")
def test_no_open_tile_changes_in_a_whole_game() -> None:
    shown: dict[int, tuple[str, int]] = {}

    def watch(table, step) -> None:  # type: ignore[no-untyped-def]
        for place, entry in enumerate(table.state["places"]):
            if entry["open"]:
                assert shown.setdefault(place, (entry["tile"], entry["turns"])) == (entry["tile"], entry["turns"])
            else:
                assert place not in shown, PLACES[place]

    play_through(RULESET, {"round_limit": 20}, bots=[random_bot] * 3, seed=seed_of("tiles"), on_step=watch)
    assert len(shown) > 3
