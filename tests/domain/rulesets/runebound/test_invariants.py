"""States that cannot be are found out."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.facts import Facts
from delvebook.domain.tape import Tape
from tests.domain.rulesets.runebound.tables import RULESET


def set_up(seats: int = 3) -> tuple[dict[str, Any], Facts]:
    return RULESET.setup(RULESET.parse_options({}, seats=seats), seats=seats, tape=Tape(b"hidden"))


@pytest.mark.parametrize(
    "harm",
    [
        lambda state: state["decks"]["green"]["cards"].pop(),
        lambda state: state["decks"]["green"]["cards"].append("R01"),
        lambda state: state["heroes"][0]["artifacts"].append("M01"),
        lambda state: state["heroes"][0].update(gold=-1),
        lambda state: state["heroes"][0].update(wounds=40),
        lambda state: state["heroes"][0].update(fatigue=40),
        lambda state: state["bank"].update(green=1),
        lambda state: state["counters"]["red"].reverse(),
        lambda state: state["agenda"].clear(),
        lambda state: state["agenda"].append({"do": "draw", "colour": "green"}),
        lambda state: state["agenda"].append({"do": "choose_discard", "seat": 0}),
        lambda state: state["heroes"][0].update(runes=["R01", "R02", "R03"]),
        lambda state: state["undealt"].pop(),
        lambda state: state["heroes"][0].update(down=["M01"]),
        lambda state: state["decks"]["red"].update(top=30),
        lambda state: state["track"].pop(),
    ],
)
def test_a_state_that_can_not_be_is_found_out(harm: Any) -> None:
    state, _ = set_up()
    harm(state)

    with pytest.raises(BrokenRuleError):
        RULESET.check(state)
