"""Wounds about to be suffered, the windows that hold them up, fallen allies, and heroes knocked out."""

from __future__ import annotations

from typing import Final

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes.abilities import is_usable
from delvebook.domain.rulesets.runebound.heroes.figures import HERO, ally_of, experience, is_duel, life
from delvebook.domain.rulesets.runebound.heroes.markers import add_fatigue, add_wounds
from delvebook.domain.rulesets.runebound.heroes.possessions import lose
from delvebook.domain.rulesets.runebound.state import (
    Action,
    Frame,
    Play,
    State,
    action_of,
    clause_named,
    current_combat,
    hex_of,
    opponent,
)
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, Waits, Work, refuse

# -- windows --------------------------------------------------------------------------------------


def _roll_waits(content: Content, state: State, frame: Frame) -> bool:
    return not frame["roll"]["ok"] and is_usable(content, state, frame)


def _settle_roll(play: Play, frame: Frame) -> None:
    """Lets the roll stand as it is now, and settles what it was for. Clauses: RB-017."""
    play.push(f"settle_{frame['roll']['aim']}", roll=frame["roll"])


def _hit_waits(content: Content, state: State, frame: Frame) -> bool:
    return is_usable(content, state, frame)


def _settle_hit(play: Play, frame: Frame) -> None:
    play.push("hit", seat=frame["seat"], kind=frame["kind"], wounds=frame["wounds"])


def _wounds_wait(content: Content, state: State, frame: Frame) -> bool:
    return bool(frame["wounds"]) and is_usable(content, state, frame)


def _settle_wounds(play: Play, frame: Frame) -> None:
    """Places the wounds that are left, then works the enemy's `on_wound` rules, then sees who falls (RB-091)."""
    seat = frame["seat"]
    if frame["soaked"] is not None:
        play.push("ally_check", seat=seat, ally=frame["soaked"])
    if frame["wounds"]:
        play.push("window_knockout", seat=seat, used_up=[])
    if frame["wounds"] or frame["soaked"] is not None:
        play.push("enemy_rules", when="on_wound")
    add_wounds(play, seat, HERO, frame["wounds"], clause_named(frame))


def _is_down(content: Content, state: State, seat: int) -> bool:
    hero = state["heroes"][seat]
    return hero["wounds"] >= life(content, hero)


def _knockout_waits(content: Content, state: State, frame: Frame) -> bool:
    return _is_down(content, state, frame["seat"]) and is_usable(content, state, frame)


def _settle_knockout(play: Play, frame: Frame) -> None:
    if _is_down(play.content, play.state, frame["seat"]):
        knock_out(play, frame["seat"])


_WINDOWS: Final[dict[str, tuple[str, Waits, Work]]] = {
    "window_fail": ("RB-017", _roll_waits, _settle_roll),
    "window_hit": ("RB-017", _hit_waits, _settle_hit),
    "window_wounds": ("RB-091", _wounds_wait, _settle_wounds),
    "window_knockout": ("RB-140", _knockout_waits, _settle_knockout),
}
"""By window, the clause that opens it, whether there is anything to use in it, and the function that settles it."""


def _pass(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("pass")]


def _close(play: Play, frame: Frame, action: Action) -> None:
    """Closes a window and goes on with what it held up. Clauses: RB-017."""
    play.state["agenda"].pop()
    _, _, settle = _WINDOWS[frame["do"]]
    settle(play, frame)


# -- suffering ------------------------------------------------------------------------------------


def harm_hero(play: Play, seat: int, kind: str, wounds: int, clause: str) -> None:
    """
    Opens the window for the wounds that an enemy's damage of that kind is about to do to the seat's hero.

    Args:
        clause: The clause by which it does so: RB-088, RB-089 or RB-155.
    """
    if wounds:
        play.push("window_wounds", seat=seat, kind=kind, wounds=wounds, soaked=None, used_up=[], clause=clause)


def harm_ally(play: Play, seat: int, ally: str, wounds: int, clause: str) -> None:
    """Wounds an attacking ally by an enemy's damage, without a window (RB-091). Arguments as in `harm_hero`."""
    if wounds:
        play.push("ally_check", seat=seat, ally=ally)
        play.push("enemy_rules", when="on_wound")
        add_wounds(play, seat, ally, wounds, clause)


def _check_ally(play: Play, frame: Frame) -> None:
    """
    Removes the ally if its wounds have reached its life, and with it its markers and surplus wounds.

    Clauses: RB-004, RB-094.
    """
    ally = ally_of(play.hero(frame["seat"]), frame["ally"])
    if ally is not None and ally["wounds"] >= play.content.items[frame["ally"]]["life"]:
        play.tell("ally_died", "RB-094", seat=frame["seat"], card=frame["ally"])
        lose(play, frame["seat"], frame["ally"], "RB-094")


def _suffer(play: Play, frame: Frame) -> None:
    """Lays wounds on the hero, and then fatigue, if it is still standing."""
    seat, fatigue, clause = frame["seat"], frame["fatigue"], clause_named(frame)
    if frame["wounds"]:
        if fatigue:
            play.push("suffer", seat=seat, wounds=0, fatigue=fatigue, clause=clause)
        play.push("window_knockout", seat=seat, used_up=[])
        add_wounds(play, seat, HERO, frame["wounds"], clause)
    elif fatigue:
        play.push("window_knockout", seat=seat, used_up=[])
        add_fatigue(play, seat, HERO, fatigue, clause)


# -- knockouts ------------------------------------------------------------------------------------


def knock_out(play: Play, seat: int) -> None:
    """
    Knocks the hero out: its fight is over, and it wakes in the nearest town, poorer.

    Clauses: RB-024, RB-140, RB-144, RB-145, RB-160, RB-161.
    """
    state = play.state
    play.tell("hero_knocked_out", "RB-140", seat=seat)
    state["agenda"] = [frame for frame in state["agenda"] if not (frame["do"] == "suffer" and frame["seat"] == seat)]
    if is_duel(state) and seat in current_combat(state)["seats"]:
        winner = opponent(current_combat(state), seat)
        state["combat"], state["cut_short"] = None, True
        play.tell("duel_ended", "RB-160", "RB-161", seat=winner, loser_seat=seat)
        play.push("after_win", seat=winner, clause="RB-160")
        play.push("choose_discard", seat=winner)
        play.push("losses", seat=seat)
        play.push("choose_town", seat=seat)
        play.push("take_spoils", seat=winner, loser_seat=seat)
        return
    if seat == state["active"]:
        state["combat"], state["cut_short"] = None, True
        play.push("set_back", clause="RB-144")
    play.push("losses", seat=seat)
    play.push("choose_town", seat=seat)


def _nearest_towns(content: Content, state: State, frame: Frame) -> list[str]:
    return content.map.nearest_towns[hex_of(state["heroes"][frame["seat"]])]


def _town_waits(content: Content, state: State, frame: Frame) -> bool:
    return len(_nearest_towns(content, state, frame)) > 1


def _towns(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("choose_town", town=town) for town in _nearest_towns(content, state, frame)]


def _town_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    towns = _nearest_towns(content, state, frame)
    if action["town"] in towns:
        return None
    return refuse("not_the_nearest_town", "RB-141", hex=action["town"], hexes=towns)


def _choose_town(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()
    place(play, frame["seat"], action["town"], "RB-141")


def _only_town(play: Play, frame: Frame) -> None:
    place(play, frame["seat"], _nearest_towns(play.content, play.state, frame)[0], "RB-141")


def place(play: Play, seat: int, hex_: str, clause: str) -> None:
    """Puts the hero down on a hex without a way; where it came from is forgotten (RB-043)."""
    hero = play.hero(seat)
    hero["hex"], hero["came_from"] = hex_, None
    play.tell("hero_placed", clause, seat=seat, hex=hex_)


def _losses(play: Play, frame: Frame) -> None:
    """Takes half the gold, the unspent experience and the markers of a knocked-out hero. Clauses: RB-142, RB-143."""
    hero, bank = play.hero(frame["seat"]), play.state["bank"]
    gold = hero["gold"] // 2
    hero["gold"] -= gold
    lost, unspent = dict(hero["counters"]), experience(play.content, hero)
    for colour, n in lost.items():
        bank[colour] += n
        hero["counters"][colour] = 0
    paper, hero["paper"] = hero["paper"], 0
    play.tell("losses_paid", "RB-142", seat=frame["seat"], gold=gold, counters=lost, paper=paper, experience=unspent)
    hero["wounds"] = hero["fatigue"] = 0
    play.tell("hero_recovered", "RB-143", seat=frame["seat"])


DECISIONS = {
    **{
        do: Decision(
            clause,
            _pass,
            {"pass": Answer(_close)},
            waits=waits,
            settle=settle,
            abilities=True,
            scope="combat" if do in ("window_hit", "window_wounds") else "game",
        )
        for do, (clause, waits, settle) in _WINDOWS.items()
    },
    "choose_town": Decision(
        "RB-141",
        _towns,
        {"choose_town": Answer(_choose_town, _town_refusal)},
        waits=_town_waits,
        settle=_only_town,
    ),
}

STEPS = {
    "ally_check": Step(_check_ally),
    "suffer": Step(_suffer),
    "losses": Step(_losses),
}
