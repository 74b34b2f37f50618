"""The end of the normal game, points and places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.ending import tally
from tests.domain.rulesets.dice_and_danger.tables import (
    ALL_BUT_GOOSE,
    RULES,
    act,
    game,
    last_blow,
    result,
    settle,
    sheet,
    solo,
    take,
    told,
)

TO_GOLD = ["c39", "c43", "c47", "c57"]
"""Animals: a way from a start cell to the gold c57."""


def other(**marks: Any) -> dict[str, Any]:
    """A sheet of the animals on which nothing was beaten."""
    return sheet(**marks)


@pytest.mark.clause("DD-090")
def test_the_game_ends_with_the_round_in_which_the_last_monster_falls() -> None:
    state = last_blow()
    assert RULES.outcome(state) is None
    facts = settle(state)

    assert told(facts, "game_ended", reason="last_monster")
    assert result(state).reason == "last_monster"
    assert RULES.to_act(state) == []


@pytest.mark.clause("DD-090")
def test_one_monster_nobody_has_beaten_keeps_it_going() -> None:
    state = game(sheet(visited=["c01", "c02"], beaten=ALL_BUT_GOOSE, damage={"goose": 2}), dice=(4, 6, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    settle(state)

    assert state["phase"] == "roll"


@pytest.mark.clause("DD-090")
def test_the_monsters_need_not_have_fallen_on_one_sheet_nor_to_the_living() -> None:
    """Half of them fell to a seat that is dead, the boss among them; the goose is the last."""
    half = ALL_BUT_GOOSE[:3]
    rest = ALL_BUT_GOOSE[3:]
    state = last_blow(sheet(alive=False, beaten=rest), sheet(), seats=3, beaten=half)
    settle(state)

    assert "thunderpaw" in rest
    assert result(state).reason == "last_monster"


BEFORE_THE_LAST_BLOW: dict[str, tuple[list[str], list[str], tuple[int, ...], list[tuple[str, dict[str, Any]]]]] = {
    "front_coil": (["c61", "c54", "c47"], [], (2, 4, 1, 1, 6), [("attack", {"pair": 0, "room": "front_coil"})]),
    "bess": (["c16", "c17"], [], (3, 4, 3, 4, 6), [("attack_armoured", {"room": "bess"})] * 2),
    "fumbler": (
        ["c07", "c14", "c18", "c24", "c56", "c57", "c58", "c59", "c49"],
        ["torches"],
        (1, 1, 1, 2, 6),
        [("torch_attack", {"room": "fumbler"})],
    ),
}
"""By monster: a way to its room, abilities, dice, and the steps that deal the last blow."""


@pytest.mark.clause("DD-090", "DD-130")
@pytest.mark.parametrize(
    ("adventure", "last"), [("pyramid", "front_coil"), ("dinosaurs", "bess"), ("cultists", "fumbler")]
)
def test_coils_armour_and_boss_all_count_for_the_end(adventure: str, last: str) -> None:
    """With it alone left the game goes on, and its last box ends the game."""
    visited, abilities, dice, steps = BEFORE_THE_LAST_BLOW[last]
    rooms = CONTENT.dungeons[adventure].rooms
    damage = {last: rooms[last].hp - (2 if rooms[last].armoured else 1)}
    hero = sheet(
        adventure,
        visited=visited,
        abilities=abilities,
        beaten=[room for room in rooms if room != last],
        damage=damage,
    )
    missing = game(hero, adventure=adventure)
    settle(missing)
    complete = game(hero, adventure=adventure, dice=dice)
    take(complete, 0)
    for step, parameters in steps:
        act(complete, 0, step, **parameters)
    settle(complete)

    assert missing["phase"] == "roll"
    assert result(complete).reason == "last_monster"


@pytest.mark.clause("DD-091")
def test_the_game_ends_when_the_last_living_seat_dies() -> None:
    stuck = ["c14", "c38"]
    state = game(sheet(visited=stuck, lost=8), sheet(alive=False), seats=2)
    facts = settle(state)

    assert told(facts, "game_ended", reason="all_dead")
    assert result(state).reason == "all_dead"


@pytest.mark.clause("DD-091")
def test_one_life_left_keeps_the_game_going() -> None:
    state = game(sheet(visited=["c14", "c38"], lost=7), sheet(alive=False), seats=2)
    settle(state)

    assert state["phase"] == "roll"
    assert state["active"] == 0


@pytest.mark.clause("DD-091", "DD-095")
def test_last_monster_and_last_death_together_end_it_without_a_winner() -> None:
    state = last_blow(sheet(alive=False), visited=["c38"], lost=9)

    assert state["phase"] == "over"
    assert result(state).reason == "last_monster"
    assert result(state).winners == []


@pytest.mark.clause("DD-092")
@pytest.mark.parametrize(("damage", "gems"), [(2, 0), (3, 1), (5, 1), (6, 2), (8, 2)])
def test_damage_to_a_boss_not_beaten_brings_a_gem_for_each_full_three(damage: int, gems: int) -> None:
    state = last_blow(other(damage={"thunderpaw": damage}))
    settle(state)

    seats = result(state).details["seats"]
    assert seats[1]["gems"]["boss_damage"] == gems
    assert seats[1]["points"] == 3 * gems
    assert seats[0]["gems"]["boss_damage"] == 0


@pytest.mark.clause("DD-093", "DD-050")
def test_the_score_is_gems_by_three_gold_by_two_less_life() -> None:
    """All seven monsters first (20 gems), gem c18 beyond the heron, gold c57; three marks crossed."""
    state = last_blow(visited=["c08", "c07", "c18", *TO_GOLD], lost=3)
    settle(state)

    seat = result(state).details["seats"][0]
    gems = {"cells": 1, "first": 20, "later": 0, "extra_life": 0, "fist_bonus": 0, "link_bonus": 0, "boss_damage": 0}
    assert seat["gems"] == gems
    assert (seat["gold"], seat["lost_life"], seat["life_value"]) == (1, 3, 3)
    assert seat["points"] == 3 * 21 + 2 - 3


@pytest.mark.clause("DD-093", "DD-072", "DD-052")
def test_later_monsters_extra_life_and_bonuses_count_as_gems() -> None:
    """The usher is the last: seat 1 beats him, and the splash of that fells seat 0's."""
    rooms = [room for room in CONTENT.dungeons["cultists"].rooms if room != "usher"]
    hero = sheet(
        "cultists",
        visited=["c07", "c14", "c18", "c24"],
        abilities=["extra_life"],
        beaten=rooms,
        damage={"usher": 3},
        trophies=dict.fromkeys(rooms, "later"),
    )
    other_seat = sheet("cultists", visited=["c07", "c14"], beaten=rooms, damage={"usher": 3})
    state = game(hero | {"bonuses": {"mancer_bonus": "later"}}, other_seat, adventure="cultists")
    take(state, 1)
    act(state, 1, "attack", pair=0, room="usher")
    settle(state)

    gems = result(state).details["seats"][0]["gems"]
    assert gems == {
        "cells": 0,
        "first": 0,
        "later": 10,
        "extra_life": 1,
        "mancer_bonus": 1,
        "rubble_bonus": 0,
        "boss_damage": 0,
    }
    assert result(state).scores[0] == 36


@pytest.mark.clause("DD-050", "DD-052", "DD-081", "DD-092", "DD-093", "DD-107")
@pytest.mark.parametrize(
    ("solo_rules", "final", "boss_gems", "life_value", "points"),
    [(False, True, 2, 4, 31), (False, False, 0, 4, 25), (True, True, 2, 0, 35)],
)
def test_a_sheet_is_tallied_by_source(
    solo_rules: bool, final: bool, boss_gems: int, life_value: int, points: int
) -> None:
    """Goose first (2), mole later (1), seven damage on the boss, four marks crossed."""
    made: Any = sheet(
        visited=["c18", *TO_GOLD],
        trophies={"goose": "first", "mole": "later"},
        bonuses={"fist_bonus": "later", "link_bonus": "first"},
        abilities=["extra_life"],
        damage={"thunderpaw": 7},
        lost=4,
    )

    found = tally(CONTENT.dungeons["animals"], made, solo=solo_rules, final=final)

    assert found.gems == {
        "cells": 1,
        "first": 2,
        "later": 1,
        "extra_life": 1,
        "fist_bonus": 1,
        "link_bonus": 3,
        "boss_damage": boss_gems,
    }
    assert (found.gold, found.lost, found.life_value, found.points) == (1, 4, life_value, points)


@pytest.mark.clause("DD-093")
def test_a_score_may_be_negative() -> None:
    state = last_blow(other(lost=9))
    settle(state)

    assert result(state).scores[1] == -9


@pytest.mark.clause("DD-097")
def test_the_specifications_example_of_fifty_points() -> None:
    """14 gems, 3 gold, boss not defeated with 7 damage, 4 marks crossed: (14 + 2) x 3 + 6 - 4."""
    visited = ["c04", "c03", "c02", "c13", "c17", "c01", "c53", "c52", "c51", "c50", "c43"]
    visited += ["c56", "c57", "c58", "c59", "c49"]
    first = ["stumbler", "snuffer", "bob", "usher"]
    hero = sheet(
        "cultists",
        visited=visited,
        beaten=[*first, "pastry_mancer"],
        trophies=dict.fromkeys(first, "first") | {"pastry_mancer": "later"},
        damage={"fumbler": 7},
        lost=4,
    )
    rooms = [room for room in CONTENT.dungeons["cultists"].rooms if room != "necro_mancer"]
    last = sheet("cultists", visited=["c12", "c16", "c19"], beaten=rooms, damage={"necro_mancer": 3})
    state = game(hero, last, adventure="cultists", dice=(1, 1, 3, 3, 6))
    take(state, 1)
    act(state, 1, "attack", pair=1, room="necro_mancer")
    settle(state)

    seat = result(state).details["seats"][0]
    assert sum(seat["gems"].values()) - seat["gems"]["boss_damage"] == 14
    assert (seat["gold"], seat["lost_life"], seat["gems"]["boss_damage"]) == (3, 4, 2)
    assert result(state).scores[0] == 50


@pytest.mark.clause("DD-094")
def test_most_points_win() -> None:
    state = last_blow(other(visited=TO_GOLD), other(), seats=3)
    settle(state)

    outcome = result(state)
    assert outcome.winners == [0]
    assert outcome.ranking == [[0], [1], [2]]
    assert outcome.scores[1:] == [2, 0]
    assert [seat["rank"] for seat in outcome.details["seats"]] == [1, 2, 3]


@pytest.mark.clause("DD-094")
def test_of_two_tied_seats_the_one_with_more_marks_crossed_is_ahead() -> None:
    """Seat 1: a gold and two marks, 0 points. Seat 2: nothing and no mark, 0 points."""
    state = last_blow(other(visited=TO_GOLD, lost=2), other(), seats=3)
    settle(state)

    outcome = result(state)
    assert outcome.scores[1:] == [0, 0]
    assert outcome.ranking == [[0], [1], [2]]


@pytest.mark.clause("DD-094")
def test_seats_still_tied_share_the_place_and_the_next_place_is_left_out() -> None:
    state = last_blow(other(), other(), other(lost=1), seats=4)
    settle(state)

    outcome = result(state)
    assert outcome.ranking == [[0], [1, 2], [3]]
    assert [seat["rank"] for seat in outcome.details["seats"]] == [1, 2, 2, 4]


@pytest.mark.clause("DD-094")
def test_all_tied_share_the_victory() -> None:
    """All three beat the goose, the last monster, in the same round, and do nothing else of worth."""
    hero = sheet(visited=["c01", "c02"], beaten=ALL_BUT_GOOSE, damage={"goose": 3})
    state = game(hero, hero, hero, seats=3, dice=(4, 6, 1, 1, 6))
    for seat in range(3):
        take(state, seat)
        act(state, seat, "attack", pair=0, room="goose")
        act(state, seat, "visit", pair=1, cell="c38")

    outcome = result(state)
    assert outcome.winners == [0, 1, 2]
    assert outcome.ranking == [[0, 1, 2]]
    assert [seat["rank"] for seat in outcome.details["seats"]] == [1, 1, 1]


@pytest.mark.clause("DD-095", "DD-047")
def test_the_dead_have_no_score_and_share_the_last_place() -> None:
    rich = sheet(alive=False, beaten=ALL_BUT_GOOSE)
    state = last_blow(rich, sheet(alive=False), other(lost=9), seats=4)
    settle(state)

    outcome = result(state)
    assert outcome.ranking == [[0], [3], [1, 2]]
    assert outcome.scores == [outcome.scores[0], None, None, -9]
    assert [seat["alive"] for seat in outcome.details["seats"]] == [True, False, False, True]
    assert [seat["rank"] for seat in outcome.details["seats"]] == [1, 3, 3, 2]


@pytest.mark.clause("DD-095")
def test_if_nobody_lives_nobody_wins_and_nobody_has_a_place() -> None:
    state = game(sheet(visited=["c14", "c38"], lost=9), sheet(alive=False, beaten=["goose"]))
    settle(state)

    outcome = result(state)
    assert outcome.winners == []
    assert outcome.scores == [None, None]
    assert outcome.ranking == [[0, 1]]
    assert [seat["rank"] for seat in outcome.details["seats"]] == [None, None]


@pytest.mark.clause("DD-096")
def test_the_seat_that_ends_the_game_need_not_win_it() -> None:
    """Seat 1 has beaten all but the goose, seat 0 nothing but the goose."""
    state = last_blow(sheet(beaten=ALL_BUT_GOOSE), beaten=[])
    settle(state)

    assert state["sheets"][0]["trophies"] == {"goose": "first"}
    assert result(state).winners == [1]


STUCK = ["c14", "c38"]
"""With 2 and 3 visited there is no use for either default pair."""
ENDED: dict[str, tuple[Callable[[], dict[str, Any]], list[str]]] = {
    "all live": (last_blow, ["DD-090", "DD-093", "DD-094"]),
    "a seat is dead": (
        lambda: last_blow(sheet(alive=False), other(), seats=3),
        ["DD-090", "DD-093", "DD-094", "DD-095"],
    ),
    "the last monster kills the last seat": (
        lambda: last_blow(sheet(alive=False), visited=["c38"], lost=9),
        ["DD-090", "DD-095"],
    ),
    "all are dead": (lambda: game(sheet(visited=STUCK, lost=9), sheet(alive=False)), ["DD-091", "DD-095"]),
    "a solo player dies": (lambda: solo(sheet(lost=9)), ["DD-106", "DD-107", "DD-108"]),
}
"""A game in its last round, and the clauses that decide its result."""


@pytest.mark.parametrize("name", ENDED)
def test_the_result_cites_the_clauses_that_ended_the_game_and_placed_the_seats(name: str) -> None:
    last_round, clauses = ENDED[name]
    state = last_round()
    if state["phase"] != "over":
        settle(state)

    assert result(state).clauses == clauses


# -- what is told of the end ----------------------------------------------------------------------


@pytest.mark.clause("DD-093", "DD-047")
def test_the_end_tells_what_each_living_sheet_is_worth_and_nothing_of_the_dead() -> None:
    state = last_blow(other(visited=TO_GOLD, lost=3), sheet(alive=False), seats=3)
    facts = settle(state)
    scored = told(facts, "sheet_scored")

    assert [fact["seat"] for fact in scored] == [0, 1]
    assert (scored[1]["gems"], scored[1]["gold"], scored[1]["life_value"], scored[1]["points"]) == (0, 1, 3, -1)
    assert [fact["points"] for fact in scored] == result(state).scores[:2]


def test_a_dead_seat_does_not_keep_those_after_it_from_being_scored() -> None:
    state = last_blow(sheet(alive=False), other(visited=TO_GOLD, lost=3), seats=3)

    assert [fact["seat"] for fact in told(settle(state), "sheet_scored")] == [0, 2]


@pytest.mark.clause("DD-094")
@pytest.mark.parametrize(
    ("marks", "winners", "by"),
    [
        ({}, [0, 1], "points"),
        ({"visited": TO_GOLD}, [1], "points"),
        ({"visited": TO_GOLD, "lost": 2}, [1], "lost_life"),
    ],
)
def test_the_end_tells_who_won_and_what_decided(marks: dict[str, Any], winners: list[int], by: str) -> None:
    """Both beat the last monster in the same round; a gold makes up for two lives."""
    fighter = {"beaten": ALL_BUT_GOOSE, "damage": {"goose": 3}}
    ahead = sheet(**fighter, **{**marks, "visited": ["c01", "c02", *marks.get("visited", [])]})
    state = game(sheet(visited=["c01", "c02"], **fighter), ahead, dice=(4, 6, 1, 1, 6))
    for seat in range(2):
        take(state, seat)
        act(state, seat, "attack", pair=0, room="goose")
    facts = settle(state)

    (victory,) = told(facts, "winners_found")
    assert (victory["winning_seats"], victory["by"]) == (winners, by)
    assert victory["points"] == max(score for score in result(state).scores if score is not None)
    assert told(facts, "nobody_won") == told(facts, "solo_rated") == []
