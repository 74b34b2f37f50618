"""Fatigue paid freely with a roll (RB-013)."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.heroes.figures import payable
from tests.domain.rulesets.runebound.tables import ability, reprinted, table


@pytest.mark.clause("RB-013")
def test_fatigue_paid_freely_never_knocks_the_payer_out() -> None:
    """The example: stamina 2, fatigue 1, life 5, wounds 3 allow two at most. Jorek: survival 2, so he may try."""
    desk = table("H11")
    desk.hero().update(fatigue=1, wounds=3)
    desk.fight("G14")

    assert payable(desk.content, desk.hero(), "hero") == 2
    assert [action["skill_uses"] for action in desk.legal("roll_test")] == [0, 1, 2]
    desk.refused("roll_test", "RB-013", skill_uses=3, boosts=[])
    desk.play("roll_test", 20, skill_uses=2, boosts=[])
    assert (desk.hero()["fatigue"], desk.hero()["wounds"]) == (2, 4)


@pytest.mark.clause("RB-013")
def test_skill_and_boosts_are_paid_out_of_the_same_strength() -> None:
    """Ysolde may take 3 + 4 fatigue in all: seven boosts of her shot, not eight."""
    desk = table("H01").fight("G02").play("fight_on")
    shots = [action for action in desk.legal("attack") if action["character"] == "hero"]

    assert [sum(boost["times"] for boost in action["boosts"]) for action in shots] == list(range(8))
    boost = {"source": "hero", "index": 0, "times": 8}
    desk.refused("attack", "RB-013", character="hero", boosts=[boost])


@pytest.mark.clause("RB-013")
def test_the_skill_and_the_boosts_of_a_test_are_paid_out_of_the_same_strength() -> None:
    """Jorek may take two fatigue in all: for his survival, or for a scroll that adds to tests."""
    scroll = ability("on_roll", {"type": "roll", "kind": "test", "n": 1}, cost="fatigue", n=1, kinds="test")
    desk = table("H11", ruleset=reprinted("M59", abilities=[scroll])).give("M59")
    desk.hero().update(fatigue=1, wounds=3)
    desk.fight("G14")

    ways = [(action["skill_uses"], sum(boost["times"] for boost in action["boosts"])) for action in desk.legal()]
    assert ways == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (2, 0)]
    boost = {"source": "M59", "index": 0, "times": 1}
    desk.refused("roll_test", "RB-013", skill_uses=2, boosts=[boost])


@pytest.mark.clause("RB-014", "RB-019")
def test_a_boost_that_costs_no_fatigue_is_named_once() -> None:
    """A Scroll of Certainty is discarded once; it does not add 8 twice."""
    desk = table().give("M59").fight("G02").play("fight_on")
    scroll = {"source": "M59", "index": 0}
    desk.refused("attack", "RB-019", character="hero", boosts=[{**scroll, "times": 2}])
    desk.refused("attack", "RB-014", character="hero", boosts=[{**scroll, "times": 1}, {**scroll, "times": 1}])
    desk.play("attack", 4, character="hero", boosts=[{**scroll, "times": 1}])

    assert desk.told("roll_succeeded")[0]["bonus"] == 8


@pytest.mark.clause("RB-002")
def test_all_boosts_of_a_roll_add_up_and_each_is_paid_as_often_as_it_is_taken() -> None:
    """Ysolde's shot twice and a Scroll of Certainty: 2 + 2 + 8."""
    desk = table("H01").give("M59").fight("G02").play("fight_on")
    boosts = [{"source": "hero", "index": 0, "times": 2}, {"source": "M59", "index": 0, "times": 1}]
    desk.play("attack", 1, character="hero", boosts=boosts)

    assert [fact["bonus"] for fact in desk.told("roll_succeeded") + desk.told("roll_failed")] == [12]
    assert [fact["n"] for fact in desk.told("fatigue_suffered")] == [2]


@pytest.mark.clause("RB-010")
@pytest.mark.parametrize(("enemy", "sources"), [("G02", {"M08", "M59"}), ("B06", {"M59"})])
def test_where_weapons_are_off_their_boosts_are_off_and_no_others(enemy: str, sources: set[str]) -> None:
    """Against B06 weapons do nothing in the melee step. No weapon of the box has a boost, so one is printed."""
    sharp = ability("on_roll", {"type": "roll", "kind": "melee", "n": 2}, cost="fatigue", n=1, kinds="melee")
    desk = table("H11", ruleset=reprinted("M08", abilities=[sharp])).give("M08", "M59").fight(enemy)
    desk.play("fight_on").play("defend", *([20] if enemy == "B06" else []), boosts=[])

    assert desk.decision["kind"] == "melee"
    attacks = [action for action in desk.legal("attack") if action["character"] == "hero"]
    assert {boost["source"] for action in attacks for boost in action["boosts"]} == sources
