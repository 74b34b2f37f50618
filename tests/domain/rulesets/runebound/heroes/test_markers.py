"""Wounds and fatigue laid on and taken off (RB-005 to RB-007)."""

from __future__ import annotations

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.runebound.heroes.markers import add_fatigue
from delvebook.domain.rulesets.runebound.state import Play
from tests.domain.rulesets.runebound.tables import Loaded, table


@pytest.mark.clause("RB-005")
def test_fatigue_beyond_stamina_becomes_wounds() -> None:
    """The example: stamina 3, fatigue 2, three more: fatigue 3 and 2 wounds."""
    desk = table()
    desk.hero()["fatigue"] = 2
    desk.fight("B14").play("roll_test", 1, skill_uses=0, boosts=[])

    assert (desk.hero()["fatigue"], desk.hero()["wounds"]) == (3, 2)


@pytest.mark.clause("RB-005")
def test_fatigue_up_to_stamina_does_no_wound() -> None:
    desk = table().fight("B14").play("roll_test", 1, skill_uses=0, boosts=[])

    assert (desk.hero()["fatigue"], desk.hero()["wounds"]) == (3, 0)


@pytest.mark.clause("RB-006")
def test_an_ally_takes_fatigue_by_its_own_stamina_and_then_wounds() -> None:
    """Scholar-like figures: Hedge Witch Maud (stamina 2, life 2) pays with her own markers, not the hero's."""
    desk = table().give("M68", fatigue=1).fight("G02")
    desk.play("use_ability", source="M68", index=0)
    assert (desk.ally("M68")["fatigue"], desk.ally("M68")["wounds"], desk.hero()["fatigue"]) == (2, 0, 0)

    tired = table().give("M68", fatigue=2).fight("G02")
    tired.play("use_ability", source="M68", index=0)
    assert (tired.ally("M68")["fatigue"], tired.ally("M68")["wounds"]) == (2, 1)


@pytest.mark.clause("RB-006")
def test_with_stamina_0_every_fatigue_is_a_wound() -> None:
    desk = table().give("M76")
    add_fatigue(Play(desk.content, desk.state, Facts(), Loaded()), 0, "M76", 2, "RB-044")

    assert (desk.ally("M76")["fatigue"], desk.ally("M76")["wounds"]) == (0, 2)


@pytest.mark.clause("RB-007")
def test_removing_more_markers_than_there_are_removes_those_there_are() -> None:
    desk = table().give("M53")
    desk.hero()["wounds"] = 1
    desk.play("use_ability", source="M53", index=0, target="hero")

    assert desk.hero()["wounds"] == 0
    assert desk.told("wounds_healed")[0]["n"] == 1
