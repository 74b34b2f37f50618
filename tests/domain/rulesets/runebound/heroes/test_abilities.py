"""Clauses RB-001 to RB-018: rolls, wounds, fatigue, and what turning a card down means."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import ability, reprinted, table


@pytest.mark.clause("RB-008", "RB-022")
def test_a_card_turned_down_works_again_after_its_owners_refresh_phase() -> None:
    desk = table().give("M38")
    desk.hero()["wounds"] = 2
    desk.play("use_ability", source="M38", index=0, target="hero")
    assert desk.hero()["down"] == ["M38"]
    desk.refused("use_ability", "RB-009", source="M38", index=0, target="hero")

    desk.play("stay").play("end_market")
    assert desk.asks == "move_choice"
    assert desk.hero()["down"] == []
    desk.play("use_ability", source="M38", index=0, target="hero")
    assert desk.hero()["wounds"] == 0


@pytest.mark.clause("RB-008")
def test_another_seats_refresh_phase_does_not_turn_my_cards_up() -> None:
    desk = table("H02", "H05").give("M38")
    desk.hero()["wounds"] = 1
    desk.play("use_ability", source="M38", index=0, target="hero")
    desk.play("stay").play("decline_adventure").play("end_market")

    assert desk.decision["seat"] == 1
    assert desk.hero()["down"] == ["M38"]


@pytest.mark.clause("RB-010")
def test_an_enemy_against_whom_allies_take_no_part_keeps_their_abilities_out_too() -> None:
    desk = table().give("M72").fight("Y05")

    desk.refused("use_ability", "RB-010", source="M72", index=0)


@pytest.mark.clause("RB-009")
def test_a_face_down_card_adds_nothing_but_counts_for_limits_and_can_be_sold() -> None:
    desk = table().give("M16", "M08")
    desk.hero()["down"] = ["M08", "M16"]
    desk.fight("G02").play("fight_on").play("defend", boosts=[])
    desk.play("attack", 8, character="hero", boosts=[])
    assert desk.told("roll_failed")[0]["bonus"] == 0

    shop = table().give("M16", "M08").in_box("g7", "M01")
    shop.hero()["gold"] = 20
    shop.hero()["down"] = ["M08"]
    shop.phase("market")
    shop.refused("buy", "RB-185", card="M01")
    shop.play("sell", card="M08")
    assert shop.hero()["gold"] == 23
    assert shop.hero()["down"] == []
    shop.play("buy", card="M01")


@pytest.mark.clause("RB-009")
def test_a_face_down_ally_neither_attacks_nor_helps() -> None:
    desk = table().give("M66", "M71")
    desk.hero()["down"] = ["M66", "M71"]
    desk.fight("G02").play("fight_on").play("defend", boosts=[])

    assert [action["character"] for action in desk.legal("attack")] == ["hero"]
    desk.refused("attack", "RB-009", character="M66", boosts=[])


@pytest.mark.clause("RB-010")
def test_the_text_of_a_card_beats_the_rules() -> None:
    """The wolves' text forbids the escape step that the rules give to everybody."""
    free, wolves = table().fight("G02"), table().fight("G06")

    assert free.legal("try_escape")
    assert wolves.asks == "combat_step"


@pytest.mark.clause("RB-014", "RB-017")
def test_a_fatigue_ability_works_again_in_the_same_window_while_it_can_be_paid() -> None:
    """Torvald's blow: two fatigue for one more wound, again and again."""
    desk = table().fight("G10").play("fight_on").play("defend", boosts=[])
    desk.play("attack", 20, character="hero", boosts=[])
    assert desk.asks == "window_hit"
    desk.play("use_ability", source="hero", index=0)
    desk.play("use_ability", source="hero", index=0)

    assert desk.decision["wounds"] == 4
    assert (desk.hero()["fatigue"], desk.hero()["wounds"]) == (3, 1)
    desk.play("pass")
    assert desk.told("enemy_beaten")


@pytest.mark.clause("RB-014", "RB-071")
def test_an_ability_before_the_combat_works_once_a_turn_even_with_two_combats() -> None:
    """Kasimir strikes the deserters, an encounter, and may not strike what comes after them in the same turn."""
    desk = table("H04").on_top("Y18", "Y01")
    desk.hero()["hex"] = "i8"
    desk.phase("adventure").play("attempt_adventure")
    desk.play("use_ability", source="hero", index=0)
    assert desk.state["combat"]["wounds"] == 1
    assert desk.asks == "round_start"
    for _ in range(2):
        desk.play("fight_on").play("attack", 20, character="hero", boosts=[])
        if desk.state["combat"]["card"] == "Y18":
            desk.play("defend", 20, boosts=[]).play("defend", boosts=[])

    assert desk.state["combat"]["card"] == "Y01"
    assert desk.asks == "round_start"


@pytest.mark.clause("RB-071")
def test_using_an_ability_before_the_combat_twice_is_refused() -> None:
    desk = table("H04").give("M45").fight("G02").play("use_ability", source="hero", index=0)

    assert desk.asks == "before_combat"
    desk.refused("use_ability", "RB-071", source="hero", index=0)


@pytest.mark.clause("RB-014")
def test_the_marks_of_abilities_before_the_combat_are_cleared_when_a_turn_starts() -> None:
    desk = table("H04").fight("G02").play("use_ability", source="hero", index=0)
    assert desk.state["used_before_combat"] == [{"seat": 0, "source": "hero", "index": 0}]
    desk.state.update(facing=None, combat=None)
    desk.on_top("G02").phase("turn")

    assert desk.state["used_before_combat"] == []


@pytest.mark.clause("RB-015")
def test_an_allys_ability_is_for_that_ally_and_the_heros_for_the_hero() -> None:
    """Squire Lisbet boosts her own melee rolls; her hero's sword does nothing for her."""
    desk = table().give("M72", "M16").fight("G02").play("fight_on").play("defend", boosts=[])
    boost = {"source": "M72", "index": 0, "times": 1}
    desk.refused("attack", "RB-015", character="hero", boosts=[boost])
    desk.play("attack", 8, character="M72", boosts=[boost])

    roll = desk.told("roll_succeeded")[0]
    assert (roll["attribute"], roll["bonus"], roll["total"]) == (4, 2, 14)
    assert desk.ally("M72")["fatigue"] == 1
    assert desk.hero()["fatigue"] == 0


@pytest.mark.clause("RB-015")
def test_dice_ease_skill_and_price_of_an_ally_serve_its_hero() -> None:
    desk = table(hexes=["h7"]).give("M70", "M74")
    desk.play("roll_movement", 1, 1, 1, 1, 1)
    assert len(desk.decision["dice"]) == 5
    assert {"type": "move", "path": ["i8"]} in desk.legal("move")  # forest, for which no die but an eased one pays

    scholar = table().give("M71").fight("Y13")
    scholar.play("roll_test", 9, skill_uses=1, boosts=[])
    assert scholar.told("roll_failed")[0]["bonus"] == 2

    cheaper = ability("passive", {"type": "price", "what": "buy", "n": -2})
    shop = table(ruleset=reprinted("M61", abilities=[cheaper])).give("M61").in_box("g7", "M05")
    shop.phase("market").play("buy", card="M05")
    assert shop.hero()["gold"] == 0


@pytest.mark.clause("RB-014")
def test_an_ability_without_cost_works_once_in_the_same_window() -> None:
    """No printed card has one outside the automatic triggers, so one is printed for the test."""
    gift = ability("free", {"type": "heal", "target": "hero", "n": 1})
    desk = table(ruleset=reprinted("M39", abilities=[gift])).give("M39")
    desk.hero()["wounds"] = 3
    desk.play("use_ability", source="M39", index=0)
    desk.refused("use_ability", "RB-014", source="M39", index=0)
    desk.play("roll_movement", 1, 1, 1, 1, 1).play("use_ability", source="M39", index=0)

    assert desk.hero()["wounds"] == 1


@pytest.mark.clause("RB-016")
def test_two_weapons_both_modify_the_same_roll() -> None:
    desk = table().give("M05", "M09").fight("G02").play("fight_on").play("defend", boosts=[])
    desk.play("attack", 4, character="hero", boosts=[])

    assert desk.told("roll_succeeded")[0]["bonus"] == 5


@pytest.mark.clause("RB-017")
def test_the_window_after_a_failure_opens_before_its_consequences_and_only_if_there_is_something_to_use() -> None:
    """Little Anselm can mend a failed roll; Torvald, with nothing to mend it, suffers at once."""
    desk = table("H12").fight("G04").play("fight_on")
    desk.play("attack", 1, character="hero", boosts=[])
    assert desk.asks == "window_fail"
    assert desk.hero()["wounds"] == 0
    desk.play("pass")
    assert (desk.asks, desk.hero()["wounds"]) == ("combat_step", 1)

    plain = table().fight("G04").play("fight_on").play("attack", 1, character="hero", boosts=[])
    assert (plain.asks, plain.hero()["wounds"]) == ("combat_step", 1)


@pytest.mark.clause("RB-017")
def test_a_failed_escape_can_be_mended_before_it_costs_a_wound() -> None:
    desk = table("H12").fight("G02").play("try_escape", 1, boosts=[])
    assert desk.asks == "window_fail"
    assert desk.hero()["wounds"] == 0
    desk.play("use_ability", 20, source="hero", index=0)

    assert desk.asks == "retreat_choice"
    assert desk.hero()["wounds"] == 0


@pytest.mark.clause("RB-017")
def test_the_window_before_wounds_closes_as_soon_as_none_is_left() -> None:
    """Orsolya prevents the boar's only wound; she is not asked again, though she could pay again."""
    desk = table("H05").fight("G02").play("fight_on").play("defend", boosts=[])
    desk.play("defend", 1, boosts=[])
    assert desk.asks == "window_wounds"
    desk.play("use_ability", source="hero", index=0)

    assert desk.asks == "combat_step"
    assert desk.hero()["wounds"] == 0


@pytest.mark.clause("RB-017")
def test_no_window_opens_for_an_owner_with_nothing_usable() -> None:
    desk = table("H05").fight("G04").play("fight_on")
    desk.play("defend", 1, boosts=[])

    assert desk.asks == "combat_step"  # her ability is against melee wounds; the slingers' stone is ranged
    assert desk.hero()["wounds"] == 1


@pytest.mark.clause("RB-018")
def test_healing_needs_a_wound_and_must_change_something() -> None:
    """The example: with full stamina Abbess Corvina can't pay a wound to remove it from herself."""
    desk = table().give("M81", wounds=1, fatigue=3)
    assert desk.legal("use_ability") == []
    desk.refused("use_ability", "RB-018", source="M81", index=0, target="M81")
    desk.refused("use_ability", "RB-018", source="M81", index=0, target="hero")

    rested = table().give("M81", wounds=1, fatigue=2)
    rested.play("use_ability", source="M81", index=0, target="M81")
    assert (rested.ally("M81")["wounds"], rested.ally("M81")["fatigue"]) == (0, 3)

    unhurt = table().give("M81", wounds=0, fatigue=3)
    unhurt.refused("use_ability", "RB-018", source="M81", index=0, target="M81")


@pytest.mark.clause("RB-018")
def test_resting_must_take_off_more_than_it_costs() -> None:
    tiring = ability("free", {"type": "rest", "target": "hero", "n": 1}, cost="fatigue", n=1)
    desk = table(ruleset=reprinted("M39", abilities=[tiring])).give("M39")
    desk.hero()["fatigue"] = 1

    desk.refused("use_ability", "RB-018", source="M39", index=0)


@pytest.mark.clause("RB-015")
def test_an_ability_that_heals_and_rests_names_one_character_for_both() -> None:
    both = [{"type": type_, "target": "any", "n": 1} for type_ in ("heal", "rest")]
    desk = table(ruleset=reprinted("M39", abilities=[ability("free", *both)])).give("M39", "M77", wounds=1)
    desk.hero()["wounds"] = 1

    assert [action["target"] for action in desk.legal("use_ability")] == ["hero", "M77"]


@pytest.mark.clause("RB-045")
def test_a_die_that_is_free_already_is_not_freed_again_but_may_be_thrown_again() -> None:
    """Two effects in one: the dice named are for the one that frees them, which takes two."""
    freeing = ability(
        "after_move_roll", {"type": "heal", "target": "hero", "n": 1}, {"type": "wild", "n": 2}, cost="fatigue", n=1
    )
    desk = table(ruleset=reprinted("M34", abilities=[freeing])).give("M34", "M64")
    desk.hero()["wounds"] = 2
    desk.play("roll_movement", 1, 1, 1, 1, 1).play("use_ability", source="M34", index=0, dice=[0, 1])

    named = {
        card: [action["dice"] for action in desk.legal("use_ability") if action["source"] == card]
        for card in ("M34", "M64")
    }
    assert named["M34"] == [[2], [3], [4], [2, 3], [2, 4], [3, 4]]
    assert named["M64"] == [[0], [1], [2], [3], [4]]
    desk.refused("use_ability", "RB-045", source="M34", index=0, dice=[0])


@pytest.mark.clause("RB-015")
def test_an_ability_that_a_card_does_not_have_is_not_taken_for_another_of_it() -> None:
    desk = table().give("M38")
    desk.hero()["wounds"] = 1

    desk.refused("use_ability", "RB-015", source="M38", index=1, target="hero")
    desk.play("use_ability", source="M38", index=0, target="hero")


@pytest.mark.clause("RB-015")
def test_an_ability_that_heals_whom_it_names_and_rests_its_hero_does_just_that() -> None:
    both = [{"type": "heal", "target": "any", "n": 1}, {"type": "rest", "target": "hero", "n": 1}]
    desk = table(ruleset=reprinted("M39", abilities=[ability("free", *both)])).give("M39")
    desk.give("M77", wounds=1, fatigue=1).hero()["fatigue"] = 1
    desk.play("use_ability", source="M39", index=0, target="M77")

    assert desk.ally("M77") == {"id": "M77", "wounds": 0, "fatigue": 1}
    assert desk.hero()["fatigue"] == 0
