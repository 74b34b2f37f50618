"""Exploring: one card is drawn and resolved by what it is (LB-022, LB-034 to LB-051)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from delvebook.domain.rulesets.labyrinth.course import Course
from delvebook.domain.rulesets.labyrinth.ending import end_turn
from delvebook.domain.rulesets.labyrinth.locations import lay_next
from delvebook.domain.rulesets.labyrinth.rivals import appear
from delvebook.domain.rulesets.labyrinth.specials import explore_dragon, explore_market, explore_thief
from delvebook.domain.rulesets.labyrinth.state import new_pending
from delvebook.domain.rulesets.labyrinth.steambots import face
from delvebook.domain.rulesets.labyrinth.trophies import offer


def explore(course: Course) -> None:
    """Draws a card and resolves it as far as it goes without a decision (LB-022)."""
    state = course.state
    state["pending"] = new_pending()
    card = course.draw()
    state["pending"]["drawn"][0] = card
    course.tell("card_explored", "LB-022", seat=0, card=card, left=len(state["deck"]))
    _FOUND[course.content.effects.get(card) or course.content.types[card]](course, card)


def _find_trophy(course: Course, card: str) -> None:
    """It is on offer (LB-036)."""
    offer(course, card, clause="LB-036")


def _find_knight(course: Course, card: str) -> None:
    """A rival appears; there is no Duel now (LB-037)."""
    appear(course, card)
    end_turn(course)


def _find_mage(course: Course, card: str) -> None:
    """The Mage joins the team, wanted or not (LB-038)."""
    course.take_drawn(card)
    course.state["team"].append({"card": card, "trophy": None})
    course.tell("mage_joined", "LB-038", seat=0, character=card)
    end_turn(course)


def _find_cage(course: Course, card: str) -> None:
    """Nothing to catch: it goes to the discard (LB-051)."""
    course.tell("cage_found", "LB-051", card=card)
    course.discard_pending(clause="LB-051")
    end_turn(course)


def _find_steambot(course: Course, card: str) -> None:
    """The player fights it or loses a Character (LB-042)."""
    face(course, phase="steambot", clause="LB-042")


def _find_location(course: Course, card: str) -> None:
    """It is laid if it fits anywhere (LB-030)."""
    lay_next(course)


_FOUND: Final[Mapping[str, Callable[[Course, str], None]]] = MappingProxyType(
    {
        "trophy": _find_trophy,
        "knight": _find_knight,
        "mage": _find_mage,
        "cage": _find_cage,
        "steambot": _find_steambot,
        "location": _find_location,
        "dragon": explore_dragon,
        "thief": explore_thief,
        "market": explore_market,
    }
)
