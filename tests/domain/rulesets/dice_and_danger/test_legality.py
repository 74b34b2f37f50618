"""The actions a seat may take: when, in which order, and after which others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.playout import seed_of, steps
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.table import Table
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    game,
    last_blow,
    lost_by,
    offered,
    pass_turn,
    play,
    refused,
    refused_roll,
    result,
    settle,
    sheet,
    solo,
    take,
    told,
)

STUCK = ["c14", "c38"]
"""With 2 and 3 visited there is no use for either default pair."""


@pytest.mark.clause("DD-003")
def test_only_the_active_seat_rolls_and_only_once_a_round() -> None:
    state = game(phase="roll", active=0)
    assert refused_roll(state, 1) == "DD-003"
    play(state, 0, {"type": "roll_dice"}, dice=[1, 1, 1, 2, 6])
    assert refused_roll(state, 0) == "DD-003"


@pytest.mark.clause("DD-003")
def test_nobody_marks_before_the_roll_and_nobody_after_finishing() -> None:
    rolling = game(phase="roll")
    assert refused(rolling, 0, "pairs", pairs=[[0, 1], [2, 3]]) == "DD-003"

    state = game(sheet(visited=["c14", "c38"]))
    pass_turn(state, 0)
    assert RULES.legal(state, 0) == []
    assert refused(state, 0, "skip", pair=0) == "DD-003"


@pytest.mark.clause("DD-002")
def test_a_place_of_another_map_cannot_be_marked() -> None:
    """The cultists' map ends at c60, and no goose lives there."""
    state = game(adventure="cultists")
    take(state, 0)

    assert refused(state, 0, "visit", pair=0, cell="c61") == "DD-002"
    assert refused(state, 0, "attack", pair=0, room="goose") == "DD-002"


@pytest.mark.clause("DD-090", "DD-091", "DD-106")
def test_nobody_acts_after_the_end_and_is_told_by_which_rule_it_ended() -> None:
    all_dead = game(sheet(alive=False), sheet(visited=STUCK, lost=9), active=1)
    for state, clause in ((all_dead, "DD-091"), (solo(sheet(lost=9)), "DD-106"), (last_blow(), "DD-090")):
        settle(state)
        assert result(state)
        assert RULES.to_act(state) == []
        assert refused_roll(state, 0) == clause


@pytest.mark.clause("DD-040")
def test_a_seat_is_not_done_before_both_pairs_are_used_or_skipped() -> None:
    hero = sheet("cultists", visited=["c07", "c14", "c18", "c24"], abilities=["torches"])
    state = game(hero, adventure="cultists")
    assert refused(state, 0, "done") == "DD-040"
    take(state, 0)
    assert refused(state, 0, "done") == "DD-040"
    act(state, 0, "visit", pair=0, cell="c12")
    assert refused(state, 0, "done") == "DD-040"
    assert offered(state, 0, "done") == []
    act(state, 0, "visit", pair=1, cell="c54")

    assert {"type": "mark", "step": "done"} in RULES.legal(state, 0)


@pytest.mark.clause("DD-040", "DD-054")
def test_torches_may_be_kept_and_never_stand_for_a_pair() -> None:
    hero = sheet("cultists", visited=["c07", "c14", "c18", "c24"], abilities=["torches"])
    state = game(hero, adventure="cultists")
    take(state, 0)
    act(state, 0, "torch_visit", cell="c25")
    act(state, 0, "torch_visit", cell="c29")
    assert 0 in RULES.to_act(state)
    assert refused(state, 0, "skip", pair=0) == "DD-041"

    kept = game(hero, adventure="cultists")
    take(kept, 0)
    act(kept, 0, "visit", pair=0, cell="c12")
    act(kept, 0, "visit", pair=1, cell="c54")
    assert 0 in RULES.to_act(kept)
    facts = act(kept, 0, "done")
    assert told(facts, "torches_kept", left=2)
    assert 0 not in RULES.to_act(kept)
    settle(kept)
    assert kept["sheets"][0]["torches"] == 2
    assert lost_by(kept, 0) == 0


@pytest.mark.clause("DD-041")
def test_no_pair_is_skipped_while_any_pair_has_a_use() -> None:
    """2 has none, 3 has the start cell: the 2 may be skipped only after the 3 is used."""
    state = game(sheet(visited=["c38"]))
    take(state, 0)
    assert offered(state, 0, "skip") == []
    assert refused(state, 0, "skip", pair=0) == "DD-041"
    assert refused(state, 0, "skip", pair=1) == "DD-041"
    act(state, 0, "visit", pair=1, cell="c14")

    assert offered(state, 0, "skip") == [{"pair": 0}]
    act(state, 0, "skip", pair=0)
    assert state["turns"][0]["status"] == ["skipped", "used"]


@pytest.mark.clause("DD-041")
def test_with_no_use_for_either_pair_both_may_be_skipped() -> None:
    state = game(sheet(visited=STUCK))
    take(state, 0)

    assert offered(state, 0, "skip") == [{"pair": 0}, {"pair": 1}]


@pytest.mark.clause("DD-041")
def test_a_pair_that_became_usable_through_the_other_must_be_used() -> None:
    """The 4 has no use until the 7 visits c01."""
    state = game(sheet(visited=["c08"]), dice=(3, 4, 1, 3, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c01")

    assert refused(state, 0, "skip", pair=1) == "DD-041"
    act(state, 0, "visit", pair=1, cell="c02")


@pytest.mark.clause("DD-041")
def test_an_attack_is_a_use_as_well() -> None:
    """Mole and crab: only the 7 against the mole is left of this roll."""
    state = game(sheet(visited=["c01", "c39", "c38"]), dice=(3, 4, 1, 1, 6))
    take(state, 0)
    assert refused(state, 0, "skip", pair=1) == "DD-041"
    act(state, 0, "attack", pair=0, room="mole")

    assert offered(state, 0, "skip") == [{"pair": 1}]


def test_legal_and_refusal_agree_on_every_cell_and_room() -> None:
    """Every action that is not offered is refused, in a position with choices of every kind."""
    hero = sheet("cultists", visited=["c07", "c06", "c53", "c47", "c44"], rubble=["c14"], damage={"usher": 2})
    state = game(hero, adventure="cultists", dice=(4, 5, 1, 2, 3))
    take(state, 0)
    dungeon = CONTENT.dungeons["cultists"]
    for pair in (0, 1):
        for cell in dungeon.cells:
            if {"pair": pair, "cell": cell} not in offered(state, 0, "visit"):
                assert refused(state, 0, "visit", pair=pair, cell=cell) in RULES.clauses
        for room in dungeon.rooms:
            if {"pair": pair, "room": room} not in offered(state, 0, "attack"):
                assert refused(state, 0, "attack", pair=pair, room=room) in RULES.clauses


def test_a_refusal_tells_nothing_of_the_others() -> None:
    """Seat 1 has beaten the goose in this very round; to seat 0 the goose is as it was."""
    state = game(
        sheet(visited=["c01", "c02"]), sheet(visited=["c01", "c02"], damage={"goose": 3}), dice=(4, 6, 1, 1, 1)
    )
    take(state, 0)
    before = RULES.legal(state, 0)
    take(state, 1)
    act(state, 1, "attack", pair=0, room="goose")

    assert RULES.legal(state, 0) == before
    assert refused(state, 0, "attack", pair=1, room="goose") == "DD-061"


# -- an action is listed if and only if it is accepted --------------------------------------------


SPACE = list(RULES.action_space(game()))
EVERY_ACTION = [(action, jcs(action)) for action in SPACE]


def assert_listed_if_and_only_if_accepted(state: dict[str, Any]) -> None:
    for seat in range(len(state["sheets"])):
        listed = {jcs(action) for action in RULES.legal(state, seat)}
        accepted = {data for action, data in EVERY_ACTION if is_accepted(state, seat, action)}
        assert listed == accepted


def is_accepted(state: Any, seat: int, action: dict[str, Any]) -> bool:
    refusal = RULES.refusal(state, seat, action)
    assert refusal is None or refusal.clause in RULES.clauses
    return refusal is None


def test_the_action_space_has_every_step_with_every_place_of_every_map() -> None:
    space = list(RULES.action_space(game()))
    assert space == SPACE
    assert all(RULES.parse_action(action) == action for action in space)
    assert len({jcs(action) for action in space}) == len(space)
    cells, rooms = 68, 30
    pairs = 10 * 10 + 2 * 10
    assert len(space) == 1 + 64 + pairs + 2 * (cells + rooms + 1) + cells + 2 * rooms + 3 + 1


@pytest.mark.clause("DD-010", "DD-018")
def test_the_action_space_has_all_pairs_in_order_and_some_turned_around_or_with_a_die_twice() -> None:
    dice = range(5)
    ordered = [[one, other] for one in dice for other in dice if one < other]
    expected = [[one, other] for one in ordered for other in ordered]
    for pair in ordered:
        expected.append([pair[::-1], sorted({*dice} - {*pair})[:2]])
        expected.append([[die, die] for die in pair])

    found = [action["pairs"] for action in RULES.action_space(game()) if action.get("step") == "pairs"]

    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(("bot", "seats"), [("greedy", 1), ("greedy", 2), ("random", 1), ("random", 3)])
@pytest.mark.parametrize("adventure", CONTENT.dungeons)
def test_in_play_an_action_is_listed_if_and_only_if_it_is_accepted(adventure: str, bot: str, seats: int) -> None:
    table = Table(RULES, seed=seed_of(f"listed/{adventure}/{bot}/{seats}"), game="", nonces=[""] * seats)
    options = RULES.parse_options({"adventure": adventure}, seats=seats)
    for index, _ in enumerate(steps(table, options, bots=[RULES.bot(bot)] * seats)):
        if index % 11 == 0 or table.outcome is not None:
            assert_listed_if_and_only_if_accepted(table.state)


def built_states() -> Iterator[dict[str, Any]]:
    """Positions that games seldom reach, before and after each step that leads to them."""
    near_chest = sheet("dinosaurs", visited=["c68", "c67"])
    lit = sheet("cultists", visited=["c07", "c14", "c18", "c24"], abilities=["torches"])
    gate = sheet("pyramid", visited=["c34", "c27", "c28"], beaten=["brute"])
    at_pat = sheet("dinosaurs", visited=["c23", "c22"], damage={"pat": 2})
    far = sheet("animals", beaten=["tortoise"], visited=["c38"])
    clearer = sheet("cultists", visited=["c07", "c06", "c53", "c47", "c44"], rubble=["c14"], damage={"usher": 2})
    hitter = sheet(visited=["c39", "c43"])
    yield from after(game(near_chest, adventure="dinosaurs", dice=(1, 2, 1, 1, 6)), ("visit", {"cell": "c66"}))
    yield from after(game(lit, adventure="cultists", dice=(1, 1, 3, 3, 6)))
    yield from after(game(lit, adventure="cultists", dice=(1, 1, 1, 2, 6), active=1))
    yield from after(game(gate, adventure="pyramid", dice=(5, 6, 1, 2, 3)), ("visit", {"cell": "c20"}))
    yield from after(game(at_pat, adventure="dinosaurs", dice=(2, 3, 2, 4, 6)), ("attack_armoured", {"room": "pat"}))
    yield from after(game(far, dice=(4, 5, 4, 6, 6), active=1))
    yield from after(game(clearer, adventure="cultists", dice=(4, 5, 1, 2, 3)))
    yield from after(solo(hitter, dice=(3, 4, 1, 1, 6)), ("attack", {"room": "mole"}), ("skip", {"pair": 1}))
    yield game(sheet(alive=False), sheet(), seats=3, active=1)


def after(state: dict[str, Any], *script: tuple[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The position itself, with pairs chosen, and after each step. A step uses pair 0 if it names no other."""
    yield state
    take(state, 0)
    yield state
    for step, parameters in script:
        with_pair = {"pair": 0} if step in ("visit", "attack") else {}
        act(state, 0, step, **{**with_pair, **parameters})
        yield state


def test_in_built_positions_an_action_is_listed_if_and_only_if_it_is_accepted() -> None:
    offered_steps: set[str] = set()
    for state in built_states():
        assert_listed_if_and_only_if_accepted(state)
        offered_steps |= {action.get("step", action["type"]) for action in RULES.legal(state, 0)}

    assert offered_steps == {
        *("pairs", "visit", "attack", "attack_armoured", "skip"),
        *("torch_visit", "torch_attack", "ability", "roll_dice"),
    }
