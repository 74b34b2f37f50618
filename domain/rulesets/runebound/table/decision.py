"""What the rules put on the agenda: decisions, which wait for a seat's answer, and steps, which do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, State, clause_named


def refuse(key: str, clause: str, **fields: object) -> Refusal:
    """Why an action is not legal: which sentence of `texts.json` says it, the clause that decides, what it names."""
    return Refusal(key, clause, fields)


Scope = Literal["game", "turn", "combat"]
"""
How long a frame stays valid.

A frame of a turn is dropped when the turn is cut short (RB-024), a frame of a combat when the combat is over.
"""

ClauseOf = Callable[[Content, State, Frame], str]
"""A function that returns the clause that asks a question, where it depends on the state."""

Waits = Callable[[Content, State, Frame], bool]
Candidates = Callable[[Content, State, Frame], list[Action]]
Objection = Callable[[Content, State, Frame, Action], Refusal | None]
CarryOut = Callable[[Play, Frame, Action], None]
Work = Callable[[Play, Frame], None]


def clause_of_frame(content: Content, state: State, frame: Frame) -> str:
    """The clause that the frame names, for a question that a card asks."""
    return clause_named(frame)


def never(content: Content, state: State, frame: Frame, action: Action) -> None:
    """None, for an answer that is always legal."""


def always(content: Content, state: State, frame: Frame) -> bool:
    """True, for a decision that is never skipped."""
    return True


def nothing(play: Play, frame: Frame) -> None:
    """Does nothing, for a decision that has no effect when it is skipped."""


class Answer(NamedTuple):
    """
    One type of answer to a decision.

    Attributes:
        carry_out: Does what the action says. The action is legal.
        refusal: Why the action is not legal; None if it is.
    """

    carry_out: CarryOut
    refusal: Objection = never


class Decision(NamedTuple):
    """
    One kind of decision.

    Attributes:
        clause: The clause that asks, for the refusal of an answer to something else.
        candidates: The answers to consider, abilities apart, in the order in which legal ones are listed. Every
            legal answer is among them; of the paths to one hex only one is.
        answers: By action type, how it is judged and carried out.
        waits: Whether there is anything to decide. If not, the decision is settled without an answer (RB-026).
        settle: Acts when the decision does not wait; its frame is off the agenda.
        abilities: Whether abilities can be used in it.
        scope: How long the question stays valid.
        is_exact: Whether every candidate is legal as it is made, so that none has to be judged before it is listed.
    """

    clause: str | ClauseOf
    candidates: Candidates
    answers: Mapping[str, Answer]
    waits: Waits = always
    settle: Work = nothing
    abilities: bool = False
    scope: Scope = "game"
    is_exact: bool = False

    def clause_of(self, content: Content, state: State, frame: Frame) -> str:
        """The clause that asks this question now."""
        return self.clause if isinstance(self.clause, str) else self.clause(content, state, frame)


class Step(NamedTuple):
    """
    Something that happens without a decision.

    Attributes:
        work: Carries it out; its frame is off the agenda.
        scope: How long it stays valid.
    """

    work: Work
    scope: Scope = "game"
