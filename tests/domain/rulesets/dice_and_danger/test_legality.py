"""What a seat may do: when, in which order, and what it must do first."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    game,
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


@pytest.mark.clause("DD-090", "DD-106")
def test_nobody_acts_after_the_end() -> None:
    for state in (game(sheet(alive=False), sheet(visited=["c14", "c38"], life=9), active=1), solo(sheet(life=9))):
        settle(state)
        assert result(state)
        assert RULES.to_act(state) == []
        assert refused_roll(state, 0) in ("DD-090", "DD-106")


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
    assert told(facts, "torches_kept", torches=2)
    assert 0 not in RULES.to_act(kept)
    settle(kept)
    assert kept["sheets"][0]["torches"] == 2
    assert kept["sheets"][0]["life"] == 0


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
    """Whatever is not offered is refused, in a position that has a bit of everything."""
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
