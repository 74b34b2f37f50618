"""
The strong bot's play alone: it compares the greedy bot's action with whole courses over several turns.

The end of a course is judged by the points that such positions ended with (docs/bots/the-descent.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from delvebook.domain.bots import seat_of
from delvebook.domain.kit.search import Method
from delvebook.domain.outcome import Outcome
from delvebook.domain.rulesets.the_descent.bots.answers import quick_answer
from delvebook.domain.rulesets.the_descent.bots.courses import Courses
from delvebook.domain.rulesets.the_descent.bots.greedy import greedy_bot
from delvebook.domain.rulesets.the_descent.bots.prospects import promise
from delvebook.domain.rulesets.the_descent.bots.survey import SURE
from delvebook.domain.rulesets.the_descent.box.cells import CELLS_OF, PLACES, off_grid
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Action, State
from delvebook.domain.rulesets.the_descent.words.seen import cell_of
from delvebook.domain.rulesets.the_descent.words.shapes.table import View
from delvebook.domain.tape import Chance

CANDIDATES_MAX: Final = 12
END: Final[Action] = {"type": "end_turn"}
AT_ONCE: Final = ("open_chest", "use_lamp", "use_crossbow", "use_sword")
"""The card actions that no course contains, and that may be taken anywhere."""
MAPS: Final = 2
BLASTS: Final = 2


def plans(view: View, legal: Sequence[Action]) -> dict[str, list[Action]]:
    """The plans for the own turn, by first action: courses, then cards, then last resorts if there is no course."""
    courses = Courses(view, seat_of(view))
    best = [course.actions for course in courses.best()]
    found = [*best, *([action] for action in legal if action["type"] in AT_ONCE), *_maps(view, legal)]
    if not best:
        blasts = [action for action in legal if action["type"] == "use_dynamite"]
        blasts.sort(key=lambda action: -int(action["cell"][1]))
        found += [*([action] for action in blasts[:BLASTS]), *courses.wanderings()]
        found += [[action] for action in legal if action["type"] == "surrender"]
    if not best or view["turn"]["weak"]:
        found.append([END])
    by_first: dict[str, list[Action]] = {}
    for actions in found:
        if actions[0] in legal:
            by_first.setdefault(str(actions[0]), actions)
    return by_first


def _maps(view: View, legal: Sequence[Action]) -> list[list[Action]]:
    """The nearest tiles that a map may open."""
    here = cell_of(view["seats"][seat_of(view)])
    maps = [action for action in legal if action["type"] == "use_map"]
    maps.sort(key=lambda action: off_grid(CELLS_OF[PLACES.index(action["tile"])][0], here))
    return [[action] for action in maps[:MAPS]]


def candidates(content: Content, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Action]:
    """The greedy bot's action, then the first action of each plan, or every answer to a decision."""
    first = greedy_bot(view, legal, chance=chance)
    others = [plan[0] for plan in plans(view, legal).values()] if view["pending"] is None else [*legal]
    return [first, *(action for action in others if action != first)][:CANDIDATES_MAX]


def courses(content: Content, view: View, candidates: Sequence[Action]) -> list[list[Action]]:
    """The actions that follow each candidate in its plan."""
    planned = plans(view, candidates) if view["pending"] is None else {}
    return [planned.get(str(action), [action])[1:] for action in candidates]


def policy(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> list[Action]:
    """A quick answer to a decision, else the end of the turn."""
    pending = state["pending"]
    return [END if pending is None else quick_answer(state, pending, legal, chance=chance)]


def clock(state: State) -> int:
    """The round."""
    return state["round"]


def worth(content: Content, state: State, seat: int, outcome: Outcome | None) -> int:
    """The points that the seat may end with, in thousandths."""
    return promise(state, seat) if outcome is None else SURE * state["seats"][seat]["points"]


ALONE: Final = Method(
    candidates=candidates,
    courses=courses,
    policy=policy,
    worth=worth,
    clock=clock,
    ahead=1,
    plies=2000,
    caution=30,
)
