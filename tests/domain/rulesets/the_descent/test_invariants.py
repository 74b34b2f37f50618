"""States that no play can reach are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.rulesets.the_descent.invariants import broken_invariants
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, at


def cave() -> Cave:
    """A position that keeps every invariant: two seats, a coin, a hunting dragon and a spider with its web."""
    made = Cave((5, 8), (4, 2), closed=("r6c1",)).kit(0, "rope").drawn(0, "key", "map").token("coin", (7, 8))
    return made.creature("dragon", (6, 10), hunts=0).creature("spider", (7, 13), web="r4c2")


def set_to(*path: Any, value: Any) -> Callable[[Any], None]:
    """A change of one part of a state."""

    def change(state: Any) -> None:
        for key in path[:-1]:
            state = state[key]
        state[path[-1]] = value

    return change


def test_the_position_they_start_from_keeps_every_invariant() -> None:
    assert list(broken_invariants(CONTENT, cave().state)) == []


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (set_to("places", 0, "tile", value="T01"), "tiles lies in exactly one place"),
        (set_to("discard", value=["rope"]), "40 equipment cards"),
        (set_to("deck", 0, 1, value=30), "share an envelope"),
        (set_to("gone", value={"coin": 1}), "24 exploration tokens"),
        (set_to("field", 0, value="............"), "what its tile shows"),
        (set_to("tokens", 0, "cell", value=at((5, 9))), "a token lies in an empty cell"),
        (set_to("creatures", 0, "cell", value=at((5, 9))), "a creature is in an empty cell"),
        (set_to("creatures", 0, "marker", value={"on": "tile", "place": 15, "seat": 0}), "a target marker is"),
        (set_to("web", value=None), "the web lies"),
        (set_to("seats", 0, "health", value=0), "at least 1 health"),
        (set_to("seats", 0, "points", value=-1), "0 points"),
        (set_to("seats", 1, "cell", value=at((5, 9))), "no character is inside rock"),
        (set_to("seats", 1, "arrived", value=True), "on a bottom tile"),
        (set_to("seats", 0, "rests", value=[at((5, 8)), at((5, 8))]), "last two different resting cells"),
        (set_to("seats", 0, "rests", value=[at((5, 8)), 0]), "a cell of a tile"),
        (set_to("phase", value="lunch"), "one of its phases"),
        (set_to("active", value=None), "during turns only"),
        (set_to("ended", value="all_arrived"), "says why it ended"),
        (set_to("turn", "endurance", value=6), "endurance is 0 to 5"),
        (set_to("agenda", value=[{"do": "dance"}]), "has a handler"),
        (set_to("window", value=None), "a window is open"),
        (set_to("turn", "over", value=True), "the active seat has to act"),
        (set_to("pending", value={"type": "end_turn", "seat": 0}), "can be answered by its owner"),
        (set_to("tokens", 0, "moving", value=True), "nothing is under way"),
        (set_to("seats", 1, "cell", value=at((6, 4))), "every character stands"),
        (set_to("seats", 1, "cell", value=None), "every character is on the field"),
        (set_to("seats", 1, "rests", value=[]), "remembers where it rests"),
    ],
)
def test_a_state_that_breaks_a_rule_is_refused(change: Callable[[Any], None], word: str) -> None:
    state = cave().state
    change(state)

    assert any(word in problem for problem in broken_invariants(CONTENT, state))
    with pytest.raises(BrokenRuleError, match="the-descent@1"):
        RULESET.check(state)
