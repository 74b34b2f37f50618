"""What a decision is to the engine: when it waits, what may be answered, and what happens if nothing need be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.state import Frame, Play

Query = Callable[[Book, Mapping[str, Any], Frame], Any]
Answer = Callable[[Play, Frame, Action], None]
Work = Callable[[Play, Frame], None]


class Decision(NamedTuple):
    """
    One kind of decision.

    Attributes:
        asks: What the seat is asked, for the refusal of an answer to something else.
        clause: The clause that refusal names.
        waits: Whether anything is to be decided; if not, it is settled without anybody's answer (RB-026).
        legal: The answers, abilities apart.
        answers: By action type, what carries it out. It judges first and changes nothing before.
        settle: What happens when the decision does not wait, the frame being gone from the agenda.
        abilities: Whether abilities can be used in it.
    """

    asks: str
    clause: str
    waits: Query
    legal: Query
    answers: Mapping[str, Answer]
    settle: Work
    abilities: bool = False


class Step(NamedTuple):
    """
    Something that happens without a decision.

    Attributes:
        work: Carries it out, the frame being gone from the agenda.
    """

    work: Work


def always(book: Book, state: Mapping[str, Any], frame: Frame) -> bool:
    """A decision that is never skipped."""
    return True


def nothing(play: Play, frame: Frame) -> None:
    """Settling a decision that leaves nothing behind."""
