"""Steambots found while exploring, and what beats them."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.labyrinth.tables import a_state, discarded, explored, legal, play, refused, team_of, told

SUITABLE = {
    "BS1": {"S1", "R1"},
    "BL1": {"S1"},
    "BA1": {"R1"},
}


def fights(state: dict[str, object]) -> list[str]:
    return [action.split()[1] for action in legal(state) if action.startswith("fight")]


@pytest.mark.clause("LB-040")
@pytest.mark.parametrize("steambot", SUITABLE)
@pytest.mark.parametrize("trophy", ["S1", "R1", "P1"])
def test_without_the_mage_each_type_has_its_trophies(steambot: str, trophy: str) -> None:
    state, _ = explored(steambot, team={"K1": trophy, "K2": None})

    assert fights(state) == (["K1"] if trophy in SUITABLE[steambot] else [])
    if trophy not in SUITABLE[steambot]:
        assert refused(state, "fight_steambot", character="K1").clause == "LB-040"


@pytest.mark.clause("LB-041")
@pytest.mark.parametrize("steambot", SUITABLE)
@pytest.mark.parametrize("trophy", ["S1", "R1", "P1"])
def test_with_the_mage_only_paper_beats_any_type(steambot: str, trophy: str) -> None:
    state, _ = explored(steambot, team={"K1": trophy, "MAGE": None})

    assert fights(state) == (["K1"] if trophy == "P1" else [])
    if trophy != "P1":
        assert refused(state, "fight_steambot", character="K1").clause == "LB-041"


@pytest.mark.clause("LB-041")
def test_the_paper_may_lie_under_any_character() -> None:
    state, _ = explored("BL1", team={"K1": "P1", "K2": "S1", "MAGE": "P2"})

    assert fights(state) == ["K1", "MAGE"]


@pytest.mark.clause("LB-041")
def test_the_old_weapons_work_again_the_moment_the_mage_has_left() -> None:
    state = a_state(team={"K1": "S1", "MAGE": None}, top=["BL1", "BL2"])
    play(state, "stay")
    assert fights(state) == []

    play(state, "lose_character", character="MAGE")
    play(state, "stay")

    assert fights(state) == ["K1"]


@pytest.mark.clause("LB-041", "LB-038")
def test_the_old_weapons_fail_the_moment_the_mage_has_joined() -> None:
    state = a_state(team={"K1": "S1"}, top=["MAGE", "BL2"])
    play(state, "stay")
    play(state, "stay")

    assert fights(state) == []


@pytest.mark.clause("LB-042", "LB-043")
def test_one_may_fight_or_lose_anybody_though_able_to_fight() -> None:
    """The first example of the clause."""
    state, facts = explored("BL1", team={"K1": "S1", "K3": "R1"})

    assert told(facts, "steambot_attacked") == [{"seat": 0, "steambot": "BL1", "beaten_by": ["scissors"]}]
    assert legal(state) == ["fight_steambot K1", "lose_character K1", "lose_character K3"]


@pytest.mark.clause("LB-042", "LB-041", "LB-043")
def test_paper_under_the_mage_against_a_simple_steambot() -> None:
    """The second example of the clause."""
    state, _ = explored("BS1", team={"K1": "S1", "MAGE": "P1"})

    assert legal(state) == ["fight_steambot MAGE", "lose_character K1", "lose_character MAGE"]


@pytest.mark.clause("LB-042", "LB-043", "LB-110")
def test_a_lone_knight_with_paper_loses_the_game_to_a_simple_steambot() -> None:
    """The third example of the clause."""
    state, _ = explored("BS1", team={"K1": "P1"})
    assert legal(state) == ["lose_character K1"]

    facts = play(state, "lose_character", character="K1")

    assert (state["phase"], state["result"]["ended_by"]) == ("over", "team_lost")
    assert discarded(facts) == ["K1", "P1", "BS1"]


@pytest.mark.clause("LB-042")
def test_who_is_not_there_or_has_nothing_cannot_fight_or_be_lost() -> None:
    state, _ = explored("BS1")

    assert refused(state, "fight_steambot", character="K2").clause == "LB-042"
    assert refused(state, "fight_steambot", character="K3").clause == "LB-042"
    assert refused(state, "lose_character", character="K3").clause == "LB-043"


@pytest.mark.clause("LB-043")
def test_a_fight_costs_the_trophy_and_the_character_stays() -> None:
    state, _ = explored("BS1", team={"K1": "S1", "K2": "R1"})

    facts = play(state, "fight_steambot", character="K2")

    assert team_of(state) == {"K1": "S1", "K2": None}
    assert discarded(facts) == ["BS1", "R1"]
    assert told(facts, "steambot_beaten") == [{"seat": 0, "character": "K2", "steambot": "BS1", "card": "R1"}]
    assert told(facts, "character_lost") == []
    assert (state["phase"], state["turn"], state["resolving"]) == ("choose_move", 2, None)


@pytest.mark.clause("LB-043")
def test_a_loss_costs_the_character_with_its_trophy() -> None:
    state, _ = explored("BS1", team={"K1": "S1", "K2": "R1"})

    facts = play(state, "lose_character", character="K1")

    assert team_of(state) == {"K2": "R1"}
    assert discarded(facts) == ["K1", "S1", "BS1"]
    assert told(facts, "character_lost") == [{"seat": 0, "character": "K1", "card": "S1"}]
    assert (state["phase"], state["turn"]) == ("choose_move", 2)
