"""
What an action promises, in the worked examples of the rules and beside them.

Each row was worked out from the rulebook. `tests/contract/test_promises.py` holds promises against whole games.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.phrases import Voice
from delvebook.domain.rulesets.the_descent.words.seen import point_of
from delvebook.domain.rulesets.the_descent.words.stakes import acting_seat
from tests.domain.rulesets.the_descent.tables import RULESET, Cave

DIES = "the character dies, loses all points (0) and cards (0), and starts again at the top"
ENDS = "the turn ends"


def promised(cave: Cave, seat: int, type_: str, **parameters: Any) -> list[str]:
    """What the action promises the seat, each promise by its words."""
    action = {"type": type_, **parameters}
    assert action in RULESET.legal(cave.state, seat)
    sentence = RULESET.tell_action(action, Voice("en", ("Anna", "Boris")), view=cave.view(seat))
    _, _, stakes = sentence.partition(": ")
    return stakes.removesuffix(".").split("; ") if stakes else []


def in_the_last_round(cave: Cave) -> Cave:
    cave.state["options"]["round_limit"] = cave.state["round"] = 20
    return cave


STEP_LEFT, STEP_RIGHT = {"type_": "step", "dir": "left"}, {"type_": "step", "dir": "right"}
JUMP_LEFT = {"type_": "jump", "dir": "left"}


@pytest.mark.parametrize(
    ("made", "action", "told"),
    [
        pytest.param(
            lambda: Cave((5, 1), (4, 2)),
            STEP_RIGHT,
            ["the character falls 4 cells to (6, 5)", "the fall costs 1 health", ENDS],
            marks=pytest.mark.clause("TD-041", "TD-052", "TD-054"),
            id="a step into a fall of 4",
        ),
        pytest.param(
            lambda: Cave((5, 1), (4, 2), only=("r1c2",)),
            STEP_RIGHT,
            ["opens the middle tile of level 2 (+1 point)", ENDS],
            marks=pytest.mark.clause("TD-060", "TD-063", "TD-064"),
            id="a fall that opens a tile before it costs anything",
        ),
        pytest.param(
            lambda: Cave((8, 8), (4, 2), closed=("r4c3",)).kit(0, "rope"),
            {"type_": "use_rope", "cell": [10, 7]},
            ["opens the right tile of level 4 (+1 point)", "the fall costs at least 1 health", ENDS],
            marks=pytest.mark.clause("TD-064", "TD-052"),
            id="a fall of 4 already that goes on into a face-down tile",
        ),
        pytest.param(
            lambda: Cave((8, 8), (4, 2), closed=("r4c3",)).kit(0, "rope").have(0, health=1, points=6),
            {"type_": "use_rope", "cell": [10, 7]},
            [
                "opens the right tile of level 4 (+1 point)",
                "the character dies, loses all points (7) and cards (0), and starts again at the top",
                ENDS,
            ],
            marks=pytest.mark.clause("TD-064", "TD-112"),
            id="the same with the last health: the new point is lost as well",
        ),
        pytest.param(
            lambda: Cave((5, 5), (4, 2)).token("chest", (6, 5)),
            STEP_RIGHT,
            [
                "the thin rock at (6, 6) gives way",
                "the character falls 6 cells to (6, 12)",
                "the fall costs 2 health",
                ENDS,
            ],
            marks=pytest.mark.clause("TD-070", "TD-071"),
            id="thin rock that does not carry a chest and a character",
        ),
        pytest.param(
            lambda: Cave((5, 5), (4, 2)).token("coin", (6, 5)),
            STEP_RIGHT,
            ["takes the coin (+2 points)"],
            marks=pytest.mark.clause("TD-076"),
            id="a coin is taken before the weight counts",
        ),
        pytest.param(
            lambda: Cave((7, 8), (4, 2)).creature("monster", (5, 8)),
            JUMP_LEFT,
            [
                "the monster hunts you on the way",
                "meets the monster at (5, 8)",
                "that costs 1 health and all endurance left",
                "the monster throws the character back to (6, 7)",
                "the character falls 5 cells to (6, 12)",
                "the fall costs 1 health",
                ENDS,
            ],
            marks=pytest.mark.clause("TD-168", "TD-131"),
            id="thrown back by the monster into a fall",
        ),
        pytest.param(
            lambda: Cave((6, 12), (4, 2)).dig((5, 22)),
            STEP_LEFT,
            ["the character falls 15 cells to (5, 27)", DIES, ENDS],
            marks=pytest.mark.clause("TD-055", "TD-172"),
            id="10 cells or more kill",
        ),
        pytest.param(
            lambda: Cave((8, 23), (4, 25)).have(1, arrived=True).have(0, points=3),
            STEP_LEFT,
            [
                "the character falls 4 cells to (7, 27)",
                "the fall costs 1 health",
                "reaches the bottom, without cards in hand",
                "the game ends",
            ],
            marks=pytest.mark.clause("TD-170", "TD-171", "TD-173"),
            id="the last arrival ends the game and costs no point",
        ),
        pytest.param(
            lambda: Cave((8, 8), (4, 25), closed=("r3c2",)).have(1, arrived=True),
            STEP_LEFT,
            [
                "opens the middle tile of level 3 (+1 point)",
                ENDS,
                "loses 1 point, as another character is down already",
            ],
            marks=pytest.mark.clause("TD-035", "TD-060"),
            id="the point for the tile is lost by the late turn",
        ),
        pytest.param(
            lambda: in_the_last_round(Cave((4, 8), (4, 25)).have(1, arrived=True).have(0, points=3)),
            {"type_": "end_turn"},
            ["loses 1 point, as another character is down already", "the game ends"],
            marks=pytest.mark.clause("TD-035", "TD-176"),
            id="the round limit ends the game after the last late turn",
        ),
        pytest.param(
            lambda: Cave((4, 8)).creature("dragon", (8, 8), hunts=0),
            {"type_": "end_turn"},
            ["the dragon attacks, which costs 1 health"],
            marks=pytest.mark.clause("TD-164", "TD-134"),
            id="the dragon flies along its line after the last turn of a round",
        ),
        pytest.param(
            lambda: Cave((4, 8)).creature("dragon", (8, 8), hunts=0).drawn(0, "shield"),
            {"type_": "end_turn"},
            ["without a card: the dragon attacks, which costs 1 health"],
            marks=pytest.mark.clause("TD-097", "TD-134"),
            id="the same with a shield",
        ),
        pytest.param(
            lambda: Cave((4, 8), (4, 2)).creature("dragon", (8, 8), hunts=0),
            {"type_": "end_turn"},
            [],
            marks=pytest.mark.clause("TD-147"),
            id="others have their turns before the creatures",
        ),
    ],
)
def test_what_is_sure_by_the_rules_is_promised(
    made: Callable[[], Cave], action: dict[str, Any], told: list[str]
) -> None:
    assert promised(made(), 0, **action) == told


@pytest.mark.clause("TD-085")
def test_a_promise_does_not_depend_on_what_the_seat_cannot_know() -> None:
    """Cards of others, face-down tiles and the stack differ; what is promised does not."""
    one = Cave((5, 5), (6, 5), closed=("r4c2",)).drawn(1, "shield").stack("coin")
    other = Cave((5, 5), (6, 5), closed=("r4c2",)).drawn(1, "map").stack("dragon")
    other.state["places"][10]["turns"] = 2

    for action in RULESET.legal(one.state, 0):
        assert RULESET.stakes(action, one.view(0)) == RULESET.stakes(action, other.view(0))


def test_the_seat_is_that_of_the_view_or_else_the_one_that_decides() -> None:
    view = Cave((5, 8), (4, 2)).view(1)

    assert acting_seat(view) == 1
    assert acting_seat({**view, "you": None}) == 0
    with pytest.raises(TypeError, match="no seat acts"):
        acting_seat({**view, "you": None, "active": None})


def test_only_a_cell_is_written_as_a_cell() -> None:
    assert point_of([5, 8]) == "(5, 8)"
    with pytest.raises(TypeError, match="not a cell"):
        point_of("here")


@pytest.mark.clause("TD-041", "TD-042")
@pytest.mark.parametrize(
    ("cave", "action", "cells"),
    [
        (lambda: Cave((5, 1), (4, 2)), STEP_RIGHT, [[6, 1]]),
        (lambda: Cave((7, 8), (4, 2)), JUMP_LEFT, [[5, 8]]),
        (lambda: Cave((8, 8), (4, 2)).kit(0, "rope"), {"type_": "use_rope", "cell": [10, 7]}, [[10, 7]]),
        (lambda: Cave((4, 8)), {"type_": "end_turn"}, []),
    ],
)
def test_a_move_promises_the_cell_that_it_names_before_any_fall(
    cave: Callable[[], Cave], action: dict[str, Any], cells: list[list[int]]
) -> None:
    made = cave()
    type_ = {"type": action["type_"], **{name: value for name, value in action.items() if name != "type_"}}
    found = [one for one in RULESET.stakes(type_, made.view(0)) if one.kind == "way"]

    assert [one.fact.fields["to_cell"] for one in found] == cells
