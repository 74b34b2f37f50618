"""
A hint follows from what its player sees: it is the same, byte for byte, in two worlds that the player cannot tell
apart (`worlds.py`). So it is not keyed by the seed, and no search looks under a card.
"""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.domain.viewers import seat_viewer
from tests.leaks.questions import answer
from tests.leaks.worlds import World, other_world, played

ACTIONS = (2, 9, 21)
BRIEF = {"runebound": {"round_limit": 8}}
ME = seat_viewer(0)


def hint(world: World) -> Any:
    """The whole answer, and the log lines."""
    return answer(world, ME, ("GET", f"/v1/games/{world.game}/hint", None, {}))


def until_it_is_my_turn(world: World) -> bool:
    """Lets the bots move until only the player owes a decision, with a choice. Returns False if that does not come."""
    playing = world.app.extensions["delvebook"].use.playing
    for _ in range(80):
        whole = world.whole()
        if whole.lifecycle.is_over:
            return False
        table = whole.get_table()
        others = [seat for seat in table.to_act() if seat != 0]
        if others:
            playing.play_bot(whole.id, seat=others[0], decision=table.decisions[others[0]])
        elif len(table.legal(0)) > 1:
            return True
        else:
            world.people[0].acts(world.game)
    return False


@pytest.mark.parametrize("searched", sorted(one.id for one in all_rulesets().values()))
def test_a_hint_is_the_same_in_worlds_that_the_player_cannot_tell_apart(searched: str) -> None:
    ruleset = get_ruleset(searched)
    seats = max(ruleset.seats_min, min(2, ruleset.seats_max))
    compared = differed = 0
    for number, actions in enumerate(ACTIONS):
        with played(
            searched, seats=seats, players=1, options=BRIEF.get(searched, {}), actions=actions, seed=f"hint/{number}"
        ) as world:
            if not until_it_is_my_turn(world):
                continue
            with other_world(world, ME, seed=f"hint/{number}") as other:
                first, second = hint(world), hint(other)
                differed += world.whole().get_table().state != other.whole().get_table().state
                assert world.whole().seed != other.whole().seed
        assert first[0]["status"] == 200, first
        assert first == second
        compared += 1

    assert compared
    assert differed or searched == "runebound", "the comparison is useful only if the worlds differ"
