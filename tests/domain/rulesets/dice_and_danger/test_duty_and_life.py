"""The duty to use both pairs, skipping, life, and death."""

from __future__ import annotations

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.builders import (
    RULES,
    act,
    game,
    offered,
    pass_turn,
    refused,
    result,
    settle,
    sheet,
    take,
    told,
)
from tests.domain.rulesets.dice_and_danger.endings import last_blow

STUCK = ["c14", "c38"]
"""With 2 and 3 visited there is no use for either default pair."""


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


@pytest.mark.clause("DD-042", "DD-043")
@pytest.mark.parametrize(("visited", "lost"), [([], 0), (["c38"], 1), (STUCK, 2)])
def test_each_skipped_pair_costs_one_life_at_the_settlement(visited: list[str], lost: int) -> None:
    state = game(sheet(visited=visited))
    take(state, 0)
    while 0 in RULES.to_act(state):
        step = RULES.legal(state, 0)[0]
        act(state, 0, step.pop("step"), **{key: value for key, value in step.items() if key != "type"})
    assert state["sheets"][0]["life"] == 0
    facts = settle(state)

    assert state["sheets"][0]["life"] == lost
    assert sum(fact["track"] for fact in told(facts, "life_lost", seat=0, reason="skipped")) == lost
    assert state["sheets"][1]["life"] == 0


@pytest.mark.clause("DD-043", "DD-044")
@pytest.mark.parametrize(("crossed", "extra", "life"), [(0, 2, 0), (1, 3, 0), (2, 3, 1), (3, 3, 2)])
def test_extra_boxes_are_crossed_before_the_track(crossed: int, extra: int, life: int) -> None:
    """Two lives lost, with none, one, two or all three boxes crossed before."""
    hero = sheet("dinosaurs", visited=["c68", "c67", "c66", "c26", "c59"], abilities=["extra_life"], extra=crossed)
    state = game(hero, adventure="dinosaurs")
    facts = [*pass_turn(state, 0), *settle(state)]

    assert (state["sheets"][0]["extra"], state["sheets"][0]["life"]) == (extra, life)
    assert told(facts, "life_lost", seat=0, amount=2, extra=extra - crossed, track=life)


@pytest.mark.clause("DD-044", "DD-076")
def test_extra_boxes_go_first_for_hearts_too() -> None:
    hero = sheet(
        "cultists",
        visited=["c07", "c14", "c18", "c24", "c04", "c03", "c02", "c13"],
        abilities=["extra_life"],
        damage={"pastry_mancer": 3},
    )
    state = game(hero, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    settle(state)

    assert (state["sheets"][0]["extra"], state["sheets"][0]["life"]) == (1, 0)


@pytest.mark.clause("DD-044", "DD-048")
def test_extra_boxes_crossed_cost_nothing_at_the_end() -> None:
    sheets = [
        sheet("dinosaurs", visited=["c68", "c67", "c66"], abilities=["extra_life"], extra=3, life=4),
        sheet("dinosaurs", visited=["c68", "c67", "c66"], abilities=["extra_life"], extra=0, life=4),
    ]
    state = game(*sheets, adventure="dinosaurs")
    shown = RULES.view(state, SPECTATOR)["sheets"]

    assert [one["points"] for one in shown] == [-1, -1]


@pytest.mark.clause("DD-045")
@pytest.mark.parametrize(("before", "after"), [(7, 9), (8, 10), (9, 10)])
def test_losses_beyond_the_last_mark_have_no_effect(before: int, after: int) -> None:
    state = game(sheet(visited=STUCK, life=before), seats=3)
    pass_turn(state, 0)
    settle(state)

    assert state["sheets"][0]["life"] == after
    assert state["sheets"][0]["alive"] is (after < 10)


@pytest.mark.clause("DD-045", "DD-052")
def test_extra_life_found_later_restores_no_mark() -> None:
    hero = sheet("dinosaurs", visited=["c68", "c67"], life=5)
    state = game(hero, adventure="dinosaurs", dice=(1, 2, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c66")
    act(state, 0, "chest", ability="extra_life")

    assert (state["sheets"][0]["life"], state["sheets"][0]["extra"]) == (5, 0)


@pytest.mark.clause("DD-046")
def test_a_seat_dies_at_the_end_of_the_settlement_and_what_it_was_first_at_stays() -> None:
    """Its last mark goes for the skipped pair, the goose falls to it in the same round."""
    hero = sheet(visited=["c01", "c02", "c38"], damage={"goose": 3}, life=9)
    state = game(hero, sheet(damage={"goose": 1}), seats=3, dice=(4, 6, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    act(state, 0, "skip", pair=1)
    facts = settle(state)

    kinds = [fact["type"] for fact in facts]
    assert kinds.index("life_lost") < kinds.index("monster_defeated") < kinds.index("seat_died")
    assert told(facts, "monster_defeated", seat=0, room="goose", first=True, gems=2)
    assert told(facts, "seat_died", seat=0)
    assert state["first_defeats"] == {"goose": 5}
    assert state["sheets"][0]["alive"] is False
    assert state["sheets"][0]["trophies"] == {"goose": "first"}
    assert state["sheets"][1]["damage"] == {"goose": 2}


@pytest.mark.clause("DD-046")
def test_hearts_may_kill_the_seat_that_was_first() -> None:
    hero = sheet("cultists", visited=["c04", "c03", "c02", "c13"], damage={"pastry_mancer": 3}, life=9)
    state = game(hero, adventure="cultists", seats=3, dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    settle(state)

    assert state["sheets"][0]["alive"] is False
    assert state["sheets"][0]["trophies"] == {"pastry_mancer": "first"}


@pytest.mark.clause("DD-046", "DD-073")
def test_a_dying_seat_still_takes_splash_in_its_last_round() -> None:
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3})
    dying = sheet(visited=["c13", "c38"], damage={"goose": 3}, life=9)
    state = game(hero, dying, dice=(4, 6, 1, 1, 6), seats=3)
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    take(state, 1)
    act(state, 1, "visit", pair=0, cell="c09")
    act(state, 1, "skip", pair=1)
    settle(state)

    assert state["sheets"][1]["alive"] is False
    assert state["sheets"][1]["trophies"] == {"goose": "later"}


@pytest.mark.clause("DD-047")
def test_a_dead_seat_acts_no_more_and_takes_no_splash() -> None:
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3})
    state = game(
        hero, sheet(alive=False, damage={"goose": 3}), sheet(damage={"goose": 2}), seats=3, dice=(4, 6, 1, 1, 6)
    )
    assert RULES.to_act(state) == [0, 2]
    assert RULES.legal(state, 1) == []
    assert refused(state, 1, "pairs", pairs=[[0, 1], [2, 3]]) == "DD-047"
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    facts = settle(state)

    assert state["sheets"][1]["damage"] == {"goose": 3}
    assert state["sheets"][2]["damage"] == {"goose": 3}
    assert told(facts, "damage_dealt", source="splash", seat=1) == []
    assert state["active"] == 2
    shown = RULES.view(state, SPECTATOR)["sheets"][1]
    assert (shown["damage"], shown["points"]) == ({"goose": 3}, None)


@pytest.mark.clause("DD-048")
@pytest.mark.parametrize("crossed", range(10))
def test_the_topmost_uncrossed_mark_says_what_is_subtracted(crossed: int) -> None:
    state = game(sheet(life=crossed))

    assert RULES.view(state, SPECTATOR)["sheets"][0]["points"] == -crossed


@pytest.mark.clause("DD-048", "DD-093")
def test_the_life_value_is_in_the_final_score() -> None:
    for crossed, value in ((4, 4), (9, 9), (0, 0)):
        state = last_blow(life=crossed)
        settle(state)
        seat = result(state).details["seats"][0]
        assert (seat["lost"], seat["life_value"]) == (crossed, value)
