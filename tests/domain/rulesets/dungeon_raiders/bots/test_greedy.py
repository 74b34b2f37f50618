"""The greedy bot plays as a sensible person would, and know no more than their seat."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from delvebook.domain.bots import Action, random_bot
from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.rulesets.dungeon_raiders.state import State
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import ALL_FIVE, RAIDERS, game, play, seat

DARK = [[True, False, False, True, True], [True] * 5, [True] * 4 + [False], [False] * 5, [False] * 5]


Choice = Callable[[State], Action]


@pytest.fixture
def choice() -> Choice:
    """What the bot likes best for seat 0; it may draw something that is nearly as good."""

    def best(state: State) -> Action:
        view, legal = RAIDERS.view(state, seat_viewer(0)), RAIDERS.legal(state, 0)
        weighed = RAIDERS.program("greedy").weigh(view, legal, chance=Tape(b"bot"))
        if weighed:
            return max(weighed, key=lambda one: one.score).action
        return RAIDERS.bot("greedy")(view, legal, chance=Tape(b"bot"))

    return best


def test_it_plays_a_five_or_a_key_for_a_rich_chest(choice: Choice) -> None:
    state = game("tre-4", at=5, seats=[seat(), seat("p1 p2 p3"), seat("p1 p2 p3")])

    assert choice(state)["card"] in ("p4", "p5")


def test_it_plays_no_low_card_into_the_spikes(choice: Choice) -> None:
    state = game("trap-spikes", at=5, seats=[seat(), seat("p4 p5"), seat("p4 p5")])

    assert choice(state)["card"] in ("p4", "p5")


def test_it_does_not_spring_the_boulder_on_itself(choice: Choice) -> None:
    state = game("trap-boulder", at=5, seats=[seat(life=3), seat("p1 p2", life=2), seat("p1 p2", life=2)])

    assert choice(state)["card"] in ("p1", "p2")


def test_it_does_not_die_to_save_a_high_card(choice: Choice) -> None:
    state = game("mon-dragon", seats=[seat("p1 p4", life=3), seat("p2 p3"), seat("p2 p3")])

    assert choice(state) == {"type": "play_card", "card": "p4"}


def test_against_a_boss_that_hits_the_highest_it_stays_low(choice: Choice) -> None:
    state = game("boss", boss="boss-mazebull", seats=[seat(life=4), seat("p2"), seat("p2")])

    assert choice(state)["cards"] == ["p1"]


def test_against_a_boss_that_hits_the_lowest_it_lays_two_cards(choice: Choice) -> None:
    state = game("boss", boss="boss-riddle", seats=[seat(life=4), seat("p4 p5")])

    assert choice(state)["cards"] == ["p4", "p5"]


def test_it_looks_where_two_rooms_are_dark_and_keeps_one_torch_for_the_last_level(choice: Choice) -> None:
    torch = {"type": "light_torch"}
    two = game("tre-1", lit=DARK, seats=[seat(f"{ALL_FIVE} torch torch"), seat(), seat()])
    one = game("tre-1", lit=DARK, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])
    last = game("tre-1", level=5, lit=DARK, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    assert choice(two) == torch
    assert choice(one) != torch
    assert choice(last) == torch


def test_it_may_be_asked_out_of_turn(choice: Choice) -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])
    play(state, 0, "p1")

    assert choice(state) == {"type": "light_torch"}


def test_it_beats_random_players() -> None:
    """In 24 games of three with one greedy seat, fair would be 8 wins."""
    wins = 0
    for number in range(24):
        bots = [random_bot] * 3
        bots[number % 3] = RAIDERS.bot("greedy@1")
        table = play_through(RAIDERS, {}, bots=bots, seed=seed_of(f"greedy/{number}"))
        assert table.outcome is not None
        wins += number % 3 in table.outcome.winners
    assert wins >= 12
