"""The view of each viewer while other seats mark."""

from __future__ import annotations

from typing import Any

from delvebook.domain.canonical import jcs
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.dice_and_danger.positions import POSITIONS
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    WHITES,
    Dice,
    act,
    before_clouds,
    game,
    play,
    settle,
    sheet,
    table_at,
    take,
)


def test_others_see_the_sheet_as_of_the_last_settlement() -> None:
    state = game(sheet(visited=["c01"]), dice=(1, 3, 1, 1, 6))
    before = RULES.view(state, seat_viewer(1))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c02")

    for viewer in (seat_viewer(1), SPECTATOR):
        shown = RULES.view(state, viewer)
        assert shown["sheets"] == before["sheets"]
        assert shown["turns"][0] == {"steps_made": 2, "finished": False, "marking": None}
    for viewer in (seat_viewer(0), ARBITER):
        shown = RULES.view(state, viewer)
        marking = shown["turns"][0]["marking"]
        assert marking["sheet"]["visited"] == ["c01", "c02"]
        assert marking["sheet"]["unlocked"] == {"goose": [4]}
        assert marking["pairs"] == [
            {"dice": [0, 1], "sum": 4, "status": "used"},
            {"dice": [2, 3], "sum": 2, "status": "open"},
        ]
        assert marking["steps"] == [
            {"step": "pairs", "pairs": WHITES},
            {"step": "visit", "pair": 0, "cell": "c02"},
        ]
        assert (before["sheets"][0]["reached"], marking["sheet"]["reached"]) == ([], ["goose"])
        assert shown["sheets"] == before["sheets"]


def test_before_a_roll_nobody_marks_and_no_seat_has_anything_to_do() -> None:
    state = game(phase="roll")

    for viewer in (seat_viewer(0), SPECTATOR, ARBITER):
        shown = RULES.view(state, viewer)["turns"]
        assert shown == [{"steps_made": 0, "finished": True, "marking": None}] * 2


def test_while_clouds_are_written_a_seat_sees_its_own_numbers_and_no_round() -> None:
    state = before_clouds()
    play(state, 0, {"type": "write_cloud", "cell": "c06", "number": 9})

    marking = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]
    assert marking["sheet"]["clouds"] == {"c06": 9}
    assert (marking["pairs"], marking["dealt"], marking["steps"]) == ([], 0, [])
    assert RULES.view(state, seat_viewer(1))["turns"][0] == {"steps_made": 1, "finished": False, "marking": None}


def test_every_kind_of_mark_is_hidden_until_the_settlement() -> None:
    """Torches, abilities, symbols, rubble, damage and treasure: seat 1's view of the sheets stays the same."""
    lit = sheet("cultists", visited=["c07", "c14", "c18", "c24"], abilities=["torches"], damage={"usher": 3})
    state = game(lit | {"visited": [*lit["visited"], "c25", "c29", "c36", "c37", "c04", "c03"]}, adventure="cultists")
    state["active"] = 1
    state["dice"] = [1, 1, 4, 6, 2]
    before = RULES.view(state, seat_viewer(1))["sheets"]
    act(state, 0, "torch_visit", cell="c41")
    act(state, 0, "ability", ability="black_dice")
    act(state, 0, "pairs", pairs=[[0, 4], [2, 3]])
    act(state, 0, "attack", pair=0, room="usher")
    act(state, 0, "visit", pair=1, cell="c02")
    act(state, 0, "torch_visit", cell="c42")

    live = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]
    assert (live["symbols"], live["torches"], live["rubble"], live["defeated"]) == (5, 0, ["c02"], ["usher"])
    assert RULES.view(state, seat_viewer(1))["sheets"] == before
    assert RULES.view(state, SPECTATOR)["sheets"] == before


def test_two_rounds_that_differ_in_one_seats_marks_look_alike_to_the_others_until_the_settlement() -> None:
    """Seat 0 visits in one world, hits the mole in the other; the public side of every event is equal."""
    position = game(sheet(visited=["c39"]), sheet(), seats=3, dice=(3, 4, 1, 1, 6))
    worlds: list[tuple[list[bytes], list[bytes]]] = []
    for use in (
        {"step": "visit", "pair": 0, "cell": "c01"},
        {"step": "attack", "pair": 0, "room": "mole"},
    ):
        table = table_at(position)
        public, views = [], []
        script: list[tuple[int, dict[str, Any]]] = [
            (0, {"step": "pairs", "pairs": WHITES}),
            (1, {"step": "pairs", "pairs": WHITES}),
            (0, use),
            (1, {"step": "visit", "pair": 1, "cell": "c38"}),
            (0, {"step": "visit", "pair": 1, "cell": "c38"}),
        ]
        for n, (seat, action) in enumerate(script, start=11):
            body = table.take_action(seat, RULES.parse_action({"type": "mark", **action}), n=n)
            data = {key: value for key, value in body.data.items() if key != "state"}
            public.append(jcs([data, body.opens, [envelope.audience for envelope in body.sealed]]))
            views += [jcs(RULES.view(table.state, one)) for one in (seat_viewer(1), seat_viewer(2), SPECTATOR)]
            assert table.legal(1) == RULES.legal(table.state, 1)
        worlds.append((public, views))

    assert worlds[0] == worlds[1]


def test_a_finished_seat_knows_nothing_more_and_is_asked_nothing_more() -> None:
    state = game(sheet(visited=["c14", "c38"]))
    take(state, 0)
    act(state, 0, "skip", pair=0)
    act(state, 0, "skip", pair=1)
    assert RULES.legal(state, 0) == []

    shown = RULES.view(state, seat_viewer(1))
    assert RULES.to_act(state) == [1]
    assert shown["turns"][0] == {"steps_made": 3, "finished": True, "marking": None}
    assert shown["sheets"][0]["life"] == 10


# -- what a seat is asked -------------------------------------------------------------------------


def asked(state: dict[str, Any], seat: int = 0) -> Any:
    return RULES.view(state, seat_viewer(seat))["question"]


def test_a_seat_is_asked_what_it_owes_step_by_step() -> None:
    rolling = game(phase="roll")
    assert asked(rolling) == {"asked": "roll_dice"}
    assert asked(rolling, 1) is None

    near_chest = sheet("dinosaurs", visited=["c68", "c67"])
    state = game(near_chest, adventure="dinosaurs", dice=(1, 2, 1, 1, 6))
    assert asked(state) == {"asked": "choose_pairs"}
    take(state, 0)
    assert asked(state) == {"asked": "use_pairs"}
    act(state, 0, "visit", pair=0, cell="c66")
    assert asked(state) == {"asked": "choose_ability", "abilities": ["extra_life", "torches", "black_dice"]}
    act(state, 0, "ability", ability="torches")
    assert asked(state) == {"asked": "use_pairs"}
    act(state, 0, "visit", pair=1, cell="c59")
    assert asked(state) == {"asked": "use_torches"}
    act(state, 0, "done")
    assert asked(state) is None
    assert asked(state, 1) == {"asked": "choose_pairs"}


def test_a_half_made_strike_asks_for_its_second_half() -> None:
    state = POSITIONS["before the second half of a strike"]()

    assert asked(state) == {"asked": "finish_strike", "room": "pat"}


def test_whoever_writes_clouds_is_asked_for_those_left() -> None:
    tape: Any = Dice()
    state, _ = RULES.setup(RULES.parse_options({"adventure": "pyramid", "first_seat": 0}, seats=2), seats=2, tape=tape)
    play(state, 0, {"type": "write_cloud", "cell": "c06", "number": 9})

    assert asked(state) == {
        "asked": "write_cloud",
        "cells": ["c03", "c19", "c26", "c30", "c46", "c57", "c64"],
        "numbers": [3, 4, 5, 6, 8, 10, 11],
    }


def test_only_players_are_asked() -> None:
    state = game()
    assert RULES.view(state, SPECTATOR)["question"] is None
    assert RULES.view(state, ARBITER)["question"] is None


# -- the last round -------------------------------------------------------------------------------


def test_the_last_round_shows_what_each_seat_marked_splash_included() -> None:
    """Seat 0 fells the goose and clears nothing; seat 1 takes the splash; seat 2 was dead."""
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3})
    state = game(hero, sheet(), sheet(alive=False), seats=3, dice=(4, 6, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    act(state, 0, "visit", pair=1, cell="c38")
    settle(state)

    for viewer in (seat_viewer(1), SPECTATOR, ARBITER):
        marked = RULES.view(state, viewer)["last_round"]
        assert marked[0] == {"visited": ["c38"], "rubble": [], "damage": {"goose": 1}}
        assert marked[1] == {"visited": ["c09", "c38"], "rubble": [], "damage": {"goose": 1}}
        assert marked[2] is None


def test_rubble_half_cleared_in_the_last_round_is_told_apart_from_older_one() -> None:
    hero = sheet("cultists", visited=["c07", "c12", "c16", "c19"], rubble=["c27"])
    state = game(hero, adventure="cultists", dice=(4, 5, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c14")
    settle(state)

    assert state["sheets"][0]["rubble"] == ["c27", "c14"]
    assert state["last_round"][0] == {"visited": [], "rubble": ["c14"], "damage": {}}


def test_before_the_first_settlement_there_is_no_last_round() -> None:
    state = game(round_=1)
    assert state["last_round"] == []
    settle(state)
    assert [marks is None for marks in state["last_round"]] == [False, False]
