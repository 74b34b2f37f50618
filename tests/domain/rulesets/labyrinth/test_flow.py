"""The course of a game: the seats with open decisions, and until when they are open."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import copy_state
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.tables import EVERY_ACTION, RULES, SEVEN, a_state, duel, explored, play, started


@pytest.mark.clause("LB-036", "LB-060")
def test_every_question_waits_for_an_answer_even_if_there_is_only_one() -> None:
    state, _ = explored("BS1", team={"K1": None})
    assert (state["phase"], len(RULES.legal(state, 0))) == ("steambot", 1)

    state, _ = explored("DRAGON", team={"K1": None})
    assert (state["phase"], len(RULES.legal(state, 0))) == ("dragon", 1)

    state, _ = duel("C1", "BS1")
    assert (state["phase"], len(RULES.legal(state, 0))) == ("duel_cage", 2)


@pytest.mark.clause("LB-020")
def test_the_rounds_are_the_turns_and_the_starting_trophy_comes_before_the_first() -> None:
    state = started()[0].state
    assert RULES.round_of(state) == 0

    play(state, "place_starting_trophy", character=state["team"][0]["character"])
    assert RULES.round_of(state) == 1

    state = a_state(top=["C1", "C2"])
    play(state, "stay")
    play(state, "stay")
    assert RULES.round_of(state) == 3


@pytest.mark.clause("LB-112")
def test_nothing_can_be_done_when_the_game_is_over() -> None:
    state = a_state(table=SEVEN, top=["L12"])
    RULES.play(state, 0, {"type": "move", "x": 0, "y": 1}, tape=Tape(b""))
    RULES.play(state, 0, {"type": "place_location", "x": 0, "y": 3, "rotation": 0}, tape=Tape(b""))
    RULES.play(state, 0, {"type": "place_chest", "x": 0, "y": -3, "rotation": 0}, tape=Tape(b""))

    assert RULES.to_act(state) == []
    for action in EVERY_ACTION[::5]:
        with pytest.raises(IllegalActionError):
            RULES.play(copy_state(state), 0, action, tape=Tape(b""))
