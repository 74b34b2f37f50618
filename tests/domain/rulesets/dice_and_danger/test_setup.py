"""Before the first roll: seats, adventure, sheets, and who is active first."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import IllegalActionError, InvalidOptionsError
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.builders import (
    RULES,
    Dice,
    act,
    game,
    pass_turn,
    play,
    refused,
    result,
    settle,
    sheet,
    solo,
    take,
    told,
)


def start(seats: int, *, lot: int | None = None, **options: Any) -> tuple[dict[str, Any], Any, Dice]:
    dice: Any = Dice(*([] if lot is None else [lot]))
    state, facts = RULES.setup(RULES.parse_options(options, seats=seats), seats=seats, tape=dice)
    RULES.check(state)
    return state, facts, dice


@pytest.mark.clause("DD-001")
def test_one_seat_plays_the_solo_game_and_two_to_four_the_normal_one() -> None:
    for seats in (1, 2, 3, 4):
        state, _, _ = start(seats, lot=0)
        assert RULES.view(state, SPECTATOR)["solo"] is (seats == 1)
        assert len(state["sheets"]) == seats


@pytest.mark.clause("DD-001", "DD-047")
def test_the_last_seat_alive_goes_on_by_the_normal_rules() -> None:
    """A round without damage costs a solo player a life; the last of two pays for skipped pairs alone."""
    state = game(sheet(alive=False), active=1)
    take(state, 1)
    act(state, 1, "visit", pair=0, cell="c38")
    act(state, 1, "visit", pair=1, cell="c14")

    assert state["phase"] == "roll"
    assert state["sheets"][1]["life"] == 0
    assert RULES.view(state, SPECTATOR)["solo"] is False


@pytest.mark.clause("DD-002")
@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
def test_everybody_gets_the_same_fresh_sheet_of_the_adventure_chosen(adventure: str) -> None:
    state, facts, _ = start(3, lot=2, adventure=adventure)

    assert told(facts.public, "adventure_chosen", adventure=adventure)
    assert state["sheets"][0] == state["sheets"][1] == state["sheets"][2]
    assert state["sheets"][0] == {
        "alive": True,
        "visited": [],
        "rubble": [],
        "clouds": {},
        "damage": {},
        "trophies": {},
        "bonuses": {},
        "abilities": [],
        "symbols": 3,
        "torches": 0,
        "extra": 0,
        "life": 0,
    }
    assert state["phase"] == ("clouds" if adventure == "pyramid" else "roll")


@pytest.mark.clause("DD-002")
def test_what_one_seat_marks_stays_on_its_own_sheet() -> None:
    state = game(seats=3)
    before = [dict(one) for one in state["sheets"][1:]]
    take(state, 0)
    act(state, 0, "visit", pair=0, cell="c38")

    assert state["sheets"][0]["visited"] == ["c38"]
    assert state["sheets"][1:] == before


@pytest.mark.clause("DD-002")
def test_a_place_of_another_map_cannot_be_marked() -> None:
    """The cultists' map ends at c60, and no goose lives there."""
    state = game(adventure="cultists")
    take(state, 0)

    assert refused(state, 0, "visit", pair=0, cell="c61") == "DD-002"
    assert refused(state, 0, "attack", pair=0, room="goose") == "DD-002"


def test_the_adventure_is_the_animals_if_nothing_is_said() -> None:
    assert RULES.parse_options({}, seats=2) == {"adventure": "animals", "first_seat": None}


def test_an_unknown_adventure_is_refused() -> None:
    with pytest.raises(InvalidOptionsError):
        RULES.parse_options({"adventure": "aliens"}, seats=2)


@pytest.mark.clause("DD-004")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_active_seat_is_drawn_by_one_lot_among_all(seats: int) -> None:
    for lot in range(seats):
        state, facts, dice = start(seats, lot=lot)
        assert state["active"] == lot
        assert dice.asked == [(seats, "first seat")]
        assert told(facts.public, "first_seat_set", seat=lot, drawn=True)


@pytest.mark.clause("DD-004")
def test_the_first_active_seat_may_be_chosen_and_then_nothing_is_drawn() -> None:
    state, facts, dice = start(4, first_seat=3)

    assert state["active"] == 3
    assert dice.asked == []
    assert told(facts.public, "first_seat_set", seat=3, drawn=False)


@pytest.mark.clause("DD-004")
def test_a_first_seat_nobody_sits_on_is_refused() -> None:
    assert RULES.parse_options({"first_seat": 1}, seats=2)["first_seat"] == 1
    with pytest.raises(InvalidOptionsError) as refusal:
        RULES.parse_options({"first_seat": 2}, seats=2)
    assert "first_seat" in refusal.value.details["fields"]
    with pytest.raises(InvalidOptionsError):
        RULES.parse_options({"first_seat": -1}, seats=2)


@pytest.mark.clause("DD-004", "DD-100")
def test_in_solo_the_first_seat_is_ignored_and_nothing_is_drawn() -> None:
    state, facts, dice = start(1, first_seat=3)

    assert state["active"] == 0
    assert dice.asked == []
    assert told(facts.public, "first_seat_set") == []


@pytest.mark.clause("DD-003", "DD-006")
def test_a_round_is_a_roll_by_the_active_seat_and_then_everybody_marks_the_same_dice() -> None:
    state = game(seats=3, phase="roll", active=1)
    assert RULES.to_act(state) == [1]
    assert RULES.legal(state, 0) == []

    facts = play(state, 1, {"type": "roll_dice"}, dice=[2, 3, 4, 5, 6])

    assert told(facts.public, "dice_rolled", seat=1, white=[2, 3, 4, 5], black=6)
    assert RULES.to_act(state) == [0, 1, 2]
    for seat in range(3):
        take(state, seat)
        assert RULES.view(state, SPECTATOR)["dice"] == [2, 3, 4, 5, 6]
        assert state["phase"] == "mark"
    settle(state)
    assert state["phase"] == "roll"


def test_the_dice_are_five_draws_below_six_white_ones_first() -> None:
    state = game(phase="roll")
    dice: Any = Dice(1, 2, 3, 4, 5)
    RULES.play(state, 0, {"type": "roll_dice"}, tape=dice)

    assert dice.asked == [(6, "dice")] * 5
    assert state["dice"] == [1, 2, 3, 4, 5]


def test_nothing_is_drawn_before_the_last_mark_of_the_round_before() -> None:
    """Dice are drawn lazily: a whole round of marks leaves the tape where the roll left it."""
    state = game(phase="roll")
    tape = Tape(b"lazy")
    RULES.play(state, 0, {"type": "roll_dice"}, tape=tape)
    assert tape.position == 5
    while state["phase"] == "mark":
        seat = RULES.to_act(state)[0]
        RULES.play(state, seat, RULES.legal(state, seat)[0], tape=tape)

    assert tape.position == 5


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


@pytest.mark.clause("DD-005")
def test_the_dice_pass_clockwise_to_the_next_living_seat() -> None:
    for active, dead, after in ((0, [], 1), (3, [], 0), (0, [1], 2), (2, [3, 0], 1), (1, [0, 2, 3], 1)):
        state = game(*(sheet(alive=seat not in dead) for seat in range(4)), seats=4, active=active)
        facts = settle(state)
        assert state["active"] == after
        assert told(facts, "active_passed", from_seat=active, seat=after)


@pytest.mark.clause("DD-005")
def test_the_dice_pass_over_a_seat_that_dies_in_this_round() -> None:
    dying = sheet(visited=["c14", "c38"], life=9)
    state = game(sheet(), dying, seats=3, active=0)
    settle(state)

    assert state["sheets"][1]["alive"] is False
    assert state["active"] == 2


def refused_roll(state: dict[str, Any], seat: int) -> str:
    tape: Any = Dice()
    with pytest.raises(IllegalActionError) as error:
        RULES.play(state, seat, {"type": "roll_dice"}, tape=tape)
    return error.value.clause


@pytest.mark.clause("DD-090", "DD-106")
def test_nobody_acts_after_the_end() -> None:
    for state in (game(sheet(alive=False), sheet(visited=["c14", "c38"], life=9), active=1), solo(sheet(life=9))):
        settle(state)
        assert result(state)
        assert RULES.to_act(state) == []
        assert refused_roll(state, 0) in ("DD-090", "DD-106")
