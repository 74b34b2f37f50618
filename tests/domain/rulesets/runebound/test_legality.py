"""What a seat may do, and why it may not do the rest."""

from __future__ import annotations

import pytest

from tests.domain.rulesets.runebound.tables import table


@pytest.mark.clause("RB-020")
def test_another_seat_is_refused_and_told_whose_decision_it_is() -> None:
    desk = table("H01", "H02")
    sentence = desk.refused("stay", "RB-020", by=1)

    assert "seat 0" in sentence
