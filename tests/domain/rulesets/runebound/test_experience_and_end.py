"""Clauses RB-195 to RB-213: experience, raises, and every way a game ends."""

from __future__ import annotations

import pytest

from delvebook.domain.errors import IllegalActionError, InvalidOptionsError
from delvebook.domain.rulesets.runebound.figures import experience, raise_cost
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.runebound.builders import RULESET, Desk, Loaded, table

HEROES = ("H01", "H02", "H03", "H04", "H05", "H06")


def learned(paper: int = 0, seats: int = 1, **counters: int) -> Desk:
    """Seat 0 at the start of its experience phase, with that experience."""
    desk = table(*HEROES[:seats]).counters(**counters)
    desk.hero()["paper"] = paper
    return desk


@pytest.mark.clause("RB-195")
@pytest.mark.parametrize(("seats", "cost"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4), (6, 3)])
def test_a_raise_costs_what_the_table_says_for_the_number_of_seats(seats: int, cost: int) -> None:
    assert raise_cost(RULESET.book, table(*HEROES[:seats]).state) == cost

    enough = learned(paper=cost, seats=seats).phase("experience")
    enough.play("raise_stat", stat="body")
    assert enough.hero()["paper"] == 0
    short = learned(paper=cost - 1, seats=seats).phase("experience")
    assert short.asks == "move_choice"


@pytest.mark.clause("RB-195")
def test_the_option_overrides_the_table() -> None:
    desk = table(*HEROES[:2], xp_cost=3)
    desk.hero()["paper"] = 3
    desk.phase("experience").play("raise_stat", stat="mind")

    assert desk.hero()["raises"]["mind"] == 1


@pytest.mark.clause("RB-196")
def test_experience_is_the_worth_of_the_counters_and_the_points_on_paper() -> None:
    desk = learned(paper=3, green=1, yellow=1, blue=1, red=1)

    assert experience(desk.book, desk.hero()) == 1 + 2 + 3 + 4 + 3


@pytest.mark.clause("RB-197")
def test_any_number_of_raises_is_paid_in_a_town_or_not_each_for_one_stat() -> None:
    desk = table(hexes=["h6"]).counters(red=4, blue=3)
    desk.phase("experience")
    for stat in ("body", "body", "life", "stamina"):
        desk.play("raise_stat", stat=stat)

    assert desk.hero()["raises"] == {"mind": 0, "body": 2, "spirit": 0, "life": 1, "stamina": 1}
    view = desk.ruleset.view(desk.state, seat_viewer(0))
    assert (view["figures"][0]["life"], view["figures"][0]["stamina"]) == (7, 4)
    assert view["figures"][0]["attributes"]["body"] == 6
    assert desk.asks == "move_choice"


@pytest.mark.clause("RB-197")
def test_without_the_option_life_and_stamina_can_not_be_raised() -> None:
    desk = table(raise_life_stamina=False)
    desk.hero()["paper"] = 12
    desk.phase("experience")
    assert [action.get("stat") for action in desk.legal()] == ["mind", "body", "spirit", None]
    desk.refused("raise_stat", "RB-197", stat="life")


@pytest.mark.clause("RB-198")
def test_raises_of_one_stat_have_no_limit() -> None:
    desk = table(xp_cost=1)
    desk.hero()["paper"] = 30
    desk.phase("experience")
    for _ in range(29):
        desk.play("raise_stat", stat="spirit")

    assert desk.hero()["raises"]["spirit"] == 29


@pytest.mark.clause("RB-199")
def test_the_example_of_paying_five_with_a_yellow_and_a_red() -> None:
    desk = learned(seats=3, yellow=1, red=1)
    bank = dict(desk.state["bank"])
    desk.phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["counters"] == {"green": 1, "yellow": 0, "blue": 0, "red": 0}
    assert desk.state["bank"]["green"] == bank["green"] - 1
    assert desk.state["bank"]["yellow"] == bank["yellow"] + 1
    assert desk.state["bank"]["red"] == bank["red"] + 1
    assert desk.hero()["paper"] == 0


@pytest.mark.clause("RB-199")
def test_paper_is_paid_first_then_the_cheapest_counters() -> None:
    desk = learned(paper=2, green=2, yellow=2, red=1).phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["paper"] == 0
    assert desk.hero()["counters"] == {"green": 0, "yellow": 1, "blue": 0, "red": 1}


@pytest.mark.clause("RB-199")
def test_paper_beyond_the_cost_stays_on_paper() -> None:
    desk = learned(paper=8, red=1).phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["paper"] == 2
    assert desk.hero()["counters"]["red"] == 1


@pytest.mark.clause("RB-199")
def test_change_comes_in_the_largest_counters_the_bank_has_and_the_rest_on_paper() -> None:
    """Two reds pay 6 of 8: a yellow comes back; with no yellow in the bank, two greens."""
    whole = learned(red=2).phase("experience").play("raise_stat", stat="body")
    assert whole.hero()["counters"] == {"green": 0, "yellow": 1, "blue": 0, "red": 0}

    greens = table("H01", "H02").counters(red=2).counters(seat=1, yellow=2)
    assert greens.state["bank"]["yellow"] == 0
    greens.phase("experience").play("raise_stat", stat="body")
    assert greens.hero()["counters"] == {"green": 2, "yellow": 0, "blue": 0, "red": 0}


@pytest.mark.clause("RB-199")
def test_what_the_bank_can_not_give_back_becomes_paper() -> None:
    desk = table("H01", "H02").counters(red=2).counters(seat=1, green=2, yellow=2)
    assert desk.state["bank"]["green"] == desk.state["bank"]["yellow"] == 0
    desk.phase("experience").play("raise_stat", stat="body")

    assert desk.hero()["counters"] == {"green": 0, "yellow": 0, "blue": 0, "red": 0}
    assert desk.hero()["paper"] == 2


@pytest.mark.clause("RB-200")
def test_unspent_experience_is_kept_for_later_turns() -> None:
    desk = learned(paper=1, green=2).phase("experience")
    assert desk.state["turn"] == 2
    assert experience(desk.book, desk.hero()) == 3
    rich = learned(red=3).phase("experience").play("end_turn")

    assert rich.hero()["counters"]["red"] == 3


# -- the end --------------------------------------------------------------------------------------


def dragon_beaten(desk: Desk, card: str = "R12") -> Desk:
    desk.fight(card, hex_="i1")
    life = desk.book.adventures[card]["enemy"]["life"]
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
    runes = [item for item in RULESET.book.items.values() if item["type"] == "rune"]

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


@pytest.mark.clause("RB-213")
def test_rounds_are_counted_from_the_first_seat() -> None:
    desk = table("H01", "H02", "H03", hexes=["a1", "b1", "c1"], round_limit=1)
    desk.state["first"] = desk.state["active"] = 2
    desk.phase("movement").play("stay").play("stay")
    assert desk.ruleset.outcome(desk.state) is None
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


@pytest.mark.parametrize(
    "options",
    [
        {"dice": "d6"},
        {"xp_cost": 0},
        {"xp_cost": 11},
        {"round_limit": 0},
        {"round_limit": 501},
        {"raise_life_stamina": 1.5},
    ],
)
def test_options_out_of_their_domain_are_refused_by_name(options: dict[str, object]) -> None:
    with pytest.raises(InvalidOptionsError) as refused:
        RULESET.parse_options(options, seats=2)

    assert list(refused.value.details["fields"]) == list(options)


def test_solitaire_is_played_by_the_same_rules_without_a_throw_for_the_first_turn() -> None:
    tape = Tape(b"alone")
    state, facts = RULESET.setup(RULESET.parse_options({}, seats=1), seats=1, tape=tape)

    assert [fact for fact in facts.public if fact["type"] == "first_seat_thrown"] == []
    assert "first seat" not in [draw["what"] for draw in tape.take_draws()]
    assert state["agenda"][-1]["do"] == "move_choice"
