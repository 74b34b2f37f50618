"""
A ruleset on the common floor plan: each question of the contract is answered by one function of one module.

A title names its functions once, in a `Plan`; docs/titles.md says which module holds which.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

from delvebook.domain.catalogue import Catalogue
from delvebook.domain.facts import Facts, Seal
from delvebook.domain.outcome import Outcome
from delvebook.domain.phrases import Phrasebook, Voice
from delvebook.domain.refusals import Refusal
from delvebook.domain.ruleset import Action, Ruleset, State, View
from delvebook.domain.tape import Chance, Tape
from delvebook.domain.viewers import Viewer

C = TypeVar("C")
"""A title's parsed content."""
S = TypeVar("S")
"""A title's state."""
C_contra = TypeVar("C_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)

Said = Mapping[str, Any]
"""A fact or an action."""


class SetUp(Protocol[C_contra, S_co]):
    """The signature of `setup.set_up`."""

    def __call__(
        self, content: C_contra, options: Mapping[str, Any], /, *, seats: int, tape: Tape
    ) -> tuple[S_co, Facts]:
        """The state in which the first decision is owed, and the facts of the setup."""


class Play(Protocol[C_contra, S_contra]):
    """The signature of `flow.play`."""

    def __call__(self, content: C_contra, state: S_contra, seat: int, action: Action, /, *, tape: Tape) -> Facts:
        """Carries out an action that has been judged; changes the state."""


class Determinize(Protocol[C_contra, S_co]):
    """The signature of `determinize.determinize`."""

    def __call__(self, content: C_contra, view: View, /, *, chance: Chance) -> S_co:
        """A whole state that has the view."""


class TellAction(Protocol):
    """The signature of `sentences.tell_action`."""

    def __call__(self, book: Phrasebook, action: Said, voice: Voice, /, *, view: View | None = None) -> str:
        """The action as one sentence."""


def nothing_retold(seat: int, facts: Sequence[Said]) -> dict[int, int]:
    """Of a title in which no event tells what a seat was told before."""
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan(Generic[C, S]):
    """
    A title's functions, each under its name on the floor plan.

    Attributes:
        content: The parsed components, the first argument of every function of the rules.
    """

    content: C
    set_up: SetUp[C, S]
    to_act: Callable[[S], list[int]]
    legal_actions: Callable[[C, S, int], list[Action]]
    refusal_of: Callable[[C, S, int, Action], Refusal | None]
    play: Play[C, S]
    decision_scope: Callable[[S, int], Any]
    view_of: Callable[[C, S, Viewer], Mapping[str, Any]]
    outcome_of: Callable[[C, S], Outcome | None]
    determinize: Determinize[C, S]
    face_down: Callable[[C, S], list[Seal]]
    broken_invariants: Callable[[C, S], Iterable[str]]
    tell_fact: Callable[[Phrasebook, Said, Voice], str]
    tell_action: TellAction
    tell_refusal: Callable[[Phrasebook, Refusal, Voice], str]
    echoes: Mapping[str, Collection[str]]
    action_space: Callable[[C, S], Iterator[Action]]
    catalogue_of: Callable[[C], Catalogue]
    retold: Callable[[int, Sequence[Said]], dict[int, int]] = nothing_retold


class PlannedRuleset(Ruleset):
    """
    A title that follows the floor plan.

    Args:
        box: Other components than the printed ones, for tests.
    """

    plan: ClassVar[Plan[Any, Any]]

    def __init__(self, box: Any = None) -> None:
        super().__init__()
        self.box = self.plan.content if box is None else box

    def setup(self, options: Mapping[str, Any], *, seats: int, tape: Tape) -> tuple[State, Facts]:
        """From the box to the first decision: `setup.set_up`."""
        return self.plan.set_up(self.box, options, seats=seats, tape=tape)

    def to_act(self, state: State) -> list[int]:
        """The seats that owe a decision: `flow.to_act`."""
        return self.plan.to_act(state)

    def legal(self, state: State, seat: int) -> list[Action]:
        """What the seat may do now: `legality.legal_actions`."""
        return self.plan.legal_actions(self.box, state, seat)

    def refusal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Why the seat may not do that: `legality.refusal_of`."""
        return self.plan.refusal_of(self.box, state, seat, action)

    def play(self, state: State, seat: int, action: Action, *, tape: Tape) -> Facts:
        """Judges the action, then carries it out: `flow.play`."""
        self.require_legal(state, seat, action)
        return self.plan.play(self.box, state, seat, action, tape=tape)

    def decision_scope(self, state: State, seat: int) -> Any:
        """What keeps the seat's decision open: `flow.decision_scope`."""
        return self.plan.decision_scope(state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        """The table as the viewer sees it: `view.view_of`."""
        return cast("View", self.plan.view_of(self.box, state, viewer))

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended: `ending.outcome_of`."""
        return self.plan.outcome_of(self.box, state)

    def determinize(self, view: View, *, chance: Chance) -> State:
        """A whole state that has this view: `determinize.determinize`."""
        return self.plan.determinize(self.box, view, chance=chance)

    def face_down(self, state: State) -> list[Seal]:
        """Every envelope that is still closed: `sealed.face_down`."""
        return self.plan.face_down(self.box, state)

    def check(self, state: State) -> None:
        """Raises the first invariant that does not hold: `invariants.broken_invariants`."""
        try:
            broken = next(iter(self.plan.broken_invariants(self.box, state)), None)
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise self.broken(f"the state has the shape of State: {type(error).__name__} {error}") from error
        if broken is not None:
            raise self.broken(broken)

    def tell_fact(self, fact: Said, voice: Voice) -> str:
        """The fact as one sentence: `sentences.tell_fact`."""
        return self.plan.tell_fact(self.phrasebook, fact, voice)

    def tell_action(self, action: Said, voice: Voice, *, view: View | None = None) -> str:
        """The action as one sentence: `sentences.tell_action`."""
        return self.plan.tell_action(self.phrasebook, action, voice, view=view)

    def tell_refusal(self, refusal: Refusal, voice: Voice) -> str:
        """The refusal as one sentence: `sentences.tell_refusal`."""
        return self.plan.tell_refusal(self.phrasebook, refusal, voice)

    def echoes(self, action: Said, facts: Sequence[Said]) -> list[int]:
        """Which of the facts say again what the action does: those of a type in `sentences.ECHOES`."""
        types = self.plan.echoes.get(action["type"], ())
        return [at for at, fact in enumerate(facts) if fact["type"] in types]

    def retold(self, seat: int, facts: Sequence[Said]) -> dict[int, int]:
        """Which public facts a seat was told before, and which seat: `sentences.retold`, where a title has one."""
        return self.plan.retold(seat, facts)

    def describe(self) -> Catalogue:
        """What is in the box, and what every id means: `catalogue.catalogue_of`."""
        return self.plan.catalogue_of(self.box)

    def action_space(self, state: State) -> Iterator[Action]:
        """Every action that could be meant in this state: `actions.action_space`."""
        return self.plan.action_space(self.box, state)
