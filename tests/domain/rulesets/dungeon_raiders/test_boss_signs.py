"""The twelve signs, and the two fights and the chest they bring (DR-118 to DR-138)."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.ruleset import copy_state
from delvebook.domain.rulesets.dungeon_raiders import DungeonRaiders
from delvebook.domain.rulesets.dungeon_raiders.content import parse_content
from delvebook.domain.tape import Tape
from tests.domain.rulesets.dungeon_raiders.refusing import refused, refused_card, refused_cards
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay,
    lay_all,
    layable,
    light,
    lives,
    play,
    play_all,
    playable,
    purses,
    seat,
    statuses,
    told,
    types,
)


@pytest.mark.clause("DR-121")
def test_the_worked_example_of_hits_highest() -> None:
    state = game("boss", boss="boss-mazebull")

    facts = lay_all(state, "p1 p5", "p2", "p2")

    assert told(facts, "monster_attacked")[0]["total"] == 10
    assert lives(state) == [5, 9, 9]


@pytest.mark.clause("DR-130")
def test_the_worked_example_of_wounds_by_the_highest_card() -> None:
    state = game("boss", boss="boss-basalt", seats=4)

    facts = lay_all(state, "p3 p4", "p4", "p3", "p2")

    assert told(facts, "monster_attacked")[0]["total"] == 16
    assert lives(state) == [9, 9, 9, 5]


@pytest.mark.clause("DR-120")
@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        (("p4", "p2", "p1", "p5"), [9, 7, 7, 9]),
        (("p4", "p1", "p1", "p5"), [7, 7, 7, 9]),
        (("p4", "p4", "p1", "p5"), [7, 7, 7, 9]),
        (("p3", "p3", "p3", "p3"), [7, 7, 7, 7]),
    ],
)
def test_the_lowest_and_the_next_lowest_different_totals_are_hit(plays: tuple[str, ...], expected: list[int]) -> None:
    state = game("boss", boss="boss-gravecaller", seats=4)

    lay_all(state, *plays)

    assert lives(state) == expected


@pytest.mark.clause("DR-121")
@pytest.mark.parametrize(
    ("plays", "expected"),
    [(("p4", "p3", "p1"), [5, 9, 9]), (("p4", "p1 p3", "p1"), [5, 5, 9]), (("p1", "p1", "p1"), [5, 5, 5])],
)
def test_all_who_are_tied_for_the_highest_total_are_hit(plays: tuple[str, ...], expected: list[int]) -> None:
    state = game("boss", boss="boss-mazebull")

    lay_all(state, *plays)

    assert lives(state) == expected


@pytest.mark.clause("DR-122")
def test_a_banned_sword_cannot_be_laid_at_all() -> None:
    state = game("boss", boss="boss-basalt", seats=[seat("p2 sword torch"), seat(), seat()])

    assert layable(state, 0) == {"p2", "p2 torch"}
    assert refused_cards(state, 0, "sword") == "DR-122"
    assert refused_cards(state, 0, "p2 sword") == "DR-122"


@pytest.mark.clause("DR-123")
@pytest.mark.parametrize(("boss", "value"), [("boss-linen", 5), ("boss-palecount", 3), ("boss-bailiff", 0)])
def test_each_torch_is_worth_what_the_sign_says(boss: str, value: int) -> None:
    state = game("boss", boss=boss, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    facts = lay_all(state, "p1 torch", "p1", "p1")

    assert told(facts, "monster_attacked")[0]["total"] == 3 + value


@pytest.mark.clause("DR-123", "DR-112")
def test_a_torch_with_a_value_is_a_card_of_strength() -> None:
    state = game("boss", boss="boss-linen", seats=[seat("p1 torch torch"), seat(), seat()])

    assert layable(state, 0) == {"p1", "torch", "p1 torch", "torch torch"}
    facts = lay_all(state, "torch torch", "p1", "p1")
    assert told(facts, "monster_attacked")[0]["total"] == 12


@pytest.mark.clause("DR-124")
def test_banned_balls_cannot_be_used_at_all() -> None:
    state = game("boss", boss="boss-gravecaller", seats=[seat("p2 p3 ball"), seat(), seat()])

    assert layable(state, 0) == {"p2", "p3", "p2 p3"}
    assert refused_cards(state, 0, "ball") == "DR-124"
    assert refused_cards(state, 0, "p2 ball") == "DR-124"


@pytest.mark.clause("DR-125")
def test_a_ball_with_a_value_is_laid_for_strength_takes_a_place_and_shows_nothing() -> None:
    state = game("boss", boss="boss-riddle", seats=[seat("p2 p3 ball ball"), seat(), seat()])
    assert layable(state, 0) == {"p2", "p3", "ball", "p2 p3", "p2 ball", "p3 ball", "ball ball"}

    facts = lay_all(state, "ball ball", "p1", "p1")

    assert told(facts, "monster_attacked")[0]["total"] == 12
    assert not told(facts, "balls_followed")
    assert not any(fact["looks"] for fact in told(facts, "cards_revealed"))


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
def test_without_anybody_to_play_for_it_the_chest_is_lost() -> None:
    table = [seat("p5 p4 sword"), seat("p5 torch"), seat("p3 ball")]
    state = game("boss", boss="boss-hoard", seats=table)

    facts = lay_all(state, "p5 p4", "p5", "p3")

    assert told(facts, "chest_untouched")[0]["chest"] == 3
    assert purses(state) == [4, 4, 4]
    assert state["phase"] == "finished"


@pytest.mark.clause("DR-129")
def test_what_was_laid_in_the_fight_is_not_played_for_the_chest() -> None:
    state = game("boss", boss="boss-hoard", seats=[seat(f"{ALL_FIVE} key"), seat(), seat()])
    lay_all(state, "p5 key", "p5 p4", "p3")

    assert playable(state, 0) == ["p1", "p2", "p3", "p4"]
    assert refused_card(state, 0, "p5") == "DR-025"
    assert refused_card(state, 0, "key") == "DR-021"


@pytest.mark.clause("DR-130")
@pytest.mark.parametrize(
    ("plays", "wounds"),
    [(("p1", "p2", "p3"), 3), (("p1", "p2 p3", "p2 p4"), 4), (("p1", "p2", "p2"), 2)],
)
def test_wounds_equal_the_largest_single_card_anybody_laid(plays: tuple[str, ...], wounds: int) -> None:
    state = game("boss", boss="boss-basalt")

    lay_all(state, *plays)

    assert lives(state) == [9 - wounds, 9, 9]


@pytest.mark.clause("DR-131")
@pytest.mark.parametrize(("had", "left"), [(6, 1), (5, 0), (3, 0)])
def test_the_attacked_also_lose_treasure_by_the_largest_single_card(had: int, left: int) -> None:
    state = game("boss", boss="boss-bailiff", seats=[seat(treasure=had), seat(treasure=9), seat(treasure=9)])

    lay_all(state, "p1", "p2 p3", "p5")

    assert purses(state) == [left, 9, 9]
    assert lives(state) == [7, 9, 9]


@pytest.mark.clause("DR-131")
def test_all_who_are_attacked_are_robbed() -> None:
    state = game("boss", boss="boss-bailiff")

    lay_all(state, "p1", "p1", "p3")

    assert purses(state) == [1, 1, 4]


@pytest.mark.clause("DR-132", "DR-101", "DR-102")
def test_the_attacked_turn_to_stone_with_their_life_and_treasure_and_without_their_items() -> None:
    state = game("boss", boss="boss-gazer", seats=[seat(f"{ALL_FIVE} key", life=4, treasure=12), seat(), seat()])

    facts = lay_all(state, "p1", "p2", "p3")

    assert statuses(state) == ["petrified", "alive", "alive"]
    assert (lives(state)[0], purses(state)[0]) == (4, 12)
    assert told(facts, "character_petrified")[0]["items"] == ["key"]
    assert not told(facts, "wounded")
    outcome = RAIDERS.outcome(state)
    assert outcome is not None
    assert outcome.winners == [1, 2]
    assert (outcome.scores, outcome.ranking) == ([None, 4, 4], [[1, 2], [0]])


@pytest.mark.clause("DR-132", "DR-104", "DR-146")
def test_one_left_unpetrified_is_the_last_survivor_and_none_is_nobody() -> None:
    one = game("boss", boss="boss-gazer", seats=[seat(treasure=20), seat(treasure=20), seat(treasure=0)])
    lay_all(one, "p1", "p1", "p5")
    none = game("boss", boss="boss-gazer")
    lay_all(none, "p3", "p3", "p3")

    assert (one["result"]["reason"], one["result"]["winners"]) == ("last_survivor", [2])
    assert (none["result"]["reason"], none["result"]["winners"]) == ("all_dead", [])
    assert lives(none) == [9, 9, 9]
    assert refused(none, 0, {"type": "light_torch"}) == "DR-104"


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
def test_in_the_second_fight_a_seat_may_lay_nothing_and_counts_nought() -> None:
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
def test_who_can_lay_nothing_is_not_asked_and_counts_nought() -> None:
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
def test_if_nobody_can_lay_anything_the_second_fight_is_resolved_at_once() -> None:
    state = game("boss", boss="boss-twintail", seats=[seat("p5"), seat("p4"), seat("p3", life=6)])

    facts = lay_all(state, "p5", "p4", "p3")

    assert types(facts).count("monster_attacked") == 1
    assert types(facts).count("monster_beaten") == 1
    assert lives(state) == [7, 7, 4]
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
def test_two_who_survive_the_first_fight_cannot_win_the_second() -> None:
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


@pytest.mark.clause("DR-138")
@pytest.mark.parametrize(
    ("cards", "others", "life"),
    [("p1 torch", "p2", 9), ("torch sword", "p1 p5", 9), ("p1", "p2", 6), ("p1 key", "p2", 6)],
)
def test_a_torch_beside_a_power_card_or_a_sword_saves_from_wounds(cards: str, others: str, life: int) -> None:
    """With two living nothing is beaten, so that even a sword's 5 can be the lowest total."""
    table = [seat(f"{ALL_FIVE} torch key sword"), seat(), seat(status="dead", life=0)]
    state = game("boss", boss="boss-nightpack", seats=table)

    facts = lay_all(state, cards, others)

    assert told(facts, "monster_attacked")[0]["seats"] == [0]
    assert lives(state) == [life, 9, 0]


@pytest.mark.clause("DR-138")
def test_in_place_of_the_protected_seat_nobody_else_is_attacked() -> None:
    state = game("boss", boss="boss-nightpack", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    facts = lay_all(state, "p1 torch", "p2", "p3")

    assert told(facts, "torch_protected")[0]["seat"] == 0
    assert lives(state) == [9, 9, 9]


@pytest.mark.clause("DR-138")
def test_of_two_tied_for_lowest_only_the_one_without_a_torch_is_wounded() -> None:
    state = game("boss", boss="boss-nightpack", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    lay_all(state, "p1 torch", "p1", "p3")

    assert lives(state) == [9, 6, 9]


@pytest.mark.clause("DR-138", "DR-030")
def test_a_torch_that_was_lit_instead_of_laid_protects_nobody() -> None:
    state = game("boss", boss="boss-nightpack", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])
    light(state, 0)

    lay_all(state, "p1", "p2", "p3")

    assert lives(state) == [6, 9, 9]


@pytest.mark.clause("DR-118")
def test_a_torch_without_a_card_of_strength_protects_nobody_in_a_second_fight() -> None:
    """No printed boss is both; the signs combine all the same."""
    raiders = with_signs({"code": "double"}, {"code": "torch_immunity"})
    state = game("boss", boss="boss-twintail", fight=2, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    for number, cards in enumerate((["torch"], ["p1"], ["p2"])):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))

    assert lives(state) == [7, 9, 9]


@pytest.mark.clause("DR-118", "DR-138", "DR-132", "DR-131")
def test_the_torch_is_looked_at_before_stone_and_theft() -> None:
    raiders = with_signs({"code": "petrify"}, {"code": "torch_immunity"}, {"code": "steal_highest_card"}, wounds=None)
    state = game("boss", boss="boss-twintail", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    for number, cards in enumerate((["p1", "torch"], ["p1"], ["p2"])):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))

    assert statuses(state) == ["alive", "petrified", "alive"]
    assert purses(state) == [4, 2, 4]


@pytest.mark.clause("DR-118")
def test_deaths_come_after_wounds_and_theft_and_before_the_second_fight() -> None:
    raiders = with_signs({"code": "double"}, {"code": "steal_highest_card"})
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


def with_signs(*symbols: dict[str, Any], wounds: int | None = 2) -> DungeonRaiders:
    """The title with a Twin-Tail of other signs; the double sign stays on some other boss."""
    raiders = DungeonRaiders()
    raw = copy_state(dict(raiders.content))
    bosses = {boss["id"]: boss for boss in raw["bosses"]["cards"]}
    bosses["boss-twintail"].update(symbols=list(symbols), wounds=wounds)
    bosses["boss-linen"]["symbols"].append({"code": "double"})
    raiders.cards = parse_content(raw)
    return raiders


@pytest.mark.clause("DR-035", "DR-135")
def test_who_looked_into_no_ball_is_not_asked_again() -> None:
    state = game("boss", seats=[seat(f"{ALL_FIVE} ball"), seat(), seat()])
    lay_all(state, "ball", "p1", "p1")

    assert refused_cards(state, 1, "p2") == "DR-035"
    lay(state, 0, "p5 p4")
    assert state["phase"] == "finished"
