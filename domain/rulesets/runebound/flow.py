"""The course of a game: works the agenda off until a seat has something to decide, and takes its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from delvebook.domain.facts import Facts
from delvebook.domain.kit.agenda import work_off
from delvebook.domain.rulesets.runebound.adventures import attempt, events, rewards, trials
from delvebook.domain.rulesets.runebound.combat import duel, escape, fight, steps
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes import effects, harm, possessions
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, State, top
from delvebook.domain.rulesets.runebound.table.decision import Decision, Scope, Step
from delvebook.domain.rulesets.runebound.table.decks import seal_fresh
from delvebook.domain.rulesets.runebound.turn import experience, market, movement, phases
from delvebook.domain.tape import Chance

STEPS: Final[Mapping[str, Step]] = {
    **phases.STEPS,
    **movement.STEPS,
    **attempt.STEPS,
    **events.STEPS,
    **rewards.STEPS,
    **trials.STEPS,
    **fight.STEPS,
    **steps.STEPS,
    **escape.STEPS,
    **harm.STEPS,
    **market.STEPS,
    **experience.STEPS,
}

DECISIONS: Final[Mapping[str, Decision]] = {
    **movement.DECISIONS,
    **attempt.DECISIONS,
    **rewards.DECISIONS,
    **trials.DECISIONS,
    **fight.DECISIONS,
    **steps.DECISIONS,
    **escape.DECISIONS,
    **duel.DECISIONS,
    **harm.DECISIONS,
    **market.DECISIONS,
    **possessions.DECISIONS,
    **experience.DECISIONS,
}


def to_act(state: State) -> list[int]:
    """The seat of the pending decision."""
    return [] if state["result"] is not None else [top(state)["seat"]]


def round_of(state: State) -> int:
    """The round."""
    return state["round"]


def decision_scope(state: State, seat: int) -> object:
    """None, because one seat decides at a time and every event opens a new decision."""
    return None


def play(content: Content, state: State, seat: int, action: Action, *, tape: Chance) -> Facts:
    """Carries out a legal answer to the pending decision, and everything that follows by itself."""
    hand = Play(content, state, Facts(), tape)
    answer(hand, action)
    run(hand)
    seal_fresh(hand)
    return hand.facts


def answer(hand: Play, action: Action) -> None:
    """Carries out a legal answer to the pending decision, and nothing that follows."""
    frame = top(hand.state)
    if action["type"] == "use_ability":
        effects.use(hand, frame, action)
    else:
        DECISIONS[frame["do"]].answers[action["type"]].carry_out(hand, frame, action)


def run(hand: Play, *, stops: Callable[[Frame], bool] = lambda _: False) -> None:
    """
    Works the agenda off until a decision waits, or the game is over. Clauses: RB-024, RB-026.

    Args:
        hand: The game, and where to tell what happens.
        stops: Says before which frames to stop as well.
    """
    state = hand.state

    def waits() -> bool:
        if not state["agenda"]:
            return False
        frame = top(state)
        if stops(frame):
            return True
        decision = DECISIONS.get(frame["do"])
        return decision is not None and decision.waits(hand.content, state, frame)

    def carry_out(frame: Frame) -> None:
        decision = DECISIONS.get(frame["do"])
        if decision is None:
            STEPS[frame["do"]].work(hand, frame)
        else:
            decision.settle(hand, frame)
        _drop_what_is_over(state)

    _drop_what_is_over(state)
    work_off(lambda: state["agenda"], waits=waits, carry_out=carry_out)


_SCOPES: Final[Mapping[str, Scope]] = {
    **{do: step.scope for do, step in STEPS.items()},
    **{do: decision.scope for do, decision in DECISIONS.items()},
}


def _drop_what_is_over(state: State) -> None:
    """Drops the frames of a combat that is over, and those of a turn that has been cut short. Clauses: RB-024."""
    dropped = {"combat"} if state["combat"] is None else set()
    if state["cut_short"]:
        dropped.add("turn")
    if dropped:
        state["agenda"] = [frame for frame in state["agenda"] if _SCOPES[frame["do"]] not in dropped]
