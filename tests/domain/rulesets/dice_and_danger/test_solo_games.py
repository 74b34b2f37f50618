"""The solo game."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.ending import rating
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    game,
    last_blow,
    lost_by,
    offered,
    pass_turn,
    refused,
    result,
    settle,
    sheet,
    solo,
    take,
    told,
)

STUCK = ["c14", "c38"]
AT_GOOSE = ["c01", "c02"]
ALL = list(CONTENT.dungeons["animals"].rooms)


def lit(*visited: str, **marks: Any) -> dict[str, Any]:
    """A cultists' sheet with two torches, beside the usher."""
    return sheet("cultists", visited=["c07", "c14", "c18", "c24", *visited], abilities=["torches"], **marks)


@pytest.mark.clause("DD-100")
def test_the_solo_player_pays_for_the_black_die_every_time() -> None:
    state = solo(dice=(2, 2, 4, 5, 1))
    facts = take(state, 0, [[0, 1], [2, 4]])

    assert told(facts, "black_symbol_crossed", left=2)
    assert state["sheets"][0]["symbols"] == 2


@pytest.mark.clause("DD-100")
def test_without_symbols_the_solo_player_has_white_pairs_only() -> None:
    state = solo(sheet(symbols=0), dice=(2, 2, 4, 5, 1))

    assert len(offered(state, 0, "pairs")) == 2
    assert refused(state, 0, "pairs", pairs=[[0, 1], [2, 4]]) == "DD-100"


@pytest.mark.clause("DD-101", "DD-102", "DD-103")
def test_a_solo_monster_gives_the_larger_reward_costs_its_hearts_and_splashes_nobody() -> None:
    hero = sheet("cultists", visited=["c04", "c03", "c02", "c13"], damage={"pastry_mancer": 3})
    state = solo(hero, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    facts = act(state, 0, "visit", pair=1, cell="c12")

    assert told(facts, "monster_defeated", room="pastry_mancer", first=True, gems=2, hearts=1)
    assert told(facts, "damage_dealt", source="splash") == []
    assert lost_by(state, 0) == 1
    assert state["sheets"][0]["damage"] == {"pastry_mancer": 4}


@pytest.mark.clause("DD-101")
def test_a_solo_bonus_gives_three_gems() -> None:
    hero = sheet("cultists", visited=["c04", "c03", "c02", "c13"], damage={"pastry_mancer": 3}, beaten=["necro_mancer"])
    state = solo(hero, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    facts = act(state, 0, "visit", pair=1, cell="c12")

    assert told(facts, "bonus_scored", bonus="mancer_bonus", first=True, gems=3)


@pytest.mark.clause("DD-104")
@pytest.mark.parametrize(
    ("damage", "skipped", "lost"), [(0, 0, 1), (0, 1, 2), (0, 2, 3), (1, 0, 0), (1, 1, 0), (2, 2, 1)]
)
def test_what_a_solo_round_costs(damage: int, skipped: int, lost: int) -> None:
    """Damage by torch, so that it goes with any number of skips; 10 has no use here, 4 and 6 have start cells."""
    dice = [(1, 3, 2, 4, 6), (1, 3, 4, 6, 6), (4, 6, 4, 6, 1)][skipped]
    state = solo(lit("c19", torches=damage), adventure="cultists", dice=dice)
    for _ in range(damage):
        act(state, 0, "torch_attack", room="usher")
    take(state, 0)
    for pair, cell in [(0, "c06"), (1, "c05")][: 2 - skipped]:
        act(state, 0, "visit", pair=pair, cell=cell)
    for pair in range(2 - skipped, 2):
        act(state, 0, "skip", pair=pair)

    assert state["phase"] == "roll"
    assert lost_by(state, 0) == lost


@pytest.mark.clause("DD-105")
def test_after_damage_one_pair_may_be_given_up_whatever_it_could_do() -> None:
    """The goose is hit with 10; the 2 could visit the start cell c38."""
    state = solo(sheet(visited=AT_GOOSE), dice=(4, 6, 1, 1, 6))
    take(state, 0)
    assert refused(state, 0, "skip", pair=1) == "DD-105"
    act(state, 0, "attack", pair=0, room="goose")

    assert {"pair": 1} in offered(state, 0, "skip")
    act(state, 0, "skip", pair=1)
    assert lost_by(state, 0) == 0
    assert "c38" not in state["sheets"][0]["visited"]


@pytest.mark.clause("DD-105")
def test_only_one_pair_a_round_may_be_given_up() -> None:
    state = solo(lit(), adventure="cultists", dice=(1, 1, 1, 2, 6))
    act(state, 0, "torch_attack", room="usher")
    take(state, 0)
    assert offered(state, 0, "skip") == [{"pair": 0}, {"pair": 1}]
    act(state, 0, "skip", pair=0)

    assert offered(state, 0, "skip") == []
    assert refused(state, 0, "skip", pair=1) == "DD-105"


@pytest.mark.clause("DD-105", "DD-041")
def test_a_pair_without_use_may_be_skipped_besides() -> None:
    """The 3 is given up, and the 10 has no use anyway."""
    state = solo(lit("c19"), adventure="cultists", dice=(1, 2, 4, 6, 6))
    act(state, 0, "torch_attack", room="usher")
    take(state, 0)
    act(state, 0, "skip", pair=0)

    assert offered(state, 0, "skip") == [{"pair": 1}]


@pytest.mark.clause("DD-105", "DD-041")
def test_with_several_seats_nobody_gives_up_a_pair_that_has_a_use() -> None:
    state = game(sheet(visited=AT_GOOSE), dice=(4, 6, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")

    assert refused(state, 0, "skip", pair=1) == "DD-041"


@pytest.mark.clause("DD-106")
def test_the_solo_game_ends_when_all_monsters_are_defeated() -> None:
    state = solo(
        sheet(visited=AT_GOOSE, beaten=[room for room in ALL if room != "goose"], damage={"goose": 3}),
        dice=(4, 6, 1, 1, 6),
    )
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    act(state, 0, "skip", pair=1)

    assert result(state).reason == "all_monsters"
    assert result(state).winners == [0]


@pytest.mark.clause("DD-106", "DD-107", "DD-092")
def test_a_dead_solo_player_is_still_scored_without_life_subtracted() -> None:
    """Goose and mole (4 gems), a gem, eight damage on the boss (2 gems): 21 points."""
    hero = sheet(
        visited=[*STUCK, "c08", "c07", "c18"],
        beaten=["goose", "mole", "heron"],
        damage={"thunderpaw": 8},
        lost=9,
    )
    state = solo(hero, dice=(1, 2, 1, 2, 6))
    pass_turn(state, 0)

    outcome = result(state)
    assert outcome.reason == "died"
    assert outcome.scores == [3 * (2 + 2 + 2 + 1 + 2)]
    assert outcome.details["seats"][0]["life_value"] == 0
    assert (outcome.winners, outcome.ranking) == ([], [[0]])
    assert RULES.view(state, SPECTATOR)["sheets"][0]["points"] == outcome.scores[0]


@pytest.mark.clause("DD-106")
@pytest.mark.parametrize(("life", "reason"), [(7, None), (8, None), (9, "died")])
def test_the_solo_player_dies_at_the_skull(life: int, reason: str | None) -> None:
    state = solo(sheet(lost=life))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c38")
    act(state, 0, "visit", pair=1, cell="c14")

    outcome = RULES.outcome(state)
    assert (outcome.reason if outcome else None) == reason


@pytest.mark.clause("DD-106", "DD-103")
def test_all_monsters_and_the_skull_together_end_it_as_all_monsters() -> None:
    """Thunderpaw's two hearts kill the hero in the round of the last defeat."""
    hero = sheet(
        visited=["c32", "c31", "c30", "c29", "c28", "c36"],
        beaten=[room for room in ALL if room != "thunderpaw"],
        damage={"thunderpaw": 8},
        lost=8,
    )
    state = solo(hero, dice=(1, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="thunderpaw")
    act(state, 0, "skip", pair=1)

    assert state["sheets"][0]["alive"] is False
    assert result(state).reason == "all_monsters"
    assert result(state).winners == [0]


@pytest.mark.clause("DD-107")
def test_lost_life_is_not_subtracted_in_solo() -> None:
    state = solo(
        sheet(visited=AT_GOOSE, beaten=[room for room in ALL if room != "goose"], damage={"goose": 3}, lost=7),
        dice=(4, 6, 1, 1, 6),
    )
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    act(state, 0, "skip", pair=1)

    assert result(state).scores == [60]
    assert result(state).details["seats"][0]["lost_life"] == 7


@pytest.mark.clause("DD-108")
@pytest.mark.parametrize(
    ("score", "expected"),
    [
        *((0, 1), (9, 1), (10, 2), (24, 2), (25, 3), (39, 3), (40, 4), (54, 4)),
        *((55, 5), (69, 5), (70, 6), (84, 6), (85, 7), (99, 7), (100, 8), (124, 8)),
    ],
)
def test_the_rating_at_and_under_each_bound(score: int, expected: int) -> None:
    assert rating(CONTENT.figures, score) == expected


@pytest.mark.clause("DD-108")
def test_the_rating_is_part_of_the_outcome_and_has_its_sentence() -> None:
    state = solo(sheet(lost=9))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c38")
    act(state, 0, "visit", pair=1, cell="c14")

    assert result(state).details["rating"] == 1
    assert RULES.view(state, SPECTATOR)["rating"] == 1


@pytest.mark.clause("DD-108")
def test_there_is_no_rating_before_the_end_and_none_in_the_normal_game() -> None:
    assert RULES.view(solo(), SPECTATOR)["rating"] is None
    state = last_blow()
    settle(state)
    assert result(state).reason == "last_monster"
    assert RULES.view(state, SPECTATOR)["rating"] is None


@pytest.mark.clause("DD-109", "DD-104")
def test_the_four_examples_of_the_specification() -> None:
    visits = solo()
    take(visits, 0)
    act(visits, 0, "visit", pair=0, cell="c38")
    act(visits, 0, "visit", pair=1, cell="c14")
    assert lost_by(visits, 0) == 1

    half = solo(sheet(visited=["c38"]))
    take(half, 0)
    act(half, 0, "visit", pair=1, cell="c14")
    act(half, 0, "skip", pair=0)
    assert lost_by(half, 0) == 2

    hit = solo(sheet(visited=[*AT_GOOSE, "c38"]), dice=(4, 6, 1, 1, 6))
    take(hit, 0)
    act(hit, 0, "attack", pair=0, room="goose")
    act(hit, 0, "skip", pair=1)
    assert lost_by(hit, 0) == 0

    torch = solo(lit("c19", torches=1), adventure="cultists", dice=(4, 6, 4, 6, 1))
    act(torch, 0, "torch_attack", room="usher")
    facts = pass_turn(torch, 0)
    assert lost_by(torch, 0) == 1
    assert told(facts, "life_lost", reason="skipped_pairs", amount=1)


@pytest.mark.clause("DD-104")
def test_a_solo_round_without_damage_is_told_as_such() -> None:
    state = solo(sheet(visited=STUCK))
    facts = pass_turn(state, 0)

    lost = [(fact["reason"], fact["amount"]) for fact in told(facts, "life_lost")]
    assert lost == [("no_damage", 1), ("skipped_pairs", 2)]


@pytest.mark.clause("DD-104", "DD-111")
def test_a_fist_is_damage_too() -> None:
    state = solo(sheet(visited=["c39", "c43", "c47", "c14"]), dice=(2, 2, 1, 2, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c48")
    act(state, 0, "skip", pair=1)

    assert lost_by(state, 0) == 0
