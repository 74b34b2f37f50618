"""Clauses RB-050 to RB-064, RB-096 and RB-110 to RB-135: attempts, tests, events, encounters, the track."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.runebound.table.decks import can_draw
from tests.domain.rulesets.runebound.tables import CONTENT, Desk, table


def lose_test(desk: Desk) -> Desk:
    return desk.play("roll_test", 1, skill_uses=0, boosts=[])


def win_test(desk: Desk) -> Desk:
    return desk.play("roll_test", 20, skill_uses=0, boosts=[])


def full_track() -> Desk:
    """The example: spaces 1 to 6 hold the cards drawn as 4th, 9th, 2nd, 7th, 11th and 12th."""
    desk = table()
    cards = ("G13", "Y13", "B13", "G14", "Y14", "B14")
    sites = ("d3", "e1", "f2", "d5", "b4", "j2")
    for space, (card, site, age) in enumerate(zip(cards, sites, (4, 9, 2, 7, 11, 12), strict=True), 1):
        desk.unfinished(card, site, space=space, age=age)
    return desk


@pytest.mark.clause("RB-050")
def test_an_adventure_may_be_declined_and_then_the_counter_stays() -> None:
    desk = table("H02", "H05", hexes=["h8", "g7"]).phase("adventure").play("decline_adventure")

    assert desk.decision["seat"] == 1
    assert "h8" in desk.state["counters"]["green"]
    assert len(desk.state["decks"]["green"]["cards"]) == 21


@pytest.mark.clause("RB-050")
def test_after_an_attempt_there_is_no_second_activity() -> None:
    """Passing the test leaves another hero on the hex, whom there is no more chance to attack."""
    desk = win_test(table("H02", "H05", hexes=["h8", "h8"]).fight("G12", hex_="h8"))

    assert (desk.asks, desk.decision["seat"]) == ("move_choice", 1)


@pytest.mark.clause("RB-050")
def test_where_there_is_no_adventure_there_is_nothing_to_attempt() -> None:
    desk = table("H02", "H05", hexes=["h6", "h6"]).phase("adventure")

    desk.refused("attempt_adventure", "RB-050")


@pytest.mark.clause("RB-051")
def test_the_top_card_of_the_counters_colour_is_drawn_in_sight_of_all() -> None:
    desk = table(hexes=["i8"]).on_top("Y12").phase("adventure").play("attempt_adventure")

    assert desk.told("card_drawn")[0]["card"] == "Y12"
    assert desk.facts.opened == ["yellow/Y12"]
    assert desk.asks == "commit_test"
    desk.refused("decline_adventure", "RB-060")


@pytest.mark.clause("RB-051", "RB-113", "RB-124")
def test_events_and_encounters_are_followed_by_another_draw_until_a_challenge_comes() -> None:
    desk = table(hexes=["h8"]).on_top("G15", "G19", "G18", "G16", "G12").phase("adventure")
    desk.play("attempt_adventure")

    assert [fact["card"] for fact in desk.told("card_drawn")] == ["G15", "G19", "G18", "G16", "G12"]
    assert desk.asks == "commit_test"


@pytest.mark.clause("RB-052")
def test_an_empty_deck_is_renewed_from_its_out_pile_in_card_id_order() -> None:
    desk = table(hexes=["h8"]).out("G12", "G02", "G19")
    desk.out(*desk.state["decks"]["green"]["cards"])
    desk.phase("adventure").play("attempt_adventure")

    assert desk.tape.shuffled == [sorted(desk.content.decks["green"])]
    assert desk.told("deck_renewed")[0]["cards"] == 21
    assert desk.state["facing"]["card"] == "G01"
    assert len(desk.facts.seals) == 20
    assert desk.facts.opened == []  # the first card was turned up in the event that shuffled it


@pytest.mark.clause("RB-052")
def test_without_the_option_an_empty_deck_can_not_be_attempted() -> None:
    desk = table("H02", "H05", hexes=["h8", "h8"], recycle_adventure_decks=False)
    desk.out(*list(desk.state["decks"]["green"]["cards"]))
    desk.phase("adventure")

    assert desk.legal("attempt_adventure") == []
    desk.refused("attempt_adventure", "RB-052")


@pytest.mark.clause("RB-052")
@pytest.mark.parametrize(("out", "renewed"), [(["G19", "G15"], False), (["G19", "G12"], True), ([], False)])
def test_an_out_pile_without_a_challenge_renews_nothing(out: list[str], renewed: bool) -> None:
    state = {
        "options": {"recycle_adventure_decks": True},
        "decks": {"green": {"cards": [], "top": 0, "bottom": 0}},
        "out": {"green": out},
    }

    assert can_draw(CONTENT, state, "green") == renewed


@pytest.mark.clause("RB-052")
def test_a_deck_that_runs_dry_in_the_midst_of_an_attempt_ends_it_with_nothing() -> None:
    desk = table(hexes=["h8"], recycle_adventure_decks=False)
    desk.out(*[card for card in desk.state["decks"]["green"]["cards"] if card != "G19"])
    desk.phase("adventure").play("attempt_adventure")

    assert desk.told("adventure_ended")
    assert desk.state["facing"] is None
    assert "h8" in desk.state["counters"]["green"]
    assert desk.asks == "move_choice"


@pytest.mark.clause("RB-053", "RB-096")
def test_a_completed_challenge_not_kept_lies_on_its_colours_out_pile() -> None:
    desk = win_test(table().fight("G12"))

    assert desk.state["out"]["green"] == ["G12"]


@pytest.mark.clause("RB-053", "RB-121")
def test_a_finished_encounter_and_a_refused_event_lie_on_the_out_pile_too() -> None:
    desk = table(hexes=["h8"]).event("G15").on_top("G19", "G16", "G12").phase("adventure")
    desk.play("attempt_adventure")

    assert desk.state["out"]["green"] == ["G19", "G16"]


@pytest.mark.clause("RB-064", "RB-130", "RB-133")
def test_a_test_challenge_failed_works_its_failure_and_goes_to_the_track_while_the_hero_stays() -> None:
    desk = lose_test(table().fight("G12", hex_="h8"))

    assert desk.hero()["wounds"] == 1
    assert desk.state["track"][0] == {"card": "G12", "hex": "h8", "age": 1}
    assert desk.hero()["hex"] == "h8"
    assert "h8" in desk.state["counters"]["green"]
    assert not desk.state["cut_short"]


@pytest.mark.clause("RB-133")
def test_the_hero_may_try_again_in_a_later_turn_but_not_in_the_same() -> None:
    desk = lose_test(table("H02", "H05", hexes=["h8", "a1"]).fight("G12", hex_="h8"))
    assert desk.decision["seat"] == 1
    desk.play("stay")
    assert (desk.decision["seat"], desk.asks) == (0, "move_choice")
    desk.play("stay").play("attempt_adventure")

    assert desk.asks == "commit_test"


@pytest.mark.clause("RB-096")
def test_completing_gives_counter_marker_rewards_bounty_and_then_the_card_in_that_order() -> None:
    desk = table("H11").event("G18").unfinished("G02", "h8")
    desk.hero().update(hex="h8", wounds=1)
    desk.phase("adventure").play("attempt_adventure").play("fight_on").play("defend", boosts=[])
    desk.state["combat"]["wounds"] = 2
    desk.play("attack", 20, character="hero", boosts=[])
    order = ["challenge_completed", "counter_taken", "marker_returned", "gold_gained", "gold_gained"]
    order += ["card_left_the_game", "ability_worked", "wounds_healed"]

    assert [type_ for type_ in desk.types() if type_ in order] == order
    assert [fact["n"] for fact in desk.told("gold_gained")] == [2, 1]
    assert desk.hero()["counters"]["green"] == 1
    assert desk.state["track"][0] is None


@pytest.mark.clause("RB-096")
def test_each_challenge_completed_adds_a_counter_to_those_the_hero_has() -> None:
    desk = win_test(table().counters(green=2).fight("G13"))

    assert desk.hero()["counters"] == {"green": 3, "yellow": 0, "blue": 0, "red": 0}


@pytest.mark.clause("RB-096")
def test_a_card_that_is_kept_does_not_go_to_the_out_pile() -> None:
    desk = win_test(table().fight("G13"))

    assert desk.hero()["artifacts"] == ["G13"]
    assert desk.state["out"]["green"] == []


@pytest.mark.clause("RB-096")
def test_bounty_is_for_challenges_of_its_colour_only() -> None:
    desk = win_test(table().event("Y15").fight("G14"))
    assert [fact["n"] for fact in desk.told("gold_gained")] == [3]

    same = win_test(table().event("Y15").fight("Y12"))
    assert [fact["n"] for fact in same.told("gold_gained")] == [4, 1]


@pytest.mark.clause("RB-145")
def test_a_hero_knocked_out_in_anothers_turn_loses_no_turn_and_no_challenge_is_laid() -> None:
    desk = table("H02", "H05", hexes=["i8", "b1"]).on_top("Y17", "Y12")
    desk.hero(1).update(wounds=5, fatigue=2)
    desk.phase("adventure").play("attempt_adventure")

    assert desk.told("hero_knocked_out")[0]["seat"] == 1
    assert (desk.asks, desk.decision["seat"]) == ("commit_test", 0)
    win_test(desk)
    assert (desk.asks, desk.decision["seat"]) == ("move_choice", 1)
    assert desk.state["track"] == [None] * 6


@pytest.mark.clause("RB-120", "RB-121")
def test_a_boon_works_at_once_and_the_next_card_follows() -> None:
    desk = table(hexes=["h8"]).on_top("G19", "G12")
    desk.hero()["wounds"] = 4
    desk.phase("adventure").play("attempt_adventure")

    assert desk.hero()["wounds"] == 0
    assert desk.asks == "commit_test"


@pytest.mark.clause("RB-120", "RB-121", "RB-123")
def test_an_encounter_combat_won_gives_its_reward_but_no_counter() -> None:
    desk = table("H01").on_top("Y18", "Y12")
    desk.hero()["hex"] = "i8"
    desk.phase("adventure").play("attempt_adventure").play("fight_on")
    desk.state["combat"]["wounds"] = 1
    desk.play("attack", 20, character="hero", boosts=[])

    assert desk.told("encounter_mastered")
    assert desk.hero()["gold"] == 6
    assert not any(desk.hero()["counters"].values())
    assert "i8" in desk.state["counters"]["yellow"]
    assert desk.state["facing"]["card"] == "Y12"


@pytest.mark.clause("RB-121")
def test_a_mastered_encounter_is_kept_if_it_says_so() -> None:
    desk = table(hexes=["h8"]).on_top("G20", "G12").phase("adventure").play("attempt_adventure")
    win_test(desk)

    assert [ally["id"] for ally in desk.hero()["allies"]] == ["G20"]
    assert desk.state["out"]["green"] == []
    assert desk.state["facing"]["card"] == "G12"


@pytest.mark.clause("RB-122", "RB-124")
def test_a_failed_encounter_works_its_failure_leaves_and_the_next_card_follows() -> None:
    desk = table(hexes=["h8"]).on_top("G21", "G12").phase("adventure").play("attempt_adventure")
    lose_test(desk)

    assert desk.hero()["gold"] == 2
    assert desk.state["out"]["green"] == ["G21"]
    assert desk.state["track"] == [None] * 6
    assert desk.state["facing"]["card"] == "G12"


@pytest.mark.clause("RB-123")
def test_escaping_an_encounter_ends_the_turn_and_the_card_leaves_the_game() -> None:
    desk = table(hexes=["i8"]).on_top("Y18", "Y12").phase("adventure").play("attempt_adventure")
    desk.play("try_escape", 20, boosts=[]).play("retreat", to=None)

    assert desk.state["out"]["yellow"] == ["Y18"]
    assert desk.state["track"] == [None] * 6
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-123")
def test_a_knockout_in_an_encounter_ends_the_turn_and_the_card_leaves_the_game() -> None:
    desk = table(hexes=["i8"]).on_top("Y20", "Y12")
    desk.hero()["wounds"] = 5
    lose_test(desk.phase("adventure").play("attempt_adventure"))

    assert desk.told("hero_knocked_out")
    assert desk.state["out"]["yellow"] == ["Y20"]
    assert desk.state["track"] == [None] * 6
    assert desk.state["turn"] == 2


@pytest.mark.clause("RB-123", "RB-124", "RB-093")
def test_an_encounter_combat_that_stops_leaves_the_game_and_the_next_card_follows() -> None:
    desk = table(hexes=["i8"]).on_top("Y18", "Y12").phase("adventure").play("attempt_adventure")
    desk.state["combat"]["round"] = 30
    desk.play("fight_on").play("defend", 20, boosts=[]).play("defend", 20, boosts=[]).play("defend", boosts=[])

    assert desk.told("combat_stopped")
    assert desk.state["out"]["yellow"] == ["Y18"]
    assert desk.state["facing"]["card"] == "Y12"
    assert desk.state["turn"] == 1


@pytest.mark.clause("RB-130")
def test_an_unfinished_challenge_takes_the_free_space_with_the_lowest_number() -> None:
    desk = table().unfinished("G14", "d3", space=1).unfinished("G13", "d5", space=3)
    lose_test(desk.fight("G12", hex_="h8"))

    assert desk.state["track"][1]["card"] == "G12"
    assert desk.told("challenge_unfinished")[0]["space"] == 2


@pytest.mark.clause("RB-131")
def test_a_marked_hex_offers_the_card_of_its_space_and_draws_nothing() -> None:
    desk = table(hexes=["h8"]).unfinished("G12", "h8", space=4).on_top("G02").phase("adventure")
    desk.play("attempt_adventure")

    assert desk.state["facing"]["card"] == "G12"
    assert desk.told("card_drawn") == []
    assert desk.facts.opened == []
    assert desk.state["decks"]["green"]["cards"][0] == "G02"


@pytest.mark.clause("RB-131")
def test_a_marked_hex_can_be_attempted_although_no_card_could_be_drawn() -> None:
    desk = table(hexes=["h8"], recycle_adventure_decks=False).unfinished("G12", "h8")
    desk.out(*list(desk.state["decks"]["green"]["cards"]))

    assert desk.phase("adventure").legal("attempt_adventure")


@pytest.mark.clause("RB-132")
def test_any_hero_may_take_up_an_unfinished_challenge_and_its_enemy_is_unwounded() -> None:
    desk = table("H02", "H05", hexes=["a1", "h8"])
    desk.fight("G02", hex_="h8").play("fight_on").play("defend", boosts=[])
    desk.play("attack", 20, character="hero", boosts=[]).play("pass").play("defend", boosts=[])
    assert desk.state["combat"]["wounds"] == 2
    desk.play("try_escape", 20, boosts=[]).play("retreat", to=None)
    desk.play("stay").play("attempt_adventure")

    assert desk.decision["seat"] == 1
    assert (desk.state["combat"]["card"], desk.state["combat"]["wounds"]) == ("G02", 0)


@pytest.mark.clause("RB-132", "RB-070")
def test_the_text_of_an_unfinished_challenge_works_anew() -> None:
    desk = table(hexes=["h8"]).unfinished("G03", "h8").phase("adventure").play("attempt_adventure")

    assert desk.asks == "commit_test"


@pytest.mark.clause("RB-132")
def test_failing_again_leaves_card_space_marker_and_age_as_they_are() -> None:
    desk = table(hexes=["h8"]).unfinished("G12", "h8", space=2, age=5)
    lose_test(desk.phase("adventure").play("attempt_adventure"))

    assert desk.state["track"] == [None, {"card": "G12", "hex": "h8", "age": 5}, None, None, None, None]


@pytest.mark.clause("RB-134", "RB-135")
def test_with_the_track_full_the_oldest_card_gives_way_and_goes_under_its_own_deck() -> None:
    desk = full_track()
    lose_test(desk.fight("G12", hex_="h8"))

    assert desk.state["track"][2] == {"card": "G12", "hex": "h8", "age": 13}
    assert desk.state["decks"]["blue"]["cards"][-1] == "B13"
    assert desk.state["decks"]["blue"]["bottom"] == 1
    assert "f2" in desk.state["counters"]["blue"]


@pytest.mark.clause("RB-134")
def test_the_age_of_a_card_is_that_of_its_draw_even_if_it_was_failed_again_since() -> None:
    desk = full_track()
    desk.hero()["hex"] = "f2"
    lose_test(desk.phase("adventure").play("attempt_adventure"))
    lose_test(desk.fight("G12", hex_="h8"))

    assert desk.state["track"][2]["card"] == "G12"


@pytest.mark.clause("RB-140")
def test_a_hero_saved_by_a_feather_during_an_event_goes_on_with_its_attempt() -> None:
    desk = table(hexes=["i8"]).give("M60").on_top("Y17", "Y12")
    desk.hero().update(wounds=5, fatigue=3)
    desk.phase("adventure").play("attempt_adventure")
    assert desk.asks == "window_knockout"
    desk.play("use_ability", source="M60", index=0)

    assert desk.hero()["wounds"] == 5
    assert desk.asks == "commit_test"
