"""
Each word of the closed vocabulary by itself (§11.1 of the specification): what it does, and what it leaves alone.

A test named `test_effect_<word>…` is the word's; the last test asks that every word has one.
"""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.rulesets.runebound.box.vocabulary import words
from delvebook.domain.rulesets.runebound.heroes.figures import damage, enemy_damage, target_number
from delvebook.domain.viewers import ARBITER
from tests.domain.rulesets.runebound.tables import Desk, ability, reprinted, table


def reward(*effects: dict[str, Any], card: str = "G12", **changes: Any) -> Any:
    """The ruleset with that test challenge giving these rewards."""
    return reprinted(card, reward=list(effects), **changes)


def passed(desk: Desk, card: str = "G12") -> Desk:
    return desk.fight(card).play("roll_test", 20, skill_uses=0, boosts=[])


def enemy(*rules: tuple[str, dict[str, Any]]) -> Any:
    """The ruleset with the stone gargoyle (life 4; 15/1, 15/1, 11/1) having these rules."""
    return reprinted("Y08", rules=[{"when": when, "effect": effect} for when, effect in rules])


def fought(desk: Desk) -> Desk:
    desk.fight("Y08")
    return desk.play("fight_on") if desk.asks == "round_start" else desk


# -- what cards of players do ---------------------------------------------------------------------


def test_effect_roll_is_for_its_kind_of_roll_alone() -> None:
    desk = fought(table().give("M20"))
    assert desk.play("defend", 20, boosts=[]).told("roll_succeeded")[0]["bonus"] == 0
    assert desk.play("defend", 20, boosts=[]).told("roll_succeeded")[0]["bonus"] == 3
    assert (
        fought(table().give("M20")).play("attack", 20, character="hero", boosts=[]).told("roll_succeeded")[0]["bonus"]
        == 0
    )


def test_effect_roll_of_a_card_and_rollmod_of_an_event_add_up() -> None:
    desk = fought(table().give("M20").event("R18"))

    assert desk.play("defend", 20, boosts=[]).told("roll_succeeded")[0]["bonus"] == 1
    assert desk.play("defend", 20, boosts=[]).told("roll_succeeded")[0]["bonus"] == 4


def test_effect_damage_is_for_its_kind_alone() -> None:
    desk = fought(table().give("M12"))

    assert [damage(desk.content, desk.state, 0, "hero", kind) for kind in ("ranged", "melee", "magic")] == [1, 3, 1]


def test_effect_attr_counts_for_fights_tests_and_escapes() -> None:
    desk = table().give("M41").fight("Y08")
    desk.play("try_escape", 20, boosts=[])
    assert desk.told("roll_succeeded")[0]["attribute"] == 2
    test = table().give("M41").fight("G13").play("roll_test", 11, skill_uses=0, boosts=[])
    assert test.told("challenge_completed")


def test_effect_dice_adds_a_movement_die() -> None:
    table().give("M33").play("roll_movement", *[1] * 6)


def test_effect_wild_frees_the_named_die_for_this_move() -> None:
    desk = table().give("M34").play("roll_movement", 1, 1, 1, 1, 1)
    desk.play("use_ability", source="M34", index=0, dice=[4])

    assert desk.decision["wild"] == [4]
    desk.play("move", path=["f6"])
    assert desk.hero()["hex"] == "f6"


def test_effect_ease_lets_any_die_pay() -> None:
    desk = table(hexes=["h7"]).give("M32").play("roll_movement", 1, 1, 1, 1)

    desk.play("move", path=["i8"])
    assert desk.content.map.terrain["i8"] == "forest"


def test_effect_reroll_move_throws_named_dice_again() -> None:
    desk = table().give("M35").play("roll_movement", 1, 1, 1, 1, 1)
    desk.play("use_ability", 6, source="M35", index=0, dice=[2])

    assert desk.decision["dice"] == [1, 1, 6, 1, 1]
    assert desk.tape.asked == [("movement dice", 6)]


def test_effect_reroll_throws_the_failed_roll_again_with_the_same_modifiers_and_the_new_result_counts() -> None:
    desk = fought(table().give("M52", "M10")).play("defend", 1, boosts=[])
    assert desk.asks == "window_fail"
    desk.play("use_ability", 11, source="M52", index=0)

    assert desk.told("roll_succeeded")[0]["bonus"] == 3
    assert desk.hero()["wounds"] == 0
    worse = fought(table().give("M52")).play("defend", 13, boosts=[]).play("use_ability", 1, source="M52", index=0)
    assert worse.hero()["wounds"] == 1


@pytest.mark.parametrize(("card", "left"), [("M21", 2), ("M25", 1), ("M27", 0)])
def test_effect_prevent_keeps_wounds_off(card: str, left: int) -> None:
    strong = {"mind": 15, "body": 15, "spirit": 11}
    hard = reprinted("Y08", enemy={"life": 4, "attributes": strong, "damage": {"ranged": 3, "melee": 1, "magic": 1}})
    desk = fought(table(ruleset=hard).give(card)).play("defend", 1, boosts=[])
    desk.play("use_ability", source=card, index=0)

    assert desk.hero()["wounds"] == left
    assert desk.told("wounds_prevented")[0]["n"] == 3 - left


def test_effect_soak_gives_all_the_wounds_to_the_ally() -> None:
    desk = fought(table().give("M82")).play("defend", 1, boosts=[]).play("use_ability", source="M82", index=0)

    assert (desk.hero()["wounds"], desk.ally("M82")["wounds"], desk.ally("M82")["fatigue"]) == (0, 1, 1)


def test_effect_heal_removes_wounds_from_its_target() -> None:
    desk = table().give("M54").give("M79", wounds=3)
    desk.hero()["wounds"] = 2
    desk.play("use_ability", source="M54", index=0, target="M79")

    assert (desk.hero()["wounds"], desk.ally("M79")["wounds"]) == (2, 0)
    desk.refused("use_ability", "RB-015", source="M54", index=0, target="hero")


def test_effect_heal_and_rest_for_the_party_reach_everybody() -> None:
    desk = table().give("M79", wounds=3, fatigue=1).on_top("B21", "B12")
    desk.hero().update(wounds=4, fatigue=2, hex="f2")
    desk.phase("adventure").play("attempt_adventure")

    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (0, 0)
    assert desk.ally("M79") == {"id": "M79", "wounds": 0, "fatigue": 0}


def test_effect_rest_removes_fatigue_from_its_target() -> None:
    desk = table().give("M55").give("M79", wounds=1, fatigue=1)
    desk.hero()["fatigue"] = 3
    desk.play("use_ability", source="M55", index=0, target="hero")

    assert (desk.hero()["fatigue"], desk.ally("M79")["fatigue"], desk.ally("M79")["wounds"]) == (0, 1, 1)


def test_effect_strike_wounds_the_enemy_without_a_roll() -> None:
    desk = table().give("M48").fight("Y08").play("use_ability", source="M48", index=0)

    assert desk.state["combat"]["wounds"] == 1
    assert desk.tape.asked == []


def test_effect_weaken_lowers_one_target_number_for_this_combat() -> None:
    desk = table().give("M45").fight("Y08").play("use_ability", source="M45", index=0)

    assert [target_number(desk.content, desk.state, name) for name in ("mind", "body", "spirit")] == [15, 13, 11]


def test_effect_weaken_of_two_cards_lowers_the_number_by_both() -> None:
    desk = table().give("M47", "M68").fight("Y08")
    for card in ("M47", "M68"):
        desk.play("use_ability", source=card, index=0)

    assert target_number(desk.content, desk.state, "spirit") == 11 - 2 - 1


def test_effect_blunt_lowers_one_damage_or_all_three() -> None:
    every = table().give("M57").fight("Y08").play("use_ability", source="M57", index=0)
    assert [enemy_damage(every.content, every.state, kind) for kind in ("ranged", "melee", "magic")] == [0, 0, 0]

    one = table().give("Y21").fight("Y08").play("use_ability", source="Y21", index=0)
    assert [enemy_damage(one.content, one.state, kind) for kind in ("ranged", "melee", "magic")] == [1, 1, 0]


def test_effect_again_grants_the_hero_one_more_attack_this_round() -> None:
    desk = table().give("M15").fight("Y08").play("use_ability", source="M15", index=0).play("fight_on")
    desk.play("attack", 1, character="hero", boosts=[]).play("attack", 1, character="hero", boosts=[])
    assert desk.legal("attack") == []
    desk.play("defend", 20, boosts=[]).play("fight_on").play("attack", 1, character="hero", boosts=[])
    assert desk.legal("attack") == []


def test_effect_again_of_two_cards_grants_two_more_attacks() -> None:
    second = ability("round_start", {"type": "again", "target": "hero"}, cost="exhaust")
    desk = table(ruleset=reprinted("M05", abilities=[second])).give("M15", "M05").fight("Y08")
    for card in ("M15", "M05"):
        desk.play("use_ability", source=card, index=0)
    desk.play("fight_on")

    attacks = 0
    while desk.legal("attack"):
        desk.play("attack", 1, character="hero", boosts=[])
        attacks += 1
    assert attacks == 3


def test_effect_roll_of_an_ally_is_for_that_ally_alone() -> None:
    """No ally of the box has a passive roll, so one is printed."""
    steady = ability("passive", {"type": "roll", "kind": "melee:attack", "n": 2})
    desk = table(ruleset=reprinted("M72", abilities=[steady])).give("M72").fight("G02").play("fight_on")
    desk.play("defend", boosts=[]).play("attack", 20, character="M72", boosts=[])
    assert desk.told("roll_succeeded")[0]["bonus"] == 2

    alone = table(ruleset=reprinted("M72", abilities=[steady])).give("M72").fight("G02").play("fight_on")
    alone.play("defend", boosts=[]).play("attack", 20, character="hero", boosts=[])
    assert alone.told("roll_succeeded")[0]["bonus"] == 0


def test_effect_skill_gives_the_hero_a_skill() -> None:
    desk = table().give("M50").fight("Y13").play("roll_test", 11, skill_uses=1, boosts=[])

    assert desk.told("challenge_completed")


@pytest.mark.parametrize(("card", "offer", "price"), [("M36", "M05", 4), ("M37", "M66", 3)])
def test_effect_price_changes_what_the_owner_pays(card: str, offer: str, price: int) -> None:
    desk = table().give(card).in_box("g7", offer)
    desk.hero()["gold"] = 10
    desk.phase("market").play("hire" if offer == "M66" else "buy", card=offer)

    assert desk.hero()["gold"] == 10 - price


def test_effect_price_of_healing_and_of_an_event_is_for_everybody() -> None:
    desk = table().event("B17").in_box("g7", "M66")
    desk.hero()["gold"] = 10
    desk.phase("market").play("hire", card="M66")
    assert desk.hero()["gold"] == 7


def test_effect_price_of_a_card_and_of_an_event_add_up() -> None:
    """Seal and convoy: one gold less each."""
    desk = table().give("M36").event("G17").in_box("g7", "M05")
    desk.hero()["gold"] = 10
    desk.phase("market").play("buy", card="M05")

    assert desk.hero()["gold"] == 10 - (5 - 1 - 1)


def test_effect_travel_goes_to_any_town() -> None:
    desk = table(hexes=["h6"]).give("M58")

    assert [action["town"] for action in desk.legal("use_ability")] == desk.content.map.towns
    desk.play("use_ability", source="M58", index=0, town="c2")
    assert desk.hero()["hex"] == "c2"


def test_effect_cling_leaves_the_hero_one_wound_from_falling() -> None:
    desk = table().give("M60")
    desk.hero()["wounds"] = 5
    fought(desk).play("defend", 1, boosts=[]).play("use_ability", source="M60", index=0)

    assert desk.hero()["wounds"] == 5


# -- what enemies do ------------------------------------------------------------------------------


def test_effect_suffer_gives_wounds_and_then_fatigue() -> None:
    desk = fought(table(ruleset=enemy(("before", {"type": "suffer", "wounds": 2, "fatigue": 1}))))

    assert (desk.hero()["wounds"], desk.hero()["fatigue"]) == (2, 1)


def test_effect_suffer_stops_at_a_knockout() -> None:
    """The two wounds knock Torvald out; the fatigue does not follow him to the town."""
    desk = table(ruleset=enemy(("before", {"type": "suffer", "wounds": 2, "fatigue": 2})))
    desk.hero()["wounds"] = 4
    desk.fight("Y08")

    assert desk.told("hero_knocked_out")
    assert not desk.told("fatigue_suffered")
    assert desk.hero()["fatigue"] == 0


def test_effect_test_must_be_taken_and_its_failure_works() -> None:
    for die, fatigue in ((13, 0), (12, 2)):
        desk = table("H03").fight("Y03")
        assert desk.asks == "commit_test"
        desk.play("roll_test", die - 3, skill_uses=0, boosts=[])
        assert desk.hero()["fatigue"] == fatigue


def test_effect_drain_gold_takes_gold_but_never_more_than_there_is() -> None:
    for gold, left in ((5, 3), (1, 0)):
        desk = table(ruleset=enemy(("on_wound", {"type": "drain_gold", "n": 2})))
        desk.hero()["gold"] = gold
        fought(desk).play("defend", 1, boosts=[])
        assert desk.hero()["gold"] == left


def test_effect_force_exhaust_lets_the_player_choose_and_takes_all_if_there_are_no_more() -> None:
    rules = enemy(("on_wound", {"type": "force_exhaust", "n": 1}))
    desk = table(ruleset=rules).give("M38", "M45", "M52", "M24")
    desk.fight("Y08").play("begin_combat").play("fight_on")
    desk.hero()["down"] = ["M52"]
    desk.play("defend", 1, boosts=[])
    assert desk.asks == "choose_exhaust"
    assert [action["cards"] for action in desk.legal()] == [["M38"], ["M45"]]
    desk.refused("choose_exhaust", "RB-091", cards=["M24"])
    desk.refused("choose_exhaust", "RB-091", cards=["M38", "M45"])
    desk.play("choose_exhaust", cards=["M45"])
    assert desk.hero()["down"] == ["M45", "M52"]

    one = fought(table(ruleset=rules).give("M52", "M24")).play("defend", 1, boosts=[]).play("pass")
    assert one.hero()["down"] == ["M52"]
    none = fought(table(ruleset=rules).give("M24")).play("defend", 1, boosts=[])
    assert none.asks == "combat_step"


def test_effect_force_exhaust_of_two_turns_two_down() -> None:
    rules = enemy(("on_wound", {"type": "force_exhaust", "n": 2}))
    desk = table(ruleset=rules).give("M06", "M07", "M34")
    desk.fight("Y08").play("fight_on").play("defend", 1, boosts=[])
    assert [action["cards"] for action in desk.legal()] == [["M06", "M07"], ["M06", "M34"], ["M07", "M34"]]
    desk.refused("choose_exhaust", "RB-091", cards=["M06", "M06"])
    desk.play("choose_exhaust", cards=["M34", "M06"])
    assert desk.hero()["down"] == ["M06", "M34"]


def test_effect_regen_heals_the_enemy_but_never_below_no_wounds() -> None:
    desk = fought(table(ruleset=enemy(("on_wound", {"type": "regen", "n": 2}))))
    desk.state["combat"]["wounds"] = 1
    desk.play("defend", 1, boosts=[])

    assert desk.state["combat"]["wounds"] == 0
    assert desk.told("enemy_healed")[0]["n"] == 1


def test_effect_fury_raises_every_damage_above_0_from_half_the_life_on() -> None:
    desk = fought(table(ruleset=enemy(("always", {"type": "fury", "n": 1}))))
    assert enemy_damage(desk.content, desk.state, "ranged") == 1
    desk.state["combat"]["wounds"] = 2
    desk.play("defend", 1, boosts=[])

    assert desk.hero()["wounds"] == 2


@pytest.mark.parametrize(
    ("card", "own", "mind"), [("B05", ("M61", "M62"), 18), ("B05", (), 16), ("R10", ("R01", "R02"), 19)]
)
def test_effect_scale_counts_the_fighters_allies_or_runes(card: str, own: tuple[str, ...], mind: int) -> None:
    desk = table().give(*own).fight(card)

    assert target_number(desk.content, desk.state, "mind") == mind


def test_effect_scale_counts_face_down_allies_too() -> None:
    desk = table().give("M61", "M62")
    desk.hero()["down"] = ["M61"]

    assert target_number(desk.content, desk.fight("B05").state, "mind") == 18


def test_effect_no_escape_leaves_the_escape_step_empty() -> None:
    desk = table(ruleset=enemy(("always", {"type": "no_escape"}))).fight("Y08")

    assert desk.asks == "combat_step"


def test_effect_no_before_forbids_abilities_before_the_combat_but_not_free_ones() -> None:
    desk = table(ruleset=enemy(("always", {"type": "no_before"}))).give("M45", "M53")
    desk.hero()["wounds"] = 1
    desk.fight("Y08")

    assert desk.asks == "before_combat"
    assert {action["source"] for action in desk.legal("use_ability")} == {"M53"}
    desk.refused("use_ability", "RB-010", source="M45", index=0)
    bare = table(ruleset=enemy(("always", {"type": "no_before"}))).give("M45").fight("Y08")
    assert bare.asks == "round_start"


def test_effect_no_allies_takes_them_out_of_the_fight_with_their_passive_effects() -> None:
    rules = enemy(
        ("always", {"type": "no_allies"}),
        ("before", {"type": "test", "attribute": "mind", "skill": "lore", "n": 4, "fail": [_wound()]}),
    )
    desk = table(ruleset=rules).give("M77", "M69").fight("Y08")
    assert [action["skill_uses"] for action in desk.legal()] == [0]
    desk.play("roll_test", 20, skill_uses=0, boosts=[]).play("fight_on")
    assert [action.get("character") for action in desk.legal("attack")] == ["hero"]
    desk.refused("attack", "RB-010", character="M77", boosts=[])
    desk.play("defend", 1, boosts=[])
    assert desk.asks == "combat_step"  # Holt was not asked to take the wound
    assert desk.hero()["wounds"] == 1


def _wound() -> dict[str, Any]:
    return {"type": "suffer", "wounds": 1, "fatigue": 0}


def test_effect_weapons_off_silences_weapons_in_its_kind_alone() -> None:
    rules = enemy(("always", {"type": "weapons_off", "kind": "melee"}))
    desk = fought(table(ruleset=rules).give("M16", "M08", "M24")).play("defend", 20, boosts=[])
    desk.play("attack", 20, character="hero", boosts=[])
    roll = desk.told("roll_succeeded")[0]
    assert roll["bonus"] == 0
    assert desk.asks == "window_hit"  # Torvald's own blow, but not the maul
    assert {action["source"] for action in desk.legal("use_ability")} == {"hero"}
    desk.refused("use_ability", "RB-010", source="M08", index=0)
    assert desk.decision["wounds"] == 2

    ranged = fought(table(ruleset=rules).give("M17")).play("attack", 20, character="hero", boosts=[])
    assert ranged.told("roll_succeeded")[0]["bonus"] == 4


def test_effect_skip_leaves_out_its_step() -> None:
    desk = fought(table(ruleset=enemy(("always", {"type": "skip", "kind": "melee"}))))
    desk.play("defend", 20, boosts=[])

    assert desk.decision["kind"] == "magic"
    assert desk.told("step_skipped")[0]["kind"] == "melee"


# -- what success and failure bring ---------------------------------------------------------------


def test_effect_gold_is_gained_or_lost() -> None:
    assert passed(table(ruleset=reward({"type": "gold", "n": 5}))).hero()["gold"] == 8
    assert passed(table(ruleset=reward({"type": "gold", "n": -2}))).hero()["gold"] == 1


def test_effect_xp_goes_to_paper() -> None:
    desk = table(ruleset=reward({"type": "xp", "n": 4}))
    desk.hero()["paper"] = 1
    passed(desk)

    assert desk.hero()["paper"] == 5


def test_effect_loot_turns_up_as_many_cards_as_there_are() -> None:
    desk = table(ruleset=reward({"type": "loot", "n": 3})).on_top("M05", "M24")
    deck = desk.state["decks"]["market"]["cards"]
    desk.in_box("c2", *deck[2:])
    passed(desk)

    assert desk.decision["cards"] == ["M05", "M24"]


@pytest.mark.parametrize(("card", "place"), [("Y13", "artifacts"), ("B13", "allies")])
def test_effect_take_artifact_and_take_ally_keep_the_card(card: str, place: str) -> None:
    desk = passed(table("H03"), card)

    assert [one if isinstance(one, str) else one["id"] for one in desk.hero()[place]] == [card]


def test_effect_take_artifact_is_worth_what_the_kept_card_says() -> None:
    desk = passed(table("H03"), "Y13")

    assert desk.ruleset.view(desk.state, ARBITER)["heroes"][0]["attributes"]["spirit"] == 5


def test_effect_take_ally_joins_with_no_markers() -> None:
    assert passed(table("H03"), "B13").ally("B13") == {"id": "B13", "wounds": 0, "fatigue": 0}


def test_effect_take_rune_makes_the_card_a_rune() -> None:
    desk = table().fight("R01")
    desk.hero()["raises"]["mind"] = 30
    desk.state["combat"]["wounds"] = 5
    desk.play("fight_on").play("attack", 20, character="hero", boosts=[])

    assert desk.hero()["runes"] == ["R01"]
    assert desk.state["out"]["red"] == []
    assert desk.hero()["gold"] == 8


def topdecked(desk: Desk) -> Desk:
    return passed(desk, "G12")


def test_effect_topdeck_fetches_the_card_out_of_the_deck_in_sight_of_all() -> None:
    desk = table(ruleset=reward({"type": "topdeck", "card": "R10"}))
    before = [card for card in desk.state["decks"]["red"]["cards"] if card != "R10"]
    topdecked(desk)

    assert desk.state["decks"]["red"] == {"cards": ["R10", *before], "top": 1, "bottom": 0}
    assert "red/R10" in desk.facts.opened


def test_effect_topdeck_of_a_card_known_at_the_bottom_opens_nothing_anew() -> None:
    desk = table(ruleset=reward({"type": "topdeck", "card": "R10"}))
    deck = desk.state["decks"]["red"]
    deck["cards"].remove("R10")
    deck["cards"].append("R10")
    deck["bottom"] = 1
    topdecked(desk)

    assert (deck["cards"][0], deck["top"], deck["bottom"]) == ("R10", 1, 0)
    assert "red/R10" not in desk.facts.opened


def test_effect_topdeck_of_a_card_not_in_its_deck_does_nothing() -> None:
    desk = table(ruleset=reward({"type": "topdeck", "card": "R10"})).unfinished("R10", "i1")
    before = list(desk.state["decks"]["red"]["cards"])
    topdecked(desk)

    assert desk.state["decks"]["red"] == {"cards": before, "top": 0, "bottom": 0}
    assert not desk.told("card_put_on_deck")


def test_effect_win_ends_the_game() -> None:
    desk = passed(table(ruleset=reward({"type": "win"})))

    outcome = desk.ruleset.outcome(desk.state)
    assert outcome is not None
    assert outcome.winners == [0]


# -- what events do -------------------------------------------------------------------------------


def event(*, immediate: tuple[dict[str, Any], ...] = (), lasting: tuple[dict[str, Any], ...] = ()) -> Any:
    return reprinted("G15", immediate=list(immediate), lasting=list(lasting))


def drawn(ruleset: Any, desk: Desk | None = None) -> Desk:
    """The event is drawn and placed, and the ford after it waits."""
    desk = desk or table(ruleset=ruleset, hexes=["h8"])
    return desk.on_top("G15", "G12").phase("adventure").play("attempt_adventure")


def test_effect_replenish_fills_empty_sites() -> None:
    desk = table(ruleset=event(immediate=({"type": "replenish", "colour": "red", "n": 1},)), hexes=["h8"])
    desk.clear_site("a2").clear_site("n9")
    drawn(None, desk)

    assert "a2" in desk.state["counters"]["red"]
    assert "n9" not in desk.state["counters"]["red"]


def test_effect_restock_puts_cards_in_every_towns_box_in_town_order_tamalir_in_its_place() -> None:
    desk = drawn(event(immediate=({"type": "restock", "n": 2},)))

    towns = [fact["town"] for fact in desk.told("card_put_on_market")]
    assert towns == [town for town in desk.content.map.towns for _ in range(2)]
    assert len(desk.state["boxes"]["g7"]) == 2


def test_effect_restock_stops_when_the_deck_is_empty() -> None:
    desk = table(ruleset=event(immediate=({"type": "restock", "n": 1},)), hexes=["h8"]).on_top("M05", "M24")
    desk.in_box("f13", *desk.state["decks"]["market"]["cards"][2:])
    drawn(None, desk)

    assert [fact["town"] for fact in desk.told("card_put_on_market")] == ["c2", "m2"]


def test_effect_everyone_hits_every_hero_on_the_map() -> None:
    hit = {"type": "everyone", "effects": [{"type": "suffer", "wounds": 1, "fatigue": 1}]}
    desk = table("H02", "H05", "H01", ruleset=event(immediate=(hit,)), hexes=["h8", "a1", None])
    drawn(None, desk)

    assert [(hero["wounds"], hero["fatigue"]) for hero in desk.state["heroes"]] == [(1, 1), (1, 1), (0, 0)]


def test_effect_toll_is_taken_in_its_terrain_alone() -> None:
    toll = {"type": "toll", "terrain": "plains", "wounds": 0, "fatigue": 1}
    desk = table(ruleset=event(lasting=(toll,))).event("G15").play("roll_movement", 1, 1, 1, 1, 1)
    desk.play("move", path=["h6", "i7", "h6"])

    assert desk.hero()["fatigue"] == 2


def test_effect_double_asks_two_dice_for_its_terrain_alone() -> None:
    double = {"type": "double", "terrain": "plains"}
    desk = table(ruleset=event(lasting=(double,)), hexes=["h5"]).event("G15").play("roll_movement", 1, 1, 1, 1)
    desk.refused("move", "RB-044", path=["h6", "i6", "h6"])
    desk.play("move", path=["h6", "i6"])

    assert desk.hero()["hex"] == "i6"


@pytest.mark.parametrize(
    ("when", "hex_", "dice"), [("any", "g7", 6), ("any", "h6", 5), ("wild", "g7", 5), ("wild", "h6", 5)]
)
def test_effect_movedice_changes_the_dice_everywhere_or_only_in_the_wild(when: str, hex_: str, dice: int) -> None:
    lasting = {"type": "movedice", "n": 1, "when": when}
    table(ruleset=event(lasting=(lasting,)), hexes=[hex_]).event("G15").play("roll_movement", *[1] * dice)


@pytest.mark.parametrize(("attribute", "numbers"), [("body", [11, 15, 11]), ("all", [13, 15, 13])])
def test_effect_foe_changes_target_numbers_of_its_colour_alone(attribute: str, numbers: list[int]) -> None:
    lasting = {"type": "foe", "colour": "green", "attribute": attribute, "n": 2}
    desk = table(ruleset=event(lasting=(lasting,))).event("G15").fight("G02")
    assert [target_number(desk.content, desk.state, name) for name in ("mind", "body", "spirit")] == numbers

    other = table(ruleset=event(lasting=(lasting,))).event("G15").fight("Y08")
    assert target_number(other.content, other.state, "body") == 15


def test_effect_bounty_pays_for_completed_challenges_of_its_colour() -> None:
    lasting = {"type": "bounty", "colour": "green", "n": 3}
    desk = passed(table(ruleset=event(lasting=(lasting,))).event("G15"))

    assert desk.hero()["gold"] == 3 + 2 + 3


def test_effect_rollmod_is_for_the_rolls_of_all_heroes_and_allies() -> None:
    lasting = {"type": "rollmod", "kind": "combat", "n": 1}
    desk = fought(table(ruleset=event(lasting=(lasting,))).event("G15").give("M74"))
    desk.play("attack", 1, character="M74", boosts=[])
    assert desk.told("roll_failed")[0]["bonus"] == 1
    assert desk.play("defend", 20, boosts=[]).told("roll_succeeded")[0]["bonus"] == 1


def test_effect_rollmod_of_escape_helps_the_escaping_side_only() -> None:
    desk = table("H02", "H05", hexes=["h6", "h6"]).event("B18").phase("adventure").play("attack_hero", seat=1)
    desk.play("try_escape", 10, 7, boosts=[])

    assert desk.told("target_thrown")[0]["number"] == 11
    assert desk.told("roll_succeeded")[0]["total"] == 12


def test_effect_no_heal_closes_the_healers_but_not_other_healing() -> None:
    desk = table().event("B16").give("M53")
    desk.hero()["wounds"] = 4
    desk.phase("market")
    assert desk.legal("heal") == []
    desk.refused("heal", "RB-112", character="hero")
    desk.play("use_ability", source="M53", index=0, target="hero")
    assert desk.hero()["wounds"] == 2


def test_every_word_of_the_vocabulary_has_a_test_of_its_own() -> None:
    names = [name[len("test_effect_") :] for name in globals() if name.startswith("test_effect_")]
    untested = [word for word in words() if not any(name == word or name.startswith(f"{word}_") for name in names)]

    assert untested == []
