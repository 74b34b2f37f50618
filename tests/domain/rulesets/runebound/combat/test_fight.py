"""Clauses RB-070 to RB-095 and RB-140 to RB-144: combat against a card, fallen allies, knocked-out heroes."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.heroes.figures import enemy_damage, target_number
from tests.domain.rulesets.runebound.tables import Desk, reprinted, table


def wait_out(desk: Desk, *dice: int) -> Desk:
    """The hero defends in every step of the round; a die for each step in which the enemy does damage."""
    loaded = list(dice)
    round_ = desk.state["combat"]["round"]
    while desk.state["combat"] is not None and desk.state["combat"]["round"] == round_ and desk.asks == "combat_step":
        harmful = enemy_damage(desk.content, desk.state, desk.decision["kind"]) > 0
        desk.play("defend", *([loaded.pop(0)] if harmful else []), boosts=[])
    assert loaded == []
    return desk


def on(desk: Desk) -> Desk:
    return desk.play("fight_on")


@pytest.mark.clause("RB-070")
def test_the_enemys_text_works_before_the_players_own_abilities() -> None:
    """Black Riders tire the hero first; so Old Thessaly, with stamina full, pays her weakening with a wound."""
    desk = table("H10", hexes=["f2"])
    desk.hero()["fatigue"] = 3
    desk.on_top("B20", "B12").phase("adventure").play("attempt_adventure")
    assert desk.hero()["fatigue"] == 4
    assert desk.asks == "before_combat"
    desk.play("use_ability", source="hero", index=0)

    assert desk.hero()["wounds"] == 1


@pytest.mark.clause("RB-070", "RB-144")
def test_a_knockout_by_the_enemys_text_ends_the_combat_before_its_first_round() -> None:
    desk = table("H03")
    desk.hero().update(wounds=3)
    desk.fight("Y06")
    assert (desk.asks, desk.decision["purpose"]) == ("commit_test", "rule")
    desk.play("roll_test", 1, skill_uses=0, boosts=[])

    assert desk.told("hero_knocked_out")
    assert not desk.told("combat_round_began")
    assert desk.state["track"][0]["card"] == "Y06"
    assert desk.state["combat"] is None


@pytest.mark.clause("RB-070", "RB-092")
def test_an_enemy_killed_before_the_combat_is_beaten_without_a_round() -> None:
    desk = table().give("M56").fight("G01").play("use_ability", source="M56", index=0)

    assert desk.told("challenge_completed")
    assert not desk.told("combat_round_began")
    assert desk.hero()["gold"] == 5


@pytest.mark.clause("RB-080")
def test_a_round_has_an_escape_step_and_three_steps_in_order() -> None:
    desk = table().fight("Y08")
    assert desk.asks == "round_start"
    on(desk)
    kinds = []
    for _ in range(3):
        kinds.append(desk.decision["kind"])
        desk.play("defend", 20, boosts=[])

    assert kinds == ["ranged", "melee", "magic"]
    assert (desk.asks, desk.state["combat"]["round"]) == ("round_start", 2)


@pytest.mark.clause("RB-081")
def test_round_rules_of_the_enemy_work_from_the_second_round_on() -> None:
    """The troll heals one wound before round 2, not before round 1."""
    desk = table().fight("Y02")
    desk.state["combat"]["wounds"] = 2
    wait_out(on(desk), 20)

    assert desk.state["combat"]["wounds"] == 1
    assert desk.types().index("combat_round_began") < desk.types().index("enemy_healed")
    first = table().fight("Y02")
    assert not first.told("enemy_healed")


@pytest.mark.clause("RB-092")
def test_a_beaten_enemy_ends_the_combat_before_the_remaining_steps() -> None:
    desk = on(table("H01").fight("G01"))
    desk.play("attack", 20, character="hero", boosts=[])

    assert desk.told("enemy_beaten")
    assert desk.state["combat"] is None
    assert desk.told("challenge_completed")


@pytest.mark.clause("RB-092")
@pytest.mark.parametrize(("wounds", "beaten"), [(0, False), (1, True), (2, True)])
def test_an_enemy_falls_when_its_wounds_reach_its_life_and_not_before(wounds: int, beaten: bool) -> None:
    """The boar has life 3; Torvald does 2."""
    desk = on(table().fight("G02")).play("defend", boosts=[])
    desk.state["combat"]["wounds"] = wounds
    desk.play("attack", 20, character="hero", boosts=[]).play("pass")

    assert bool(desk.told("enemy_beaten")) == beaten


@pytest.mark.clause("RB-093", "RB-133")
def test_after_the_magic_step_the_next_round_follows_and_after_thirty_the_combat_stops() -> None:
    desk = table().fight("G02")
    for round_ in range(1, 31):
        assert desk.state["combat"]["round"] == round_
        wait_out(on(desk), 20)

    assert desk.told("combat_stopped")
    assert desk.state["combat"] is None
    assert desk.state["track"][0]["card"] == "G02"
    assert desk.hero()["hex"] == "h8"
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-095")
def test_target_numbers_and_damage_never_fall_below_0_and_fury_never_raises_a_0() -> None:
    enemy = {
        "life": 4,
        "attributes": {"mind": 1, "body": 13, "spirit": 1},
        "damage": {"ranged": 1, "melee": 2, "magic": 0},
    }
    rules = [{"when": "always", "effect": {"type": "fury", "n": 2}}]
    desk = table(ruleset=reprinted("G02", enemy=enemy, rules=rules)).give("M46", "M57").fight("G02")
    desk.play("use_ability", source="M46", index=0)
    desk.play("use_ability", source="M57", index=0)
    desk.state["combat"]["wounds"] = 2

    assert target_number(desk.content, desk.state, "mind") == 0
    assert [enemy_damage(desk.content, desk.state, kind) for kind in ("ranged", "melee", "magic")] == [0, 3, 0]


@pytest.mark.clause("RB-095")
def test_modified_target_numbers_hold_for_the_escape_too() -> None:
    desk = table().give("M46").fight("G02").play("use_ability", source="M46", index=0)
    desk.play("try_escape", 8, boosts=[])

    assert desk.told("roll_succeeded")[0]["target"] == 9


@pytest.mark.clause("RB-095", "RB-132")
def test_each_attempt_starts_with_a_fresh_enemy() -> None:
    desk = table("H02", "H05", hexes=["h8", "a1"]).give("M46").fight("G02", hex_="h8")
    desk.play("use_ability", source="M46", index=0).play("try_escape", 20, boosts=[]).play("retreat", to=None)
    desk.play("stay").play("stay").play("attempt_adventure")
    if desk.asks == "before_combat":
        desk.play("begin_combat")

    assert target_number(desk.content, desk.state, "mind") == 11
    assert desk.state["combat"]["hampered"] == {}


@pytest.mark.clause("RB-095")
@pytest.mark.parametrize(("wounds", "damage"), [(1, 2), (2, 2), (3, 3)])
def test_fury_begins_when_half_the_life_is_wounds(wounds: int, damage: int) -> None:
    """The minotaur: life 5, so from three wounds on."""
    desk = table().fight("Y10")
    desk.state["combat"]["wounds"] = wounds

    assert enemy_damage(desk.content, desk.state, "melee") == damage
