"""
What a step promises, in positions where much is at stake.

Each row was worked out from the rulebook. `tests/contract/test_promises.py` holds promises against whole games.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from delvebook.domain.phrases import Voice
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.state import Action
from delvebook.domain.rulesets.dice_and_danger.words.stakes import stakes_of
from delvebook.domain.stakes import expect
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import RULES, act, game, sheet, solo, take


def promised(state: dict[str, Any], step: str, **parameters: Any) -> list[str]:
    """What the step promises seat 0, each promise by its words."""
    action = {"type": "mark", "step": step, **parameters}
    assert action in RULES.legal(state, 0)
    sentence = RULES.tell_action(action, Voice("en"), view=RULES.view(state, seat_viewer(0)))
    _, _, stakes = sentence.partition(": ")
    return stakes.removesuffix(".").split("; ") if stakes else []


def at_the_coil(**marks: Any) -> dict[str, Any]:
    """The front coil has 1 health box left, and Sandy 3. The pairs make 6, which hits the coil, and 2."""
    damage = {"front_coil": 2, "sandy": 15}
    way_to_chest = ["c33", "c26", "c12", "c08", "c07"] if "abilities" in marks else []
    hero = sheet("pyramid", visited=["c61", "c54", "c47", *way_to_chest], damage=damage, beaten=["baron"], **marks)
    state = game(hero, adventure="pyramid", dice=(2, 4, 1, 1, 6))
    take(state, 0)
    return state


FELLED = ["it is defeated and its room opens", "3 damage to Sandy, 0 health boxes left", "Sandy is defeated from afar"]
WON = ["8 gems as the first to defeat Sandy", "2 life lost to the hearts of Sandy"]


@pytest.mark.clause("DD-133", "DD-076", "DD-046")
@pytest.mark.parametrize(
    ("marks", "more"),
    [
        ({"lost": 7}, []),
        ({"lost": 8}, ["you die at the end of the round, unless you take Extra Life before"]),
        ({"lost": 8, "abilities": ["extra_life"], "extra": 1}, []),
        ({"lost": 8, "abilities": ["extra_life"], "extra": 0}, ["that costs you your last life: you die"]),
        ({"lost": 9, "abilities": ["extra_life"], "extra": 1}, ["that costs you your last life: you die"]),
    ],
)
def test_a_coil_that_fells_sandy_promises_her_gems_her_hearts_and_the_own_death(
    marks: dict[str, Any], more: list[str]
) -> None:
    assert promised(at_the_coil(**marks), "attack", pair=0, room="front_coil") == [*FELLED, *WON, *more]


@pytest.mark.clause("DD-133", "DD-072", "DD-077")
def test_sandy_costs_no_hearts_if_others_were_first() -> None:
    hero = sheet("pyramid", visited=["c61", "c54", "c47"], damage={"front_coil": 2, "sandy": 15}, lost=9)
    other = sheet("pyramid", beaten=["sandy", "front_coil"])
    state = game(hero, other, adventure="pyramid", dice=(2, 4, 1, 1, 6))
    take(state, 0)

    later = "6 gems from Sandy, because others were first"
    assert promised(state, "attack", pair=0, room="front_coil") == [*FELLED, later]


@pytest.mark.clause("DD-111", "DD-071", "DD-076")
def test_a_fist_promises_the_fall_of_every_monster_that_it_fells() -> None:
    hero = sheet(visited=["c39", "c43", "c47"], damage={"thunderpaw": 8, "goose": 3})
    state = game(hero, dice=(2, 2, 3, 5, 1))
    take(state, 0)

    assert promised(state, "visit", pair=0, cell="c48") == [
        "4 unlocked against Miffed Mole",
        "1 damage to every undefeated monster",
        "Grouchy Goose is defeated from afar",
        "Old Thunderpaw is defeated from afar",
        "2 gems as the first to defeat Grouchy Goose",
        "6 gems as the first to defeat Old Thunderpaw",
        "2 life lost to the hearts of Old Thunderpaw",
    ]


@pytest.mark.clause("DD-092")
@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (1, ["7 health boxes left"]),
        (2, ["6 health boxes left", "1 gem at the end of the game if Old Thunderpaw still stands"]),
        (3, ["5 health boxes left"]),
        (5, ["3 health boxes left", "2 gems at the end of the game if Old Thunderpaw still stands"]),
    ],
)
def test_every_third_damage_to_the_boss_promises_a_gem(before: int, expected: list[str]) -> None:
    way = ["c08", "c07", "c12", "c17", "c28", "c27", "c26"]
    state = game(sheet(visited=way, damage={"thunderpaw": before}, beaten=["heron"]), dice=(1, 5, 1, 1, 6))
    take(state, 0)

    assert promised(state, "attack", pair=0, room="thunderpaw") == expected


@pytest.mark.clause("DD-090")
def test_the_last_monster_promises_the_end_of_the_game() -> None:
    rooms = [room for room in CONTENT.dungeons["animals"].rooms if room != "goose"]
    state = game(sheet(visited=["c01", "c02"], damage={"goose": 3}, beaten=rooms), dice=(4, 6, 1, 1, 6))
    take(state, 0)

    ends = "the game ends after this round, because every monster has been defeated"
    assert promised(state, "attack", pair=0, room="goose")[-1] == ends


@pytest.mark.clause("DD-090", "DD-106")
@pytest.mark.parametrize(("seats", "reason"), [(1, "all_monsters"), (2, "last_monster")])
def test_the_end_that_the_last_monster_promises_has_its_reason(seats: int, reason: str) -> None:
    rooms = [room for room in CONTENT.dungeons["animals"].rooms if room != "goose"]
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3}, beaten=rooms)
    state = game(hero, seats=seats, dice=(4, 6, 1, 1, 6))
    take(state, 0)
    blow: Action = {"type": "mark", "step": "attack", "pair": 0, "room": "goose"}

    ends = [promise.fact for promise in stakes_of(blow, RULES.view(state, seat_viewer(0)))][-1]
    assert ends == expect("game_ended", reason=reason)


@pytest.mark.clause("DD-042")
def test_skipping_costs_a_life_for_each_pair() -> None:
    state = game(sheet(visited=["c14", "c38"]))
    take(state, 0)

    assert promised(state, "skip", pair=0) == ["1 life lost for skipping at the end of the round"]
    act(state, 0, "skip", pair=0)
    assert promised(state, "skip", pair=1) == ["2 life lost for skipping at the end of the round"]


NO_DAMAGE = "1 life lost if the round ends without damage"
LAST = "that costs you your last life: you die, and the game ends"


@pytest.mark.clause("DD-104", "DD-109")
@pytest.mark.parametrize(
    ("lost", "first", "second"),
    [
        (0, [], []),
        (8, ["then you die and the game ends, unless you take Extra Life before"], [LAST]),
    ],
)
def test_alone_a_round_without_damage_costs_a_life_beside_the_skipped_pairs(
    lost: int, first: Sequence[str], second: Sequence[str]
) -> None:
    """Two pairs skipped without damage cost 3 life: 1 for the round, 2 for the pairs."""
    state = solo(sheet(visited=["c14", "c38"], lost=lost))
    take(state, 0)
    unless = "1 life lost for skipping at the end of the round, unless you deal damage in it"

    assert promised(state, "skip", pair=0) == [NO_DAMAGE, unless, *first]
    act(state, 0, "skip", pair=0)
    assert promised(state, "skip", pair=1) == [
        "1 life lost, because the round ends without damage",
        "2 life lost for skipping at the end of the round",
        *second,
    ]
    before = state["sheets"][0]["life"]
    act(state, 0, "skip", pair=1)
    assert before - state["sheets"][0]["life"] == min(3, before)


@pytest.mark.clause("DD-104", "DD-105")
def test_alone_one_pair_is_free_after_damage() -> None:
    state = solo(sheet(visited=["c39", "c43"]), dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="mole")

    assert promised(state, "skip", pair=1) == ["no life lost, because damage was dealt this round"]


@pytest.mark.clause("DD-104")
def test_alone_every_choice_before_the_first_damage_tells_what_a_round_without_it_costs() -> None:
    state = solo(sheet(visited=["c39", "c43"]), dice=(3, 4, 1, 1, 6))

    assert NO_DAMAGE in promised(state, "pairs", pairs=[[0, 1], [2, 3]])
    take(state, 0)
    assert promised(state, "attack", pair=0, room="mole") == ["3 health boxes left"]
    assert NO_DAMAGE in promised(state, "visit", pair=1, cell="c38")


def test_what_follows_by_the_choices_of_others_is_not_promised() -> None:
    """A splash may fell a monster in the same round; no choice of the seat that it befalls tells it."""
    state = game(sheet(damage={"goose": 3}), dice=(1, 1, 3, 5, 1))
    take(state, 0)

    assert promised(state, "visit", pair=0, cell="c38") == []
