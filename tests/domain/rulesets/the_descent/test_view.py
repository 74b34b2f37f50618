"""The view of a viewer."""

from __future__ import annotations

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.viewers import ARBITER, SPECTATOR, seat_viewer
from tests.domain.rulesets.the_descent.tables import CONTENT, RULESET, Cave, at, cards_seen, told


def test_others_see_how_many_cards_were_drawn_but_not_which() -> None:
    cave = Cave((5, 8), (4, 2)).token("backpack", (4, 8)).deck("dynamite", "map")
    facts = cave.do(0, "step", dir="left")

    assert told(facts, "cards_drawn")[0]["cards"] == 2
    for viewer in (seat_viewer(1), SPECTATOR):
        seen = RULESET.view(cave.state, viewer)
        assert (cards_seen(seen, 0), seen["seats"][0]["cards"]) == ([None, None], 2)
    for viewer in (seat_viewer(0), ARBITER):
        assert cards_seen(RULESET.view(cave.state, viewer), 0) == ["dynamite", "map"]


def test_the_public_parts_of_the_view_are_there_for_everybody() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r1c1", "low2")).stack("chest").token("coin", (4, 8)).discard("map")
    for viewer in (seat_viewer(0), seat_viewer(1), SPECTATOR):
        seen = RULESET.view(cave.state, viewer)
        assert seen["tokens_left"]["coin"] == 5
        assert seen["deck"]["size"] == len(cave.state["deck"])
        assert seen["discard"] == ["map"]
        assert [place["place"] for place in seen["places"] if place["tile"] is None] == ["r1c1", "low2"]
        assert [place["turns"] for place in seen["places"] if not place["open"]] == [None, None]
        assert seen["field"][0].startswith("????")


def test_the_arbiter_sees_everything() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r1c1",)).drawn(1, "map")
    seen = RULESET.view(cave.state, ARBITER)

    assert seen["places"][0]["tile"] == "T02"
    assert seen["token_stack"] == cave.state["stack"]
    assert seen["deck"]["cards"] == [kind for kind, _ in cave.state["deck"]]


@pytest.mark.clause("TD-085", "TD-111")
def test_an_open_card_question_shows_its_type_and_owner_but_no_options() -> None:
    """Two worlds that differ in one hidden card look the same to everybody else, and tell the same."""
    worlds = []
    for card in ("shield", "key"):
        cave = Cave((4, 8), (4, 2)).drawn(0, card).creature("dragon", (8, 8), hunts=0).turn(1)
        facts = cave.do(1, "end_turn")
        assert cave.pending() == ("answer_loss", 0)
        worlds.append(
            (jcs(cave.view(1)), jcs(RULESET.view(cave.state, SPECTATOR)), jcs(facts.public), cave.choices("card"))
        )

    assert worlds[0][:3] == worlds[1][:3]
    assert worlds[0][3] != worlds[1][3]


def test_a_view_names_cells_by_column_and_row_and_places_by_name() -> None:
    """In the middle of a fall that opens a tile: no number of the engine is shown."""
    cave = Cave((5, 1), (4, 2), closed=("r2c2",)).stack("coin")
    cave.do(0, "step", dir="right")
    seen = cave.view(1)

    assert seen["pending"] == {
        "type": "place_token", "seat": 0, "token": "coin", "id": 0, "place": "r2c2", "by": "fall",
    }  # fmt: skip
    assert seen["under_way"]["seats"] == [0]
    falling = seen["under_way"]["next"][0]
    assert (falling["what"], falling["start_cell"], falling["cells"]) == ("falling", [6, 1], [[6, 2], [6, 3]])


def test_creatures_that_are_falling_are_shown_by_their_kind() -> None:
    cave = Cave((5, 1), (4, 2)).creature("spider", (1, 1))
    cave.state["creatures"][0]["moving"] = True

    assert cave.view(1)["under_way"]["creatures"] == ["spider"]


def test_the_question_of_a_creatures_way_tells_each_move_by_its_parts() -> None:
    cave = Cave((5, 1), (4, 2)).creature("monster", (1, 1), hunts=0).turn(1)
    cave.do(1, "end_turn")

    assert cave.view(0)["pending"] == {
        "type": "route_creature",
        "seat": 0,
        "creature": "monster",
        "endurance": 5,
        "moves": [
            {"move": "step", "cells": [[2, 1]], "to": [2, 1], "endurance": 1},
            {"move": "jump", "cells": [[2, 0], [3, 1]], "to": [3, 2], "endurance": 2},
        ],
    }


def test_the_worms_ways_cost_no_endurance() -> None:
    cave = Cave((4, 8)).creature("worm", (0, 7), hunts=0)
    cave.do(0, "end_turn")

    assert [(move["to"], move["endurance"]) for move in cave.view(0)["pending"]["moves"]] == [([2, 8], 0), ([1, 9], 0)]


def test_a_view_says_whose_it_is() -> None:
    cave = Cave((5, 8), (4, 2))

    assert [RULESET.view(cave.state, viewer)["you"] for viewer in (seat_viewer(1), SPECTATOR, ARBITER)] == [
        1, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("phase", "shown"),
    [
        ("setup_placement", "seats_to_place"),
        ("creatures", "creatures_to_move"),
        ("collapse_check", "seats_to_roll"),
        ("turn", None),
    ],
)
def test_what_still_waits_in_a_phase_is_shown_under_the_name_of_that_phase(phase: str, shown: str | None) -> None:
    cave = Cave((5, 8), (4, 2))
    cave.state.update(phase=phase, queue=["worm"] if phase == "creatures" else [1])
    view = cave.view(0)

    lists = {name: view[name] for name in ("seats_to_place", "creatures_to_move", "seats_to_roll")}
    assert lists == {name: cave.state["queue"] if name == shown else [] for name in lists}


@pytest.mark.clause("TD-107", "TD-154")
def test_a_view_counts_the_tokens_that_are_left_and_names_the_web_and_the_latest_fall() -> None:
    """One coin lies in the cave, two were taken, and one has just been drawn."""
    cave = Cave((5, 8), (4, 2)).token("coin", (4, 8)).creature("spider", (8, 8), web="r6c3")
    cave.state["gone"] = {"coin": 2, "health": 1}
    before = cave.view(1)
    assert before["web"] == "r6c3"
    assert before["last_fall"] is None
    left = {**CONTENT.tokens, "spider": 0, "health": CONTENT.tokens["health"] - 1}
    assert before["tokens_left"] == {**left, "coin": CONTENT.tokens["coin"] - 3}

    cave.state["last_fall"] = {"seats": [1], "cells": [at((6, 1)), at((6, 2)), at((6, 3))]}
    cave.state["pending"] = {"type": "place_token", "seat": 0, "token": "coin", "id": 3, "place": 7, "by": "fall"}
    after = cave.view(1)
    assert after["tokens_left"] == {**left, "coin": CONTENT.tokens["coin"] - 4}
    assert after["last_fall"] == {"seats": [1], "cells": [[6, 1], [6, 2], [6, 3]], "length": 2}


def test_the_deck_is_seen_by_the_arbiter_alone_and_hands_by_all_once_the_game_is_over() -> None:
    cave = Cave((5, 8), (4, 2), closed=("r1c1",)).drawn(1, "key")
    cave.state["places"][1]["turns"] = 3
    seen = cave.view(0)
    assert (seen["deck"]["cards"], seen["token_stack"]) == (None, None)
    assert [(place["tile"], place["turns"]) for place in seen["places"][:2]] == [(None, None), ("T01", 3)]
    assert cards_seen(seen, 1) == [None]

    cave.state.update(phase="finished", ended="round_limit", active=None)
    assert cards_seen(cave.view(0), 1) == ["key"]
