"""
What follows by itself when the last seat has finished its round.

Steps, in this order: everybody's marks are told; life for skipped pairs; defeats in waves; bonuses;
deaths; the end, or the next active seat.
Clauses: DD-042 to DD-046, DD-070 to DD-083, DD-090, DD-091, DD-101 to DD-106, DD-142, DD-143.
"""

from __future__ import annotations

from functools import partial

from delvebook.domain.facts import Facts
from delvebook.domain.ruleset import State
from delvebook.domain.rulesets.dice_and_danger.bonuses import is_complete
from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Room
from delvebook.domain.rulesets.dice_and_danger.damage import deal_damage
from delvebook.domain.rulesets.dice_and_danger.desk import Desk, Say, desk_of
from delvebook.domain.rulesets.dice_and_danger.state import (
    EXTRA_LIFE,
    FIRST,
    LATER,
    OVER,
    ROLL,
    SKIPPED,
    Sheet,
    dungeon_of,
    fresh_turn,
    is_solo,
    living,
    settled_sheet,
)
from delvebook.domain.rulesets.dice_and_danger.steps import carry_out

Defeats = list[tuple[int, str]]
"""Seats and the rooms whose monsters they defeated, in one wave."""


def settle(state: State, facts: Facts) -> None:
    """Settles the round; the state is then in phase `roll` of the next one, or `over`."""
    seats = living(state)
    facts.tell("marks_revealed", "DD-003", round=state["round"], seats=seats)
    for seat in seats:
        retell(state, seat, say=facts.tell)
    for seat in seats:
        _charge_for_idling(state, seat, facts)
    _settle_defeats(state, seats, facts)
    _settle_bonuses(state, seats, facts)
    _settle_deaths(state, seats, facts)
    state["turns"] = []
    _end_or_go_on(state, facts)


def retell(state: State, seat: int, *, say: Say) -> Desk:
    """Does the seat's steps of this round once more, on a copy of its sheet as it was; returns that desk."""
    live = desk_of(state, seat)
    sheet = settled_sheet(live.sheet, live.turn)
    desk = Desk(
        seat=seat,
        dungeon=live.dungeon,
        sheet=sheet,
        turn=fresh_turn(sheet),
        dice=live.dice,
        active=live.active,
        solo=live.solo,
    )
    for step in live.turn["steps"]:
        carry_out(desk, step, say=say)
    return desk


def _charge_for_idling(state: State, seat: int, facts: Facts) -> None:
    """Life for skipped pairs, in solo also for a round without damage. Clauses: DD-042, DD-104, DD-105."""
    turn = state["turns"][seat]
    skipped = turn["status"].count(SKIPPED)
    lose = partial(lose_life, state["sheets"][seat], seat=seat, facts=facts)
    if not is_solo(state):
        lose(skipped, "DD-042", reason="skipped")
    elif turn["damage"]:
        lose(max(0, skipped - 1), "DD-104", reason="skipped")
    else:
        lose(1, "DD-104", reason="no_damage")
        lose(skipped, "DD-104", reason="skipped")


def lose_life(sheet: Sheet, amount: int, clause: str, *, seat: int, facts: Facts, reason: str) -> None:
    """Crosses extra boxes first, then marks from the top; beyond the last mark nothing happens."""
    if not amount:
        return
    boxes = BOOK.figures.extra_boxes if EXTRA_LIFE in sheet["abilities"] else 0
    extra = min(amount, boxes - sheet["extra"])
    track = min(amount - extra, len(BOOK.figures.life_values) - sheet["life"])
    sheet["extra"] += extra
    sheet["life"] += track
    clauses = [clause, *(["DD-044"] if extra else []), *(["DD-043"] if track else [])]
    if extra + track < amount:
        clauses.append("DD-045")
    facts.tell("life_lost", *clauses, seat=seat, reason=reason, amount=amount, extra=extra, track=track)


def _settle_defeats(state: State, seats: list[int], facts: Facts) -> None:
    """Waves of defeats, until one is empty. Clauses: DD-070 to DD-078."""
    wave = _defeats_while_marking(state, seats)
    while wave:
        new = [room for room in dungeon_of(state).rooms if _is_new(state, room, wave)]
        for room in dungeon_of(state).rooms:
            for seat in [seat for seat, defeated in wave if defeated == room]:
                _reward(state, seat, room, is_first=room in new, facts=facts)
        for room in new:
            state["first_defeats"][room] = state["round"]
        wave = _splash(state, seats, new, facts)


def _defeats_while_marking(state: State, seats: list[int]) -> Defeats:
    """Wave 0: what fell by the seats' own marks, in the order of seats."""
    return [
        (seat, room.id)
        for seat in seats
        for room in dungeon_of(state).rooms.values()
        if _is_defeated(state["sheets"][seat], room) and room.id not in state["sheets"][seat]["trophies"]
    ]


def _is_new(state: State, room: str, wave: Defeats) -> bool:
    return room not in state["first_defeats"] and any(defeated == room for _, defeated in wave)


def _is_defeated(sheet: Sheet, room: Room) -> bool:
    return bool(sheet["damage"].get(room.id, 0) >= room.hp)


def _reward(state: State, seat: int, room_id: str, *, is_first: bool, facts: Facts) -> None:
    """Gems and hearts of one defeat. Clauses: DD-071, DD-072, DD-074, DD-076, DD-077, DD-101, DD-103, DD-131."""
    sheet, room = state["sheets"][seat], dungeon_of(state).rooms[room_id]
    sheet["trophies"][room_id] = FIRST if is_first else LATER
    if is_solo(state):
        clauses = ["DD-101"]
    else:
        clauses = ["DD-070", "DD-071"] if is_first else ["DD-072"]
    facts.tell(
        "monster_defeated",
        *clauses,
        *(["DD-131"] if room.worm else []),
        seat=seat,
        room=room_id,
        first=is_first,
        gems=room.first if is_first else room.later,
        hearts=room.hearts if is_first else 0,
    )
    if is_first:
        clause = "DD-103" if is_solo(state) else "DD-076"
        lose_life(sheet, room.hearts, clause, seat=seat, facts=facts, reason="hearts")


def _splash(state: State, seats: list[int], new: list[str], facts: Facts) -> Defeats:
    """
    The splash of all monsters defeated for the first time; returns the defeats it causes, the next wave.

    Clauses: DD-073, DD-102, DD-143.
    """
    caused: Defeats = []
    if is_solo(state):
        return caused
    dungeon = dungeon_of(state)
    for room in [dungeon.rooms[id_] for id_ in new if not dungeon.rooms[id_].armoured]:
        for seat in seats:
            _, fallen = deal_damage(
                dungeon,
                state["sheets"][seat],
                room,
                BOOK.figures.splash_damage,
                seat=seat,
                source="splash",
                clause="DD-073",
                say=facts.tell,
            )
            caused += [(seat, id_) for id_ in fallen]
    return caused


def _settle_bonuses(state: State, seats: list[int], facts: Facts) -> None:
    """Clauses: DD-080 to DD-083, DD-101."""
    dungeon = dungeon_of(state)
    for bonus in dungeon.bonuses.values():
        completing = [
            seat
            for seat in seats
            if bonus.id not in state["sheets"][seat]["bonuses"] and is_complete(dungeon, state["sheets"][seat], bonus)
        ]
        is_first = bonus.id not in state["first_bonuses"]
        for seat in completing:
            state["sheets"][seat]["bonuses"][bonus.id] = FIRST if is_first else LATER
            gems = BOOK.figures.bonus_first if is_first else BOOK.figures.bonus_later
            facts.tell("bonus_scored", "DD-081", seat=seat, bonus=bonus.id, first=is_first, gems=gems)
        if completing and is_first:
            state["first_bonuses"][bonus.id] = state["round"]


def _settle_deaths(state: State, seats: list[int], facts: Facts) -> None:
    """Clauses: DD-046, DD-106."""
    for seat in seats:
        sheet = state["sheets"][seat]
        if sheet["life"] >= len(BOOK.figures.life_values):
            sheet["alive"] = False
            facts.tell("seat_died", "DD-106" if is_solo(state) else "DD-046", seat=seat)


def _end_or_go_on(state: State, facts: Facts) -> None:
    """Clauses: DD-005, DD-090, DD-091, DD-106."""
    reason, clause = _end(state)
    if reason is not None:
        state["phase"], state["end"] = OVER, reason
        facts.tell("game_ended", clause, reason=reason, round=state["round"])
        return
    state["phase"] = ROLL
    state["round"] += 1
    if not is_solo(state):
        after, before = state["active"] + 1, state["active"]
        state["active"] = next(
            seat for seat in [*range(after, len(state["sheets"])), *range(after)] if _lives(state, seat)
        )
        facts.tell("active_passed", "DD-005", from_seat=before, seat=state["active"], round=state["round"])


def _lives(state: State, seat: int) -> bool:
    return bool(state["sheets"][seat]["alive"])


def _end(state: State) -> tuple[str | None, str]:
    """The reason the game ends now, if it does, and its clause."""
    every_monster = len(state["first_defeats"]) == len(dungeon_of(state).rooms)
    nobody = not living(state)
    if is_solo(state):
        if every_monster:
            return "all_monsters", "DD-106"
        return ("died" if nobody else None), "DD-106"
    if every_monster:
        return "last_monster", "DD-090"
    return ("all_dead" if nobody else None), "DD-091"
