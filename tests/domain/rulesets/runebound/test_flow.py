"""The agenda: what waits for a decision, and what is passed over (RB-026)."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.state import top
from tests.domain.rulesets.runebound.tables import RULESET, random_states, table


@pytest.mark.clause("RB-026")
def test_what_leaves_nothing_to_decide_is_passed_over_and_nothing_else_is() -> None:
    """No before_combat without abilities, no round_start before the wolves, but a lonely `defend` is asked for."""
    desk = table("H11").fight("G06")
    desk.hero()["wounds"] = 0

    assert desk.asks == "combat_step"
    assert len(table().fight("G02").play("fight_on").legal()) == 2
    hand = table("H03").fight("B10").play("fight_on")
    assert hand.decision["kind"] == "melee"


@pytest.mark.clause("RB-026")
def test_a_single_legal_answer_to_a_fight_step_is_still_asked_for() -> None:
    """Torvald has attacked in the ranged step; in the melee step only the defence is left."""
    desk = table().fight("G02").play("fight_on").play("attack", 1, character="hero", boosts=[])

    assert desk.asks == "combat_step"
    assert desk.legal() == [{"type": "defend", "boosts": []}]


@pytest.mark.clause("RB-026")
def test_no_decision_waits_that_the_rules_pass_over() -> None:
    skipped = {"before_combat", "round_start", "window_fail", "window_hit", "window_wounds", "window_knockout"}
    for state in random_states(3, seed="skips", steps=1500):
        frame = top(state)
        legal = RULESET.legal(state, frame["seat"])
        if frame["do"] in {*skipped, "defence_roll", "experience", "choose_town", "take_spoils"}:
            assert len(legal) > 1, frame
        if frame["do"] == "adventure_choice":
            assert any(action["type"] in ("attempt_adventure", "attack_hero") for action in legal)
