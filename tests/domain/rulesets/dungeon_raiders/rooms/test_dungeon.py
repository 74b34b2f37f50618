"""Levels and rooms: the way through the dungeon (DR-001 to DR-007, DR-090 to DR-093)."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import (
    ALL_FIVE,
    RAIDERS,
    game,
    hand,
    lay_all,
    light,
    play_all,
    playable,
    seat,
    told,
    types,
)


@pytest.mark.clause("DR-039", "DR-040", "DR-041")
@pytest.mark.parametrize(("room", "item"), [("tre-1", "key"), ("mon-mass", "sword"), ("trap-lava", "ball")])
def test_a_played_item_is_back_in_the_supply_only_after_the_reset(room: str, item: str) -> None:
    state = game(room, seats=[seat(f"{ALL_FIVE} {item}"), seat(f"{ALL_FIVE} ball"), seat()])

    play_all(state, item, "ball", "p2")
    assert state["in_play"][0] == {"item": item, "seat": 0}
    before = state["supply"][item]
    play_all(state, *["p5"] * len(state["owing"]))

    assert before == (4 if item == "ball" else 5)
    assert state["supply"][item] == 6
    assert state["in_play"] == []


@pytest.mark.clause("DR-020", "DR-092")
def test_in_the_fifth_room_of_a_level_a_power_card_is_always_left() -> None:
    state = game("tre-1", at=1)
    for cards in (["p1", "p2", "p3"], ["p2", "p3", "p4"], ["p3", "p4", "p5"], ["p4", "p5", "p1"]):
        play_all(state, *cards)

    assert [playable(state, number) for number in range(3)] == [["p5"], ["p1"], ["p2"]]


@pytest.mark.clause("DR-001")
def test_seats_keep_their_numbers_when_a_seat_in_the_middle_is_dead() -> None:
    state = game("mon-dragon", seats=[seat(), seat(status="dead", life=0), seat(life=8)])

    facts = play_all(state, "p3", "p1")

    assert [fact["seat"] for fact in told(facts, "cards_revealed")] == [0, 2]
    assert [fact["seat"] for fact in told(facts, "wounded")] == [2]
    assert state["seats"][2]["life"] == 5


@pytest.mark.clause("DR-002")
def test_the_boss_is_the_fifth_room_of_the_fifth_level_and_nowhere_else() -> None:
    state = game("tre-1", level=5, at=4, boss="boss-hoard")

    play_all(state, "p3", "p2", "p1")

    assert (state["level"], state["room"], state["phase"]) == (5, 5, "boss_play")
    assert [len(level) for level in state["dungeon"]] == [5] * 5


@pytest.mark.clause("DR-003")
def test_the_dead_neither_play_nor_gain_nor_count_in_a_comparison() -> None:
    state = game("trap-boulder", seats=[seat(life=3), seat(life=0, status="dead", treasure=20), seat(life=2)])
    assert RAIDERS.to_act(state) == [0, 2]
    assert RAIDERS.legal(state, 1) == []

    play_all(state, "p3", "p1")

    assert [sheet["life"] for sheet in state["seats"]] == [2, 0, 2]


@pytest.mark.clause("DR-004")
def test_a_level_is_laid_out_left_to_right_and_every_card_keeps_its_orientation() -> None:
    lit = [[True] * 5, [False, True, False, True, True], [True] * 4 + [False], [False] * 5, [False] * 5]
    state = game("tre-1", level=1, at=5, lit=lit)
    row = state["dungeon"][1]

    facts = play_all(state, "p3", "p2", "p1")

    (laid,) = told(facts, "level_prepared")
    assert laid["level"] == 2
    assert laid["cards"] == ["dark", row[1], "dark", row[3], row[4]]
    assert facts.opened[-4:] == ["level-2/1", "level-2/3", "level-2/4", "level-2/0"]


@pytest.mark.clause("DR-004", "DR-032")
def test_a_torch_of_the_last_level_shows_nothing_of_the_new_one() -> None:
    lit = [[True] * 5, [False] * 5, [True] * 5, [True, True, False, False, False], [False] * 5]
    state = game("tre-1", level=1, at=5, lit=lit, seats=[seat(torch_lit=True), seat(), seat()])

    play_all(state, "p3", "p2", "p1")

    view = RAIDERS.view(state, seat_viewer(0))
    assert [room["card"] is None for room in view["row"]] == [False, True, True, True, True]


@pytest.mark.clause("DR-005", "DR-118")
def test_a_room_is_entered_played_resolved_and_reset_in_this_order() -> None:
    state = game("mon-dragon", seats=[seat(f"{ALL_FIVE} sword"), seat(), seat()], ahead={2: "tre-2"})

    facts = play_all(state, "sword", "p2", "p1")

    assert types(facts) == [
        "cards_revealed",
        "cards_revealed",
        "cards_revealed",
        "monster_attacked",
        "wounded",
        "room_reset",
        "room_entered",
    ]
    assert state["room"] == 2
    assert state["wave"] == 1
    assert RAIDERS.to_act(state) == [0, 1, 2]


@pytest.mark.clause("DR-006")
def test_a_dark_room_is_turned_up_for_everyone_when_it_is_entered_and_not_before() -> None:
    lit = [[True, False, False, True, True], [True] * 5, [True] * 4 + [False], [False] * 5, [False] * 5]
    state = game("tre-1", lit=lit, ahead={2: "vau-items", 3: "trap-lava"})
    before = RAIDERS.view(state, SPECTATOR)["row"]
    assert [room["card"] for room in before[1:3]] == [None, None]

    facts = play_all(state, "p3", "p2", "p1")

    after = RAIDERS.view(state, SPECTATOR)["row"]
    assert [room["card"] for room in after[1:3]] == ["vau-items", None]
    assert facts.opened == ["committed/0", "committed/1", "level-1/1"]
    (entered,) = told(facts, "room_entered")
    assert (entered["card"], entered["was_dark"]) == ("vau-items", True)


@pytest.mark.clause("DR-006")
def test_a_lit_room_was_turned_up_already_and_is_not_opened_again() -> None:
    state = game("tre-1", ahead={2: "vau-coins"})

    facts = play_all(state, "p3", "p2", "p1")

    assert facts.opened == ["committed/0", "committed/1"]
    assert told(facts, "room_entered")[0]["was_dark"] is False


@pytest.mark.clause("DR-090")
def test_the_reset_returns_every_item_played_or_lit_since_the_last_one() -> None:
    state = game("tre-2", seats=[seat(f"{ALL_FIVE} key ball torch"), seat(), seat(f"{ALL_FIVE} key")])
    light(state, 0)
    play_all(state, "ball", "p1", "key")
    assert state["supply"] == {"torch": 5, "ball": 5, "key": 4, "sword": 6}

    facts = play_all(state, "key")

    assert state["supply"] == {"torch": 6, "ball": 6, "key": 6, "sword": 6}
    assert state["in_play"] == []
    assert told(facts, "room_reset")[0]["items"] == ["torch", "ball", "key", "key"]


@pytest.mark.clause("DR-091")
@pytest.mark.parametrize(("at", "goes_to"), [(1, (1, 2)), (4, (1, 5)), (5, (2, 1))])
def test_after_the_reset_the_next_room_is_entered_or_the_level_is_over(at: int, goes_to: tuple[int, int]) -> None:
    state = game("tre-1", at=at)

    play_all(state, "p3", "p2", "p1")

    assert (state["level"], state["room"]) == goes_to


@pytest.mark.clause("DR-092")
def test_at_the_end_of_a_level_the_living_take_back_their_power_cards_and_no_items() -> None:
    table = [seat("p1 p4 key sword"), seat("p2"), seat("p5", life=0, status="dead"), seat("p3")]
    state = game("tre-1", at=5, seats=table)

    facts = play_all(state, "key", "p2", "p3")

    assert hand(state, 0) == ["p1", "p2", "p3", "p4", "p5", "sword"]
    assert hand(state, 1) == ["p1", "p2", "p3", "p4", "p5"]
    assert hand(state, 2) == ["p5"]
    assert state["seats"][0]["played"] == []
    assert state["supply"]["key"] == 6
    assert told(facts, "level_explored")[0]["seats"] == [0, 1, 3]


@pytest.mark.clause("DR-092")
def test_between_two_rooms_of_a_level_nothing_is_taken_back() -> None:
    state = game("tre-1", at=4)

    play_all(state, "p3", "p2", "p1")

    assert hand(state, 0) == ["p1", "p2", "p4", "p5"]
    assert state["seats"][0]["played"] == [3]


@pytest.mark.clause("DR-093", "DR-140")
def test_with_stacks_left_the_next_level_is_prepared_and_after_the_fifth_the_game_ends() -> None:
    early = game("tre-1", level=4, at=5)
    play_all(early, "p3", "p2", "p1")
    late = game("boss", seats=[seat("p3"), seat("p4"), seat("p5")])
    lay_all(late, "p3", "p4", "p5")

    assert (early["level"], early["result"]) == (5, None)
    assert late["result"]["reason"] == "dungeon_explored"
