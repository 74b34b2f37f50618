"""Whole states for a view: the rules decide what may be invented for what the viewer cannot know."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.bots import Action
from delvebook.domain.canonical import jcs
from delvebook.domain.ruleset import copy_state
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import (
    ADVENTURES,
    RULES,
    WHITES,
    act,
    before_clouds,
    game,
    greedy_game,
    play,
    sheet,
)

Step = tuple[str, dict[str, Any]]


@pytest.mark.parametrize("adventure", ADVENTURES)
@pytest.mark.parametrize("seats", [1, 4])
def test_worlds_invented_from_a_view_look_the_same_to_that_viewer(adventure: str, seats: int) -> None:
    """In greedy games, which have the torches, chests and strikes that random games hardly reach."""
    differ = 0
    for index, (table, _) in enumerate(greedy_game(adventure, seats, f"worlds/{adventure}")):
        if index % 9 or table.outcome is not None:
            continue
        for viewer in (SPECTATOR, seat_viewer(seats - 1)):
            view = RULES.view(table.state, viewer)
            world = RULES.determinize(copy_state(view), chance=Tape(b"%d" % index))
            RULES.check(world)
            assert jcs(RULES.view(world, viewer)) == jcs(view)
            assert RULES.to_act(world) == RULES.to_act(table.state)
            differ += jcs(world) != jcs(table.state)
    assert differ


def test_a_world_has_as_many_cloud_numbers_as_the_viewer_saw_written() -> None:
    state = before_clouds(seats=3)
    for cell, number in (("c03", 8), ("c06", 3)):
        play(state, 1, {"type": "write_cloud", "cell": cell, "number": number})
    world = RULES.determinize(RULES.view(state, SPECTATOR), chance=Tape(b"guess"))

    RULES.check(world)
    assert [len(one["clouds"]) for one in world["sheets"]] == [0, 2, 0]
    assert jcs(RULES.view(world, SPECTATOR)) == jcs(RULES.view(state, SPECTATOR))


PAIRS: Step = ("pairs", {"pairs": WHITES})
LIT = ["c07", "c14", "c18", "c24"]
"""Cultists: a way through the chest c24."""


def by_torchlight() -> dict[str, Any]:
    return game(sheet("cultists", visited=LIT, abilities=["torches"]), adventure="cultists")


def near_chest() -> dict[str, Any]:
    """Dinosaurs; the chest c66 is beside c67."""
    return game(sheet("dinosaurs", visited=["c68", "c67"]), adventure="dinosaurs", dice=(1, 2, 1, 1, 6))


def one_chest_left(*visited: str, **marks: Any) -> dict[str, Any]:
    """Dinosaurs: the chest c19 was opened for torches. The other, c66, lies at the end of a way: c68 (start), c67."""
    return sheet(
        "dinosaurs",
        visited=["c16", "c17", "c18", "c19", *visited],
        beaten=["bess"],
        abilities=["torches"],
        **{"torches": 0, "symbols": 0, **marks},
    )


TURNS: dict[str, tuple[Callable[[], dict[str, Any]], list[Step]]] = {
    "both pairs skipped": (
        lambda: game(sheet(visited=["c14", "c38"])),
        [PAIRS, ("skip", {"pair": 0}), ("skip", {"pair": 1})],
    ),
    "both pairs used": (
        game,
        [PAIRS, ("visit", {"pair": 0, "cell": "c38"}), ("visit", {"pair": 1, "cell": "c14"})],
    ),
    "torches kept": (
        by_torchlight,
        [PAIRS, ("visit", {"pair": 0, "cell": "c12"}), ("visit", {"pair": 1, "cell": "c54"}), ("done", {})],
    ),
    "torches spent": (
        by_torchlight,
        [
            ("torch_visit", {"cell": "c25"}),
            ("torch_visit", {"cell": "c29"}),
            PAIRS,
            ("visit", {"pair": 0, "cell": "c12"}),
            ("visit", {"pair": 1, "cell": "c54"}),
        ],
    ),
    "a chest without torches": (
        near_chest,
        [
            PAIRS,
            ("visit", {"pair": 0, "cell": "c66"}),
            ("ability", {"ability": "extra_life"}),
            ("visit", {"pair": 1, "cell": "c59"}),
        ],
    ),
    "a chest with torches": (
        near_chest,
        [
            PAIRS,
            ("visit", {"pair": 0, "cell": "c66"}),
            ("ability", {"ability": "torches"}),
            ("torch_visit", {"cell": "c58"}),
            ("visit", {"pair": 1, "cell": "c59"}),
            ("done", {}),
        ],
    ),
    "a chest at the end of two visits": (
        lambda: game(one_chest_left("c68"), adventure="dinosaurs", dice=(2, 6, 1, 2, 6), active=1),
        [
            PAIRS,
            ("visit", {"pair": 0, "cell": "c67"}),
            ("visit", {"pair": 1, "cell": "c66"}),
            ("ability", {"ability": "extra_life"}),
        ],
    ),
    "a chest at the end of a way from a start cell": (
        lambda: game(one_chest_left(torches=1), adventure="dinosaurs", dice=(6, 6, 1, 2, 6), active=1),
        [
            PAIRS,
            ("visit", {"pair": 0, "cell": "c68"}),
            ("torch_visit", {"cell": "c67"}),
            ("visit", {"pair": 1, "cell": "c66"}),
            ("ability", {"ability": "extra_life"}),
        ],
    ),
    "a chest beyond an open room": (
        lambda: game(sheet(visited=["c39"], beaten=["mole"]), dice=(1, 2, 1, 1, 6), active=1),
        [
            PAIRS,
            ("visit", {"pair": 0, "cell": "c44"}),
            ("ability", {"ability": "extra_life"}),
            ("visit", {"pair": 1, "cell": "c38"}),
        ],
    ),
    "a chest that a torch opens one way of several": (
        lambda: game(one_chest_left("c68", torches=1), adventure="dinosaurs", dice=(1, 2, 1, 3, 6), active=1),
        [
            PAIRS,
            ("torch_visit", {"cell": "c67"}),
            ("visit", {"pair": 0, "cell": "c66"}),
            ("ability", {"ability": "extra_life"}),
            ("visit", {"pair": 1, "cell": "c58"}),
        ],
    ),
}
"""Turns of every length: the game, and the steps of seat 0, the last of which finishes its round."""


@pytest.mark.parametrize("name", TURNS)
def test_a_world_is_found_after_each_step_of_a_turn_that_others_cannot_see(name: str) -> None:
    made, script = TURNS[name]
    state: Any = made()

    for step, parameters in script:
        act(state, 0, step, **parameters)
        view = RULES.view(state, seat_viewer(1))
        for chance in (b"one", b"two", b"three"):
            world = RULES.determinize(copy_state(view), chance=Tape(chance))
            RULES.check(world)
            assert jcs(RULES.view(world, seat_viewer(1))) == jcs(view)
    assert RULES.to_act(state) == [1]


@pytest.mark.clause("DD-047")
def test_a_dead_seat_has_no_turn_in_any_world() -> None:
    state = game(sheet(alive=False), sheet(), seats=2, active=1)

    world = RULES.determinize(RULES.view(state, seat_viewer(1)), chance=Tape(b"dead"))

    assert world == state


def test_an_arbiters_view_is_enough_to_restore_the_state() -> None:
    for index, (table, _) in enumerate(greedy_game("cultists", 2, "arbiter")):
        if index % 11 == 0:
            world = RULES.determinize(RULES.view(table.state, ARBITER), chance=Tape(b"nothing"))
            assert jcs(world) == jcs(table.state)


def test_a_world_is_found_for_a_turn_as_long_as_turns_get() -> None:
    """A turn of six steps, with a chest and its two torches, is rare; the search must find one."""
    lit = sheet(
        "cultists",
        visited=["c07", "c14", "c18", "c24", "c25", "c29", "c36", "c37"],
        abilities=["extra_life"],
    )
    state = game(lit, sheet("cultists"), adventure="cultists", dice=(5, 6, 1, 3, 1), seats=3)
    script: list[Action] = [
        {"step": "pairs", "pairs": WHITES},
        {"step": "visit", "pair": 0, "cell": "c41"},
        {"step": "ability", "ability": "torches"},
        {"step": "torch_visit", "cell": "c42"},
        {"step": "visit", "pair": 1, "cell": "c45"},
        {"step": "torch_visit", "cell": "c46"},
    ]
    for made, action in enumerate(script, start=1):
        act(state, 0, action["step"], **{key: value for key, value in action.items() if key != "step"})
        for chance in (b"one", b"two", b"three"):
            view = RULES.view(state, seat_viewer(2))
            world = RULES.determinize(view, chance=Tape(chance))
            RULES.check(world)
            assert len(world["turns"][0]["steps"]) == made
            assert jcs(RULES.view(world, seat_viewer(2))) == jcs(view)
    assert 0 not in RULES.to_act(state)
