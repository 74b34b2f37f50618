"""The boss: its fights, the second fight and the chest (DR-110, DR-111, DR-118, DR-126 to DR-129, DR-133 to DR-137)."""

from __future__ import annotations

import pytest

from delvebook.domain.ruleset import copy_state
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    BOX,
    RAIDERS,
    game,
    lay,
    lay_all,
    layable,
    lives,
    play,
    play_all,
    playable,
    purses,
    refused_card,
    refused_cards,
    seat,
    told,
    types,
    with_symbols,
)


@pytest.mark.clause("DR-110", "DR-060")
@pytest.mark.parametrize("boss", list(BOX.bosses))
@pytest.mark.parametrize("living", [3, 4, 5])
def test_the_strength_of_a_boss_is_the_figure_for_the_living(boss: str, living: int) -> None:
    state = game("boss", boss=boss, seats=[seat(status="dead", life=0), *(seat() for _ in range(living))][-5:])
    alive = [sheet for sheet in state["seats"] if sheet["status"] == "alive"]

    assert RAIDERS.view(state, SPECTATOR)["strength"] == BOX.bosses[boss].strength[len(alive)]


@pytest.mark.clause("DR-110")
@pytest.mark.parametrize(("third", "beaten"), [("p3", False), ("p4", True)])
def test_a_boss_is_beaten_like_any_monster(third: str, beaten: bool) -> None:
    state = game("boss", boss="boss-riddle")

    facts = lay_all(state, "p5", "p5", third)

    assert bool(told(facts, "monster_beaten")) is beaten
    assert lives(state) == [9, 9, 9 if beaten else 5]


@pytest.mark.clause("DR-111")
def test_both_cards_are_added_up_and_seats_are_compared_by_their_totals() -> None:
    """Seat 0 has the lowest single card but not the lowest total."""
    state = game("boss", boss="boss-palecount")

    facts = lay_all(state, "p1 p4", "p3", "p2 p3")

    (attack,) = told(facts, "monster_attacked")
    assert attack["total"] == 13
    assert attack["seats"] == [0, 1, 2]
    state = game("boss", boss="boss-bailiff")
    lay_all(state, "p1 p4", "p3", "p2 p3")
    assert lives(state) == [9, 7, 9]


@pytest.mark.clause("DR-126", "DR-128")
def test_a_beaten_hoard_tyrant_leaves_a_chest_of_three() -> None:
    state = game("boss", boss="boss-hoard")

    facts = lay_all(state, "p5 p4", "p5", "p3")

    assert told(facts, "monster_beaten")[0]["total"] == 17
    assert told(facts, "chest_won")[0]["chest"] == 3
    assert state["phase"] == "bonus_play"
    assert RAIDERS.to_act(state) == [0, 1, 2]
    play_all(state, "p3", "p4", "p2")
    assert purses(state) == [4, 7, 4]
    assert state["result"]["reason"] == "dungeon_explored"


@pytest.mark.clause("DR-126")
def test_an_unbeaten_hoard_tyrant_keeps_its_chest_and_wounds() -> None:
    state = game("boss", boss="boss-hoard")

    facts = lay_all(state, "p5 p4", "p5", "p2")

    assert not told(facts, "chest_won")
    assert lives(state) == [9, 9, 5]
    assert state["phase"] == "finished"


@pytest.mark.clause("DR-127")
def test_for_the_chest_power_cards_keys_and_balls_are_played_and_nothing_else() -> None:
    table = [seat(f"{ALL_FIVE} torch ball key sword"), seat(), seat()]
    state = game("boss", boss="boss-hoard", seats=table)
    lay_all(state, "p5 p4", "p5 p4", "p1")

    assert playable(state, 0) == ["p1", "p2", "p3", "ball", "key"]
    assert refused_card(state, 0, "sword") == "DR-127"


@pytest.mark.clause("DR-127", "DR-035")
def test_a_ball_for_the_chest_is_followed_by_a_power_card_or_a_key() -> None:
    state = game("boss", boss="boss-hoard", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    lay_all(state, "p5 p4", "p5 p4", "p1")
    play_all(state, "ball", "p3", "p2")
    assert RAIDERS.to_act(state) == [0]
    assert state["phase"] == "bonus_play"

    play(state, 0, "p3")

    assert purses(state) == [5, 5, 4]


@pytest.mark.clause("DR-127")
def test_without_a_power_card_or_a_key_a_seat_takes_no_part_and_a_ball_alone_is_no_card() -> None:
    table = [seat("p5 p4 ball sword"), seat("p5 p4 key"), seat("p5 p3 p2")]
    state = game("boss", boss="boss-hoard", seats=table)

    facts = lay_all(state, "p5 p4", "p5 p4", "p5")

    assert told(facts, "chest_won")[0]["seats"] == [1, 2]
    assert RAIDERS.to_act(state) == [1, 2]
    assert refused_card(state, 0, "ball") == "DR-127"
    play_all(state, "key", "p3")
    assert purses(state) == [4, 7, 4]


@pytest.mark.clause("DR-127")
def test_the_last_power_card_cannot_be_spared_for_a_second_ball() -> None:
    state = game("boss", boss="boss-hoard", seats=[seat("p5 p4 p1 ball ball"), seat(), seat()])
    lay_all(state, "p5 p4", "p5 p4", "p1")
    play_all(state, "ball", "p3", "p2")

    assert playable(state, 0) == ["p1", "ball"]
    play(state, 0, "ball")
    assert playable(state, 0) == ["p1"]


@pytest.mark.clause("DR-128")
def test_the_boss_chest_is_shared_and_lost_like_any_other() -> None:
    tied = game("boss", boss="boss-hoard", seats=[seat(), seat(), seat(), seat()])
    lay_all(tied, "p5 p4", "p5 p4", "p5 p4", "p1")
    few = copy_state(tied)
    play_all(tied, "p3", "p3", "p3", "p3")
    play_all(few, "p3", "p3", "p2", "p2")

    assert purses(tied) == [4, 4, 4, 4]
    assert purses(few) == [5, 5, 4, 4]


@pytest.mark.clause("DR-128")
def test_the_chest_is_lost_if_no_seat_can_play_for_it() -> None:
    table = [seat("p5 p4 sword"), seat("p5 torch"), seat("p3 ball")]
    state = game("boss", boss="boss-hoard", seats=table)

    facts = lay_all(state, "p5 p4", "p5", "p3")

    (untouched,) = told(facts, "chest_untouched")
    assert (untouched["chest"], untouched["place"]) == (3, 1)
    assert purses(state) == [4, 4, 4]
    assert state["phase"] == "finished"


@pytest.mark.clause("DR-129")
def test_what_was_laid_in_the_fight_is_not_played_for_the_chest() -> None:
    state = game("boss", boss="boss-hoard", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    lay_all(state, "p5 key", "p5 p4", "p3")

    assert playable(state, 0) == ["p1", "p2", "p3", "p4"]
    assert refused_card(state, 0, "p5") == "DR-025"
    assert refused_card(state, 0, "key") == "DR-021"


@pytest.mark.clause("DR-133", "DR-134")
@pytest.mark.parametrize(
    ("plays", "expected"), [(("p5", "p4", "p3"), [9, 9, 9]), (("p1", "p2", "p2"), [7, 9, 9])], ids=["beaten", "not"]
)
def test_a_second_fight_follows_whatever_came_of_the_first(plays: tuple[str, ...], expected: list[int]) -> None:
    state = game("boss", boss="boss-twintail")

    facts = lay_all(state, *plays)

    assert lives(state) == expected
    assert (state["phase"], state["fight"], state["wave"]) == ("boss_play", 2, 1)
    assert RAIDERS.to_act(state) == [0, 1, 2]
    assert told(facts, "second_fight_began")[0]["strength"] == 8
    assert [sheet["laid"] for sheet in state["seats"]] == [[], [], []]
    lay_all(state, "", "", "")
    assert state["result"]["reason"] == "dungeon_explored"


@pytest.mark.clause("DR-115", "DR-126", "DR-134")
@pytest.mark.parametrize(
    ("boss", "plays", "phase"),
    [("boss-hoard", ("p4", "p5 p4", "p5 p4"), "bonus_play"), ("boss-twintail", ("p4", "p5", "p4"), "boss_play")],
)
def test_what_follows_a_fight_with_a_ball_begins_with_its_first_wave(
    boss: str, plays: tuple[str, ...], phase: str
) -> None:
    """The ball makes a second wave of the first fight; what follows is played anew, by all at once."""
    state = game("boss", boss=boss, seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    first, *others = plays
    lay_all(state, f"{first} ball", *others)
    assert state["wave"] == 2

    lay_all(state, "p5")

    assert (state["phase"], state["wave"]) == (phase, 1)
    assert RAIDERS.view(state, SPECTATOR)["wave"] == 1
    assert RAIDERS.to_act(state) == [0, 1, 2]


@pytest.mark.clause("DR-134", "DR-137")
def test_cards_and_items_of_the_first_fight_are_spent_in_the_second_and_return_after_it() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat("p1 p2 sword"), seat(), seat()])
    lay_all(state, "p1 sword", "p4", "p3")
    assert state["supply"]["sword"] == 5
    assert layable(state, 0) == {"", "p2"}
    assert refused_cards(state, 0, "p1") == "DR-025"

    facts = lay_all(state, "p2", "p5", "p4")

    assert told(facts, "room_reset")[0]["items"] == ["sword"]
    assert state["supply"]["sword"] == 6


@pytest.mark.clause("DR-134", "DR-104")
def test_there_is_no_second_fight_for_a_single_survivor() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat(life=2), seat(life=1), seat()])

    facts = lay_all(state, "p1", "p1", "p2")

    assert not told(facts, "second_fight_began")
    assert (state["result"]["reason"], state["result"]["winners"]) == ("last_survivor", [2])


@pytest.mark.clause("DR-135")
def test_in_the_second_fight_a_seat_may_lay_nothing_and_counts_zero() -> None:
    state = game("boss", boss="boss-twintail")
    lay_all(state, "p5", "p4", "p3")
    assert "" in layable(state, 0)

    facts = lay_all(state, "", "p1 p2", "p4")

    assert told(facts, "monster_attacked")[0] | {"clauses": []} == {
        "type": "monster_attacked",
        "clauses": [],
        "card": "boss-twintail",
        "strength": 8,
        "total": 7,
        "seats": [0],
    }
    assert lives(state) == [7, 9, 9]


@pytest.mark.clause("DR-135")
def test_a_seat_that_can_lay_nothing_is_not_asked_and_counts_zero() -> None:
    """A ball for sight is no card that can be laid; a torch is."""
    table = [seat("p5 ball"), seat("p4 torch"), seat("p3"), seat("p2 p1")]
    state = game("boss", boss="boss-twintail", seats=table)

    facts = lay_all(state, "p5", "p4", "p3", "p2")

    assert told(facts, "second_fight_began")[0]["seats"] == [1, 3]
    assert RAIDERS.to_act(state) == [1, 3]
    assert refused_cards(state, 0, "") == "DR-135"
    lay_all(state, "torch", "p1")
    assert lives(state) == [7, 7, 7, 9]


@pytest.mark.clause("DR-135", "DR-134")
def test_if_no_seat_can_lay_anything_the_second_fight_is_resolved_at_once() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat("p5"), seat("p4"), seat("p3", life=6)])

    facts = lay_all(state, "p5", "p4", "p3")

    assert types(facts).count("monster_attacked") == 1
    assert types(facts).count("monster_beaten") == 1
    assert lives(state) == [7, 7, 4]
    assert state["phase"] == "finished"


@pytest.mark.clause("DR-130", "DR-135")
def test_where_no_seat_has_laid_a_card_the_highest_card_wounds_nobody() -> None:
    """No printed boss asks for it: of two fights, and with wounds by the highest card."""
    raiders = with_symbols({"code": "double"}, {"code": "wounds_highest_card"}, wounds=None)
    state = game("boss", boss="boss-twintail")
    for number, cards in enumerate((["p5"], ["p5"], ["p5"])):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))

    for number in range(3):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": []}, tape=Tape(b""))

    assert lives(state) == [9, 9, 9]
    assert state["phase"] == "finished"


@pytest.mark.clause("DR-136")
def test_the_strength_of_the_second_fight_follows_the_deaths_of_the_first() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat(life=2), seat(), seat(), seat()])

    facts = lay_all(state, "p1", "p2", "p2", "p2")

    assert told(facts, "monster_attacked")[0]["strength"] == 10
    assert told(facts, "second_fight_began")[0]["strength"] == 8
    assert RAIDERS.to_act(state) == [1, 2, 3]
    facts = lay_all(state, "p5", "p1", "p3")
    assert told(facts, "monster_beaten")[0]["total"] == 9


@pytest.mark.clause("DR-136", "DR-151")
def test_two_survivors_of_the_first_fight_cannot_win_the_second() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat(life=2), seat(), seat()])

    facts = lay_all(state, "p1", "p2", "p2")

    assert told(facts, "second_fight_began")[0]["strength"] is None
    lay_all(state, "p5 p4", "p5 p3")
    assert lives(state) == [0, 9, 7]


@pytest.mark.clause("DR-137")
def test_no_power_card_returns_between_the_fights() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat("p1 p2 p3"), seat(), seat()])

    lay_all(state, "p1 p2", "p5", "p4")

    assert state["seats"][0]["power"] == [3]
    assert state["seats"][0]["played"] == [4, 5, 1, 2]


@pytest.mark.clause("DR-118")
def test_deaths_come_after_wounds_and_theft_and_before_the_second_fight() -> None:
    raiders = with_symbols({"code": "double"}, {"code": "steal_highest_card"})
    state = game("boss", boss="boss-twintail", seats=[seat(life=1), seat(), seat(), seat()])

    facts = None
    for number, cards in enumerate((["p1"], ["p2"], ["p2"], ["p2"])):
        facts = raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))

    assert facts is not None
    assert types(facts)[-5:] == [
        "monster_attacked",
        "wounded",
        "treasure_lost",
        "character_died",
        "second_fight_began",
    ]


@pytest.mark.clause("DR-115")
def test_a_seat_that_used_no_ball_is_not_asked_again() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    lay_all(state, "ball", "p1", "p1")

    assert refused_cards(state, 1, "p2") == "DR-115"
    lay(state, 0, "p5 p4")
    assert state["phase"] == "finished"
