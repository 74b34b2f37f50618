"""The greedy bot plays sensibly, from its view alone."""

from __future__ import annotations

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs, parse
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.labyrinth.tables import RULES, SEVEN, a_state, duel, explored, short


def chosen(state: State) -> str:
    """The bot's choice, in short."""
    view = parse(jcs(RULES.view(state, seat_viewer(0))))
    return short(greedy_bot(view, RULES.legal(state, 0), chance=Tape(b"unused")))


def test_of_two_trophies_won_it_takes_the_one_that_stops_more_steambots() -> None:
    state, _ = duel("P1", "R1", team={"K1": None})

    assert chosen(state) == "take_trophy rock K1"


def test_it_fights_rather_than_lose_a_character() -> None:
    state, _ = explored("BS1", team={"K1": None, "K2": "R1"})

    assert chosen(state) == "fight_steambot K2"


def test_it_fights_with_what_it_has_more_of() -> None:
    state, _ = explored("BS1", team={"K1": "S1", "K2": "R1", "K3": "R2"})

    assert chosen(state) in ("fight_steambot K2", "fight_steambot K3")


def test_it_loses_who_carries_nothing() -> None:
    state, _ = explored("BL1", team={"K1": "R1", "K2": None, "K3": "R2"})

    assert chosen(state) == "lose_character K2"


def test_it_gives_up_a_mage_that_only_disarms_it() -> None:
    state, _ = explored("BL1", team={"K1": "R1", "K2": "S1", "K3": None, "MAGE": None})

    assert chosen(state) == "lose_character MAGE"


def test_it_takes_what_it_lacks_and_does_not_trade_scissors_for_paper() -> None:
    state, _ = explored("R1", team={"K1": "S1", "K2": None})
    assert chosen(state) == "take_trophy rock K2"

    state, _ = explored("P1", team={"K1": "S1"})
    assert chosen(state) == "leave_trophy"


def test_with_the_mage_it_wants_paper() -> None:
    state, _ = explored("P1", team={"K1": "S1", "MAGE": "R1"})

    assert chosen(state).startswith("swap_trophy paper")


def test_it_lays_the_chest_at_the_nearest_place() -> None:
    state = a_state(table=[("L08", (0, 1), 0), ("L09", (0, 2), 0)], top=["C1"], whole_deck=True)
    RULES.play(state, 0, {"type": "move", "x": 0, "y": 1}, tape=Tape(b""))
    assert {short(action) for action in RULES.legal(state, 0)} == {"place_chest 0 -1 0", "place_chest 0 3 180"}
    state["cell"] = [0, 2]

    assert chosen(state) == "place_chest 0 3 180"


def test_it_keeps_a_place_for_the_chest_when_it_lays_the_last_location() -> None:
    """At (0,2) the way south is the Chest's; the dead end could be laid right there."""
    state = a_state(table=SEVEN, top=["L12"], at=(0, 1))
    RULES.play(state, 0, {"type": "move", "x": 0, "y": 2}, tape=Tape(b""))
    assert "place_location 0 3 0" in [short(action) for action in RULES.legal(state, 0)]

    assert chosen(state) != "place_location 0 3 0"


def test_it_lets_a_caught_steambot_loose() -> None:
    state, _ = duel("C1", "BS1")

    assert chosen(state) == "release_steambot"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_it_only_ever_does_what_is_legal(size: int) -> None:
    def on_step(table: Table, step: Step) -> None:
        if table.outcome is None:
            legal = table.legal(0)
            view = RULES.view(table.state, seat_viewer(0))
            assert greedy_bot(view, legal, chance=Tape(b"unused")) in legal

    for number in range(4):
        play_through(RULES, {"team_size": size}, bots=[random_bot], seed=seed_of(f"greedy/{number}"), on_step=on_step)
