"""The steps of a combat round: attack and defence (RB-085 to RB-091)."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import Desk, table


def on(desk: Desk) -> Desk:
    return desk.play("fight_on")


@pytest.mark.clause("RB-085")
def test_in_a_step_one_must_attack_or_defend() -> None:
    desk = on(table().fight("G02"))
    assert {action["type"] for action in desk.legal()} == {"attack", "defend"}
    desk.refused("pass", "RB-085")
    desk.refused("fight_on", "RB-085")


@pytest.mark.clause("RB-086")
def test_hero_and_allies_attack_once_a_round_each_and_the_hero_defends_as_often_as_needed() -> None:
    desk = on(table().give("M74").fight("Y08"))
    desk.play("attack", 1, character="hero", boosts=[])
    desk.refused("attack", "RB-086", character="hero", boosts=[])
    desk.play("attack", 1, character="M74", boosts=[])
    assert [action["type"] for action in desk.legal()] == ["defend"]
    desk.play("defend", 20, boosts=[])
    on(desk)
    assert [action["character"] for action in desk.legal("attack")] == ["hero", "M74"]

    always = on(table().fight("Y08"))
    for _ in range(3):
        always.play("defend", 20, boosts=[])
    assert always.state["combat"]["round"] == 2


@pytest.mark.clause("RB-086")
def test_a_character_whose_damage_of_the_kind_is_0_can_not_attack_in_that_step() -> None:
    desk = on(table().give("M66").fight("Y08"))
    desk.refused("attack", "RB-086", character="M66", boosts=[])
    desk.play("defend", 20, boosts=[])

    assert [action["character"] for action in desk.legal("attack")] == ["hero", "M66"]


@pytest.mark.clause("RB-086")
def test_a_further_attack_is_granted_to_the_hero_alone() -> None:
    """The Twin Fang Daggers: `again(hero)`. The Twin Scouts have attacked, and may not attack again."""
    desk = table().give("M15", "M74").fight("Y08").play("use_ability", source="M15", index=0)
    on(desk).play("attack", 1, character="M74", boosts=[])

    assert [action["character"] for action in desk.legal("attack")] == ["hero"]
    desk.refused("attack", "RB-086", character="M74", boosts=[])
    desk.play("attack", 1, character="hero", boosts=[])
    assert [action["character"] for action in desk.legal("attack")] == ["hero"]
    desk.refused("attack", "RB-086", character="M74", boosts=[])
    desk.play("attack", 1, character="hero", boosts=[])


@pytest.mark.clause("RB-086")
def test_an_ally_of_somebody_else_can_not_attack() -> None:
    desk = table("H02", "H05", hexes=["h8", "a1"]).give("M74", seat=1)
    on(desk.fight("G02", hex_="h8"))
    desk.refused("attack", "RB-086", character="M74", boosts=[])


@pytest.mark.clause("RB-087", "RB-090")
def test_a_successful_attack_deals_the_attackers_damage_of_the_kind() -> None:
    """The example: Torvald against the Dire Boar: a 9 wounds it twice; next round an 8 costs him one."""
    desk = on(table().fight("G02")).play("defend", boosts=[])
    desk.play("attack", 9, character="hero", boosts=[]).play("pass")
    assert desk.state["combat"]["wounds"] == 2
    desk.play("defend", boosts=[])
    on(desk).play("defend", boosts=[]).play("attack", 8, character="hero", boosts=[])

    assert desk.hero()["wounds"] == 1
    assert desk.state["combat"]["wounds"] == 2


@pytest.mark.clause("RB-088")
def test_after_a_failed_attack_the_attacking_character_suffers_and_nobody_else() -> None:
    desk = on(table().give("M69").fight("Y08")).play("defend", 20, boosts=[])
    desk.play("attack", 1, character="M69", boosts=[])

    assert desk.ally("M69")["wounds"] == 1
    assert desk.hero()["wounds"] == 0


@pytest.mark.clause("RB-089")
@pytest.mark.parametrize(("die", "wounds"), [(9, 0), (8, 1)])
def test_a_defence_does_nothing_if_it_succeeds_and_costs_the_enemys_damage_if_it_fails(die: int, wounds: int) -> None:
    desk = on(table().fight("G02")).play("defend", boosts=[]).play("defend", die, boosts=[])

    assert desk.hero()["wounds"] == wounds
    assert desk.state["combat"]["wounds"] == 0


@pytest.mark.clause("RB-089")
def test_against_damage_0_no_die_is_thrown_and_no_boost_is_taken() -> None:
    desk = on(table().give("M59").fight("G02"))
    assert desk.legal("defend") == [{"type": "defend", "boosts": []}]
    desk.refused("defend", "RB-089", boosts=[{"source": "M59", "index": 0, "times": 1}])
    desk.play("defend", boosts=[])

    assert desk.tape.asked == []
    assert len(desk.legal("defend")) == 2  # the boar's tusks are worth a scroll


@pytest.mark.clause("RB-091")
def test_wounds_are_placed_then_the_enemys_rules_work_then_it_is_seen_who_falls() -> None:
    """The cutpurse drains two gold before the knocked-out hero halves what is left: 7 gold: 5, pays 2, keeps 3."""
    desk = table()
    desk.hero().update(wounds=5, gold=7)
    on(desk.fight("G07")).play("defend", 1, boosts=[])
    order = ["wounds_suffered", "gold_lost", "hero_knocked_out", "losses_paid"]

    assert [type_ for type_ in desk.types() if type_ in order] == order
    assert desk.hero()["gold"] == 3


@pytest.mark.clause("RB-091")
def test_prevented_wounds_work_no_enemy_rule_but_soaked_ones_do() -> None:
    shield = on(table().give("M25").fight("G07")).play("defend", 1, boosts=[])
    shield.play("use_ability", source="M25", index=0)
    assert shield.hero()["gold"] == 3

    holt = on(table().give("M69").fight("G07")).play("defend", 1, boosts=[])
    holt.play("use_ability", source="M69", index=0)
    assert holt.ally("M69")["wounds"] == 1
    assert (holt.hero()["wounds"], holt.hero()["gold"]) == (0, 1)


@pytest.mark.clause("RB-091")
def test_for_an_attacking_ally_there_is_no_window_but_the_enemys_rule_works() -> None:
    desk = on(table().give("M25", "M74").fight("G07")).play("attack", 1, character="M74", boosts=[])

    assert desk.asks == "combat_step"
    assert desk.ally("M74")["wounds"] == 1
    assert desk.hero()["gold"] == 1


@pytest.mark.clause("RB-091")
def test_the_wound_of_a_failed_escape_and_of_an_enemys_text_opens_no_window_and_works_no_rule() -> None:
    desk = table().give("M25").fight("G07").play("try_escape", 1, boosts=[])

    assert desk.asks == "round_start"
    assert (desk.hero()["wounds"], desk.hero()["gold"]) == (1, 3)
