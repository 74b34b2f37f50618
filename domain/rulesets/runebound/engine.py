"""The engine: carries the agenda on until a seat has something to decide, and takes the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from delvebook.domain.ruleset import Action
from delvebook.domain.rulesets.runebound import (
    abilities,
    adventure,
    combat,
    experience,
    harm,
    market,
    movement,
    trials,
    turn,
)
from delvebook.domain.rulesets.runebound.content import Book
from delvebook.domain.rulesets.runebound.decision import Decision, Step
from delvebook.domain.rulesets.runebound.decks import seal_fresh
from delvebook.domain.rulesets.runebound.state import Frame, Play, refuse, top

STEPS: Final[Mapping[str, Step]] = {
    **turn.STEPS,
    **movement.STEPS,
    **adventure.STEPS,
    **trials.STEPS,
    **combat.STEPS,
    **harm.STEPS,
    **market.STEPS,
    **experience.STEPS,
}

DECISIONS: Final[Mapping[str, Decision]] = {
    **movement.DECISIONS,
    **adventure.DECISIONS,
    **trials.DECISIONS,
    **combat.DECISIONS,
    **harm.DECISIONS,
    **market.DECISIONS,
    **experience.DECISIONS,
}

WITHIN_COMBAT: Final = frozenset(
    (
        *("before_combat", "round_start", "defence_roll", "combat_step", "choose_exhaust"),
        *("window_hit", "window_wounds"),
        *("enemy_rules", "enemy_rule", "combat_round", "skip_step", "hit", "strike"),
        *("settle_escape", "settle_attack", "settle_defence"),
    )
)
"""Frames without a meaning once the combat they belong to is over."""

WITHIN_TURN: Final = frozenset(("movement", "walk", "adventure", "market_phase", "draw", "result", "commit_test"))
"""Frames without a meaning once the active seat's turn is cut short (RB-024)."""


def run(play: Play) -> None:
    """Works the agenda off from the top until a decision waits or the game is over."""
    agenda = play.state["agenda"]
    while agenda:
        frame: Frame = agenda[-1]
        do = frame["do"]
        if (do in WITHIN_COMBAT and play.state["combat"] is None) or (do in WITHIN_TURN and play.state["over"]):
            agenda.pop()
        elif do in DECISIONS:
            decision = DECISIONS[do]
            if decision.waits(play.book, play.state, frame):
                return
            agenda.pop()
            decision.settle(play, frame)
        else:
            agenda.pop()
            STEPS[do].work(play, frame)
        agenda = play.state["agenda"]


def answer(play: Play, seat: int, action: Action) -> None:
    """
    Carries out a seat's answer to the pending decision, and everything that follows by itself.

    Raises:
        IllegalActionError: Nothing has changed.
    """
    state = play.state
    if state["result"] is not None:
        refuse("the game is over", "RB-210")
    frame = top(state)
    decision = DECISIONS[frame["do"]]
    if seat != frame["seat"]:
        refuse(f"seat {frame['seat']} decides now: {decision.asks}", "RB-020")
    if action["type"] == "use_ability" and decision.abilities:
        abilities.use(play, frame, action)
    elif action["type"] in decision.answers:
        decision.answers[action["type"]](play, frame, action)
    else:
        expected = [*decision.answers, *(["use_ability"] if decision.abilities else [])]
        refuse(f"now is to be decided {decision.asks} ({', '.join(expected)})", decision.clause)
    run(play)
    seal_fresh(play)


def legal(book: Book, state: Mapping[str, Any], seat: int) -> list[Action]:
    """What the seat may answer now; `[]` if nothing is asked of it."""
    if state["result"] is not None or seat != top(state)["seat"]:
        return []
    frame = top(state)
    decision = DECISIONS[frame["do"]]
    found: list[Action] = decision.legal(book, state, frame)
    return [*abilities.usable(book, state, frame), *found] if decision.abilities else found
