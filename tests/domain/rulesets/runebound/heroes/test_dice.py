"""Rolls: what is added to the die, and when it succeeds (RB-001 to RB-003)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import table


@pytest.mark.clause("RB-001", "RB-060")
@pytest.mark.parametrize(("die", "passes"), [(9, True), (10, True), (8, False), (20, True), (1, False)])
def test_a_roll_succeeds_at_the_target_number_and_fails_one_below(die: int, passes: bool) -> None:
    """Torvald's body 4 against 13: with the 9 of the example it succeeds, with 8 it fails."""
    desk = table().fight("G12", hex_="h8")
    desk.play("roll_test", die, skill_uses=0, boosts=[])

    assert bool(desk.told("challenge_completed")) == passes
    assert bool(desk.told("roll_succeeded")) == passes


@pytest.mark.clause("RB-001")
def test_no_face_of_the_die_decides_by_itself() -> None:
    """A 20 against a number it can't reach fails, and a 1 that reaches its number succeeds."""
    weak = table("H10").fight("R15", hex_="i1")
    weak.hero()["wounds"] = 0
    weak.play("roll_test", 17, skill_uses=0, boosts=[])
    assert weak.told("roll_failed")

    strong = table()
    strong.hero()["raises"]["body"] = 8
    strong.fight("G12").play("roll_test", 1, skill_uses=0, boosts=[])
    assert strong.told("roll_succeeded")


@pytest.mark.clause("RB-002")
def test_modifiers_are_announced_and_paid_before_the_die_is_thrown() -> None:
    desk = table().give("M59").fight("G12")
    boost = {"source": "M59", "index": 0, "times": 1}
    desk.play("roll_test", 1, skill_uses=0, boosts=[boost])

    assert desk.types().index("ability_used") < desk.types().index("roll_succeeded")
    assert desk.told("roll_succeeded")[0]["bonus"] == 8
    assert "M59" not in desk.hero()["artifacts"]


@pytest.mark.clause("RB-003")
def test_with_two_ten_sided_dice_their_sum_replaces_every_d20() -> None:
    desk = table(dice="2d10").fight("G02")
    desk.play("fight_on").play("defend", boosts=[])
    desk.play("attack", 4, 5, character="hero", boosts=[])

    assert desk.tape.asked == [("melee:attack", 10), ("melee:attack", 10)]
    assert desk.told("roll_succeeded")[0]["dice"] == [4, 5]
    assert desk.told("roll_succeeded")[0]["total"] == 13
