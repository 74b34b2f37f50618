"""
What an action promises, in positions worked out from the rulebook.

`tests/contract/test_promises.py` holds promises against whole games, `sentences.json` says how they read.
"""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.labyrinth.state import State
from tests.domain.rulesets.labyrinth.tables import RULES, SEAT, SEVEN, a_state, duel, explored, play
from tests.domain.rulesets.labyrinth.words.test_sentences import SHUT_IN, eighth, last_card


def promised(state: State, type_: str, **parameters: object) -> list[str]:
    """The kinds of what the action promises, in order."""
    action = RULES.parse_action({"type": type_, **parameters})
    assert action in RULES.legal(state, 0)
    return [promise.kind for promise in RULES.stakes(action, RULES.view(state, SEAT))]


@pytest.mark.clause("LB-110", "LB-112")
def test_the_eighth_location_that_leaves_no_place_for_the_chest_loses_the_game() -> None:
    """Every placement leaves only exits to the east and west; the Chest needs one to the north or south."""
    state = eighth(SHUT_IN, "L11", x=1, y=0)

    assert promised(state, "place_location", x=-1, y=0, rotation=0) == ["laid", *["end.eight_locations.lost"] * 2]
    play(state, "place_location", x=-1, y=0, rotation=0)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("eight_locations", [])


@pytest.mark.clause("LB-110", "LB-034")
def test_of_two_locations_in_a_duel_only_the_first_counts_if_it_is_the_eighth() -> None:
    """Seven are laid; whichever way the first goes, the second is not laid any more."""
    state = a_state(table=SEVEN, rivals=[("blue", "K9", None, (0, 1))], top=["L12", "L04"])
    play(state, "move", x=0, y=1)

    for action in RULES.legal(state, 0):
        kinds = [promise.kind for promise in RULES.stakes(action, RULES.view(state, SEAT))]
        assert kinds[0] == "laid"
        assert {kind.partition(".")[0] for kind in kinds[1:]} == {"end"}


@pytest.mark.clause("LB-110", "LB-111")
def test_the_last_character_lost_to_the_last_card_loses_the_game() -> None:
    state, _ = explored("BL1", team={"K1": "R1"}, whole_deck=True)

    assert promised(state, "lose_character", character="K1") == ["lost.armed", "loses", "loses"]


@pytest.mark.clause("LB-110", "LB-112")
def test_after_the_last_card_of_the_deck_the_chest_is_next() -> None:
    state = last_card([("L10", (1, 0), 0)], "R1", x=1, y=0)

    assert promised(state, "leave_trophy") == ["discard", "end.deck_empty"]


@pytest.mark.clause("LB-072", "LB-102")
@pytest.mark.parametrize(
    ("held", "told"), [(None, "rival_out_too"), ("P1", "rival_out_too"), ("S2", "rival_spends_too")]
)
def test_after_the_players_part_the_rival_meets_the_players_steambot(held: str | None, told: str) -> None:
    """The rival's Paper is no help against a Simple Steambot; its Scissors are."""
    state, _ = duel("BS1", "BL1", rival_trophy=held)

    assert promised(state, "fight_steambot", character="K1") == ["spends", told]


@pytest.mark.clause("LB-075", "LB-102")
@pytest.mark.parametrize(("steambot", "held", "told"), [("BL1", "R2", "rival_out"), ("BA1", "R2", "rival_spends")])
def test_a_released_steambot_costs_the_rival_its_trophy_or_its_knight(steambot: str, held: str, told: str) -> None:
    """Rock beats the Armoured Steambot, but not the Lancer."""
    state, _ = duel("C1", steambot, rival_trophy=held)

    assert promised(state, "release_steambot") == [told]
    assert promised(state, "discard_steambot") == []


@pytest.mark.clause("LB-022", "LB-110")
@pytest.mark.parametrize(
    ("cards", "told"), [(["R1", "R2", "R3"], []), (["R1", "R2"], ["last_card"]), (["R1"], ["last_card"])]
)
def test_a_duel_draws_two_cards_and_may_draw_the_last_one(cards: list[str], told: list[str]) -> None:
    state = a_state(table=[("L10", (1, 0), 0)], rivals=[("blue", "K9", None, (1, 0))], top=cards, whole_deck=True)

    assert promised(state, "move", x=1, y=0) == ["duel", *told]


def test_a_promise_does_not_depend_on_the_order_of_the_deck() -> None:
    one = a_state(table=[("L10", (1, 0), 0)], top=["DRAGON", "R1"])
    other = a_state(table=[("L10", (1, 0), 0)], top=["R1", "DRAGON"])

    for action in RULES.legal(one, 0):
        assert RULES.stakes(action, RULES.view(one, SEAT)) == RULES.stakes(action, RULES.view(other, SEAT))
