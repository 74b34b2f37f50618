"""The view of a viewer: everything but the order of the deck."""

from __future__ import annotations

from typing import Any, Final

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.state import PHASES
from delvebook.domain.table import Table
from delvebook.domain.viewers import ARBITER, PUBLIC, SPECTATOR
from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    RULES,
    SEAT,
    Laid,
    a_state,
    duel,
    explored,
    play,
    resolving,
    words,
)
from tests.domain.rulesets.labyrinth.words.test_sentences import TABLES


def test_seat_and_spectator_see_the_same_and_no_card_of_the_deck() -> None:
    def on_step(table: Table, step: Step) -> None:
        view = RULES.view(table.state, SEAT)
        assert jcs(view) == jcs(RULES.view(table.state, SPECTATOR))
        if table.outcome is None:
            assert not words(view) & set(table.state["deck"])
            assert "deck" not in view
        assert view["deck_count"] == len(table.state["deck"])

    for number in range(4):
        play_through(RULES, {}, bots=[greedy_bot], seed=seed_of(f"views/{number}"), on_step=on_step)


def test_two_worlds_that_differ_in_the_order_of_the_deck_look_the_same() -> None:
    state, _ = explored("R1", team={"K1": "S1", "K2": "P1"}, rivals=[("blue", "K9", "R2", (0, 0))])
    other = copy_state(state)
    other["deck"].reverse()

    for viewer in (SEAT, SPECTATOR):
        assert jcs(RULES.view(state, viewer)) == jcs(RULES.view(other, viewer))
    assert RULES.legal(state, 0) == RULES.legal(other, 0)
    assert jcs(RULES.view(state, ARBITER)) != jcs(RULES.view(other, ARBITER))


def test_the_arbiter_sees_the_order_of_the_deck_and_nothing_else_differs() -> None:
    state, _ = explored("R1")

    arbiter = RULES.view(state, ARBITER)

    assert arbiter.pop("deck") == state["deck"]
    assert arbiter == RULES.view(state, SPECTATOR)


def test_when_the_game_is_over_everybody_sees_the_rest_of_the_deck() -> None:
    state = a_state(team={"K1": None}, top=["BL1", "R2", "C1"])
    play(state, "stay")
    play(state, "lose_character", character="K1")

    for viewer in (SEAT, SPECTATOR, ARBITER, PUBLIC):
        assert RULES.view(state, viewer)["deck"] == state["deck"]
    assert state["deck"][:2] == ["R2", "C1"]


def test_the_tally_counts_the_unseen_by_sort_and_says_no_order() -> None:
    state = a_state()

    unseen = RULES.view(state, SPECTATOR)["unseen"]

    assert unseen == {
        "knight": 3,
        "mage": 1,
        "rock": 7,
        "paper": 7,
        "scissors": 6,
        "simple": 3,
        "lancer": 2,
        "armoured": 2,
        "cage": 3,
        "dragon": 1,
        "thief": 1,
        "market": 1,
        "location": 12,
    }
    assert sum(unseen.values()) == 49
    play(state, "stay")
    assert RULES.view(state, SPECTATOR)["unseen"]["knight"] == 2


def test_the_view_has_all_a_client_needs_to_draw_the_table() -> None:
    state, _ = duel("R1", "BL1", team={"K1": "S1", "MAGE": None}, rival_trophy="P2")

    view = RULES.view(state, SPECTATOR)

    assert view["options"] == {"team_size": 2, "colour": "red"}
    assert (view["phase"], view["turn"], view["cell"]) == ("defend", 1, [1, 0])
    assert view["laid_count"] == 1
    assert view["hero"] == {"card": "HERO-RED", "side": "knight"}
    assert view["hero_supply"] == ["HERO-GREEN", "HERO-YELLOW"]
    assert view["team"] == [{"character": "K1", "trophy": "S1"}, {"character": "MAGE", "trophy": None}]
    assert view["rivals"] == [{"colour": "blue", "hero": "HERO-BLUE", "knight": "K9", "trophy": "P2", "cell": [1, 0]}]
    assert view["labyrinth"] == [
        {"card": "START", "cell": [0, 0], "rotation": 0, "exits": ["N", "E", "S", "W"], "passages": ["E"]},
        {"card": "L10", "cell": [1, 0], "rotation": 0, "exits": ["E", "W"], "passages": ["W"]},
    ]
    assert (view["chest_aside"], view["path_to_chest"], view["result"]) == (True, None, None)
    assert view["resolving"] == resolving("R1", "BL1", rival="blue")
    assert view["question"] == {"steambot": "BL1"}


@pytest.mark.clause("LB-025")
def test_an_exit_that_faces_a_wall_is_no_passage() -> None:
    """A ring with a wall: Sluice Gallery opens to the east, but Rust Corner beside it is closed to the west."""
    table: Laid = [("L01", (-1, 0), 0), ("L02", (-1, 1), 0), ("L04", (0, 1), 0)]

    labyrinth = RULES.view(a_state(table=table), SPECTATOR)["labyrinth"]

    assert {laid["card"]: (laid["exits"], laid["passages"]) for laid in labyrinth} == {
        "START": (["N", "E", "S", "W"], ["S", "W"]),
        "L01": (["N", "E", "S", "W"], ["E", "S"]),
        "L02": (["N", "E", "S"], ["N"]),
        "L04": (["N", "E"], ["N"]),
    }


QUESTIONS: Final = {
    "setup_trophy": ("a new game", {"trophies": ["S1"]}),
    "choose_move": ("a free way", None),
    "choose_rival": ("two rivals here", {"rivals": ["blue", "green"]}),
    "trophy": ("a Duel won", {"trophies": ["R1", "S2"]}),
    "place_location": ("a Location found", {"location": "L04"}),
    "steambot": ("a Steambot found", {"steambot": "BS1"}),
    "dragon": ("the Dragon found", {"special": "DRAGON"}),
    "thief": ("the Thief found", {"special": "THIEF"}),
    "market": ("the Market found", {"special": "MARKET"}),
    "duel_draw": ("a draw", {"kind": "rock"}),
    "duel_cage": ("a Steambot caught, an armed rival", {"steambot": "BS1"}),
    "defend": ("a Steambot attacks", {"steambot": "BL1"}),
    "place_chest": ("the Chest is next", {"location": "CHEST"}),
    "over": ("the game is over", None),
}
"""By phase, a table in it and what it asks."""


@pytest.mark.parametrize("phase", PHASES)
def test_the_view_names_what_the_decision_is_about(phase: str) -> None:
    table, question = QUESTIONS[phase]

    view = RULES.view(TABLES[table](), SEAT)

    assert (view["phase"], view["question"]) == (phase, question)


def test_the_view_says_which_location_is_to_be_laid_and_shows_cards_as_turned() -> None:
    state, _ = duel("L12", "L08", table=[EAST_ROOM])
    assert RULES.view(state, SPECTATOR)["question"]["location"] == "L12"

    play(state, "place_location", x=0, y=-1, rotation=180)

    view = RULES.view(state, SPECTATOR)
    assert view["question"]["location"] == "L08"
    assert view["labyrinth"][-1] == {
        "card": "L12",
        "cell": [0, -1],
        "rotation": 180,
        "exits": ["S"],
        "passages": ["S"],
    }


def test_the_view_shares_nothing_with_the_state() -> None:
    state, _ = duel("R1", "BL1", rival_trophy="P2")
    before = jcs(state)
    view = RULES.view(state, ARBITER)

    def spoil(value: Any) -> None:
        if isinstance(value, dict):
            for item in list(value.values()):
                spoil(item)
            value["spoilt"] = 1
        elif isinstance(value, list):
            for item in value:
                spoil(item)
            value.append("spoilt")

    spoil(view)

    assert jcs(state) == before
