"""Laying Locations."""

from __future__ import annotations

import pytest

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.labyrinth.box.grid import joined
from delvebook.domain.rulesets.labyrinth.content import CONTENT
from delvebook.domain.rulesets.labyrinth.state import State, cells_of
from tests.domain.rulesets.labyrinth.tables import (
    EAST_ROOM,
    ONLY_SOUTH_OPEN,
    SEVEN,
    Laid,
    a_state,
    discarded,
    duel,
    explored,
    legal,
    play,
    refused,
    told,
)


def explored_on(table: Laid, card: str, *, to: tuple[int, int]) -> tuple[State, Facts]:
    """A state in which the player has moved in that labyrinth and drawn the card."""
    state = a_state(table=table, top=[card])
    return state, play(state, "move", x=to[0], y=to[1])


@pytest.mark.clause("LB-030")
def test_a_drawn_location_must_be_laid_and_the_token_stays() -> None:
    state, _ = explored("L10")
    assert (state["phase"], state["resolving"]["open"]) == ("place_location", ["L10"])
    assert all(action.startswith("place_location") for action in legal(state))
    assert refused(state, "leave_trophy").clause == "LB-036"

    facts = play(state, "place_location", x=-1, y=0, rotation=0)

    assert state["labyrinth"][-1] == {"card": "L10", "cell": [-1, 0], "rotation": 0}
    assert (state["cell"], state["laid_count"]) == ([0, 0], 1)
    assert (state["phase"], state["turn"], state["resolving"]) == ("choose_move", 2, None)
    assert told(facts, "location_laid") == [{"card": "L10", "x": -1, "y": 0, "rotation": 0, "laid_count": 1}]
    assert discarded(facts) == []


@pytest.mark.clause("LB-031")
def test_north_is_up_and_east_is_right() -> None:
    """L12 has one exit, to the north: it goes south of the start, where y is larger; turned, it goes north."""
    state, _ = explored("L12")
    assert legal(state) == ["place_location 0 -1 180", "place_location 0 1 0"]

    state, _ = explored("L04")
    assert "place_location -1 0 0" in legal(state), "L04 opens to the east: it goes west of the start, where x is less"


@pytest.mark.clause("LB-031")
def test_the_labyrinth_has_no_edge_a_row_of_all_it_can_have_fits() -> None:
    row = [
        ("L10", (1, 0), 0),
        ("L11", (2, 0), 0),
        ("L01", (3, 0), 0),
        ("L03", (4, 0), 0),
        ("L02", (5, 0), 180),
        ("L04", (5, 1), 0),
        ("L05", (6, 1), 180),
    ]
    state, _ = explored_on(row, "L08", to=(1, 0))
    assert "place_location 6 2 0" in legal(state)

    play(state, "place_location", x=6, y=2, rotation=0)

    assert "place_chest 6 3 180" in legal(state)


@pytest.mark.clause("LB-033", "LB-032")
@pytest.mark.parametrize(
    ("card", "placed"),
    [
        ("L12", ["0 -1 180", "0 1 0"]),
        ("L10", ["-1 0 0", "1 0 0"]),
        ("L04", ["0 -1 180", "-1 0 0", "1 0 180", "0 1 0"]),
        ("L01", ["0 -1 0", "-1 0 0", "1 0 0", "0 1 0"]),
        ("L08", ["0 -1 0", "0 1 0"]),
        ("L02", ["0 -1 0", "0 -1 180", "-1 0 0", "1 0 180", "0 1 0", "0 1 180"]),
    ],
)
def test_beside_the_start_alone_a_location_has_these_placements(card: str, placed: list[str]) -> None:
    state, _ = explored(card)

    assert legal(state) == [f"place_location {where}" for where in placed]


@pytest.mark.clause("LB-032")
def test_a_card_that_the_turn_does_not_change_is_laid_upright_only() -> None:
    state, _ = explored("L10")

    assert refused(state, "place_location", x=1, y=0, rotation=180).clause == "LB-032"


@pytest.mark.clause("LB-032")
def test_a_card_is_never_laid_sideways() -> None:
    """L12 has one exit, north or south; sideways it would reach the start from the west or the east."""
    state, _ = explored("L12")

    for x in (-1, 1):
        for rotation in (0, 180):
            assert refused(state, "place_location", x=x, y=0, rotation=rotation).clause == "LB-033"


@pytest.mark.clause("LB-033")
def test_only_an_empty_cell_that_gets_a_passage_will_do() -> None:
    state, _ = duel("L04", "C1")

    for x, y, rotation in ((0, 0, 0), (1, 0, 180), (1, 1, 0), (0, 1, 180), (5, 5, 0)):
        error = refused(state, "place_location", x=x, y=y, rotation=rotation)
        assert error.clause == "LB-033"
        assert ("already lies at" in str(error)) == ((x, y) in ((0, 0), (1, 0)))


@pytest.mark.clause("LB-033")
@pytest.mark.parametrize(
    ("card", "rotations"), [("L12", [0]), ("L10", [0]), ("L08", [0]), ("L04", [0]), ("L05", [0]), ("L03", [0, 180])]
)
def test_between_two_locations_a_passage_to_either_will_do(card: str, rotations: list[int]) -> None:
    """The cell (0,1) is south of the start and west of L06: a card needs an exit to the north or to the east there."""
    table = [("L01", (1, 0), 0), ("L06", (1, 1), 0)]
    state, _ = explored_on(table, card, to=(1, 0))

    assert [f"place_location 0 1 {one}" for one in rotations] == [one for one in legal(state) if " 0 1 " in one]


@pytest.mark.clause("LB-033")
def test_a_location_may_be_laid_far_from_the_player() -> None:
    table = [EAST_ROOM, ("L11", (2, 0), 0), ("L01", (3, 0), 0)]
    state, _ = explored_on(table, "L08", to=(1, 0))

    assert legal(state) == [f"place_location {where} 0" for where in ("0 -1", "3 -1", "0 1", "3 1")]


@pytest.mark.clause("LB-025", "LB-033")
def test_one_passage_is_enough_and_exits_against_walls_are_closed() -> None:
    """L01 at (0,1) meets the start in the north and, in the east, the wall of L08; that side is no passage."""
    table = [EAST_ROOM, ("L03", (2, 0), 180), ("L02", (2, 1), 180)]
    state, _ = explored_on(table, "L08", to=(1, 0))
    assert "place_location 1 1 0" not in legal(state), "north and south of (1,1) there are walls, or nothing"

    state, _ = explored_on([EAST_ROOM, ("L01", (0, 1), 0)], "L06", to=(1, 0))
    play(state, "place_location", x=1, y=1, rotation=0)

    cells = cells_of(CONTENT, state["labyrinth"])
    assert joined(cells, (1, 1)) == [(0, 1)], "its north exit faces the wall of the east room"
    assert (1, 1) not in joined(cells, (1, 0))


@pytest.mark.clause("LB-034")
def test_a_location_that_fits_nowhere_goes_to_the_discard_and_does_not_count() -> None:
    state, facts = explored_on(ONLY_SOUTH_OPEN, "L10", to=(-1, 0))

    assert (state["phase"], state["laid_count"], state["turn"]) == ("choose_move", 5, 2)
    assert len(state["labyrinth"]) == 6
    assert state["discard"][-1] == "L10"
    assert told(facts, "location_shut_out") == [{"card": "L10"}]
    assert discarded(facts) == ["L10"]


@pytest.mark.clause("LB-034", "LB-030")
def test_a_location_with_but_one_legal_place_is_laid_there_by_the_player() -> None:
    state, _ = explored_on(ONLY_SOUTH_OPEN, "L12", to=(-1, 0))

    assert legal(state) == ["place_location 0 1 0"]


@pytest.mark.clause("LB-035")
def test_locations_count_when_explored_and_when_drawn_in_a_duel_and_the_start_does_not() -> None:
    state, _ = explored("L10")
    assert state["laid_count"] == 0
    play(state, "place_location", x=1, y=0, rotation=0)
    assert state["laid_count"] == 1

    state, _ = duel("C1", "L08")
    facts = play(state, "place_location", x=0, y=1, rotation=0)
    assert state["laid_count"] == 2
    assert told(facts, "location_laid")[0]["laid_count"] == 2


@pytest.mark.clause("LB-035", "LB-110")
def test_the_chest_is_not_counted() -> None:
    state, _ = explored_on(SEVEN, "L12", to=(0, 1))
    play(state, "place_location", x=0, y=3, rotation=0)
    assert (state["phase"], state["laid_count"]) == ("place_chest", 8)

    play(state, "place_chest", x=0, y=-3, rotation=0)

    assert (state["phase"], state["laid_count"], len(state["labyrinth"])) == ("over", 8, 10)
