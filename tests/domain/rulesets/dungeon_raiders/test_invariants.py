"""A state that breaks an invariant is noticed, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from tests.domain.rulesets.dungeon_raiders.tables import ALL_FIVE, BOX, RAIDERS, Fixed, game, play, seat, set_up


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda state: state["dungeon"][0].pop(), "five levels"),
        (lambda state: state["dungeon"][0].__setitem__(1, "mon-dragon"), "printed dungeon cards"),
        (lambda state: state["dungeon"][4].__setitem__(4, "tre-1"), "no boss"),
        (lambda state: state["lit"][4].__setitem__(4, True), "lit"),
        (lambda state: state["lit"][0].__setitem__(0, False), "lit"),
        (lambda state: state.update(level=6), "outside the dungeon"),
        (lambda state: state.update(phase="boss_play", fight=1), "phase boss_play"),
        (lambda state: state.update(phase="finished"), "finished game has a result"),
        (lambda state: state.update(fight=1), "no fight number"),
        (lambda state: state.update(wave=0), "waves"),
        (lambda state: state.update(first_seat=0), "first player marker"),
        (lambda state: state["supply"].update(key=7), "8 key cards"),
        (lambda state: state["in_play"].append({"item": "ball", "seat": 0}), "7 ball cards"),
        (lambda state: state["seats"][1].update(life=11), "out of range"),
        (lambda state: state["seats"][1].update(treasure=-1), "out of range"),
        (lambda state: state["seats"][1].update(life=0), "alive with 0 life"),
        (lambda state: state["seats"][1].update(status="dead"), "dead with 9 life"),
        (lambda state: state["seats"][1]["power"].pop(), "five power cards"),
        (lambda state: state["seats"][1]["power"].reverse(), "not in order"),
        (lambda state: state["seats"][1]["laid"].append("p3"), "not among the played"),
        (lambda state: state["seats"][0]["taken"].update(key=0), "more key cards than it ever took"),
        (lambda state: state["owing"].clear(), "nobody owes"),
        (lambda state: state["owing"].append(0), "asked twice"),
        (lambda state: state["again"].append(0), "asked twice"),
        (lambda state: [sheet.update(status="petrified") for sheet in state["seats"][1:]], "fewer than two"),
        (lambda state: state["seats"][1].update(committed=[]), "still asked"),
        (lambda state: state["seats"][1].update(power=[], played=[1, 2, 3, 4, 5]), "can lay nothing"),
    ],
)
def test_a_state_that_breaks_an_invariant_is_refused(spoil: Callable[[dict[str, Any]], object], complaint: str) -> None:
    state = game("tre-1", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    RAIDERS.check(state)
    spoil(state)

    with pytest.raises(BrokenRuleError, match=complaint):
        RAIDERS.check(state)


def test_a_finished_game_that_asks_a_seat_is_refused() -> None:
    state = game("mon-dragon", seats=[seat(life=1), seat()])
    play(state, 0, "p1")
    play(state, 1, "p2")
    state["owing"].append(1)

    with pytest.raises(BrokenRuleError, match="asks somebody"):
        RAIDERS.check(state)


@pytest.mark.clause("DR-015")
def test_a_missing_item_is_refused() -> None:
    state = game("tre-1")
    state["supply"]["key"] -= 1

    with pytest.raises(Exception, match="5 key cards"):
        RAIDERS.check(state)


@pytest.mark.clause("DR-181")
def test_an_introductory_dungeon_without_an_item_vault_is_refused() -> None:
    order = [*(["vau-items"] * 3), *(card for card in BOX.deck if card != "vau-items")]
    state = set_up(Fixed(orders=[order]))
    state["options"]["difficulty"] = "introductory"

    with pytest.raises(Exception, match="item vault"):
        RAIDERS.check(state)
