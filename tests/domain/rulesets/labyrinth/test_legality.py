"""What may be done: the list of legal actions and the judge agree on every action there is."""

from __future__ import annotations

import pytest

from delvebook.domain.bots import random_bot
from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError, MalformedActionError
from delvebook.domain.playout import Step, play_through, seed_of
from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.legality import require_legal
from delvebook.domain.table import Table
from tests.domain.rulesets.labyrinth.tables import EVERY_ACTION, RULES, a_state, refused


@pytest.mark.clause("LB-020", "LB-033", "LB-036", "LB-042", "LB-071")
def test_an_action_is_listed_if_and_only_if_it_is_accepted() -> None:
    phases = set()

    def on_step(table: Table, step: Step) -> None:
        if step.n % 3 and table.state["phase"] in phases:
            return
        phases.add(table.state["phase"])
        listed = {jcs(action) for action in table.legal(0)}
        for action in EVERY_ACTION:
            try:
                require_legal(CONTENT, table.state, 0, action)
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
