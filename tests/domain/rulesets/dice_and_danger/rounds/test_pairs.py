"""The two pairs, the black die and what it costs."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    game,
    offered,
    play,
    refused,
    settle,
    sheet,
    take,
    told,
)

EXAMPLE = (2, 2, 4, 5, 1)
CHEST_AHEAD = ["c07", "c14", "c18", "c24", "c25", "c29", "c36", "c37"]
"""Cultists: one chest visited, the other, c41, beside c37."""


def sums(state: dict[str, Any], seat: int, *, black: bool | None = None) -> list[tuple[int, ...]]:
    """The sums of every choice on offer: with the black die, without it, or both."""
    dice: list[int] = state["dice"]
    found = []
    for choice in offered(state, seat, "pairs"):
        pairs = choice["pairs"]
        if black is None or (4 in pairs[0] + pairs[1]) is black:
            found.append(tuple(sorted(dice[one] + dice[other] for one, other in pairs)))
    return sorted(found)


@pytest.mark.clause("DD-010")
def test_two_pairs_take_four_different_dice_and_a_pair_is_worth_its_sum() -> None:
    state = game(dice=(1, 2, 4, 6, 3))
    for choice in offered(state, 0, "pairs"):
        assert len({*choice["pairs"][0], *choice["pairs"][1]}) == 4
    facts = take(state, 0, [[0, 3], [1, 2]])

    (chosen,) = told(facts, "pairs_chosen")
    assert [(pair["faces"], pair["sum"]) for pair in chosen["pairs"]] == [([1, 6], 7), ([2, 4], 6)]


@pytest.mark.clause("DD-010")
def test_a_die_used_twice_is_refused() -> None:
    state = game(dice=(1, 2, 4, 6, 3))

    assert refused(state, 0, "pairs", pairs=[[0, 1], [1, 2]]) == "DD-010"
    assert refused(state, 0, "pairs", pairs=[[0, 0], [1, 2]]) == "DD-010"


@pytest.mark.clause("DD-011")
def test_four_different_white_dice_split_in_three_ways() -> None:
    state = game(sheet(), sheet(symbols=0), dice=(1, 2, 3, 4, 6))

    assert [choice["pairs"] for choice in offered(state, 1, "pairs")] == [
        [[0, 1], [2, 3]],
        [[0, 2], [1, 3]],
        [[0, 3], [1, 2]],
    ]


@pytest.mark.clause("DD-012")
def test_the_black_die_replaces_one_white_die_in_twelve_further_ways() -> None:
    state = game(dice=(1, 2, 3, 4, 6))
    choices = [choice["pairs"] for choice in offered(state, 0, "pairs")]

    with_black = [pairs for pairs in choices if 4 in pairs[0] + pairs[1]]
    assert len(choices) == 15
    assert len(with_black) == 12
    for left_out in range(4):
        assert sum(left_out not in pairs[0] + pairs[1] for pairs in with_black) == 3


@pytest.mark.clause("DD-018")
def test_of_equal_choices_with_the_black_die_the_one_with_the_earliest_dice_is_listed() -> None:
    """1+2 and 2+3 either way; the two twos are a white die and the black one."""
    state = game(dice=(1, 2, 3, 6, 2))

    assert {"pairs": [[0, 1], [2, 4]]} in offered(state, 0, "pairs")
    assert refused(state, 0, "pairs", pairs=[[0, 4], [1, 2]]) == "DD-018"


@pytest.mark.clause("DD-013")
def test_both_pairs_are_chosen_before_either_is_used_and_then_stay() -> None:
    state = game()
    assert refused(state, 0, "visit", pair=0, cell="c38") == "DD-013"
    assert refused(state, 0, "attack", pair=0, room="goose") == "DD-013"
    assert refused(state, 0, "skip", pair=0) == "DD-013"
    take(state, 0)
    assert refused(state, 0, "pairs", pairs=[[0, 1], [2, 3]]) == "DD-013"
    assert offered(state, 0, "pairs") == []

    act(state, 0, "visit", pair=0, cell="c38")
    assert refused(state, 0, "pairs", pairs=[[0, 2], [1, 3]]) == "DD-013"


@pytest.mark.clause("DD-014")
def test_the_active_seat_takes_the_black_die_for_nothing_or_leaves_it() -> None:
    for symbols in (3, 0):
        state = game(sheet(symbols=symbols), dice=EXAMPLE, active=0)
        assert sums(state, 0, black=False)
        facts = take(state, 0, [[0, 1], [2, 4]])
        assert "DD-012" in told(facts, "pairs_chosen")[0]["clauses"]
        assert told(facts, "black_symbol_crossed") == []
        assert state["sheets"][0]["symbols"] == symbols


@pytest.mark.clause("DD-015")
def test_a_passive_seat_pays_a_symbol_for_the_black_die_at_once() -> None:
    state = game(dice=EXAMPLE, active=0)
    facts = take(state, 1, [[0, 1], [2, 4]])

    assert told(facts, "black_symbol_crossed", left=2)
    assert state["sheets"][1]["symbols"] == 2


@pytest.mark.clause("DD-015")
def test_white_pairs_cost_a_passive_seat_nothing() -> None:
    state = game(dice=EXAMPLE, active=0)
    facts = take(state, 1)

    assert told(facts, "black_symbol_crossed") == []
    assert state["sheets"][1]["symbols"] == 3


@pytest.mark.clause("DD-015")
def test_without_a_symbol_only_being_active_gives_the_black_die() -> None:
    state = game(sheet(symbols=0), sheet(symbols=0), sheet(symbols=1), seats=3, dice=EXAMPLE, active=0)

    assert len(sums(state, 0)) == 9
    assert len(sums(state, 1)) == 2
    assert len(sums(state, 2)) == 9
    assert refused(state, 1, "pairs", pairs=[[0, 1], [2, 4]]) == "DD-015"
    assert told(take(state, 1), "pairs_chosen", seat=1)


@pytest.mark.clause("DD-015", "DD-057", "DD-054")
def test_symbols_found_by_torch_before_choosing_serve_in_this_round() -> None:
    hero = sheet("cultists", visited=CHEST_AHEAD, abilities=["torches"], symbols=0)
    state = game(sheet("cultists"), hero, adventure="cultists", dice=EXAMPLE, active=0)
    assert len(sums(state, 1)) == 2
    act(state, 1, "torch_visit", cell="c41")
    act(state, 1, "ability", ability="black_dice")

    assert len(sums(state, 1)) == 9
    take(state, 1, [[0, 1], [2, 4]])
    assert state["sheets"][1]["symbols"] == 2


@pytest.mark.clause("DD-057")
def test_symbols_found_after_the_pairs_are_chosen_serve_from_the_next_round_on() -> None:
    hero = sheet("cultists", visited=CHEST_AHEAD, abilities=["extra_life"], symbols=0)
    state = game(sheet("cultists"), hero, adventure="cultists", dice=(5, 6, 1, 1, 2), active=0)
    take(state, 1)
    act(state, 1, "visit", pair=0, cell="c41")
    act(state, 1, "ability", ability="black_dice")

    assert state["sheets"][1]["symbols"] == 3
    assert refused(state, 1, "pairs", pairs=[[0, 4], [1, 2]]) == "DD-013"
    settle(state)
    state["active"] = 0
    play(state, 0, {"type": "roll_dice"}, dice=EXAMPLE)
    assert len(sums(state, 1)) == 9


@pytest.mark.clause("DD-016")
def test_three_symbols_at_the_start_three_more_from_the_chest_and_starting_ones_go_first() -> None:
    state = game(sheet(), sheet("animals"), dice=EXAMPLE)
    assert RULES.view(state, SPECTATOR)["sheets"][1]["starting_symbols"] == 3

    for left, starting in ((6, 3), (5, 2), (3, 0), (2, 0)):
        hero = sheet("cultists", visited=CHEST_AHEAD[:4], abilities=["black_dice"], symbols=left)
        state = game(sheet("cultists"), hero, adventure="cultists", dice=EXAMPLE, active=0)
        shown = RULES.view(state, seat_viewer(1))["sheets"][1]
        assert (shown["symbols"], shown["starting_symbols"]) == (left, starting)
        take(state, 1, [[0, 1], [2, 4]])
        assert state["sheets"][1]["symbols"] == left - 1


@pytest.mark.clause("DD-016")
def test_the_chest_adds_three_symbols_to_those_left() -> None:
    hero = sheet("cultists", visited=CHEST_AHEAD[:3], symbols=1)
    state = game(hero, adventure="cultists", dice=(1, 2, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c24")
    act(state, 0, "ability", ability="black_dice")

    shown = RULES.view(state, seat_viewer(0))["turns"][0]["marking"]["sheet"]
    assert (shown["symbols"], shown["starting_symbols"]) == (4, 1)


@pytest.mark.clause("DD-017")
def test_the_rulebooks_example_of_nine_choices() -> None:
    state = game(sheet(), sheet(symbols=0), sheet(), seats=3, dice=EXAMPLE, active=0)

    white = [(4, 9), (6, 7)]
    black = [(3, 6), (3, 7), (3, 9), (4, 5), (4, 6), (5, 7), (6, 6)]
    assert sums(state, 0, black=False) == white
    assert sums(state, 0, black=True) == black
    assert sums(state, 1) == white
    assert sums(state, 2) == sorted(white + black)


@pytest.mark.clause("DD-018")
def test_pairs_of_the_same_values_are_one_choice_in_its_first_form() -> None:
    state = game(sheet(), dice=(3, 3, 3, 3, 3))
    assert offered(state, 0, "pairs") == [{"pairs": [[0, 1], [2, 3]]}]
    assert refused(state, 0, "pairs", pairs=[[0, 2], [1, 3]]) == "DD-018"
    assert refused(state, 0, "pairs", pairs=[[0, 1], [2, 4]]) == "DD-018"


@pytest.mark.clause("DD-018")
def test_a_choice_without_the_black_die_stands_for_an_equal_one_with_it() -> None:
    """Black 2 for a white 2: the same values, so nobody pays for nothing."""
    state = game(sheet(), dice=(2, 3, 4, 5, 2), active=1)

    assert refused(state, 0, "pairs", pairs=[[1, 4], [2, 3]]) == "DD-018"
    assert {"pairs": [[0, 1], [2, 3]]} in offered(state, 0, "pairs")


@pytest.mark.clause("DD-018")
def test_only_the_listed_form_is_legal() -> None:
    state = game(sheet(), dice=(1, 2, 3, 4, 6))
    for form in ([[1, 0], [2, 3]], [[2, 3], [0, 1]], [[0, 1], [3, 2]]):
        assert refused(state, 0, "pairs", pairs=form) == "DD-018"


@pytest.mark.clause("DD-018", "DD-028")
def test_equal_sums_of_different_values_are_different_choices() -> None:
    """1+3 and 2+2 both make 4, and only one of them is a double."""
    state = game(sheet(symbols=0), dice=(1, 3, 6, 6, 2), active=1)
    assert sums(state, 0) == [(4, 12), (7, 9)]
    state = game(sheet(), dice=(1, 3, 2, 6, 2), active=0)
    choices = [choice["pairs"] for choice in offered(state, 0, "pairs")]

    assert [[0, 1], [2, 4]] in choices
    assert [[0, 1], [2, 3]] in choices


@pytest.mark.clause("DD-019")
def test_pairs_that_can_be_used_only_in_part_may_be_chosen() -> None:
    """The 3 is gone, so 3 and 12 can be used in part; 7 and 8 both could."""
    state = game(sheet(visited=["c14"]), dice=(1, 2, 6, 6, 1))
    choices = sums(state, 0, black=False)
    assert choices == [(3, 12), (7, 8)]
    take(state, 0)

    assert {target["pair"] for target in offered(state, 0, "visit")} == {1}
