"""Cards and gold coming and going, and the limits (RB-011, RB-012, RB-185 to RB-187)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.runebound.tables import Desk, table


def shop(*cards: str, gold: int = 30, own: tuple[str, ...] = (), heroes: tuple[str, ...] = ("H02",)) -> Desk:
    """The hero in Tamalir at the start of its market phase; the cards lie in the box, one more is about to."""
    desk = table(*heroes).give(*own).in_box("g7", *cards)
    desk.hero()["gold"] = gold
    return desk.on_top("M55").phase("market")


def reward(desk: Desk) -> Desk:
    """Wins the chained titan's weapon."""
    desk.fight("B11")
    desk.state["combat"]["wounds"] = 6
    if desk.asks != "combat_step":
        desk.play("fight_on")
    desk.play("defend", boosts=[])
    return desk.play("attack", 20, character="hero", boosts=[]).play("pass")


def win_test(desk: Desk) -> Desk:
    return desk.play("roll_test", 20, skill_uses=0, boosts=[])


@pytest.mark.clause("RB-011")
def test_the_bank_pays_any_amount_of_gold_and_gives_any_number_of_markers() -> None:
    """More gold and fatigue than were ever printed (50 and 54) pass over the table."""
    desk = table()
    desk.hero().update(gold=400)
    desk.hero()["raises"].update(stamina=100, life=100)
    desk.hero()["fatigue"] = 90
    desk.fight("G14").play("roll_test", 12, skill_uses=0, boosts=[])

    assert desk.hero()["gold"] == 403
    assert desk.hero()["fatigue"] == 90


@pytest.mark.clause("RB-012")
def test_a_price_must_be_paid_in_full_and_a_forced_loss_takes_what_is_there() -> None:
    desk = table().in_box("g7", "M05")
    desk.hero()["gold"] = 4
    desk.phase("market")
    desk.refused("buy", "RB-012", card="M05")

    poor = table().fight("G21")
    poor.hero()["gold"] = 0
    poor.on_top("G02").play("roll_test", 1, skill_uses=0, boosts=[])
    assert poor.hero()["gold"] == 0
    assert poor.told("gold_lost")[0]["n"] == 0


@pytest.mark.clause("RB-053")
def test_a_kept_card_lost_later_goes_to_its_colours_out_pile_and_a_market_card_under_the_market_deck() -> None:
    desk = table().give("G20").fight("G04").play("fight_on")
    desk.play("defend", 20, boosts=[])
    desk.ally("G20")["wounds"] = 1
    desk.play("attack", 1, character="G20", boosts=[])
    assert desk.state["out"]["green"] == ["G20"]

    hired = table().give("M61", wounds=2).fight("G04").play("fight_on").play("defend", 20, boosts=[])
    hired.play("attack", 1, character="M61", boosts=[])
    assert hired.state["decks"]["market"]["cards"][-1] == "M61"
    assert hired.state["decks"]["market"]["bottom"] == 1


@pytest.mark.clause("RB-187", "RB-053")
def test_a_third_ally_as_a_reward_sends_one_of_the_three_away_even_the_new_one() -> None:
    desk = table(hexes=["h8"]).give("M61", "M62").on_top("G20", "G12").phase("adventure").play("attempt_adventure")
    win_test(desk)
    assert desk.asks == "choose_discard"
    assert [action["card"] for action in desk.legal()] == ["M61", "M62", "G20"]
    desk.refused("choose_discard", "RB-187", card="M70")
    desk.play("choose_discard", card="G20")

    assert desk.state["out"]["green"] == ["G20"]
    assert desk.state["facing"]["card"] == "G12"


@pytest.mark.clause("RB-185")
def test_runes_are_outside_the_limits() -> None:
    desk = shop("M09", own=("M05", "R01", "R02"))

    desk.play("buy", card="M09")
    assert desk.hero()["runes"] == ["R01", "R02"]


@pytest.mark.clause("RB-186")
def test_over_a_limit_by_a_reward_the_owner_gives_up_the_new_card_or_an_old_one_of_the_kind() -> None:
    desk = reward(table().give("M05", "M09", "M24"))
    assert desk.asks == "choose_discard"
    assert [action["card"] for action in desk.legal()] == ["M05", "M09", "B11"]
    desk.refused("choose_discard", "RB-186", card="M24")
    desk.play("choose_discard", card="B11")

    assert desk.state["out"]["blue"] == ["B11"]
    assert desk.hero()["artifacts"] == ["M05", "M09", "M24"]


@pytest.mark.clause("RB-186")
def test_within_the_limit_nothing_is_given_up_and_face_down_cards_count() -> None:
    assert reward(table().give("M05", "M24")).asks == "move_choice"

    desk = table().give("M05", "M08", "M24")
    desk.hero()["down"] = ["M08"]
    assert reward(desk).asks == "choose_discard"


@pytest.mark.clause("RB-186")
def test_a_card_given_up_leaves_its_markers_and_goes_under_the_market_deck_in_sight_of_all() -> None:
    desk = table(hexes=["h8"]).give("M81", wounds=2, fatigue=3).give("M62").on_top("G20", "G12")
    desk.hero()["down"] = ["M81"]
    desk.phase("adventure").play("attempt_adventure").play("roll_test", 20, skill_uses=0, boosts=[])
    desk.play("choose_discard", card="M81")

    assert desk.hero()["down"] == []
    assert desk.state["decks"]["market"]["cards"][-1] == "M81"
    view = desk.ruleset.view(desk.state, SPECTATOR)
    assert view["decks"]["market"]["known_bottom"] == ["M81"]
    assert [ally["id"] for ally in desk.hero()["allies"]] == ["M62", "G20"]
