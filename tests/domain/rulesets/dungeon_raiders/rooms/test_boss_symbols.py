"""The symbols of the bosses (DR-120 to DR-125, DR-130 to DR-132, DR-138)."""

from __future__ import annotations

import pytest

from delvebook.domain.tape import Tape
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    lay_all,
    layable,
    light,
    lives,
    purses,
    refused,
    refused_cards,
    seat,
    statuses,
    told,
    with_symbols,
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
def test_all_seats_tied_for_the_highest_total_are_hit(plays: tuple[str, ...], expected: list[int]) -> None:
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
def test_each_torch_is_worth_what_the_symbol_says(boss: str, value: int) -> None:
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


@pytest.mark.clause("DR-130")
@pytest.mark.parametrize(
    ("plays", "wounds"),
    [(("p1", "p2", "p3"), 3), (("p1", "p2 p3", "p2 p4"), 4), (("p1", "p2", "p2"), 2)],
)
def test_wounds_equal_the_largest_single_card_laid_by_any_seat(plays: tuple[str, ...], wounds: int) -> None:
    state = game("boss", boss="boss-basalt")

    lay_all(state, *plays)

    assert lives(state) == [9 - wounds, 9, 9]


@pytest.mark.clause("DR-131")
@pytest.mark.parametrize(("had", "left"), [(6, 1), (5, 0), (3, 0)])
def test_attacked_seats_also_lose_treasure_by_the_largest_single_card(had: int, left: int) -> None:
    state = game("boss", boss="boss-bailiff", seats=[seat(treasure=had), seat(treasure=9), seat(treasure=9)])

    lay_all(state, "p1", "p2 p3", "p5")

    assert purses(state) == [left, 9, 9]
    assert lives(state) == [7, 9, 9]


@pytest.mark.clause("DR-131")
def test_all_attacked_seats_are_robbed() -> None:
    state = game("boss", boss="boss-bailiff")

    lay_all(state, "p1", "p1", "p3")

    assert purses(state) == [1, 1, 4]


@pytest.mark.clause("DR-132", "DR-101", "DR-102")
def test_attacked_seats_turn_to_stone_and_keep_life_and_treasure_but_not_items() -> None:
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
def test_one_seat_left_unpetrified_is_the_last_survivor_and_if_none_is_left_no_seat_wins() -> None:
    one = game("boss", boss="boss-gazer", seats=[seat(treasure=20), seat(treasure=20), seat(treasure=0)])
    lay_all(one, "p1", "p1", "p5")
    none = game("boss", boss="boss-gazer")
    lay_all(none, "p3", "p3", "p3")

    assert (one["result"]["reason"], one["result"]["winners"]) == ("last_survivor", [2])
    assert (none["result"]["reason"], none["result"]["winners"]) == ("all_dead", [])
    assert lives(none) == [9, 9, 9]
    assert refused(none, 0, {"type": "light_torch"}) == "DR-104"


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
def test_no_other_seat_is_attacked_in_place_of_the_protected_one() -> None:
    state = game("boss", boss="boss-nightpack", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    facts = lay_all(state, "p1 torch", "p2", "p3")

    assert told(facts, "torch_protected")[0]["seat"] == 0
    assert lives(state) == [9, 9, 9]


@pytest.mark.clause("DR-138")
def test_of_two_seats_tied_for_lowest_only_the_one_without_a_torch_is_wounded() -> None:
    state = game("boss", boss="boss-nightpack", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    lay_all(state, "p1 torch", "p1", "p3")

    assert lives(state) == [9, 6, 9]


@pytest.mark.clause("DR-138", "DR-030")
def test_a_torch_that_was_lit_instead_of_laid_does_not_protect() -> None:
    state = game("boss", boss="boss-nightpack", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])
    light(state, 0)

    lay_all(state, "p1", "p2", "p3")

    assert lives(state) == [6, 9, 9]


@pytest.mark.clause("DR-118")
def test_a_torch_without_a_card_of_strength_does_not_protect_in_a_second_fight() -> None:
    """No printed boss is both; its symbols combine all the same."""
    raiders = with_symbols({"code": "double"}, {"code": "torch_immunity"})
    state = game("boss", boss="boss-twintail", fight=2, seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    for number, cards in enumerate((["torch"], ["p1"], ["p2"])):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))

    assert lives(state) == [7, 9, 9]


@pytest.mark.clause("DR-118", "DR-138", "DR-132", "DR-131")
def test_immunity_by_torch_is_checked_before_petrifying_and_stealing() -> None:
    raiders = with_symbols({"code": "petrify"}, {"code": "torch_immunity"}, {"code": "steal_highest_card"}, wounds=None)
    state = game("boss", boss="boss-twintail", seats=[seat(f"{ALL_FIVE} torch"), seat(), seat()])

    for number, cards in enumerate((["p1", "torch"], ["p1"], ["p2"])):
        raiders.play(state, number, {"type": "play_boss_cards", "cards": cards}, tape=Tape(b""))

    assert statuses(state) == ["alive", "petrified", "alive"]
    assert purses(state) == [4, 2, 4]
