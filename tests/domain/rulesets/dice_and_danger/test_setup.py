"""Before the first roll: seats, adventure, sheets, and who is active first."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import InvalidOptionsError
from delvebook.domain.viewers import SPECTATOR
from tests.domain.rulesets.dice_and_danger.tables import RULES, Dice, told


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


@pytest.mark.clause("DD-002")
@pytest.mark.parametrize("adventure", ["animals", "cultists", "pyramid", "dinosaurs"])
def test_everybody_gets_the_same_fresh_sheet_of_the_adventure_chosen(adventure: str) -> None:
    state, facts, _ = start(3, lot=2, adventure=adventure)

    assert told(facts.public, "adventure_chosen", adventure=adventure, seats=[0, 1, 2])
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
        "life": 10,
    }
    assert state["phase"] == ("clouds" if adventure == "pyramid" else "roll")


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
