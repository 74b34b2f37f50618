"""Positions by name. The sentences of `sentences.json` are told to seat 0 in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.domain.rulesets.dice_and_danger.tables import act, game, sheet, solo, take


def _goose_bleeds(*, seats: int = 2) -> dict[str, Any]:
    """Animals, 10 and 2: three of the goose's four health boxes are crossed, and the heron has fallen from afar."""
    state = game(
        sheet(visited=["c01", "c02"], damage={"goose": 3}, beaten=["heron"]), seats=seats, dice=(4, 6, 1, 1, 6)
    )
    take(state, 0)
    return state


def _goose_is_known() -> dict[str, Any]:
    """The same, but seat 1 has beaten the goose."""
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3})
    state = game(hero, sheet(beaten=["goose"]), dice=(4, 6, 1, 1, 6))
    take(state, 0)
    return state


def _skipping(**marks: Any) -> dict[str, Any]:
    state = game(sheet(visited=["c14", "c38"], **marks))
    take(state, 0)
    return state


def _solo_after_a_hit() -> dict[str, Any]:
    state = solo(sheet(visited=["c39", "c43"]), dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="mole")
    return state


def _solo_without_damage() -> dict[str, Any]:
    state = solo(sheet(visited=["c14", "c38"]))
    take(state, 0)
    return state


def _at_pat(*, strikes: bool, damage: int = 0) -> dict[str, Any]:
    marks = {"damage": {"pat": damage}} if damage else {}
    state = game(sheet("dinosaurs", visited=["c23", "c22"], **marks), adventure="dinosaurs", dice=(2, 3, 2, 4, 6))
    take(state, 0)
    if strikes:
        act(state, 0, "attack_armoured", room="pat")
    return state


def _lit(**marks: Any) -> dict[str, Any]:
    visited = marks.pop("visited", ["c07", "c14", "c18", "c24"])
    hero = sheet("cultists", visited=visited, abilities=["torches"], **marks)
    return game(hero, adventure="cultists", dice=(1, 3, 1, 2, 6))


def _lit_after_the_pairs() -> dict[str, Any]:
    hero = sheet("cultists", visited=["c07", "c14", "c18", "c24"], abilities=["torches"])
    state = game(hero, adventure="cultists")
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c12")
    act(state, 0, "visit", pair=1, cell="c54")
    return state


def _chosen(adventure: str, dice: tuple[int, ...], *visited: str, **marks: Any) -> dict[str, Any]:
    state = game(sheet(adventure, visited=list(visited), **marks), adventure=adventure, dice=dice)
    take(state, 0)
    return state


POSITIONS: Final[Mapping[str, Callable[[], dict[str, Any]]]] = {
    "active, before the pairs": lambda: game(sheet(), dice=(2, 4, 3, 5, 1)),
    "passive, before the pairs": lambda: game(sheet(), dice=(2, 4, 3, 5, 1), active=1),
    "solo, before the pairs": lambda: solo(sheet(symbols=1), dice=(2, 4, 3, 5, 1)),
    "the goose bleeds": _goose_bleeds,
    "the goose was beaten by others": _goose_is_known,
    "before the fist 4 beside the mole": lambda: _chosen("animals", (2, 2, 3, 5, 1), "c39", "c43", "c47"),
    "before the gem 2 of the animals": lambda: _chosen(
        "animals", (1, 1, 3, 5, 1), "c08", "c07", "c12", "c17", "c28", "c29", "c30", beaten=["heron"]
    ),
    "before the gold 4 of the animals": lambda: _chosen("animals", (1, 3, 3, 5, 1), "c38"),
    "before a chest": lambda: _chosen("dinosaurs", (1, 2, 1, 1, 6), "c68", "c67"),
    "before a claw": lambda: _chosen("dinosaurs", (4, 5, 1, 1, 6), "c47"),
    "before untouched rubble": lambda: _chosen("cultists", (4, 5, 1, 1, 6), "c07"),
    "before half-cleared rubble": lambda: _chosen("cultists", (4, 5, 1, 1, 6), "c07", rubble=["c14"]),
    "before the gate": lambda: _chosen("pyramid", (5, 6, 1, 1, 6), "c34", "c27", "c28", beaten=["brute"]),
    "before a cloud": lambda: _chosen("pyramid", (5, 6, 1, 1, 6), "c65"),
    "with equal pairs": lambda: _chosen("animals", (1, 1, 1, 1, 6)),
    "before doubles": lambda: _chosen("animals", (1, 1, 3, 5, 1), "c20", "c21"),
    "a coil bleeds": lambda: _chosen("pyramid", (2, 4, 1, 1, 6), "c61", "c54", "c47", damage={"front_coil": 2}),
    "the boss bleeds": lambda: _chosen(
        "animals",
        (1, 5, 1, 1, 6),
        "c08",
        "c07",
        "c12",
        "c17",
        "c28",
        "c27",
        "c26",
        damage={"thunderpaw": 8},
        beaten=["heron"],
    ),
    "beside the mole": lambda: _chosen("animals", (3, 4, 1, 1, 6), "c39", "c43"),
    "nothing to use": _skipping,
    "solo, after a hit": _solo_after_a_hit,
    "solo, the goose bleeds": lambda: _goose_bleeds(seats=1),
    "solo, without damage": _solo_without_damage,
    "before a strike": lambda: _at_pat(strikes=False),
    "before the second half of a strike": lambda: _at_pat(strikes=True, damage=2),
    "with two torches": _lit,
    "with two torches, after the pairs": _lit_after_the_pairs,
    "beside a room beaten from afar": lambda: _chosen("animals", (5, 6, 1, 1, 6), "c08", beaten=["heron"]),
    "beside the usher, with two torches": lambda: _lit(visited=["c07", "c14", "c18", "c24", "c25"]),
    "beside the usher, with one torch": lambda: _lit(torches=1),
}
