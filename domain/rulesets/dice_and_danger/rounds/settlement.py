"""
The settlement that follows when the last seat has finished its round.

In this order: all steps are told; life for skipped pairs; defeats in waves; bonuses; deaths; the end of the game, or
the next active seat.
Clauses: DD-005, DD-042 to DD-046, DD-070 to DD-083, DD-090, DD-091, DD-101 to DD-106, DD-142, DD-143.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from delvebook.domain.facts import Fact, Facts
from delvebook.domain.rulesets.dice_and_danger.content import Content, Dungeon, Room
from delvebook.domain.rulesets.dice_and_danger.ending import (
    clause_of_end,
    reason_of_last_monster,
    reason_to_end,
    tell_scores,
)
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.sheet.bonuses import CLAUSES, is_complete
from delvebook.domain.rulesets.dice_and_danger.sheet.damage import deal_damage
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, Say, desks_of
from delvebook.domain.rulesets.dice_and_danger.state import (
    FIRST,
    LATER,
    OVER,
    ROLL,
    SKIPPED,
    Marks,
    Race,
    State,
    dungeon_of,
    is_solo,
    living,
    marks_since,
    settled_sheet,
    turn_of,
)

MARKS: Final = "marks"
SPLASH: Final = "splash"
WORM: Final = "worm"


class Defeat(NamedTuple):
    """One monster that fell on one sheet: by the seat's own marks, by a splash, or by a coil that a splash felled."""

    desk: Desk
    room: str
    by: str


def settle(content: Content, state: State, facts: Facts) -> None:
    """Settles the round. The state is then in phase `roll` of the next one, or `over`."""
    desks, dungeon = desks_of(content, state), dungeon_of(content, state)
    facts.tell("marks_revealed", "DD-003", round=state["round"], seats=[desk.seat for desk in desks])
    for desk in desks:
        retell(desk, say=facts.tell)
    for desk in desks:
        _charge_for_idling(desk, facts)
    _settle_defeats(dungeon, state, desks, facts)
    _settle_bonuses(dungeon, state, desks, facts)
    _settle_deaths(desks, facts)
    state["last_round"] = [_marks_of(state, seat) for seat in range(len(state["sheets"]))]
    state["turns"] = []
    _end_or_go_on(content, state, facts)


def foresee(desk: Desk, race: Race) -> list[Fact]:
    """
    The facts that the settlement would tell of the seat's own marks, if the seat marked nothing more in this round.

    Other seats' marks of the round are unknown, and change none of them. Neither the desk nor `race` is changed.

    Args:
        desk: The seat's desk. It may have open pairs; they count as neither used nor skipped.
        race: What was taken for the first time before this round.
    """
    facts, own = Facts(), desk.copied()
    so_far: Race = {
        "round": race["round"],
        "first_defeats": dict(race["first_defeats"]),
        "first_bonuses": dict(race["first_bonuses"]),
    }
    _charge_for_idling(own, facts)
    _settle_defeats(desk.dungeon, so_far, [own], facts)
    _settle_bonuses(desk.dungeon, so_far, [own], facts)
    _settle_deaths([own], facts)
    if len(so_far["first_defeats"]) == len(desk.dungeon.rooms):
        facts.tell("game_ended", reason=reason_of_last_monster(solo=desk.solo))
    return facts.public


def _marks_of(state: State, seat: int) -> Marks | None:
    """The changes of this round to the seat's sheet; None if the seat was dead already."""
    turn, sheet = turn_of(state, seat), state["sheets"][seat]
    return None if turn is None else marks_since(settled_sheet(sheet, turn), sheet)


def retell(desk: Desk, *, say: Say) -> Desk:
    """Repeats the seat's steps of this round on a copy of its sheet before them. Returns that desk."""
    again = desk.at_start_of_turn()
    for step in desk.turn["steps"]:
        carry_out(again, step, say=say)
    return again


def _charge_for_idling(desk: Desk, facts: Facts) -> None:
    """Takes life for skipped pairs, in solo also for a round without damage. Clauses: DD-042, DD-104, DD-105."""
    skipped = desk.turn["status"].count(SKIPPED)
    if not desk.solo:
        _lose_life(desk, skipped, "DD-042", reason="skipped_pairs", facts=facts)
    elif desk.turn["dealt"]:
        _lose_life(desk, max(0, skipped - 1), "DD-104", reason="skipped_pairs", facts=facts)
    else:
        _lose_life(desk, 1, "DD-104", reason="no_damage", facts=facts)
        _lose_life(desk, skipped, "DD-104", reason="skipped_pairs", facts=facts)


def _lose_life(desk: Desk, amount: int, clause: str, *, reason: str, facts: Facts, room: str | None = None) -> None:
    """Crosses extra boxes first, then marks from the top. `room` has the hearts. Clauses: DD-043 to DD-045."""
    if not amount:
        return
    sheet = desk.sheet
    extra = min(amount, sheet["extra"])
    track = min(amount - extra, sheet["life"])
    sheet["extra"] -= extra
    sheet["life"] -= track
    clauses = [clause, *(["DD-044"] if extra else []), *(["DD-043"] if track else [])]
    if extra + track < amount:
        clauses.append("DD-045")
    lost = {"amount": extra + track, "threatened": amount, "extra": extra, "track": track, "left": sheet["life"]}
    facts.tell("life_lost", *clauses, seat=desk.seat, reason=reason, room=room, **lost)


def _settle_defeats(dungeon: Dungeon, state: Race, desks: Sequence[Desk], facts: Facts) -> None:
    """Settles waves of defeats until one is empty. Clauses: DD-070 to DD-078."""
    wave = _defeats_while_marking(desks)
    while wave:
        new = [room for room in dungeon.rooms if _is_new(state, room, wave)]
        for room in dungeon.rooms.values():
            for defeat in [defeat for defeat in wave if defeat.room == room.id]:
                _reward(defeat, room, is_first=room.id in new, facts=facts)
        for id_ in new:
            state["first_defeats"][id_] = state["round"]
        wave = _splash(desks, [dungeon.rooms[id_] for id_ in new], facts)


def _defeats_while_marking(desks: Sequence[Desk]) -> list[Defeat]:
    """Wave 0: the defeats by the seats' own marks, in the order of seats."""
    return [
        Defeat(desk, room.id, MARKS)
        for desk in desks
        for room in desk.dungeon.rooms.values()
        if desk.is_defeated(room) and room.id not in desk.sheet["trophies"]
    ]


def _is_new(state: Race, room: str, wave: Sequence[Defeat]) -> bool:
    return room not in state["first_defeats"] and any(defeat.room == room for defeat in wave)


def _reward(defeat: Defeat, room: Room, *, is_first: bool, facts: Facts) -> None:
    """Gives the gems and takes the hearts of one defeat."""
    desk = defeat.desk
    desk.sheet["trophies"][room.id] = FIRST if is_first else LATER
    facts.tell(
        "monster_defeated",
        *_clauses_of_defeat(defeat, room, is_first=is_first),
        seat=desk.seat,
        room=room.id,
        by=defeat.by,
        first=is_first,
        gems=room.first if is_first else room.later,
        hearts=room.hearts if is_first else 0,
    )
    if is_first:
        clause = "DD-103" if desk.solo else "DD-076"
        _lose_life(desk, room.hearts, clause, reason="hearts", facts=facts, room=room.id)


def _clauses_of_defeat(defeat: Defeat, room: Room, *, is_first: bool) -> list[str]:
    """The clauses that decide the reward. Clauses: DD-070 to DD-072, DD-074, DD-075, DD-077, DD-101, DD-131."""
    if defeat.desk.solo:
        clauses = ["DD-101"]
    elif is_first:
        clauses = ["DD-070" if defeat.by == MARKS else "DD-075", "DD-071"]
    elif defeat.by == SPLASH:
        clauses = ["DD-074"]
    else:
        clauses = ["DD-072"] if defeat.by == MARKS else ["DD-075", "DD-072"]
    if room.worm:
        clauses.append("DD-131")
    if room.hearts and not is_first:
        clauses.append("DD-077")
    return clauses


def _splash(desks: Sequence[Desk], new: Sequence[Room], facts: Facts) -> list[Defeat]:
    """
    Deals the splash of all monsters defeated for the first time. Returns the defeats it causes: the next wave.

    Clauses: DD-073, DD-102, DD-143.
    """
    caused: list[Defeat] = []
    for room in [room for room in new if not room.armoured]:
        for desk in [desk for desk in desks if not desk.solo]:
            splash = desk.dungeon.figures.splash_damage
            _, fallen = deal_damage(desk, room, splash, seat=desk.seat, source=SPLASH, clause="DD-073", say=facts.tell)
            caused += [Defeat(desk, id_, SPLASH if id_ == room.id else WORM) for id_ in fallen]
    return caused


def _settle_bonuses(dungeon: Dungeon, state: Race, desks: Sequence[Desk], facts: Facts) -> None:
    """Clauses: DD-080 to DD-083, DD-101."""
    for bonus in dungeon.bonuses.values():
        completing = [desk for desk in desks if bonus.id not in desk.sheet["bonuses"] and is_complete(desk, bonus)]
        is_first = bonus.id not in state["first_bonuses"]
        gems = dungeon.figures.bonus_first if is_first else dungeon.figures.bonus_later
        for desk in completing:
            desk.sheet["bonuses"][bonus.id] = FIRST if is_first else LATER
            clauses = [CLAUSES[bonus.id], "DD-101" if desk.solo else "DD-081"]
            facts.tell("bonus_scored", *clauses, seat=desk.seat, bonus=bonus.id, first=is_first, gems=gems)
        if completing and is_first:
            state["first_bonuses"][bonus.id] = state["round"]


def _settle_deaths(desks: Sequence[Desk], facts: Facts) -> None:
    """Clauses: DD-046, DD-106."""
    for desk in desks:
        if not desk.sheet["life"]:
            desk.sheet["alive"] = False
            facts.tell("seat_died", "DD-106" if desk.solo else "DD-046", seat=desk.seat)


def _end_or_go_on(content: Content, state: State, facts: Facts) -> None:
    """Clauses: DD-005, DD-090, DD-091, DD-106."""
    reason = reason_to_end(dungeon_of(content, state), state)
    if reason is not None:
        state["phase"], state["end"] = OVER, reason
        facts.tell("game_ended", clause_of_end(reason), reason=reason, round=state["round"])
        tell_scores(content, state, facts)
        return
    state["phase"] = ROLL
    state["round"] += 1
    if is_solo(state):
        return
    alive, before = living(state), state["active"]
    state["active"] = next((seat for seat in alive if seat > before), alive[0])
    facts.tell("active_passed", "DD-005", from_seat=before, seat=state["active"], round=state["round"])
