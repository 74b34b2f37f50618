"""
What The Descent tells the search of its strong bot.

Every seat plays on by the greedy bot, in haste, for two rounds, and what is reached is judged by the odds of winning. A
find or a fall further on weighs more than most choices, so it leaves the greedy bot's choice only for a gain of
three quarters of its standard error (docs/bots/the-descent.md). Alone it plays otherwise: see `solo`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.bots import seat_of
from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.bots.greedy import greedy_bot, has_lost_its_way
from delvebook.domain.rulesets.the_descent.bots.haste import hasty_choice
from delvebook.domain.rulesets.the_descent.bots.prospects import lead
from delvebook.domain.rulesets.the_descent.bots.solo import ALONE, clock
from delvebook.domain.rulesets.the_descent.bots.survey import SURE
from delvebook.domain.rulesets.the_descent.bots.ways_down import Eyes, plans_from
from delvebook.domain.rulesets.the_descent.box.cells import cell_at
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Action, State
from delvebook.domain.rulesets.the_descent.words.shapes.table import View
from delvebook.domain.tape import Chance

AHEAD: Final = 2
"""The number of rounds that a rollout goes on for."""
CANDIDATES_MAX: Final = 8
MOVES: Final = ("step", "jump", "use_rope", "use_pick")


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """
    The greedy bot's action, then the first actions of its plans, then cards and the end of the turn.

    A seat that has lost its way once another has arrived does what the greedy bot would do. Two rounds ahead it sees no
    way out, and a search would try the same one again and again.
    """
    found = [greedy_bot(view, legal, chance=chance)]
    eyes = Eyes(view, seat_of(view))
    if eyes.late and has_lost_its_way(eyes.own, view["round"]):
        return found
    if view["pending"] is None:
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
    """The action of the greedy bot in haste."""
    return [hasty_choice(content, state, seat, legal, chance=chance)]


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The seat's chance to win, from -`SURE` to `SURE`."""
    if outcome is None:
        return lead(state, seat)
    return 2 * SURE // len(outcome.winners) - SURE if seat in outcome.winners else -SURE


def otherwise(view: View) -> Method[Content, State, View, Action] | None:
    """Another method for a seat that plays alone."""
    return ALONE if len(view["seats"]) == 1 else None


STRONG: Final = Method(
    candidates=candidates,
    policy=policy,
    worth=worth,
    clock=clock,
    ahead=AHEAD,
    plies=800,
    caution=75,
    otherwise=otherwise,
)
