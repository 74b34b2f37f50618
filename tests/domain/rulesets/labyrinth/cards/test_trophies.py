"""Trophies found: taken, swapped or left, and where they may lie."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.labyrinth.tables import RULES, discarded, explored, legal, play, refused, team_of, told


@pytest.mark.clause("LB-036")
def test_a_trophy_may_be_taken_swapped_or_left() -> None:
    state, facts = explored("R1")

    assert told(facts, "trophies_offered") == [{"seat": 0, "cards": ["R1"]}]
    assert legal(state) == ["swap_trophy rock K1", "take_trophy rock K2", "leave_trophy"]


@pytest.mark.clause("LB-036")
def test_a_trophy_taken_lies_under_its_character_and_nothing_is_discarded() -> None:
    state, _ = explored("R1")

    facts = play(state, "take_trophy", kind="rock", character="K2")

    assert team_of(state) == {"K1": "S1", "K2": "R1"}
    assert discarded(facts) == []
    assert told(facts, "trophy_taken") == [{"seat": 0, "character": "K2", "card": "R1"}]
    assert (state["phase"], state["turn"], state["resolving"]) == ("choose_move", 2, None)


@pytest.mark.clause("LB-036")
def test_a_trophy_swapped_sends_the_old_one_to_the_discard() -> None:
    state, _ = explored("R1")

    facts = play(state, "swap_trophy", kind="rock", character="K1")

    assert team_of(state) == {"K1": "R1", "K2": None}
    assert discarded(facts) == ["S1"]
    assert state["discard"][-1] == "S1"
    assert told(facts, "trophy_swapped") == [{"seat": 0, "character": "K1", "card": "R1", "old": "S1"}]


@pytest.mark.clause("LB-036")
def test_a_trophy_left_goes_to_the_discard_and_the_team_stays_as_it_was() -> None:
    state, _ = explored("R1")

    facts = play(state, "leave_trophy")

    assert team_of(state) == {"K1": "S1", "K2": None}
    assert discarded(facts) == ["R1"]
    assert told(facts, "trophies_left") == [{"seat": 0, "cards": ["R1"]}]
    assert state["phase"] == "choose_move"


@pytest.mark.clause("LB-036")
def test_a_kind_may_be_swapped_for_its_own_kind() -> None:
    state, _ = explored("S2", team={"K1": "S1"})
    assert legal(state) == ["swap_trophy scissors K1", "leave_trophy"]

    play(state, "swap_trophy", kind="scissors", character="K1")

    assert (team_of(state), state["discard"][-1]) == ({"K1": "S2"}, "S1")


@pytest.mark.clause("LB-036")
def test_only_what_was_found_is_on_offer() -> None:
    state, _ = explored("R1")

    error = refused(state, "take_trophy", kind="paper", character="K2")

    assert error.clause == "LB-036"
    assert "On offer: Rock" in str(error)


@pytest.mark.clause("LB-036")
def test_nobody_outside_the_team_takes_or_swaps_and_an_empty_hand_has_nothing_to_swap() -> None:
    state, _ = explored("R1")

    assert refused(state, "take_trophy", kind="rock", character="K3").clause == "LB-036"
    assert refused(state, "swap_trophy", kind="rock", character="MAGE").clause == "LB-036"
    assert refused(state, "swap_trophy", kind="rock", character="K2").clause == "LB-036"


@pytest.mark.clause("LB-005")
def test_a_character_has_one_slot() -> None:
    state, _ = explored("R1")

    error = refused(state, "take_trophy", kind="rock", character="K1")

    assert error.clause == "LB-005"
    assert "already holds Scissors" in str(error)


@pytest.mark.clause("LB-005")
def test_the_mage_has_a_slot_of_its_own() -> None:
    state, _ = explored("P1", team={"K1": "S1", "MAGE": None})
    assert legal(state) == ["swap_trophy paper K1", "take_trophy paper MAGE", "leave_trophy"]

    play(state, "take_trophy", kind="paper", character="MAGE")

    assert team_of(state) == {"K1": "S1", "MAGE": "P1"}


@pytest.mark.clause("LB-005")
@pytest.mark.parametrize("team", [{"K1": "S1"}, {"K1": None, "MAGE": None}])
def test_the_hero_card_neither_holds_a_trophy_nor_can_be_lost(team: dict[str, str | None]) -> None:
    """In every question, only the Characters of the team are named."""
    for card in ("R1", "BS1", "DRAGON"):
        state, _ = explored(card, team=team)
        named = {action["character"] for action in RULES.legal(state, 0) if "character" in action}
        assert named == set(team)
        assert RULES.view(state, SPECTATOR)["hero"] == {"card": "HERO-RED", "side": "knight"}


@pytest.mark.clause("LB-006")
def test_no_action_ever_moves_a_trophy_between_ones_own_characters() -> None:
    """Over every kind of question: each action leaves every other Character's Trophy where it lay, or discards it."""
    team = {"K1": "S1", "K2": None, "K3": "P1", "MAGE": "R7"}
    for cards in ("R1", "BS1", "DRAGON", "THIEF", "MARKET", "L01", "C1", "K5"):
        state, _ = explored(cards, team=team, rivals=[("blue", "K9", "R2", (0, 0))])
        for action in RULES.legal(state, 0):
            after, _ = explored(cards, team=team, rivals=[("blue", "K9", "R2", (0, 0))])
            before = team_of(after)
            play(after, action["type"], **{key: value for key, value in action.items() if key != "type"})
            for character, trophy in team_of(after).items():
                others = [held for card, held in before.items() if card != character and held is not None]
                assert trophy not in others, action
