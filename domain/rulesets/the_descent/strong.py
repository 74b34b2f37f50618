"""
What The Descent tells the search of its strong bot.

Every seat plays on by the greedy bot for two rounds, and what is reached is judged by the odds of winning. A find or a
fall further on weighs more than most choices, so it leaves the greedy bot's choice only for a gain of three standard
errors (docs/adr/0054). Alone it plays otherwise: see `solo`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.bots import Action, View
from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.bot import greedy_bot, has_lost_its_way
from delvebook.domain.rulesets.the_descent.bot_search import Eyes, plans_from
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.geometry import cell_at
from delvebook.domain.rulesets.the_descent.prospects import SURE, lead
from delvebook.domain.rulesets.the_descent.solo import ALONE
from delvebook.domain.rulesets.the_descent.state import State
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer

AHEAD: Final = 2
"""How many rounds a rollout goes on for."""
CANDIDATES_MAX: Final = 8
LOST: Final = 3
"""The price of a ply if a seat has lost its way, or may have before the rollout ends."""
MOVES: Final = ("step", "jump", "use_rope", "use_pick")


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """
    What the greedy bot would do, then what its plans begin with, then cards and the end of the turn.

    Who has lost its way after somebody has arrived does what the greedy bot would do. Two rounds ahead it sees no way
    out, and a search would try the same one again and again.
    """
    found = [greedy_bot(view, legal, chance=chance)]
    eyes = Eyes(view, view["you"])
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
    """As the greedy bot."""
    return [greedy_bot(view_of(content, state, seat_viewer(seat)), legal, chance=chance)]  # type: ignore[arg-type]


def clock(state: State) -> int:
    """The round."""
    return state["round"]


def price(view: View) -> int:
    """How much of the budget a ply takes: more if a seat looks at all that its cards can do, since that is slow."""
    until = view["round"] + AHEAD
    return LOST if any(has_lost_its_way(one, until) for one in view["seats"] if not one["arrived"]) else 1


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """How likely the seat is to win, from -`SURE` to `SURE`."""
    if outcome is None:
        return lead(state, seat)
    return 2 * SURE // len(outcome.winners) - SURE if seat in outcome.winners else -SURE


def otherwise(view: View) -> Method[Content, State] | None:
    """Another method for who plays alone."""
    return ALONE if len(view["seats"]) == 1 else None


STRONG: Final = Method(
    candidates=candidates,
    policy=policy,
    worth=worth,
    clock=clock,
    ahead=AHEAD,
    plies=800,
    price=price,
    caution=300,
    otherwise=otherwise,
)
