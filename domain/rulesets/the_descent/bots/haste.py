"""
The greedy bot inside a search: in haste, and with a memory of what it chose.

A search asks it about the same position again and again, since its candidates often lead to the same one, and since
what others hold or have earned makes no difference to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

import orjson

from delvebook.domain.rulesets.the_descent.bots.answers import quick_answer
from delvebook.domain.rulesets.the_descent.bots.greedy import hasty_bot
from delvebook.domain.rulesets.the_descent.content import Content
from delvebook.domain.rulesets.the_descent.state import Action, State
from delvebook.domain.rulesets.the_descent.view import view_of
from delvebook.domain.tape import Chance
from delvebook.domain.viewers import seat_viewer

T = TypeVar("T")

WEIGHED: Final = ("confirm_step", "place_character", "rotate_tile")
"""Decisions that are not answered by a quick rule of thumb."""
KEPT: Final = 4096
_known: Final[dict[bytes, Action]] = {}
"""By position, the action chosen there without asking chance. Emptied when it is full."""


class _Watched:
    """A source of chance that notes whether it was asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.was_asked = False

    def below(self, bound: int, what: str) -> int:
        self.was_asked = True
        return self._chance.below(bound, what)

    def die(self, sides: int, what: str) -> int:
        self.was_asked = True
        return self._chance.die(sides, what)

    def choose(self, items: Sequence[T], what: str) -> T:
        self.was_asked = True
        return self._chance.choose(items, what)

    def shuffle(self, items: Sequence[T], what: str) -> list[T]:
        self.was_asked = True
        return self._chance.shuffle(items, what)


def hasty_choice(content: Content, state: State, seat: int, legal: list[Action], *, chance: Chance) -> Action:
    """The action of the hasty bot in that seat."""
    pending = state["pending"]
    if pending is not None and pending["type"] not in WEIGHED:
        return quick_answer(state, pending, legal, chance=chance)
    if pending is not None:
        return hasty_bot(view_of(content, state, seat_viewer(seat)), legal, chance=chance)
    position = _position(state, seat)
    known = _known.get(position)
    if known is not None:
        return known
    watched = _Watched(chance)
    chosen = hasty_bot(view_of(content, state, seat_viewer(seat)), legal, chance=watched)
    if not watched.was_asked:
        if len(_known) >= KEPT:
            _known.clear()
        _known[position] = chosen
    return chosen


def _position(state: State, seat: int) -> bytes:
    """Everything that the bot's choice depends on in the seat's own turn."""
    others = [(one["cell"], one["arrived"]) for other, one in enumerate(state["seats"]) if other != seat]
    about = (seat, state["seats"][seat], others, state["round"], state["turn"], state["window"], state["opened"])
    return orjson.dumps((about, state["field"], state["tokens"], state["creatures"], state["web"]))
