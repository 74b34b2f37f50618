"""The seats with open decisions, and how long they stay open."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.the_descent.tables import RULESET, Cave


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
