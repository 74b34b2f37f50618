"""Events: the event box, and what a placed event does at once. Lasting effects count in `heroes/figures.py`."""

from __future__ import annotations

from delvebook.domain.rulesets.runebound.state import Frame, Play, current_adventure
from delvebook.domain.rulesets.runebound.table.counters import replenish
from delvebook.domain.rulesets.runebound.table.decision import Step
from delvebook.domain.rulesets.runebound.turn.market import restock


def draw_event(play: Play, card: str) -> None:
    """
    Puts the event on top of the event box and starts its immediate effects, or refuses it.

    Clauses: RB-110, RB-111, RB-112, RB-113, RB-114.
    """
    state, adventures = play.state, play.content.adventures
    text = adventures[card]
    current_adventure(state)["card"] = None
    covered = state["events"][-1] if state["events"] else None
    if covered is not None and text["value"] <= adventures[covered]["value"]:
        state["out"][text["colour"]].append(card)
        play.tell("event_refused", "RB-111", card=card, held=covered)
        return
    state["events"].append(card)
    play.tell("event_placed", "RB-110" if covered is None else "RB-111", "RB-112", card=card, covered=covered)
    for effect in reversed(text["immediate"]):
        play.push("world", effect=effect)


def _world(play: Play, frame: Frame) -> None:
    """Works one immediate effect of an event. Clauses: RB-112, RB-114, RB-115."""
    state, effect = play.state, frame["effect"]
    match effect["type"]:
        case "replenish":
            replenish(play, effect["colour"], effect["n"], "RB-115")
        case "restock":
            for town in play.content.map.towns:
                for _ in range(effect["n"]):
                    restock(play, town, "RB-112")
        case "everyone":
            seats = len(state["heroes"])
            order = [(state["active"] + step) % seats for step in range(seats)]
            for seat in reversed([one for one in order if state["heroes"][one]["hex"] is not None]):
                for one in reversed(effect["effects"]):
                    play.push("suffer", seat=seat, wounds=one["wounds"], fatigue=one["fatigue"], clause="RB-114")
        case other:
            raise AssertionError(other)  # the loader refuses every other word (§11.1)


STEPS = {"world": Step(_world)}
