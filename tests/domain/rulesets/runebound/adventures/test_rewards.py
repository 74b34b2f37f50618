"""Rewards and loot."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import Desk, table


def win_test(desk: Desk) -> Desk:
    return desk.play("roll_test", 20, skill_uses=0, boosts=[])


def test_loot_keeps_one_card_free_and_puts_the_others_under_the_deck_in_order() -> None:
    desk = win_test(table("H03").on_top("M05", "M24", "M76").fight("Y14"))
    assert desk.asks == "choose_loot"
    assert desk.facts.opened[-3:] == ["market/M05", "market/M24", "market/M76"]
    desk.play("choose_loot", card="M24")

    assert desk.hero()["artifacts"] == ["M24"]
    assert desk.hero()["gold"] == 3
    assert desk.state["decks"]["market"]["cards"][-2:] == ["M05", "M76"]
    assert desk.state["decks"]["market"]["bottom"] == 2


def test_loot_may_be_left_and_an_empty_market_deck_leaves_nothing_to_choose() -> None:
    desk = win_test(table("H03").on_top("M05", "M24", "M76").fight("Y14")).play("choose_loot", card=None)
    assert desk.hero()["artifacts"] == []
    assert desk.state["decks"]["market"]["cards"][-3:] == ["M05", "M24", "M76"]

    bare = table("H03")
    bare.in_box("c2", *list(bare.state["decks"]["market"]["cards"]))
    win_test(bare.fight("Y14"))
    assert bare.asks == "move_choice"


@pytest.mark.clause("RB-186")
def test_looting_a_third_weapon_makes_its_owner_give_one_up() -> None:
    desk = win_test(table("H03").give("M05", "M09").on_top("M16", "M24", "M76").fight("Y14"))
    desk.play("choose_loot", card="M16")
    assert [action["card"] for action in desk.legal()] == ["M05", "M09", "M16"]
    desk.refused("choose_discard", "RB-186", card="M24")
    desk.play("choose_discard", card="M05")

    assert desk.hero()["artifacts"] == ["M09", "M16"]
    assert desk.state["decks"]["market"]["cards"][-1] == "M05"


def test_an_automatic_ability_after_a_win_is_worked_only_after_fights() -> None:
    desk = table("H11")
    desk.hero()["wounds"] = 2
    win_test(desk.fight("G12"))
    assert desk.hero()["wounds"] == 2
