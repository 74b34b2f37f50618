"""Escape from a fight, and the way back."""

from __future__ import annotations

from delvebook.domain.refusals import Refusal
from delvebook.domain.rulesets.runebound.content import Content
from delvebook.domain.rulesets.runebound.heroes import boosts
from delvebook.domain.rulesets.runebound.heroes.abilities import is_usable
from delvebook.domain.rulesets.runebound.heroes.boosts import Roller
from delvebook.domain.rulesets.runebound.heroes.dice import throw, throw_for
from delvebook.domain.rulesets.runebound.heroes.figures import (
    HERO,
    attribute,
    enemy_card,
    enemy_rule,
    hampered,
    is_duel,
    roll_bonus,
    target_number,
    target_seat,
)
from delvebook.domain.rulesets.runebound.heroes.markers import add_wounds
from delvebook.domain.rulesets.runebound.state import Action, Frame, Play, Roll, State, action_of, hex_of
from delvebook.domain.rulesets.runebound.table.decision import Answer, Decision, Step, refuse


def _can_escape(content: Content, state: State) -> bool:
    return enemy_rule(content, state, "no_escape") is None


def _start_waits(content: Content, state: State, frame: Frame) -> bool:
    return _can_escape(content, state) or is_usable(content, state, frame)


def _roller(frame: Frame) -> Roller:
    return Roller(frame["seat"], HERO, "escape")


def _start(content: Content, state: State, frame: Frame) -> list[Action]:
    tries = boosts.choices(content, state, _roller(frame))
    return [action_of("fight_on"), *(action_of("try_escape", boosts=chosen) for chosen in tries)]


def _escape_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    """Why the hero can't try to escape, or not with these boosts. Clauses: RB-084."""
    if not _can_escape(content, state):
        return refuse("no_escape", "RB-084", card=enemy_card(state))
    return boosts.refusal(content, state, _roller(frame), action["boosts"])


def _fight_on(play: Play, frame: Frame, action: Action) -> None:
    play.state["agenda"].pop()


def _try_escape(play: Play, frame: Frame, action: Action) -> None:
    """Tests mind against the enemy's mind, or against the other hero's own throw. Clauses: RB-082, RB-153, RB-157."""
    content, state, seat = play.content, play.state, frame["seat"]
    state["agenda"].pop()
    bonus = boosts.pay_all(play, _roller(frame), action["boosts"])
    if is_duel(state):
        other = target_seat(state)
        dice = throw(play, "escape target")
        own = attribute(content, state, other, "mind") - hampered(state, str(other), "mind")
        number = sum(dice) + own
        play.tell("target_thrown", "RB-157", seat=other, roll="escape", dice=dice, bonus=own, number=number)
    else:
        number = target_number(content, state, "mind")
    roll: Roll = {
        "seat": seat,
        "character": HERO,
        "roll": "escape",
        "attribute": attribute(content, state, seat, "mind"),
        "bonus": roll_bonus(content, state, seat, HERO, "escape") + bonus,
        "target": number,
        "aim": "escape",
        "ok": False,
    }
    throw_for(play, roll)
    play.push("window_fail", seat=seat, roll=roll, used_up=[])


def _settle_escape(play: Play, frame: Frame) -> None:
    """
    Ends the combat and the turn after an escape. A failure costs one wound and leads back to the choice.

    Clauses: RB-024, RB-082, RB-083, RB-123, RB-157, RB-161.
    """
    state, roll = play.state, frame["roll"]
    seat = roll["seat"]
    if not roll["ok"]:
        play.push("round_start", seat=seat, used_up=[])
        play.push("window_knockout", seat=seat, used_up=[])
        add_wounds(play, seat, HERO, 1, "RB-157" if is_duel(state) else "RB-082")
        return
    play.tell("escaped", "RB-157" if is_duel(state) else "RB-083", seat=seat)
    if not is_duel(state):
        play.push("set_back", clause="RB-083")
    state["combat"], state["cut_short"] = None, True
    play.push("retreat_choice", seat=seat)


def _ways_back(content: Content, state: State, seat: int) -> list[str]:
    """The hexes to which a hero may go back: the one it came from, or any neighbour if unknown. Clauses: RB-083."""
    hero = state["heroes"][seat]
    return [hero["came_from"]] if hero["came_from"] is not None else list(content.map.neighbours[hex_of(hero)])


def _retreats(content: Content, state: State, frame: Frame) -> list[Action]:
    return [action_of("retreat", to=to) for to in (*_ways_back(content, state, frame["seat"]), None)]


def _retreat_refusal(content: Content, state: State, frame: Frame, action: Action) -> Refusal | None:
    ways = _ways_back(content, state, frame["seat"])
    if action["to"] is None or action["to"] in ways:
        return None
    return refuse("no_way_back", "RB-083", hex=action["to"], hexes=ways)


def _retreat(play: Play, frame: Frame, action: Action) -> None:
    """Goes back one hex, or stays; it pays nothing and starts nothing there. Clauses: RB-043, RB-083."""
    seat, to = frame["seat"], action["to"]
    play.state["agenda"].pop()
    hero = play.hero(seat)
    if to is not None:
        hero["came_from"], hero["hex"] = hero["hex"], to
        play.tell("hero_retreated", "RB-083", seat=seat, hex=to)
    else:
        play.tell("hero_stayed", "RB-083", seat=seat)


DECISIONS = {
    "round_start": Decision(
        "RB-082",
        _start,
        {"try_escape": Answer(_try_escape, _escape_refusal), "fight_on": Answer(_fight_on)},
        waits=_start_waits,
        abilities=True,
        scope="combat",
    ),
    "retreat_choice": Decision("RB-083", _retreats, {"retreat": Answer(_retreat, _retreat_refusal)}),
}

STEPS = {"settle_escape": Step(_settle_escape, scope="combat")}
