"""The seats with open decisions, and how long they stay open."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.the_descent.tables import RULESET, Cave, at


@pytest.mark.clause("TD-120")
def test_the_chance_to_surrender_stays_the_same_question_until_ones_own_fate_changes() -> None:
    cave = Cave((8, 8), (4, 8), (4, 2))
    asked = RULESET.decision_scope(cave.state, 1)
    assert asked is not None
    assert RULESET.decision_scope(cave.state, 0) is None  # the active seat is asked anew by every event
    cave.do(0, "step", dir="left")
    assert RULESET.decision_scope(cave.state, 1) == asked
    cave.creature("dragon", (8, 8))
    cave.kit(0, "sword")
    cave.do(0, "step", dir="right")
    assert cave.pending() == ("answer_contact", 0)
    assert RULESET.decision_scope(cave.state, 1) == asked
    assert RULESET.decision_scope(cave.state, 0) is None
    cave.do(0, "answer_contact", card="none")
    cave.do(1, "surrender")
    assert RULESET.decision_scope(cave.state, 1) is None  # it owes a cell now
    cave.do(1, "place_character", cell=(7, 2))

    assert RULESET.decision_scope(cave.state, 1) not in (None, asked)


@pytest.mark.clause("TD-120")
def test_the_question_whether_to_surrender_is_about_ones_own_fate_and_number_of_cards() -> None:
    cave = Cave((8, 8), (4, 8), (4, 2)).kit(1, "rope").drawn(1, "key", "map").have(1, points=4, health=2)
    fate = {"cell": at((4, 8)), "health": 2, "points": 4, "arrived": False, "backpack": True, "weakened": False}

    assert RULESET.decision_scope(cave.state, 1) == {"surrender": fate, "cards": 3}
    assert RULESET.round_of(cave.state) == 1


def test_while_another_seat_owes_a_decision_the_active_seat_has_no_question_that_stays() -> None:
    cave = Cave((8, 8), (4, 8), (4, 2)).losing(1, "hit", "dragon")

    assert [RULESET.decision_scope(cave.state, seat) is None for seat in range(3)] == [True, True, False]
