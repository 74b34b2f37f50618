"""Every title lists, and plays, the clause that decides in each circumstance."""

from __future__ import annotations

from delvebook.domain.ruleset import Ruleset
from tests.domain.rulesets.deciding import require_complete
from tests.house.deciding import cases_of


def test_every_fact_and_refusal_has_a_row_of_what_it_cites(ruleset: Ruleset) -> None:
    cases = cases_of(ruleset)

    assert cases is not None
    require_complete(ruleset, cases)
