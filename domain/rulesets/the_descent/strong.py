"""
What The Descent tells the search of its strong bot.

Every seat plays on by the greedy bot for some rounds, and the characters are compared by their points, their depth and
their health. A find or a fall further on weighs more than most choices, so it leaves the greedy bot's choice only for a
gain of three standard errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.bots import Action, View
from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.bot import greedy_bot
from delvebook.domain.rulesets.the_descent.bot_search import Eyes, plans_from
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.geometry import YS, cell_at
from delvebook.domain.rulesets.the_descent.state import Character, State
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer

POINT: Final = 100
DEPTH: Final = 12
"""What one row further down is worth before the bottom is reached."""
HEALTH: Final = 25
CARD: Final = 30
ARRIVED: Final = 500
WON: Final = 500
CANDIDATES_MAX: Final = 8
MOVES: Final = ("step", "jump", "use_rope", "use_pick")


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """What the greedy bot would do, then what its plans begin with, then cards and the end of the turn."""
    found = [greedy_bot(view, legal, chance=chance)]
    if view["pending"] is None:
        eyes = Eyes(view, view["active"])
        cell = eyes.own["cell"]
        plans = [] if cell is None else plans_from(eyes, cell_at(*cell), cards=True)
        plans.sort(key=lambda plan: -plan.value)
        found += [plan.action for plan in plans if plan.action in legal]
        found += [action for action in legal if action["type"] not in (*MOVES, "surrender", "end_turn")][:2]
        found += [action for action in legal if action["type"] == "end_turn"]
    else:
        found += legal
    unique: list[Action] = []
    for action in found:
        if action not in unique:
            unique.append(action)
    return unique[:CANDIDATES_MAX]


def policy(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
    """As the greedy bot."""
    return [greedy_bot(view_of(content, state, seat_viewer(seat)), legal, chance=chance)]  # type: ignore[arg-type]


def clock(state: State) -> int:
    """The round."""
    return state["round"]


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """How far the seat is ahead of the best of the others; at the end, whether it has won."""
    standings = [_standing(one) for one in state["seats"]]
    others = [one for other, one in enumerate(standings) if other != seat]
    won = WON // len(outcome.winners) if outcome is not None and others and seat in outcome.winners else 0
    return standings[seat] - max(others, default=0) + won


def _standing(own: Character) -> int:
    if own["arrived"]:
        return ARRIVED + POINT * own["points"]
    depth = 0 if own["cell"] is None else YS[own["cell"]]
    cards = len(own["kit"]) + len(own["drawn"])
    return POINT * own["points"] + DEPTH * depth + HEALTH * own["health"] + CARD * cards


STRONG: Final = Method(candidates=candidates, policy=policy, worth=worth, clock=clock, ahead=2, plies=150, caution=300)
