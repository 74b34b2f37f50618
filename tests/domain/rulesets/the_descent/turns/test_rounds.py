"""Rounds, turns and the collapse."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.the_descent.turns.rounds import roll
from tests.domain.rulesets.the_descent.tables import RULESET, Cave, Dice, at, told, types


@pytest.mark.clause("TD-123")
def test_a_round_without_an_opened_tile_ends_in_a_collapse_even_with_none_left_to_open() -> None:
    for opened in (False, True):
        cave = Cave((5, 8), (4, 2))
        cave.state["opened"] = opened
        facts = cave.end_round()
        assert ("collapse_began" in types(facts)) is not opened
    cave = Cave((8, 8), closed=("r3c2",)).stack("chest")
    cave.state["opened"] = False
    cave.do(0, "step", dir="left")
    facts = cave.do(0, "confirm_step", choice="cancel")
    assert "collapse_began" not in types(facts)
    assert cave.state["opened"] is False  # a new round
    assert "collapse_began" in types(cave.end_round())


@pytest.mark.clause("TD-124", "TD-011")
@pytest.mark.parametrize(
    ("where", "die", "loss"),
    [
        ((4, 2), 1, 0),
        ((5, 5), 1, 1),
        ((5, 5), 2, 0),
        ((6, 12), 3, 1),
        ((6, 12), 4, 0),
        ((3, 22), 5, 1),
        ((3, 22), 6, 0),
    ],
)
def test_a_result_below_the_level_costs_1_health(where: tuple[int, int], die: int, loss: int) -> None:
    cave = Cave(where)
    cave.state["opened"] = False
    cave.tape = Dice(die)
    facts = cave.do(0, "end_turn")

    assert told(facts, "die_rolled")[0]["die"] == die
    assert cave.health() == 3 - loss


@pytest.mark.clause("TD-124", "TD-125", "TD-084")
def test_seats_in_play_roll_in_turn_order_one_settled_after_the_other() -> None:
    cave = Cave((6, 12), (7, 13), (4, 25), (4, 2)).drawn(0, "shield").drawn(1, "shield").have(2, arrived=True)
    cave.state["opened"] = False
    cave.tape = Dice(1, 1, 1)
    cave.turn(3)
    facts = cave.do(3, "end_turn")
    assert [fact["seat"] for fact in told(facts, "die_rolled")] == [0]
    assert cave.pending() == ("answer_loss", 0)
    facts = cave.do(0, "answer_loss", card="none")
    assert types(facts)[:2] == ["health_lost", "die_rolled"]
    assert cave.pending() == ("answer_loss", 1)
    facts = cave.do(1, "answer_loss", card="none")

    assert [(fact["seat"], fact["level"]) for fact in told(facts, "die_rolled")] == [(3, 1)]
    assert cave.health(3) == 3
    assert [draw["what"] for draw in cave.tape.draws if draw["what"] == "collapse"] == ["collapse"]


@pytest.mark.clause("TD-126", "TD-101", "TD-111")
def test_a_lamp_saves_in_a_collapse_but_against_nothing_else_and_nobody_else() -> None:
    cave = Cave((6, 12), (7, 13)).kit(0, "lamp")
    cave.state["opened"] = False
    cave.tape = Dice(1, 1)
    cave.turn(1)
    cave.do(1, "end_turn")
    assert cave.pending() == ("answer_loss", 0)
    assert cave.choices("card") == ["lamp", "none"]
    cave.do(0, "answer_loss", card="lamp")
    assert (cave.health(0), cave.health(1)) == (3, 2)
    assert cave.state["discard"] == ["lamp"]

    cave = Cave((4, 8)).drawn(0, "lamp").creature("dragon", (8, 8), hunts=0)
    cave.do(0, "end_turn")
    assert cave.choices("card") == ["none"]
    assert cave.refused(0, "answer_loss", card="lamp") == "TD-126"


@pytest.mark.clause("TD-126", "TD-085")
def test_a_kit_lamp_alone_opens_no_question_about_other_losses() -> None:
    cave = Cave((4, 8)).kit(0, "lamp").creature("dragon", (8, 8), hunts=0)
    cave.do(0, "end_turn")

    assert cave.health() == 2


@pytest.mark.clause("TD-125", "TD-112", "TD-124")
def test_who_dies_in_a_collapse_is_placed_before_the_next_one_rolls() -> None:
    cave = Cave((6, 12), (7, 13)).have(0, health=1)
    cave.state["opened"] = False
    cave.tape = Dice(1, 1)
    cave.turn(1)
    facts = cave.do(1, "end_turn")
    assert len(told(facts, "die_rolled")) == 1
    assert cave.pending() == ("place_character", 0)
    cave.do(0, "place_character", cell=(7, 2))

    assert cave.health(1) == 2
    assert cave.seat(0)["cell"] == at((7, 2))


@pytest.mark.clause("TD-030")
def test_seats_in_play_act_once_a_round_in_turn_order_and_arrived_ones_are_skipped() -> None:
    cave = Cave((4, 2), (4, 2), (4, 25), (7, 2))
    cave.have(2, arrived=True)
    acted = []
    for _ in range(6):
        acted.append((cave.state["round"], cave.state["active"]))
        cave.do(cave.state["active"], "end_turn")

    assert acted == [(1, 0), (1, 1), (1, 3), (2, 0), (2, 1), (2, 3)]


@pytest.mark.clause("TD-030")
def test_nobody_moves_out_of_turn() -> None:
    cave = Cave((4, 2), (4, 2))

    assert cave.refused(1, "step", dir="right") == "TD-030"
    assert cave.refused(1, "end_turn") == "TD-030"


@pytest.mark.clause("TD-031")
def test_each_turn_begins_with_5_endurance_and_none_is_carried_over() -> None:
    cave = Cave((5, 8))
    cave.do(0, "step", dir="left")
    assert cave.state["turn"]["endurance"] == 4
    cave.do(0, "end_turn")

    assert cave.state["turn"]["endurance"] == 5


@pytest.mark.clause("TD-033", "TD-040", "TD-043")
@pytest.mark.parametrize(("endurance", "steps", "jumps"), [(0, False, False), (1, True, False), (2, True, True)])
def test_a_step_needs_1_endurance_and_a_jump_2(endurance: int, steps: bool, jumps: bool) -> None:
    cave = Cave((7, 8)).turn(endurance=endurance)

    assert bool(cave.options(0, "step")) == steps
    assert bool(cave.options(0, "jump")) == jumps
    if not steps:
        assert cave.refused(0, "step", dir="left") == "TD-033"
    if not jumps:
        assert cave.refused(0, "jump", dir="left") == "TD-033"


@pytest.mark.clause("TD-033", "TD-034")
def test_without_endurance_the_turn_goes_on_and_a_card_may_be_used() -> None:
    cave = Cave((4, 8)).kit(0, "rope").turn(endurance=1)
    cave.do(0, "step", dir="right")

    assert cave.state["turn"]["endurance"] == 0
    assert cave.state["round"] == 1
    assert (3, 8) in cave.options(0, "use_rope")
    cave.do(0, "use_rope", cell=(3, 8))
    assert cave.state["round"] == 2


@pytest.mark.clause("TD-032", "TD-154", "TD-081")
def test_who_begins_a_turn_on_the_web_has_1_endurance_and_no_equipment() -> None:
    cave = Cave((4, 2), (5, 8)).kit(1, "rope", "sword").token("chest", (5, 8)).creature("spider", (0, 15), web="r3c2")
    facts = cave.do(0, "end_turn")

    assert told(facts, "turn_began")[0] == {
        "type": "turn_began",
        "clauses": ["TD-032"],
        "seat": 1,
        "endurance": 1,
        "weak": True,
    }
    assert cave.options(1, "use_rope") == []
    assert cave.refused(1, "use_rope", cell=(4, 8)) == "TD-032"
    assert cave.refused(1, "open_chest", card="sword") == "TD-032"
    cave.do(1, "step", dir="left")
    assert cave.state["turn"]["endurance"] == 0
    assert cave.refused(1, "use_rope", cell=(5, 8)) == "TD-032"  # judged at the start of the turn


@pytest.mark.clause("TD-032", "TD-152")
@pytest.mark.parametrize("both", [False, True])
def test_who_lost_health_to_the_plants_attack_has_1_endurance_for_one_turn(*, both: bool) -> None:
    cave = Cave((5, 8)).creature("plant", (7, 8), hunts=0)
    if both:
        cave.creature("spider", (0, 15), web="r3c2")
    cave.do(0, "end_turn")
    assert cave.health() == 2
    assert (cave.state["turn"]["endurance"], cave.state["turn"]["weak"]) == (1, True)
    cave.have(0, health=5)
    cave.beast("plant")["marker"] = None
    cave.have(0, cell=at((8, 8)), rests=[at((8, 8))])
    cave.do(0, "end_turn")

    assert (cave.state["turn"]["endurance"], cave.state["turn"]["weak"]) == (5, False)


@pytest.mark.clause("TD-032", "TD-152")
def test_a_shield_against_the_plant_also_saves_the_next_turn() -> None:
    cave = Cave((5, 8)).drawn(0, "shield").creature("plant", (7, 8), hunts=0)
    cave.do(0, "end_turn")
    cave.do(0, "answer_loss", card="shield")

    assert (cave.health(), cave.state["turn"]["endurance"]) == (3, 5)


@pytest.mark.clause("TD-034")
def test_a_turn_ends_only_when_a_rule_ends_it_or_the_player_does() -> None:
    cave = Cave((5, 8), (4, 2))
    for direction in ("left", "right", "left", "right", "left"):
        cave.do(0, "step", dir=direction)

    assert cave.state["turn"]["endurance"] == 0
    assert RULESET.legal(cave.state, 0) == [{"type": "end_turn"}, {"type": "surrender"}]
    cave.do(0, "end_turn")
    assert cave.state["active"] == 1


@pytest.mark.clause("TD-124")
def test_the_dice_of_a_collapse_are_noted_seat_by_seat() -> None:
    cave = Cave((5, 8), (5, 1))
    cave.tape = Dice(6, 2)
    for seat in (0, 1):
        roll(cave.course(), {"do": "roll", "seat": seat})

    assert cave.state["last_dice"] == [[0, 6], [1, 2]]
    assert cave.view(0)["last_dice"] == [{"seat": 0, "die": 6}, {"seat": 1, "die": 2}]
