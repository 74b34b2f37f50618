"""
The hooks of Labyrinth for the search of its strong bot.

Rollouts play the game to its end with the greedy bot, which is quick.
"""

from __future__ import annotations

from typing import Final

from delvebook.domain.kit.search import Method, best_first, playing_as
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.rulesets.labyrinth.view import view_of
from delvebook.domain.rulesets.labyrinth.words.shapes.table import View

WON: Final = 10_000
MOVE: Final = -500
"""The worth of each move to the Chest. One move fewer is worth a twentieth of a game."""
KNIGHT: Final = 50
TROPHY: Final = 10
LAID: Final = 100
"""The worth of each Location laid in a lost game, which tells how near the end was."""


def seat_of(view: View) -> int:
    """Returns 0, the only seat."""
    return 0


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The worth of a won game by its result, of any other by the Locations laid."""
    result = state["result"]
    if result is None or result["moves"] is None:
        return LAID * state["laid_count"]
    return WON + MOVE * result["moves"] + KNIGHT * result["knights"] + TROPHY * result["trophies"]


STRONG: Final = Method(
    candidates=best_first(greedy_bot),
    policy=playing_as(greedy_bot, view_of),
    worth=worth,
    seat_of=seat_of,
    plies=3000,
    worlds_max=256,
    caution=0,
)
