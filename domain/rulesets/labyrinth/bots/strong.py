"""
The hooks of Labyrinth for the search of its strong bot.

Rollouts play the game to its end with the greedy bot, which is quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.bots import Action, View
from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.labyrinth.bots.greedy import greedy_bot
from delvebook.domain.rulesets.labyrinth.content import Content
from delvebook.domain.rulesets.labyrinth.state import State
from delvebook.domain.rulesets.labyrinth.view import view_of
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer

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


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """All legal actions, the greedy bot's choice first."""
    first = greedy_bot(view, legal, chance=chance)
    return [first, *(action for action in legal if action != first)]


def policy(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
    """The action of the greedy bot."""
    return [greedy_bot(view_of(content, state, seat_viewer(seat)), legal, chance=chance)]


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The worth of a won game by its result, of any other by the Locations laid."""
    result = state["result"]
    if result is None or result["moves"] is None:
        return LAID * state["laid_count"]
    return WON + MOVE * result["moves"] + KNIGHT * result["knights"] + TROPHY * result["trophies"]


STRONG: Final = Method(
    candidates=candidates, policy=policy, worth=worth, seat_of=seat_of, plies=3000, worlds_max=256, caution=0
)
