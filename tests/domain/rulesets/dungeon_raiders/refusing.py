"""What a refusal must be: one clear reason, the right clause, and nothing changed."""

from __future__ import annotations

from typing import Any

import pytest

from delvebook.domain.canonical import jcs
from delvebook.domain.errors import IllegalActionError
from delvebook.domain.ruleset import State
from delvebook.domain.tape import Tape
from tests.domain.rulesets.dungeon_raiders.tables import RAIDERS


def refused(state: State, seat: int, action: dict[str, Any]) -> str:
    """The clause that forbids the action."""
    before = jcs(state)
    assert action not in RAIDERS.legal(state, seat)
    with pytest.raises(IllegalActionError) as error:
        RAIDERS.play(state, seat, RAIDERS.parse_action(action), tape=Tape(b"never read"))
    assert jcs(state) == before
    assert str(error.value)
    return error.value.clause


def refused_card(state: State, seat: int, card: str) -> str:
    """The clause that forbids playing the card."""
    return refused(state, seat, {"type": "play_card", "card": card})


def refused_cards(state: State, seat: int, cards: str) -> str:
    """The clause that forbids laying the cards against the boss."""
    return refused(state, seat, {"type": "play_boss_cards", "cards": cards.split()})


def refused_torch(state: State, seat: int) -> str:
    """The clause that forbids lighting a torch."""
    return refused(state, seat, {"type": "light_torch"})
