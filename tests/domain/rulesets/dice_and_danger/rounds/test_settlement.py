"""What follows when the last seat has finished: life, first and later defeats, splash, death."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.tables import (
    RULES,
    act,
    finish,
    game,
    last_blow,
    losses,
    lost_by,
    pass_turn,
    refused,
    result,
    settle,
    sheet,
    take,
    told,
)

AT_GOOSE = ["c01", "c02"]
AT_MANCER = ["c04", "c03", "c02", "c13"]
TEN_AND_TWO = (4, 6, 1, 1, 1)


def goose_fighter(damage: int = 3, **marks: Any) -> dict[str, Any]:
    return sheet(visited=AT_GOOSE, damage={"goose": damage}, **marks)


def blow(state: dict[str, Any], seat: int, room: str) -> None:
    """Plays the seat's round: it hits the monster with pair 0, and then does as little as possible."""
    take(state, seat)
    act(state, seat, "attack", pair=0, room=room)
    finish(state, seat)


@pytest.mark.clause("DD-070", "DD-071")
@pytest.mark.parametrize("count", [1, 2, 4])
def test_all_who_beat_a_monster_in_its_first_round_are_first(count: int) -> None:
    """One, two and four of four seats are first; the reward is never divided."""
    state = game(*(goose_fighter() for _ in range(4)), seats=4, dice=TEN_AND_TWO)
    for seat in range(count):
        take(state, seat)
        act(state, seat, "attack", pair=0, room="goose")
    for seat in range(count, 4):
        take(state, seat)
        act(state, seat, "visit", pair=0, cell="c09")
    facts = settle(state)

    first = told(facts, "monster_defeated", room="goose", first=True, gems=2)
    assert [fact["seat"] for fact in first] == list(range(count))
    assert state["first_defeats"] == {"goose": 5}


@pytest.mark.clause("DD-070")
def test_the_order_of_clicks_does_not_decide_who_was_first() -> None:
    for order in permutations(range(3)):
        state = game(goose_fighter(), goose_fighter(), sheet(), seats=3, dice=TEN_AND_TWO)
        for seat in order:
            if seat < 2:
                blow(state, seat, "goose")
            else:
                finish(state, seat)
        assert [one["trophies"] for one in state["sheets"]] == [{"goose": "first"}, {"goose": "first"}, {}]


@pytest.mark.clause("DD-071", "DD-072")
def test_a_seat_that_beats_it_in_a_later_round_gets_the_smaller_reward() -> None:
    state = game(sheet(visited=AT_GOOSE, beaten=["goose"]), goose_fighter(), dice=TEN_AND_TWO)
    take(state, 1)
    act(state, 1, "attack", pair=0, room="goose")
    facts = settle(state)

    assert told(facts, "monster_defeated", seat=1, room="goose", first=False, gems=1, hearts=0)
    assert state["first_defeats"] == {"goose": 1}
    assert told(facts, "damage_dealt", source="splash") == []


@pytest.mark.clause("DD-071")
def test_a_defeat_is_announced_only_at_the_settlement() -> None:
    state = game(goose_fighter(), dice=TEN_AND_TWO)
    take(state, 0)
    facts = act(state, 0, "attack", pair=0, room="goose")

    assert told(facts, "monster_defeated") == []
    assert state["first_defeats"] == {}
    settle(state)
    assert state["first_defeats"] == {"goose": 5}


@pytest.mark.clause("DD-073")
@pytest.mark.parametrize("first", [1, 2])
def test_a_first_defeat_deals_each_other_exactly_one_damage_however_many_were_first(first: int) -> None:
    """Seat 2 has reached the goose, seat 3 has not."""
    state = game(
        goose_fighter(), goose_fighter(), goose_fighter(1), sheet(damage={"goose": 2}), seats=4, dice=TEN_AND_TWO
    )
    for seat in range(first):
        take(state, seat)
        act(state, seat, "attack", pair=0, room="goose")
    for seat in range(first, 3):
        take(state, seat)
        act(state, seat, "visit", pair=0, cell="c09")
    facts = settle(state)

    splashed = told(facts, "damage_dealt", source="splash", room="goose")
    assert [(fact["seat"], fact["amount"]) for fact in splashed] == [(seat, 1) for seat in range(first, 4)]
    assert [one["damage"]["goose"] for one in state["sheets"]] == [4, 4, 2, 3]


@pytest.mark.clause("DD-073")
def test_a_sheet_on_which_it_was_untouched_is_splashed_too() -> None:
    state = game(goose_fighter(), dice=TEN_AND_TWO)
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    settle(state)

    assert state["sheets"][1]["damage"] == {"goose": 1}


@pytest.mark.clause("DD-074", "DD-077")
@pytest.mark.parametrize(("damage", "falls"), [(3, True), (2, False)])
def test_a_monster_that_falls_to_its_own_splash_is_a_later_defeat_without_hearts(damage: int, falls: bool) -> None:
    hero = sheet("cultists", visited=AT_MANCER, damage={"pastry_mancer": 3})
    other = sheet("cultists", damage={"pastry_mancer": damage})
    state = game(hero, other, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    facts = settle(state)

    later = told(facts, "monster_defeated", seat=1, room="pastry_mancer", first=False, gems=1, hearts=0)
    assert bool(later) is falls
    assert lost_by(state, 1) == 0
    assert lost_by(state, 0) == 1


def sandy_race(*, splashed_sandy: int, other_sandy: int, fighter_sandy: int = 0) -> dict[str, Any]:
    """Pyramid: seat 0 fells the front coil; seats 1 and 2 have one box left on it, and Sandy hurt."""
    fighter = sheet("pyramid", visited=["c61", "c54", "c47"], damage={"front_coil": 2} | _sandy(fighter_sandy))
    splashed = sheet("pyramid", damage={"front_coil": 2} | _sandy(splashed_sandy))
    other = sheet("pyramid", damage=_sandy(other_sandy))
    state = game(fighter, splashed, other, adventure="pyramid", seats=3, dice=(1, 5, 1, 1, 3))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="front_coil")
    return state


def _sandy(damage: int) -> dict[str, int]:
    return {"sandy": damage} if damage else {}


@pytest.mark.clause("DD-075", "DD-133", "DD-130")
def test_a_boss_that_falls_at_second_hand_is_first_in_its_wave_and_splashes_in_turn() -> None:
    """Wave 0: the coil. Its splash fells seat 1's coil, that fells seat 1's Sandy: wave 1. Her splash: wave 2."""
    state = sandy_race(splashed_sandy=15, other_sandy=17)
    facts = settle(state)

    assert [(fact["seat"], fact["room"], fact["first"]) for fact in told(facts, "monster_defeated")] == [
        (0, "front_coil", True),
        (1, "front_coil", False),
        (1, "sandy", True),
        (2, "sandy", False),
    ]
    assert losses(state) == [0, 2, 0]
    assert state["sheets"][0]["damage"]["sandy"] == 4
    assert state["first_defeats"] == {"front_coil": 5, "sandy": 5}


@pytest.mark.clause("DD-075")
def test_just_above_the_last_box_no_second_wave_follows() -> None:
    state = sandy_race(splashed_sandy=14, other_sandy=17)
    facts = settle(state)

    assert [(fact["seat"], fact["room"]) for fact in told(facts, "monster_defeated")] == [
        (0, "front_coil"),
        (1, "front_coil"),
    ]
    assert [one["damage"].get("sandy") for one in state["sheets"]] == [3, 17, 17]


@pytest.mark.clause("DD-075", "DD-133")
def test_a_boss_who_falls_with_the_coil_by_own_marks_is_of_the_first_wave() -> None:
    """Seat 0's Sandy falls in wave 0, so seat 1's, felled by splash, is later, and pays no hearts."""
    state = sandy_race(fighter_sandy=15, splashed_sandy=15, other_sandy=17)
    facts = settle(state)

    assert told(facts, "monster_defeated", seat=0, room="sandy", first=True, gems=8, hearts=2)
    assert told(facts, "monster_defeated", seat=1, room="sandy", first=False, gems=6)
    assert told(facts, "monster_defeated", seat=2, room="sandy", first=False, gems=6)
    assert losses(state) == [2, 0, 0]


@pytest.mark.clause("DD-075")
def test_two_seats_whose_boss_falls_in_the_same_wave_are_both_first() -> None:
    state = sandy_race(splashed_sandy=15, other_sandy=0)
    state["sheets"][2]["damage"] = {"front_coil": 2, "sandy": 16}
    state["turns"][2]["before"]["damage"] = {"front_coil": 2, "sandy": 16}
    RULES.check(state)
    facts = settle(state)

    assert [fact["seat"] for fact in told(facts, "monster_defeated", room="sandy", first=True)] == [1, 2]
    assert losses(state) == [0, 2, 2]


@pytest.mark.clause("DD-075")
def test_the_order_of_seats_inside_a_wave_does_not_matter() -> None:
    """The same three sheets score the same at every place of the table."""
    expected = None
    for order in permutations(range(3)):
        state = sandy_race(splashed_sandy=15, other_sandy=17)
        for field in ("sheets", "turns"):
            state[field] = [state[field][order.index(seat)] for seat in range(3)]
        RULES.check(state)
        settle(state)
        outcome = [state["sheets"][order[role]] for role in range(3)]
        ends = [(one["trophies"], one["life"], sorted(one["damage"].items())) for one in outcome]
        expected = expected or ends
        assert ends == expected


@pytest.mark.clause("DD-076", "DD-043")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_hearts_cost_each_first_seat_its_lives(count: int) -> None:
    """The Grand Fumbler has two hearts; one, two of three, and all three beat him first."""
    visited = ["c12", "c16", "c19", "c27", "c31"]
    hero = sheet("cultists", visited=visited, damage={"fumbler": 8})
    state = game(hero, hero, hero, adventure="cultists", seats=3, dice=(4, 5, 1, 2, 1))
    for seat in range(count):
        take(state, seat)
        act(state, seat, "attack", pair=0, room="fumbler")
    for seat in range(count, 3):
        take(state, seat)
        act(state, seat, "visit", pair=0, cell="c04")
    facts = settle(state)

    assert losses(state) == [2] * count + [0] * (3 - count)
    assert len(told(facts, "life_lost", reason="hearts", amount=2)) == count


@pytest.mark.clause("DD-077")
def test_in_later_rounds_the_hearts_are_struck() -> None:
    hero = sheet("cultists", visited=AT_MANCER, damage={"pastry_mancer": 3})
    before = sheet("cultists", visited=AT_MANCER, beaten=["pastry_mancer"])
    state = game(hero, before, adventure="cultists", dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    settle(state)

    assert state["sheets"][0]["trophies"] == {"pastry_mancer": "later"}
    assert lost_by(state, 0) == 0


@pytest.mark.clause("DD-078")
def test_the_specifications_example_of_the_pastry_mancer() -> None:
    fighter = sheet("cultists", visited=AT_MANCER, damage={"pastry_mancer": 3})
    state = game(
        fighter,
        sheet("cultists", damage={"pastry_mancer": 1}),
        fighter,
        sheet("cultists", damage={"pastry_mancer": 3}),
        adventure="cultists",
        seats=4,
        round_=9,
        dice=(3, 4, 1, 1, 6),
    )
    for seat in (0, 2):
        take(state, seat)
        act(state, seat, "attack", pair=0, room="pastry_mancer")
    facts = settle(state)

    assert state["first_defeats"] == {"pastry_mancer": 9}
    assert [fact["gems"] for fact in told(facts, "monster_defeated")] == [2, 2, 1]
    assert losses(state) == [1, 0, 1, 0]
    assert [one["damage"]["pastry_mancer"] for one in state["sheets"]] == [4, 2, 4, 4]
    assert [one["trophies"].get("pastry_mancer") for one in state["sheets"]] == ["first", None, "first", "later"]


def test_two_monsters_may_fall_for_the_first_time_in_one_round() -> None:
    """Each seat beats another one; each is first at its own and splashed by the other's."""
    mole = sheet(visited=["c39"], damage={"mole": 3})
    state = game(goose_fighter(), mole, dice=(4, 6, 3, 4, 1))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="goose")
    take(state, 1)
    act(state, 1, "attack", pair=1, room="mole")
    settle(state)

    assert [one["trophies"] for one in state["sheets"]] == [{"goose": "first"}, {"mole": "first"}]
    assert [one["damage"] for one in state["sheets"]] == [{"goose": 4, "mole": 1}, {"goose": 1, "mole": 4}]


STUCK = ["c14", "c38"]
"""With 2 and 3 visited there is no use for either default pair."""


@pytest.mark.clause("DD-042", "DD-043")
@pytest.mark.parametrize(("visited", "lost"), [([], 0), (["c38"], 1), (STUCK, 2)])
def test_each_skipped_pair_costs_one_life_at_the_settlement(visited: list[str], lost: int) -> None:
    state = game(sheet(visited=visited))
    take(state, 0)
    while 0 in RULES.to_act(state):
        step = RULES.legal(state, 0)[0]
        act(state, 0, step.pop("step"), **{key: value for key, value in step.items() if key != "type"})
    assert lost_by(state, 0) == 0
    facts = settle(state)

    assert lost_by(state, 0) == lost
    assert sum(fact["track"] for fact in told(facts, "life_lost", seat=0, reason="skipped_pairs")) == lost
    assert lost_by(state, 1) == 0


@pytest.mark.clause("DD-043", "DD-044")
@pytest.mark.parametrize(("crossed", "extra", "life"), [(0, 2, 0), (1, 3, 0), (2, 3, 1), (3, 3, 2)])
def test_extra_boxes_are_crossed_before_the_track(crossed: int, extra: int, life: int) -> None:
    """Two lives lost, with none, one, two or all three boxes crossed before."""
    hero = sheet("dinosaurs", visited=["c68", "c67", "c66", "c26", "c59"], abilities=["extra_life"], extra=3 - crossed)
    state = game(hero, adventure="dinosaurs")
    facts = [*pass_turn(state, 0), *settle(state)]

    assert (state["sheets"][0]["extra"], lost_by(state, 0)) == (3 - extra, life)
    assert told(facts, "life_lost", seat=0, amount=2, extra=extra - crossed, track=life, left=10 - life)


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

    assert (state["sheets"][0]["extra"], lost_by(state, 0)) == (2, 0)


@pytest.mark.clause("DD-044", "DD-048")
def test_extra_boxes_crossed_cost_nothing_at_the_end() -> None:
    sheets = [
        sheet("dinosaurs", visited=["c68", "c67", "c66"], abilities=["extra_life"], extra=0, lost=4),
        sheet("dinosaurs", visited=["c68", "c67", "c66"], abilities=["extra_life"], extra=3, lost=4),
    ]
    state = game(*sheets, adventure="dinosaurs")
    shown = RULES.view(state, SPECTATOR)["sheets"]

    assert [one["points"] for one in shown] == [-1, -1]


@pytest.mark.clause("DD-045")
@pytest.mark.parametrize(("before", "after"), [(7, 9), (8, 10), (9, 10)])
def test_losses_beyond_the_last_mark_have_no_effect(before: int, after: int) -> None:
    state = game(sheet(visited=STUCK, lost=before), seats=3)
    pass_turn(state, 0)
    settle(state)

    assert lost_by(state, 0) == after
    assert state["sheets"][0]["alive"] is (after < 10)


@pytest.mark.clause("DD-045", "DD-052")
def test_extra_life_found_later_restores_no_mark() -> None:
    hero = sheet("dinosaurs", visited=["c68", "c67"], lost=5)
    state = game(hero, adventure="dinosaurs", dice=(1, 2, 1, 1, 6))
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c66")
    act(state, 0, "ability", ability="extra_life")

    assert (lost_by(state, 0), state["sheets"][0]["extra"]) == (5, 3)


@pytest.mark.clause("DD-046")
def test_a_seat_dies_at_the_end_of_the_settlement_and_what_it_was_first_at_stays() -> None:
    """Its last mark goes for the skipped pair, the goose falls to it in the same round."""
    hero = sheet(visited=["c01", "c02", "c38"], damage={"goose": 3}, lost=9)
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
    hero = sheet("cultists", visited=["c04", "c03", "c02", "c13"], damage={"pastry_mancer": 3}, lost=9)
    state = game(hero, adventure="cultists", seats=3, dice=(3, 4, 1, 1, 6))
    take(state, 0)
    act(state, 0, "attack", pair=0, room="pastry_mancer")
    settle(state)

    assert state["sheets"][0]["alive"] is False
    assert state["sheets"][0]["trophies"] == {"pastry_mancer": "first"}


@pytest.mark.clause("DD-046", "DD-073")
def test_a_dying_seat_still_takes_splash_in_its_last_round() -> None:
    hero = sheet(visited=["c01", "c02"], damage={"goose": 3})
    dying = sheet(visited=["c13", "c38"], damage={"goose": 3}, lost=9)
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
    state = game(sheet(lost=crossed))

    assert RULES.view(state, SPECTATOR)["sheets"][0]["points"] == -crossed


@pytest.mark.clause("DD-048", "DD-093")
def test_the_life_value_is_in_the_final_score() -> None:
    for crossed, value in ((4, 4), (9, 9), (0, 0)):
        state = last_blow(lost=crossed)
        settle(state)
        seat = result(state).details["seats"][0]
        assert (seat["lost_life"], seat["life_value"]) == (crossed, value)
