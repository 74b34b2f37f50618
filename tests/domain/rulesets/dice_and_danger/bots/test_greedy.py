"""The greedy bot plays by its view, within the rules, and well."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.playout import play_through, seed_of
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import RULES, game, sheet, solo, take

GREEDY = RULES.bot("greedy")
RANDOM = RULES.bot("random")


def choice(state: dict[str, Any], seat: int = 0) -> dict[str, Any]:
    """The bot's choice in that position."""
    return GREEDY(RULES.view(state, seat_viewer(seat)), RULES.legal(state, seat), chance=Tape(b"unused"))


@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
def test_it_beats_a_random_player(adventure: str) -> None:
    table = play_through(RULES, {"adventure": adventure}, bots=[RANDOM, GREEDY], seed=seed_of(f"better/{adventure}"))

    assert table.outcome is not None
    assert table.outcome.winners == [1]


def test_it_takes_the_blow_that_wins_gems() -> None:
    state = game(sheet(visited=["c01", "c02"], damage={"goose": 3}), dice=(4, 6, 1, 1, 1))
    take(state, 0)

    assert choice(state)["step"] == "attack"


def test_it_pays_a_symbol_for_the_last_blow() -> None:
    """Only the black 6 makes the 10 that fells the goose."""
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3})
    state = game(sheet(), hero, dice=(4, 1, 1, 1, 6), active=0)

    assert [0, 4] in choice(state, 1)["pairs"]


def test_in_solo_it_seeks_damage() -> None:
    """One way hits the mole, the other visits two start cells and costs a life."""
    state = solo(sheet(visited=["c39"]), dice=(3, 1, 4, 1, 1))
    chosen = choice(state)
    dice = state["dice"]

    assert 7 in [dice[one] + dice[other] for one, other in chosen["pairs"]]


def test_it_chooses_torches_first_and_extra_life_when_hurt() -> None:
    for life, wanted in ((0, "torches"), (4, "extra_life")):
        state = game(sheet("dinosaurs", visited=["c68", "c67"], lost=life), adventure="dinosaurs", dice=(1, 2, 1, 1, 6))
        take(state, 0)
        RULES.play(state, 0, {"type": "mark", "step": "visit", "pair": 0, "cell": "c66"}, tape=Tape(b"unused"))
        assert choice(state)["ability"] == wanted


def test_it_burns_a_torch_rather_than_lose_a_life() -> None:
    """No use for either pair; c25, torch-lit, opens c29 (10) for one of them."""
    hero = sheet("cultists", visited=["c07", "c14", "c18", "c24", "c19"], abilities=["torches"])
    state = game(hero, adventure="cultists", dice=(4, 6, 4, 6, 1))
    take(state, 0)

    assert choice(state)["step"] == "torch_visit"
