"""Exploring: rivals, the Mage, Cages."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    a_state,
    discarded,
    explored,
    legal,
    play,
    rivals_of,
    team_of,
    told,
)


@pytest.mark.clause("LB-037", "LB-101")
def test_a_knight_found_becomes_a_rival_on_the_players_cell_without_a_duel() -> None:
    state = a_state(table=[EAST_ROOM], top=["K7", "R1"])

    facts = play(state, "move", x=1, y=0)

    assert state["rivals"] == [{"colour": "blue", "knight": "K7", "trophy": None, "cell": [1, 0]}]
    assert list(team_of(state)) == ["K1", "K2"]
    assert told(facts, "rival_appeared") == [{"rival": "blue", "knight": "K7", "x": 1, "y": 0}]
    assert told(facts, "duel_begun") == []
    assert (state["phase"], state["turn"], state["deck"][0]) == ("choose_move", 2, "R1")
    assert discarded(facts) == []


@pytest.mark.clause("LB-037")
@pytest.mark.parametrize(
    ("colour", "in_play", "comes"),
    [
        ("blue", [], "red"),
        ("red", [], "blue"),
        ("red", ["blue"], "green"),
        ("red", ["green"], "blue"),
        ("green", ["red", "blue"], "yellow"),
        ("yellow", ["red", "green"], "blue"),
    ],
)
def test_the_next_rival_has_the_first_free_colour(colour: str, in_play: list[str], comes: str) -> None:
    rivals = [(taken, f"K{8 - index}", None, (0, 0)) for index, taken in enumerate(in_play)]
    state, _ = explored("K9", rivals=rivals, options={"colour": colour})

    assert list(rivals_of(state)) == [*in_play, comes]
    assert rivals_of(state)[comes] == ("K9", None)


@pytest.mark.clause("LB-037")
def test_all_three_knights_of_the_deck_find_a_colour() -> None:
    state = a_state(top=["K7", "K8", "K9"], options={"colour": "yellow"})
    for _ in range(3):
        play(state, "stay")

    assert rivals_of(state) == {"red": ("K7", None), "blue": ("K8", None), "green": ("K9", None)}


@pytest.mark.clause("LB-038")
def test_the_mage_joins_at_once_wanted_or_not() -> None:
    state, facts = explored("MAGE", team={"K1": "S1"})

    assert team_of(state) == {"K1": "S1", "MAGE": None}
    assert told(facts, "mage_joined") == [{"seat": 0, "character": "MAGE"}]
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-038")
def test_the_mage_may_be_the_seventh_of_the_team() -> None:
    team = {"K1": "S1", "K2": None, "K3": None, "K4": None, "K5": None, "K6": None}
    state, _ = explored("MAGE", team=team, options={"team_size": 6})

    assert list(team_of(state)) == [*team, "MAGE"]


@pytest.mark.clause("LB-051")
def test_a_cage_found_has_no_effect() -> None:
    state, facts = explored("C1", rivals=[("blue", "K9", "R1", (0, 0))])

    assert discarded(facts) == ["C1"]
    assert (team_of(state), rivals_of(state)) == ({"K1": "S1", "K2": None}, {"blue": ("K9", "R1")})
    assert (state["phase"], state["turn"]) == ("choose_move", 2)


@pytest.mark.clause("LB-051")
def test_a_cage_found_is_not_kept_for_the_next_steambot() -> None:
    state = a_state(top=["C1", "BS1"], team={"K1": None})
    play(state, "stay")
    play(state, "stay")

    assert legal(state) == ["lose_character K1"]


@pytest.mark.clause("LB-007")
def test_the_discard_lies_open_in_order_and_never_comes_back() -> None:
    """The last cards of a deck are drawn with a full discard beside it; the game ends, nothing is shuffled."""
    state = a_state(top=["C1", "C2"], whole_deck=True)
    before = list(state["discard"])

    play(state, "stay")
    assert state["discard"] == [*before, "C1"]
    assert state["deck"] == ["C2"]
    play(state, "stay")

    assert state["discard"] == [*before, "C1", "C2"]
    assert (state["deck"], state["phase"]) == ([], "place_chest")
