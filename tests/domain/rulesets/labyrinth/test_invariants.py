"""States that cannot be are found out."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.ruleset import State
from tests.domain.rulesets.labyrinth.tables import EAST_ROOM, RULES, SEVEN, a_state, duel, explored, play

Change = Callable[[State], Any]


def exploring() -> State:
    return a_state(
        table=[EAST_ROOM], team={"K1": "S1", "K2": None}, rivals=[("blue", "K9", "R7", (1, 0))], top=["C1", "C2"]
    )


def finished() -> State:
    state = a_state(team={"K1": None}, top=["BL1"])
    play(state, "stay")
    play(state, "lose_character", character="K1")
    return state


def move_card(source: str, target: str, card: str) -> Change:
    def change(state: State) -> None:
        state[source].remove(card)
        state[target].append(card)

    return change


BROKEN: dict[str, Change] = {
    "another game": lambda state: state.update(game="chess"),
    "another content": lambda state: state.update(content_version=2),
    "a team size there is not": lambda state: state["options"].update(team_size=7),
    "a phase there is not": lambda state: state.update(phase="lunch"),
    "a key missing": lambda state: state.pop("deck"),
    "a card lost": lambda state: state["deck"].pop(),
    "a card doubled": lambda state: state["deck"].append("K1"),
    "a card unknown": lambda state: state["deck"].__setitem__(0, "TOAD"),
    "Greed in the deck": move_card("removed", "deck", "GREED"),
    "Princess in the discard": move_card("removed", "discard", "PRINCESS"),
    "the Chest in the deck": lambda state: state["deck"].append("CHEST"),
    "a Cage in the team": lambda state: (
        state["deck"].remove("C1"),
        state["team"].append({"card": "C1", "trophy": None}),
    ),
    "a Cage for a Trophy": lambda state: (state["deck"].remove("C1"), state["team"][1].update(trophy="C1")),
    "no start": lambda state: state["table"].pop(0),
    "a location on another": lambda state: state["table"][1].update(at=[0, 0]),
    "a location sideways": lambda state: state["table"][1].update(rotation=90),
    "a symmetric location turned": lambda state: state["table"][1].update(rotation=180),
    "a location without a passage": lambda state: state["table"][1].update(at=[0, 1]),
    "a location on its own": lambda state: state["table"][1].update(at=[3, 0]),
    "more laid than lies there": lambda state: state.update(laid=2),
    "the player in the void": lambda state: state.update(at=[5, 5]),
    "a rival in the void": lambda state: state["rivals"][0].update(at=[5, 5]),
    "a rival of the player's colour": lambda state: state["rivals"][0].update(colour="red"),
    "a rival of no colour": lambda state: state["rivals"][0].update(colour="pink"),
    "a rival led by a Cage": lambda state: (
        state["deck"].remove("C1"),
        state["deck"].append("K9"),
        state["rivals"][0].update(knight="C1"),
    ),
    "a rival with a Cage": lambda state: (
        state["deck"].remove("C1"),
        state["deck"].append("R7"),
        state["rivals"][0].update(trophy="C1"),
    ),
    "too many turns for the cards drawn": lambda state: state.update(turn=9),
    "turn 0 in mid-game": lambda state: state.update(turn=0),
    "nobody left to move": lambda state: (
        state["deck"].extend(["K1", "K2"]),
        state["discard"].append("S1"),
        state.update(team=[]),
    ),
    "something pending between turns": lambda state: state.update(
        pending={"rival": None, "drawn": [None, None], "offer": []}
    ),
    "the Chest owed too early": lambda state: state.update(phase="place_chest"),
    "over without a result": lambda state: state.update(phase="over"),
    "nothing pending in a duel": lambda state: state.update(phase="defend"),
    "a result in mid-game": lambda state: state.update(result={}),
}


@pytest.mark.clause("LB-008")
@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_state_is_found_out(broken: str) -> None:
    state = exploring()
    RULES.check(state)
    BROKEN[broken](state)

    with pytest.raises(BrokenRuleError, match="labyrinth@1"):
        RULES.check(state)


def pending_states() -> dict[str, State]:
    """A state in each phase in which something is pending."""
    rivals = [("blue", "K9", "R7", (0, 0))]
    made = {
        "trophy": explored("R1")[0],
        "place_location": explored("L01")[0],
        "steambot": explored("BS1")[0],
        "dragon": explored("DRAGON")[0],
        "thief": explored("THIEF", rivals=rivals)[0],
        "market": explored("MARKET", rivals=rivals)[0],
        "duel_draw": duel("R1", "R2", team={"K1": "P1"})[0],
        "duel_cage": duel("C1", "BS1")[0],
        "defend": duel("R1", "BL1")[0],
    }
    assert all(state["phase"] == phase for phase, state in made.items())
    return made


@pytest.mark.parametrize("phase", pending_states())
def test_what_is_pending_must_fit_the_phase(phase: str) -> None:
    states = pending_states()
    state = states[phase]
    RULES.check(state)
    for other in states:
        if other == phase:
            continue
        wrong = deepcopy(state)
        wrong["phase"] = other
        with pytest.raises(BrokenRuleError):
            RULES.check(wrong)


@pytest.mark.parametrize("phase", ["duel_draw", "duel_cage", "defend"])
def test_a_duel_needs_its_rival_on_the_cell(phase: str) -> None:
    state = pending_states()[phase]
    for colour in (None, "green"):
        wrong = deepcopy(state)
        wrong["pending"]["rival"] = colour
        with pytest.raises(BrokenRuleError):
            RULES.check(wrong)
    state["rivals"][0]["at"] = [0, 0]
    with pytest.raises(BrokenRuleError):
        RULES.check(state)


@pytest.mark.parametrize("phase", ["steambot", "thief", "market"])
def test_exploring_has_no_rival(phase: str) -> None:
    state = pending_states()[phase]
    state["pending"]["rival"] = "blue"

    with pytest.raises(BrokenRuleError):
        RULES.check(state)


@pytest.mark.parametrize(
    ("key", "value"), [("outcome", "won"), ("ended_by", "deck_empty"), ("moves", 1), ("knights", 2), ("turns", 3)]
)
def test_a_result_must_be_what_the_table_says(key: str, value: Any) -> None:
    state = finished()
    RULES.check(state)
    state["result"][key] = value

    with pytest.raises(BrokenRuleError, match="result"):
        RULES.check(state)


def test_the_chest_lies_on_the_table_only_at_the_end() -> None:
    state = a_state(table=SEVEN[:3])
    state["table"].append({"card": "CHEST", "at": [0, 3], "rotation": 180})

    with pytest.raises(BrokenRuleError, match="Chest"):
        RULES.check(state)
