"""What may be done: the list of legal actions and the judge agree on every action there is."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError, MalformedActionError
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import Action, copy_state
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.rules import judge
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from tests.domain.rulesets.labyrinth.builders import RULES, a_state, duel, explored, refused
from tests.domain.rulesets.labyrinth.labyrinths import SEVEN

CHARACTERS = [*CONTENT.knights, CONTENT.mage]
CELLS = list(product(range(-3, 4), repeat=2))


def every_action() -> list[Action]:
    """Every action in shape, with cells near the start."""
    domains: dict[str, list[Any]] = {
        "character": CHARACTERS,
        "rival": list(CONTENT.colours),
        "kind": list(CONTENT.beats),
        "rotation": [0, 180],
    }
    actions: list[Action] = []
    for type_, schema in RULES.action_schemas.items():
        fields = list(schema().fields)
        if "x" in fields:
            rest = [field for field in fields if field not in ("x", "y")]
            spans = [
                [{"x": x, "y": y} for x, y in CELLS],
                *([{field: one} for one in domains[field]] for field in rest),
            ]
        else:
            spans = [[{field: one} for one in domains[field]] for field in fields]
        actions += [
            {"type": type_, **{key: value for part in parts for key, value in part.items()}}
            for parts in product(*spans)
        ]
    return actions


EVERY_ACTION = every_action()


@pytest.mark.clause("LB-020", "LB-033", "LB-036", "LB-042", "LB-071")
def test_the_judge_accepts_exactly_what_is_listed() -> None:
    phases = set()

    def on_step(table: Table, step: Step) -> None:
        if step.n % 3 and table.state["phase"] in phases:
            return
        phases.add(table.state["phase"])
        listed = {jcs(action) for action in table.legal(0)}
        for action in EVERY_ACTION:
            try:
                judge(CONTENT, table.state, action)
                accepted = True
            except IllegalActionError as error:
                accepted = False
                assert error.clause in RULES.clauses
            assert accepted == (jcs(action) in listed), (table.state, action)

    for number, size in enumerate([1, 2, 3, 4, 5, 6, 6]):
        play_through(RULES, {"team_size": size}, bots=[random_bot], seed=seed_of(f"judge/{number}"), on_step=on_step)
    assert len(phases) >= 9, phases


def test_an_action_at_the_wrong_time_is_refused_by_its_own_clause() -> None:
    state = a_state()
    expected = {
        "place_starting_trophy": "LB-003",
        "choose_rival": "LB-023",
        "take_trophy": "LB-036",
        "swap_trophy": "LB-036",
        "leave_trophy": "LB-036",
        "place_location": "LB-030",
        "fight_steambot": "LB-042",
        "lose_character": "LB-042",
        "steal_trophy": "LB-039",
        "trade_trophy": "LB-039",
        "decline": "LB-039",
        "change_duel": "LB-065",
        "accept_draw": "LB-064",
        "release_steambot": "LB-075",
        "discard_steambot": "LB-075",
        "place_chest": "LB-112",
    }
    samples = {action["type"]: action for action in EVERY_ACTION}
    for type_, clause in expected.items():
        parameters = {key: value for key, value in samples[type_].items() if key != "type"}
        error = refused(state, type_, **parameters)
        assert error.clause == clause
        assert "where the token goes" in str(error)


@pytest.mark.clause("LB-036", "LB-060")
def test_every_question_waits_for_an_answer_even_if_there_is_only_one() -> None:
    state, _ = explored("BS1", team={"K1": None})
    assert (state["phase"], len(RULES.legal(state, 0))) == ("steambot", 1)

    state, _ = explored("DRAGON", team={"K1": None})
    assert (state["phase"], len(RULES.legal(state, 0))) == ("dragon", 1)

    state, _ = duel("C1", "BS1")
    assert (state["phase"], len(RULES.legal(state, 0))) == ("duel_cage", 2)


@pytest.mark.parametrize(
    "action",
    [
        {"type": "move", "x": 0},
        {"type": "move", "x": 0, "y": "1"},
        {"type": "move", "x": 0, "y": 10},
        {"type": "place_location", "x": 0, "y": 1, "rotation": 90},
        {"type": "place_location", "x": 0, "y": 1},
        {"type": "take_trophy", "kind": "lizard", "character": "K1"},
        {"type": "take_trophy", "kind": "rock", "character": "K10"},
        {"type": "take_trophy", "kind": "rock", "character": "HERO-RED"},
        {"type": "lose_character", "character": "PRINCESS"},
        {"type": "choose_rival", "rival": "pink"},
        {"type": "stay", "x": 0},
    ],
)
@pytest.mark.clause("LB-032", "LB-005")
def test_what_no_card_or_cell_answers_to_is_malformed(action: Action) -> None:
    with pytest.raises(MalformedActionError):
        RULES.parse_action(action)


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
