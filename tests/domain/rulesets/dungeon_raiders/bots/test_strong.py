"""The searching bot assumes that seats that have laid cards chose as it would expect, not at random."""

from __future__ import annotations

import pytest

from delvebook.domain.rulesets.dungeon_raiders.bots.strong import before_plays
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer
from tests.domain.rulesets.dungeon_raiders.tables import ALL_FIVE, RAIDERS, game, seat


@pytest.mark.parametrize("seats", [2, 3])
def test_a_card_that_lies_face_down_is_taken_back_into_the_hand_it_came_from(seats: int) -> None:
    hands = [seat(f"{ALL_FIVE} key"), seat("p1 p2 p3"), seat()][:seats]
    state = game("tre-4-2", seats=hands)
    before = RAIDERS.view(state, seat_viewer(0))

    for other in range(1, seats):
        RAIDERS.play(state, other, RAIDERS.legal(state, other)[0], tape=Tape(b"rules"))

    assert RAIDERS.view(state, seat_viewer(0)) != before
    assert before_plays(RAIDERS.view(state, seat_viewer(0))) == before


def test_its_own_cards_stay_where_they_are() -> None:
    state = game("tre-4-2", seats=[seat(), seat("p1 p2 p3")])
    RAIDERS.play(state, 0, RAIDERS.legal(state, 0)[0], tape=Tape(b"rules"))
    view = RAIDERS.view(state, seat_viewer(0))

    assert before_plays(view) == view
