"""The turn: its phases in order, the refresh, and its end."""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.runebound.ending import finish
from delvebook.domain.rulesets.runebound.heroes.effects import work_automatic
from delvebook.domain.rulesets.runebound.heroes.harm import place
from delvebook.domain.rulesets.runebound.state import Frame, Play, State
from delvebook.domain.rulesets.runebound.table.counters import replenish
from delvebook.domain.rulesets.runebound.table.decision import Step

LEFT_OF_TURN: Final = {
    "movement": ["turn_end", "experience_phase", "market_phase", "adventure"],
    "adventure": ["turn_end", "experience_phase", "market_phase"],
    "market": ["turn_end", "experience_phase"],
    "experience": ["turn_end"],
}
"""By phase, the steps of the turn still to come, at the bottom of the agenda."""


def left_of_turn(state: State) -> list[str]:
    """The steps of the turn still to come, the last first; of a turn cut short, the last two. Clauses: RB-024."""
    left = LEFT_OF_TURN[state["phase"]]
    return left[:2] if state["cut_short"] else left


def begin(play: Play, frame: Frame) -> None:
    """Starts a turn: a new hero enters its town, and the five phases are laid out. Clauses: RB-014, RB-021, RB-025."""
    state = play.state
    seat = state["active"]
    state["phase"], state["cut_short"] = "refresh", False
    state["used_before_combat"], state["traded"] = [], []
    play.tell("turn_began", "RB-020", seat=seat, round=state["round"], turn=state["turn"])
    for step in ("turn_end", "experience_phase", "market_phase", "adventure", "movement", "refresh"):
        play.push(step)
    if play.hero(seat)["hex"] is None:
        place(play, seat, play.content.rules["start"], "RB-025")


def _refresh(play: Play, frame: Frame) -> None:
    """
    Turns the active hero's cards face up, then works its `refresh` abilities: hero, artifacts, allies, each by id.

    Clauses: RB-008, RB-022.
    """
    seat = play.state["active"]
    hero = play.hero(seat)
    if hero["down"]:
        play.tell("cards_refreshed", "RB-022", seat=seat, cards=hero["down"])
        hero["down"] = []
    work_automatic(play, seat, "refresh", "RB-022")


def _end(play: Play, frame: Frame) -> None:
    """
    Ends the turn: exhausted colours are laid out again, and the next seat begins, or the game ends.

    Clauses: RB-020, RB-054, RB-213.
    """
    state = play.state
    play.tell("turn_ended", "RB-020", seat=state["active"])
    if state["options"]["refill_exhausted_colours"]:
        for colour, sites in state["counters"].items():
            if not sites:
                replenish(play, colour, "all", "RB-054")
    state["active"] = (state["active"] + 1) % len(state["heroes"])
    state["turn"] += 1
    if state["active"] == state["first"]:
        limit = state["options"]["round_limit"]
        if limit is not None and state["round"] >= limit:
            finish(play, "round_limit", None, "RB-213")
            return
        state["round"] += 1
    play.push("turn")


STEPS = {
    "turn": Step(begin),
    "refresh": Step(_refresh),
    "turn_end": Step(_end),
}
