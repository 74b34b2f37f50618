"""How a game ends, and its ranking (RB-210 to RB-213)."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import IllegalActionError
from tests.domain.rulesets.runebound.tables import RULESET, Desk, Loaded, table


def dragon_beaten(desk: Desk, card: str = "R12") -> Desk:
    desk.fight(card, hex_="i1")
    life = desk.content.adventures[card]["enemy"]["life"]
    desk.state["combat"]["wounds"] = life - 1
    desk.hero()["raises"]["body"] = 30
    desk.hero()["raises"]["mind"] = 30
    if desk.asks == "round_start":
        desk.play("fight_on")
    return desk.play("attack", 20, character="hero", boosts=[])


@pytest.mark.clause("RB-210")
def test_a_third_rune_wins_at_once_and_two_do_not() -> None:
    two = dragon_beaten(table().give("R02"), "R01")
    assert two.ruleset.outcome(two.state) is None
    assert two.hero()["runes"] == ["R02", "R01"]

    three = dragon_beaten(table("H02", "H05").give("R02", "R03"), "R01")
    outcome = three.ruleset.outcome(three.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("three_runes", [0], [[0], [1]])
    assert outcome.scores == [3, 0]
    assert outcome.details == {"rounds": 1, "turns": 1, "raises": [60, 0], "gold": [3, 3]}
    assert outcome.clauses == ["RB-210"]
    assert three.ruleset.to_act(three.state) == []
    assert three.hero()["gold"] == 3  # the reward after the rune is no longer paid


@pytest.mark.clause("RB-210")
def test_killing_margath_wins_at_once_and_his_counter_stays_on_the_hex() -> None:
    desk = dragon_beaten(table("H02", "H05", "H01"), "R10")
    outcome = desk.ruleset.outcome(desk.state)

    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.ranking) == ("margath_killed", [0], [[0], [1, 2]])
    assert "i1" in desk.state["counters"]["red"]
    assert desk.hero()["counters"]["red"] == 0
    with pytest.raises(IllegalActionError) as refused:
        desk.ruleset.play(desk.state, 0, {"type": "stay"}, tape=Loaded())
    assert refused.value.clause == "RB-210"


@pytest.mark.clause("RB-210")
def test_another_red_enemy_beaten_ends_nothing() -> None:
    desk = dragon_beaten(table(), "R12")

    assert desk.ruleset.outcome(desk.state) is None
    assert desk.hero()["counters"]["red"] == 1


@pytest.mark.clause("RB-211")
def test_a_rune_is_a_card_without_price_slot_or_ability() -> None:
    runes = [item for item in RULESET.box.items.values() if item["type"] == "rune"]

    assert len(runes) == 9
    assert all(rune["price"] is None and not rune["abilities"] for rune in runes)


@pytest.mark.clause("RB-213")
def test_the_round_limit_ends_the_game_after_the_last_seats_turn_without_a_winner() -> None:
    desk = table("H01", "H02", hexes=["a1", "b1"], round_limit=2)
    desk.play("stay").play("stay").play("stay")
    assert desk.ruleset.outcome(desk.state) is None
    assert desk.state["round"] == 2
    desk.hero(1)["gold"] = 9
    desk.play("stay")
    outcome = desk.ruleset.outcome(desk.state)

    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("round_limit", [])
    assert outcome.ranking == [[1], [0]]
    assert outcome.clauses == ["RB-213"]
    assert outcome.details["gold"] == [3, 9]
    assert [(fact["rounds"], fact["leader_seats"], fact["is_solo"]) for fact in desk.told("game_ended")] == [
        (2, [1], False)
    ]


@pytest.mark.clause("RB-213")
def test_rounds_are_counted_from_the_first_seat() -> None:
    desk = table("H01", "H02", "H03", hexes=["a1", "b1", "c1"], round_limit=1)
    desk.state["first"] = desk.state["active"] = 2
    desk.phase("movement").play("stay").play("stay")
    assert desk.ruleset.outcome(desk.state) is None
    assert desk.ruleset.round_of(desk.state) == 1
    desk.play("stay")

    assert desk.ruleset.outcome(desk.state) is not None


@pytest.mark.clause("RB-213")
def test_the_standing_goes_by_runes_then_raises_then_gold_and_equals_share_a_place() -> None:
    desk = table("H01", "H02", "H03", "H04", "H05", hexes=["a1", "c1", "e1", "n1", "n12"], round_limit=1)
    desk.state["counters"]["yellow"].remove("e1")
    desk.state["bank"]["yellow"] += 1
    desk.state["counters"]["blue"].remove("n12")
    desk.state["bank"]["blue"] += 1
    desk.give("R01", seat=3)
    desk.hero(0)["gold"] = 50
    desk.hero(1)["raises"]["body"] = 1
    desk.hero(2).update(gold=7)
    desk.hero(4).update(gold=7)
    for _ in range(5):
        desk.play("stay")
    outcome = desk.ruleset.outcome(desk.state)

    assert outcome is not None
    assert outcome.ranking == [[3], [1], [0], [2, 4]]
    assert outcome.scores == [0, 0, 0, 1, 0]


@pytest.mark.clause("RB-213")
def test_solitaire_has_a_round_limit_of_120_unless_told_otherwise_and_company_has_none() -> None:
    assert RULESET.parse_options({}, seats=1)["round_limit"] == 120
    assert RULESET.parse_options({"round_limit": None}, seats=1)["round_limit"] is None
    assert RULESET.parse_options({"round_limit": 7}, seats=1)["round_limit"] == 7
    assert RULESET.parse_options({}, seats=2)["round_limit"] is None
    again = RULESET.parse_options({}, seats=1)
    assert RULESET.parse_options(again, seats=1) == again


@pytest.mark.clause("RB-213")
@pytest.mark.parametrize("option", ["recycle_adventure_decks", "refill_exhausted_colours"])
def test_a_game_whose_adventures_can_run_out_has_a_round_limit_unless_told_otherwise(option: str) -> None:
    assert RULESET.parse_options({option: False}, seats=4)["round_limit"] == 120
    assert RULESET.parse_options({option: True}, seats=4)["round_limit"] is None
    assert RULESET.parse_options({option: False, "round_limit": None}, seats=4)["round_limit"] is None


@pytest.mark.clause("RB-210")
def test_a_hero_that_wins_alone_is_the_whole_ranking() -> None:
    outcome = RULESET.outcome(dragon_beaten(table("H01"), "R10").state)

    assert outcome is not None
    assert (outcome.winners, outcome.ranking) == ([0], [[0]])
