"""Tests of an attribute and a skill (RB-060 to RB-064)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import reprinted, table


@pytest.mark.clause("RB-061")
def test_each_use_of_a_skill_costs_one_fatigue_and_adds_its_modifier() -> None:
    """The example: spirit 4, Lore 2, target 15 with two uses: 7 succeeds, 6 fails."""
    for die, passes in ((7, True), (6, False)):
        desk = table("H03", ruleset=reprinted("G12", test={"attribute": "spirit", "skill": "lore", "n": 15}))
        desk.fight("G12").play("roll_test", die, skill_uses=2, boosts=[])

        assert bool(desk.told("challenge_completed")) == passes
        assert desk.hero()["fatigue"] == 2


@pytest.mark.clause("RB-062")
def test_without_the_skill_no_fatigue_may_be_taken_for_it() -> None:
    desk = table("H01").fight("G12")
    assert [action["skill_uses"] for action in desk.legal("roll_test")] == [0]
    desk.refused("roll_test", "RB-062", skill_uses=1, boosts=[])


@pytest.mark.clause("RB-062")
def test_a_skill_from_a_card_counts_and_adds_to_the_same_skill_of_the_hero() -> None:
    """Ameline's Lore 2 and the codex's 2 make 4 a use."""
    desk = table("H03").give("M51").fight("G13", hex_="h8")
    desk.play("roll_test", 7, skill_uses=1, boosts=[])
    assert desk.told("roll_succeeded")[0]["bonus"] == 4

    plain = table("H02").give("M51").fight("G13")
    assert len(plain.legal("roll_test")) > 1


@pytest.mark.clause("RB-063")
def test_a_test_is_the_heros_alone_whatever_its_allies_could_do() -> None:
    desk = table().give("M77", "M84").fight("G13")
    desk.play("roll_test", 11, skill_uses=0, boosts=[])

    assert desk.told("roll_failed")[0]["attribute"] == 1
    assert desk.told("roll_failed")[0]["character"] == "hero"


@pytest.mark.clause("RB-017", "RB-063")
def test_a_failed_test_can_be_thrown_again() -> None:
    """Little Anselm throws again for two fatigue."""
    desk = table("H12").fight("G12").play("roll_test", 1, skill_uses=0, boosts=[])
    assert desk.asks == "window_fail"
    assert desk.decision["used_up"] == []
    desk.play("use_ability", 20, source="hero", index=0)

    assert desk.told("roll_succeeded")
    assert desk.hero()["fatigue"] == 2
