"""Clauses RB-070 to RB-095 and RB-140 to RB-144: combat against a card, fallen allies, knocked-out heroes."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.figures import enemy_damage, target_number
from delvebook.domain.viewers import ARBITER
from tests.domain.rulesets.runebound.builders import Desk, reprinted, table


def wait_out(desk: Desk, *dice: int) -> Desk:
    """The hero defends in every step of the round; a die for each step in which the enemy does damage."""
    loaded = list(dice)
    round_ = desk.state["combat"]["round"]
    while desk.state["combat"] is not None and desk.state["combat"]["round"] == round_ and desk.asks == "combat_step":
        harmful = enemy_damage(desk.book, desk.state, desk.decision["kind"]) > 0
        desk.play("defend", *([loaded.pop(0)] if harmful else []), boosts=[])
    assert loaded == []
    return desk


def on(desk: Desk) -> Desk:
    return desk.play("fight_on")


# -- before ---------------------------------------------------------------------------------------


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
    desk.fight("Y06").play("roll_test", 1, skill_uses=0, boosts=[])

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


# -- rounds and escape ----------------------------------------------------------------------------


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


@pytest.mark.clause("RB-082")
@pytest.mark.parametrize(("die", "free"), [(10, True), (9, False)])
def test_escape_tests_mind_against_the_enemys_mind(die: int, free: bool) -> None:
    """Torvald's mind 1 against the boar's 11."""
    desk = table().fight("G02").play("attempt_escape", die, boosts=[])

    assert desk.asks == ("retreat_choice" if free else "round_start")
    assert desk.hero()["wounds"] == (0 if free else 1)


@pytest.mark.clause("RB-082")
def test_after_a_failed_escape_one_may_try_again_any_number_of_times_or_fight_on() -> None:
    desk = table().fight("G02")
    for _ in range(4):
        desk.play("attempt_escape", 1, boosts=[])
    assert desk.hero()["wounds"] == 4
    desk.play("fight_on")
    assert desk.asks == "combat_step"


@pytest.mark.clause("RB-082", "RB-140")
def test_the_wound_of_a_failed_escape_can_knock_the_hero_out() -> None:
    desk = table()
    desk.hero()["wounds"] = 5
    desk.fight("G02").play("attempt_escape", 1, boosts=[])

    assert desk.told("hero_knocked_out")


@pytest.mark.clause("RB-083")
def test_after_an_escape_the_hero_goes_back_whence_it_came_or_stays() -> None:
    desk = table(hexes=["h7"]).on_top("G02").play("step_one", to="h8").play("attempt_adventure")
    desk.play("attempt_escape", 20, boosts=[])
    assert [action["to"] for action in desk.legal()] == ["h7", None]
    desk.refused("retreat", "RB-083", to="h9")
    desk.play("retreat", to="h7")

    assert desk.hero()["hex"] == "h7"
    assert desk.hero()["from"] == "h8"
    assert desk.state["track"][0] == {"card": "G02", "hex": "h8", "age": 1}
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-083")
def test_a_hero_that_came_from_nowhere_may_go_back_to_any_neighbour() -> None:
    desk = table().fight("G02", hex_="h8").play("attempt_escape", 20, boosts=[])
    assert [action["to"] for action in desk.legal()] == [*desk.book.map.neighbours["h8"], None]
    desk.play("retreat", to=None)

    assert desk.hero()["hex"] == "h8"


@pytest.mark.clause("RB-083")
def test_a_retreat_starts_nothing_on_the_hex_reached() -> None:
    """Lantern Fall lies beside the site L9: back in the town, there is no market."""
    desk = table(hexes=["m10"]).on_top("G02").play("step_one", to="l9").play("attempt_adventure")
    desk.play("attempt_escape", 20, boosts=[]).play("retreat", to="m10")

    assert desk.hero()["hex"] == "m10"
    assert desk.state["turn"] == 2
    assert not desk.told("market_opened")


@pytest.mark.clause("RB-084")
def test_from_some_enemies_there_is_no_escape() -> None:
    desk = table("H12").give("M15").fight("G06")
    assert desk.asks == "round_start"  # only because the daggers can be used
    assert desk.legal("attempt_escape") == []
    desk.refused("attempt_escape", "RB-084", boosts=[])


# -- steps ----------------------------------------------------------------------------------------


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
    desk = table().give("M25").fight("G07").play("attempt_escape", 1, boosts=[])

    assert desk.asks == "round_start"
    assert (desk.hero()["wounds"], desk.hero()["gold"]) == (1, 3)


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


@pytest.mark.clause("RB-094")
def test_a_dead_ally_leaves_its_markers_its_surplus_wounds_are_lost_and_the_combat_goes_on() -> None:
    desk = table().give("M77", wounds=1, fatigue=2)
    desk.hero()["hex"] = "f2"
    desk.on_top("B04").phase("adventure").play("attempt_adventure")
    on(desk).play("attack", 1, character="M77", boosts=[])

    assert desk.told("ally_died")
    assert desk.hero()["wounds"] == 0
    assert desk.state["decks"]["market"]["cards"][-1] == "M77"
    assert desk.asks == "combat_step"
    assert desk.hero()["allies"] == []


# -- modified enemies -----------------------------------------------------------------------------


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

    assert target_number(desk.book, desk.state, "mind") == 0
    assert [enemy_damage(desk.book, desk.state, kind) for kind in ("ranged", "melee", "magic")] == [0, 3, 0]


@pytest.mark.clause("RB-095")
def test_modified_target_numbers_hold_for_the_escape_too() -> None:
    desk = table().give("M46").fight("G02").play("use_ability", source="M46", index=0)
    desk.play("attempt_escape", 8, boosts=[])

    assert desk.told("roll_succeeded")[0]["target"] == 9


@pytest.mark.clause("RB-095", "RB-132")
def test_each_attempt_starts_with_a_fresh_enemy() -> None:
    desk = table("H02", "H05", hexes=["h8", "a1"]).give("M46").fight("G02", hex_="h8")
    desk.play("use_ability", source="M46", index=0).play("attempt_escape", 20, boosts=[]).play("retreat", to=None)
    desk.play("stay").play("stay").play("attempt_adventure")
    if desk.asks == "before_combat":
        desk.play("begin_combat")

    assert target_number(desk.book, desk.state, "mind") == 11
    assert desk.state["combat"]["hampered"] == {}


@pytest.mark.clause("RB-095")
@pytest.mark.parametrize(("wounds", "damage"), [(1, 2), (2, 2), (3, 3)])
def test_fury_begins_when_half_the_life_is_wounds(wounds: int, damage: int) -> None:
    """The minotaur: life 5, so from three wounds on."""
    desk = table().fight("Y10")
    desk.state["combat"]["wounds"] = wounds

    assert enemy_damage(desk.book, desk.state, "melee") == damage


# -- knocked out ----------------------------------------------------------------------------------


@pytest.mark.clause("RB-140")
def test_a_feather_keeps_the_hero_on_its_feet() -> None:
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    on(desk.fight("G10")).play("defend", boosts=[]).play("defend", 1, boosts=[])
    assert desk.asks == "window_knockout"
    assert desk.hero()["wounds"] == 7
    desk.play("use_ability", source="M60", index=0)

    assert desk.hero()["wounds"] == 5
    assert desk.asks == "combat_step"
    assert desk.state["decks"]["market"]["cards"][-1] == "M60"


@pytest.mark.clause("RB-140")
def test_a_feather_need_not_be_used() -> None:
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    on(desk.fight("G10")).play("defend", boosts=[]).play("defend", 1, boosts=[]).play("pass")

    assert desk.told("hero_knocked_out")
    assert desk.hero()["artifacts"] == ["M60"]


def knock_out(desk: Desk) -> Desk:
    """The hero loses a fight where it stands, on a red site, without a chance."""
    desk.hero()["wounds"] = desk.ruleset.view(desk.state, ARBITER)["figures"][0]["life"] - 1
    return on(desk.fight("R14", hex_="i1")).play("defend", 1, boosts=[])


@pytest.mark.clause("RB-141")
def test_a_knocked_out_hero_goes_to_the_nearest_town() -> None:
    desk = knock_out(table())

    assert desk.book.map.nearest_towns["i1"] == ["m2"]
    assert desk.hero()["hex"] == "m2"
    assert desk.hero()["from"] is None


@pytest.mark.clause("RB-141")
@pytest.mark.parametrize("town", ["c2", "c6"])
def test_at_the_same_distance_from_two_towns_the_owner_chooses_between_them(town: str) -> None:
    toll = {"type": "toll", "terrain": "plains", "wounds": 1, "fatigue": 0}
    desk = table(ruleset=reprinted("Y17", lasting=[toll]), hexes=["d4"]).event("Y17")
    desk.hero().update(wounds=5, fatigue=3)
    desk.play("step_one", to="e4")

    assert desk.asks == "choose_town"
    assert [action["town"] for action in desk.legal()] == ["c2", "c6"]
    desk.refused("choose_town", "RB-141", town="g7")
    desk.play("choose_town", town=town)
    assert desk.hero()["hex"] == town
    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (0, 0)


@pytest.mark.clause("RB-141")
def test_a_hero_knocked_out_in_a_town_stays_there() -> None:
    desk = table("H02", "H05", hexes=["i8", "c10"]).on_top("Y17", "Y12")
    desk.hero(1).update(wounds=5, fatigue=2)
    desk.phase("adventure").play("attempt_adventure")

    assert desk.hero(1)["hex"] == "c10"


@pytest.mark.clause("RB-142")
def test_a_knocked_out_hero_pays_half_its_gold_rounded_down_and_loses_its_unspent_experience() -> None:
    """The example: 7 gold: pays 3, keeps 4."""
    desk = table().counters(green=2, red=1)
    desk.hero().update(gold=7, paper=2)
    before = dict(desk.state["bank"])
    knock_out(desk)

    assert desk.hero()["gold"] == 4
    assert not any(desk.hero()["counters"].values())
    assert desk.hero()["paper"] == 0
    assert desk.state["bank"] == {**before, "green": before["green"] + 2, "red": before["red"] + 1}
    assert desk.told("losses_paid")[0]["experience"] == 8


@pytest.mark.clause("RB-143", "RB-211")
def test_its_markers_are_removed_but_allies_markers_cards_runes_and_raises_stay() -> None:
    desk = table().give("M66", wounds=2, fatigue=1).give("M24", "R01", "R02")
    desk.hero()["raises"]["body"] = 2
    desk.hero()["fatigue"] = 1
    knock_out(desk)

    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (0, 0)
    assert desk.ally("M66") == {"id": "M66", "wounds": 2, "fatigue": 1}
    assert desk.hero()["artifacts"] == ["M24"]
    assert desk.hero()["runes"] == ["R01", "R02"]
    assert desk.hero()["raises"]["body"] == 2


@pytest.mark.clause("RB-144", "RB-130")
def test_the_challenge_that_knocked_a_hero_out_goes_to_the_track_and_the_turn_ends() -> None:
    desk = knock_out(table())

    assert desk.state["track"][0] == {"card": "R14", "hex": "i1", "age": 1}
    assert "i1" in desk.state["counters"]["red"]
    assert desk.state["turn"] == 2
