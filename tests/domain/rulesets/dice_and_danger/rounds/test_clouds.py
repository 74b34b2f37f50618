"""The `clouds` phase of the pyramid: everybody writes cloud numbers, unseen."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT
from delvebook.domain.rulesets.dice_and_danger.rounds.clouds import refusal_of_writing
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import SPECTATOR, seat_viewer
from tests.domain.rulesets.dice_and_danger.tables import CLOUD_NUMBERS, RULES, Dice, game, learned, play, told

CLOUDS = [cell.id for cell in CONTENT.dungeons["pyramid"].clouds]


def writing(*, seats: int = 2) -> dict[str, Any]:
    """A game in which the clouds are still to be written."""
    tape: Any = Dice()
    options = RULES.parse_options({"adventure": "pyramid", "first_seat": 0}, seats=seats)
    state, _ = RULES.setup(options, seats=seats, tape=tape)
    return state


def write(state: dict[str, Any], seat: int, cell: str, number: int) -> list[dict[str, Any]]:
    return learned(play(state, seat, {"type": "write_cloud", "cell": cell, "number": number}), seat)


def refused_writing(state: dict[str, Any], seat: int, cell: str, number: int) -> str:
    tape: Any = Dice()
    action = RULES.parse_action({"type": "write_cloud", "cell": cell, "number": number})
    with pytest.raises(IllegalActionError) as error:
        RULES.play(state, seat, action, tape=tape)
    return error.value.clause


@pytest.mark.clause("DD-120")
def test_everybody_writes_eight_numbers_at_the_same_time_as_they_like() -> None:
    state = writing(seats=2)
    assert RULES.to_act(state) == [0, 1]
    assert len(RULES.legal(state, 0)) == 64
    for cell, number in zip(CLOUDS, reversed(CLOUD_NUMBERS), strict=True):
        write(state, 1, cell, number)
    assert RULES.to_act(state) == [0]
    assert RULES.legal(state, 1) == []
    for cell, number in zip(reversed(CLOUDS), CLOUD_NUMBERS, strict=True):
        assert state["phase"] == "clouds"
        facts = write(state, 0, cell, number)

    assert state["phase"] == "roll"
    assert state["round"] == 1
    assert told(facts, "clouds_revealed", seat=1, clouds=dict(zip(CLOUDS, CLOUD_NUMBERS[::-1], strict=True)))
    assert told(facts, "clouds_revealed", seat=0, clouds=dict(zip(CLOUDS, CLOUD_NUMBERS[::-1], strict=True)))


@pytest.mark.clause("DD-120")
def test_each_number_is_written_once_and_each_cloud_has_one() -> None:
    state = writing()
    write(state, 0, "c03", 8)

    assert refused_writing(state, 0, "c06", 8) == "DD-120"
    assert refused_writing(state, 0, "c03", 5) == "DD-120"
    assert all(action["cell"] != "c03" and action["number"] != 8 for action in RULES.legal(state, 0))
    assert len(RULES.legal(state, 0)) == 49
    assert len(RULES.legal(state, 1)) == 64


@pytest.mark.clause("DD-120")
def test_written_numbers_stay() -> None:
    done = writing()
    for cell, number in zip(CLOUDS, CLOUD_NUMBERS, strict=True):
        write(done, 0, cell, number)
    for state in (done, game(adventure="pyramid")):
        assert refused_writing(state, 0, "c03", 3) == "DD-120"
        refusal = refusal_of_writing(CONTENT, state, 0, {"cell": "c03", "number": 3})
        assert refusal is not None
        assert refusal.key == "clouds_stay"
    tape: Any = Dice()
    with pytest.raises(IllegalActionError) as error:
        RULES.play(done, 0, {"type": "roll_dice"}, tape=tape)
    assert error.value.clause == "DD-120"


@pytest.mark.clause("DD-120")
def test_cloud_numbers_are_hidden_until_the_last_is_written_but_their_count_is_not() -> None:
    tape: Any = Tape(b"clouds")
    state, _ = RULES.setup(RULES.parse_options({"adventure": "pyramid", "first_seat": 0}, seats=3), seats=3, tape=tape)
    facts = play(state, 1, {"type": "write_cloud", "cell": "c03", "number": 8})

    assert [fact["type"] for fact in facts.public] == ["cloud_number_written"]
    assert facts.public[0] | {"clauses": []} == {
        "type": "cloud_number_written",
        "clauses": [],
        "seat": 1,
        "written": 1,
        "finished": False,
    }
    assert facts.private[1].with_action
    for viewer in (seat_viewer(0), SPECTATOR):
        shown = RULES.view(state, viewer)
        assert shown["sheets"][1]["clouds"] == {}
        assert shown["turns"][1] == {"steps_made": 1, "finished": False, "marking": None}
    assert RULES.view(state, seat_viewer(1))["turns"][1]["marking"]["sheet"]["clouds"] == {"c03": 8}
