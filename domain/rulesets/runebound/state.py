"""
The shape of a state, and the hand in which the rules work on it.

A state is plain data. What still has to happen lies on its `agenda`, a stack of frames
`{"do": name, …}`: the last frame is next. A frame whose name is a decision's waits there until its
seat answers; every other frame is carried out by the engine at once (`engine.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from delvebook.domain.errors import IllegalActionError
from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import Action, State
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.tape import Chance

Frame = dict[str, Any]
Hero = dict[str, Any]


@dataclass(slots=True)
class Play:
    """
    One action being carried out: the components, the state it changes, what it tells, and chance.

    Attributes:
        fresh: The decks shuffled meanwhile, to be sealed at the end.
    """

    book: Book
    state: State
    facts: Facts
    tape: Chance
    fresh: list[str] = field(default_factory=list)

    def push(self, do: str, **fields: Any) -> None:
        """Puts a frame on top of the agenda, so that it comes next."""
        self.state["agenda"].append({"do": do, **fields})

    def tell(self, type_: str, *clauses: str, **fields: Any) -> None:
        """Tells a public fact."""
        self.facts.tell(type_, *clauses, **fields)

    def hero(self, seat: int) -> Hero:
        """The seat's hero."""
        hero: Hero = self.state["heroes"][seat]
        return hero


def refuse(message: str, clause: str) -> NoReturn:
    """
    Refuses an action.

    Raises:
        IllegalActionError: Always; the sentence says what is wrong, the clause why.
    """
    raise IllegalActionError(message, clause=clause)


def require_that(condition: object, message: str, clause: str) -> None:
    """Refuses the action unless the condition holds."""
    if not condition:
        refuse(message, clause)


def top(state: Mapping[str, Any]) -> Frame:
    """The frame on top of the agenda: the pending decision, between two actions."""
    frame: Frame = state["agenda"][-1]
    return frame


def new_hero(hero: str, *, gold: int, stats: Sequence[str], colours: Sequence[str]) -> Hero:
    """A hero at the start: not on the map yet, nothing on its card."""
    return {
        "id": hero,
        "hex": None,
        "from": None,
        "gold": gold,
        "wounds": 0,
        "fatigue": 0,
        "counters": dict.fromkeys(colours, 0),
        "paper": 0,
        "raises": dict.fromkeys(stats, 0),
        "artifacts": [],
        "allies": [],
        "runes": [],
        "down": [],
    }


def action(type_: str, **parameters: Any) -> Action:
    """An action; parameters that are None are left out, `boosts` always stays."""
    return {"type": type_, **{key: value for key, value in parameters.items() if value is not None}}
