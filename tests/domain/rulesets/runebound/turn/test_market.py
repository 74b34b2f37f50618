"""Clauses RB-170 to RB-187: the market phase and the limits."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import Desk, table


def shop(*cards: str, gold: int = 30, own: tuple[str, ...] = (), heroes: tuple[str, ...] = ("H02",)) -> Desk:
    """The hero in Tamalir at the start of its market phase; the cards lie in the box, one more is about to."""
    desk = table(*heroes).give(*own).in_box("g7", *cards)
    desk.hero()["gold"] = gold
    return desk.on_top("M55").phase("market")


@pytest.mark.clause("RB-170")
@pytest.mark.parametrize(("hex_", "opened"), [("g7", True), ("c2", True), ("h7", False)])
def test_there_is_a_market_phase_only_in_a_town(hex_: str, opened: bool) -> None:
    desk = table(hexes=[hex_]).phase("market")

    assert (desk.asks == "market") == opened


@pytest.mark.clause("RB-171")
def test_first_the_top_market_card_is_put_into_the_towns_box() -> None:
    desk = table(hexes=["c2"]).on_top("M05").phase("market")

    assert desk.state["boxes"]["c2"][-1] == "M05"
    assert desk.facts.opened == ["market/M05"]
    assert desk.state["boxes"]["g7"] == []


@pytest.mark.clause("RB-171")
def test_with_the_market_deck_empty_nothing_is_put_and_the_market_goes_on() -> None:
    desk = table()
    desk.in_box("c2", *list(desk.state["decks"]["market"]["cards"]))
    desk.phase("market")

    assert desk.state["boxes"]["g7"] == []
    assert desk.asks == "market"


@pytest.mark.clause("RB-172")
def test_buying_pays_the_price_and_any_number_of_deals_may_follow_in_any_order() -> None:
    desk = shop("M05", "M24", "M66", gold=25).play("buy", card="M05")
    assert (desk.hero()["gold"], desk.hero()["artifacts"]) == (20, ["M05"])
    desk.play("hire", card="M66").play("buy", card="M24").play("buy", card="M55").play("end_market")

    assert desk.hero()["gold"] == 7
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-172")
@pytest.mark.parametrize(("gold", "legal"), [(4, False), (5, True), (6, True)])
def test_an_artifact_can_be_bought_for_exactly_its_price_and_not_for_less(gold: int, legal: bool) -> None:
    desk = shop("M05", gold=gold)

    assert ({"type": "buy", "card": "M05"} in desk.legal()) == legal
    if not legal:
        desk.refused("buy", "RB-012", card="M05")


@pytest.mark.clause("RB-172", "RB-173")
def test_only_what_lies_in_this_towns_box_is_for_sale_and_each_by_its_own_action() -> None:
    desk = shop("M05", "M66").in_box("c2", "M09", "M67")
    desk.refused("buy", "RB-172", card="M09")
    desk.refused("hire", "RB-173", card="M67")
    desk.refused("buy", "RB-172", card="M66")
    desk.refused("hire", "RB-173", card="M05")


@pytest.mark.clause("RB-173", "RB-187")
def test_a_third_ally_may_be_hired_and_one_of_the_three_leaves_at_once() -> None:
    desk = shop("M66", own=("M61", "M62")).play("hire", card="M66")
    assert desk.asks == "choose_discard"
    desk.refused("end_market", "RB-187")
    desk.play("choose_discard", card="M61")

    assert [ally["id"] for ally in desk.hero()["allies"]] == ["M62", "M66"]
    assert desk.state["decks"]["market"]["cards"][-1] == "M61"
    assert desk.asks == "market"


@pytest.mark.clause("RB-173", "RB-187")
def test_a_second_ally_makes_nobody_leave() -> None:
    desk = shop("M66", own=("M61",)).play("hire", card="M66")

    assert desk.asks == "market"


@pytest.mark.clause("RB-174")
@pytest.mark.parametrize(("card", "gold"), [("M09", 4), ("M05", 3), ("M24", 3), ("M16", 7)])
def test_selling_gives_half_the_printed_price_rounded_up_and_the_card_to_the_box(card: str, gold: int) -> None:
    """The example: price 7 gives 4."""
    desk = shop(own=(card,), gold=0).play("sell", card=card)

    assert desk.hero()["gold"] == gold
    assert desk.state["boxes"]["g7"] == ["M55", card]
    assert desk.hero()["artifacts"] == []


@pytest.mark.clause("RB-174", "RB-211")
def test_allies_runes_and_cards_without_a_price_can_not_be_sold() -> None:
    desk = shop(own=("M66", "R01", "G13"))
    assert desk.legal("sell") == []
    desk.refused("sell", "RB-174", card="M66")
    desk.refused("sell", "RB-211", card="R01")
    desk.refused("sell", "RB-174", card="G13")
    desk.refused("sell", "RB-174", card="M09")


@pytest.mark.clause("RB-175")
def test_one_gold_removes_all_wounds_of_one_character_and_no_fatigue() -> None:
    desk = table().give("M81", wounds=2, fatigue=1)
    desk.hero().update(wounds=4, fatigue=2, gold=2)
    desk.phase("market").play("heal", character="hero")
    assert (desk.hero()["wounds"], desk.hero()["fatigue"], desk.hero()["gold"]) == (0, 2, 1)
    assert desk.ally("M81")["wounds"] == 2
    desk.refused("heal", "RB-175", character="hero")
    desk.play("heal", character="M81")

    assert desk.ally("M81") == {"id": "M81", "wounds": 0, "fatigue": 1}
    assert desk.hero()["gold"] == 0


@pytest.mark.clause("RB-175", "RB-012")
def test_healing_needs_its_fee_and_a_character_of_ones_own() -> None:
    desk = table()
    desk.hero().update(wounds=1, gold=0)
    desk.phase("market")
    assert desk.legal("heal") == []
    desk.refused("heal", "RB-012", character="hero")
    desk.refused("heal", "RB-175", character="M81")


@pytest.mark.clause("RB-176")
def test_what_was_bought_or_sold_this_turn_can_not_be_sold_or_bought_back_but_later_it_can() -> None:
    desk = shop("M05", own=("M09",)).play("buy", card="M05").play("sell", card="M09")
    desk.refused("sell", "RB-176", card="M05")
    desk.refused("buy", "RB-176", card="M09")
    desk.play("end_market").play("stay").play("sell", card="M05").play("buy", card="M09")

    assert desk.hero()["artifacts"] == ["M09"]


@pytest.mark.clause("RB-177")
def test_prices_of_buying_and_hiring_never_fall_below_1_nor_healing_below_0() -> None:
    """Seal and convoy make a price of 2 into 1, not 0; horn and last alliance make an ally of 3 cost 1."""
    desk = table().give("M36").event("G17").in_box("g7", "M04")
    desk.phase("market").play("buy", card="M04")
    assert desk.hero()["gold"] == 2

    hire = table().give("M37").event("R18").in_box("g7", "M61")
    hire.phase("market").play("hire", card="M61")
    assert hire.hero()["gold"] == 2

    heal = table().event("B17")
    heal.hero().update(wounds=1, gold=0)
    heal.phase("market").play("heal", character="hero")
    assert heal.hero()["gold"] == 0


@pytest.mark.clause("RB-177")
def test_selling_goes_by_the_printed_price_whatever_changes_buying() -> None:
    desk = table().give("M36", "M09").event("G17").phase("market").play("sell", card="M09")

    assert desk.hero()["gold"] == 7


@pytest.mark.clause("RB-185")
def test_a_third_weapon_or_second_armour_can_not_be_bought_until_one_is_sold() -> None:
    desk = shop("M09", "M26", own=("M05", "M01", "M24"))
    desk.refused("buy", "RB-185", card="M09")
    desk.refused("buy", "RB-185", card="M26")
    desk.play("sell", card="M01").play("buy", card="M09").play("sell", card="M24").play("buy", card="M26")

    assert desk.hero()["artifacts"] == ["M05", "M09", "M26"]


@pytest.mark.clause("RB-185")
def test_a_second_weapon_a_first_armour_and_any_number_of_others_can_be_bought() -> None:
    desk = shop("M09", "M26", "M29", "M30", "M31", "M32", own=("M05", "M33", "M34"), gold=60)
    for card in ("M09", "M26", "M29", "M30", "M31", "M32"):
        desk.play("buy", card=card)

    assert len(desk.hero()["artifacts"]) == 9


@pytest.mark.clause("RB-175", "RB-012")
def test_the_last_gold_pays_for_healing() -> None:
    desk = table().phase("market")
    desk.hero().update(wounds=2, gold=1)
    assert desk.legal("heal") == [{"type": "heal", "character": "hero"}]
    desk.play("heal", character="hero")

    assert (desk.hero()["wounds"], desk.hero()["gold"]) == (0, 0)
