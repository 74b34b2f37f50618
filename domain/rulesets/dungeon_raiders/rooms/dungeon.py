"""
The way through the dungeon: levels prepared, rooms entered and reset, hands restored.

Other modules carry out what happens between entering a room and its reset.
"""

from __future__ import annotations

from delvebook.domain.facts import Facts
from delvebook.domain.rulesets.dungeon_raiders.box.components import DARK, ITEMS, Content
from delvebook.domain.rulesets.dungeon_raiders.ending import finish_explored
from delvebook.domain.rulesets.dungeon_raiders.state import (
    State,
    current_card,
    in_turn_order,
    is_tactical,
    level_deck,
    living,
    strength_against,
    values_laid,
)


def prepare_level(content: Content, state: State, facts: Facts, *, level: int) -> None:
    """
    Lays out the level's row, turns up its lit rooms, and enters its first room.

    Clauses: DR-004, DR-007, DR-032.
    """
    state["level"], state["room"] = level, 0
    for sheet in state["seats"]:
        sheet["torch_lit"] = False
    lit = state["lit"][level - 1]
    cards = [card if lit[at] else DARK for at, card in enumerate(state["dungeon"][level - 1])]
    for at, is_lit in enumerate(lit):
        if is_lit:
            level_deck(level).turn_up(facts, at)
    facts.tell("level_prepared", *(["DR-093"] if level > 1 else []), "DR-004", level=level, cards=cards)
    enter_next_room(content, state, facts)


def enter_next_room(content: Content, state: State, facts: Facts) -> None:
    """
    Enters the leftmost unresolved room, turns it up if it is dark, and asks every living seat.

    Clauses: DR-005, DR-006, DR-020, DR-110, DR-161.
    """
    state["room"] += 1
    level, room = state["level"], state["room"]
    was_dark = not state["lit"][level - 1][room - 1]
    if was_dark:
        level_deck(level).turn_up(facts, room - 1)
    card = current_card(state)
    is_boss = card in content.bosses
    state["phase"] = "boss_play" if is_boss else "play"
    state["wave"], state["fight"] = 1, int(is_boss)
    state["owing"], state["again"] = in_turn_order(state, living(state)), []
    clauses, fields = ["DR-006"], {}
    if content.kind(card) in ("monster", "boss"):
        strength = fields["strength"] = strength_against(content, state, len(state["owing"]))
        clauses += ["DR-110"] if is_boss else []
        clauses += ["DR-151" if strength is None else "DR-060"]
    facts.tell("room_entered", *clauses, level=level, room=room, card=card, was_dark=was_dark, **fields)


def reset_room(content: Content, state: State, facts: Facts) -> None:
    """
    Takes the resolved room out of the game, returns the spent items, and goes on to what comes next.

    The first player marker moves before the reset. Clauses: DR-034, DR-039, DR-040, DR-041, DR-090, DR-091, DR-165.
    """
    if is_tactical(state):
        _move_marker(content, state, facts)
    returned = [entry["item"] for item in ITEMS for entry in state["in_play"] if entry["item"] == item]
    for item in returned:
        state["supply"][item] += 1
    state["in_play"] = []
    for sheet in state["seats"]:
        sheet["laid"] = []
    facts.tell("room_reset", "DR-090", level=state["level"], room=state["room"], items=returned)
    if state["room"] < content.counts.rooms:
        enter_next_room(content, state, facts)
    else:
        _end_level(content, state, facts)


def _move_marker(content: Content, state: State, facts: Facts) -> None:
    """
    Gives the first player marker to the living seat that played the highest value.

    Clauses: DR-165, DR-166, DR-167, DR-168.
    """
    if current_card(state) in content.bosses:
        return
    values = values_laid(content, state)
    highest = max(values.values())
    tied = [seat for seat in values if values[seat] == highest]
    leader = in_turn_order(state, tied)[0]
    if leader != state["first_seat"]:
        clauses = ["DR-165"]
        clauses += ["DR-166"] if len(tied) > 1 else []
        clauses += ["DR-167"] if state["first_seat"] not in living(state) else []
        state["first_seat"] = leader
        facts.tell("first_player_moved", *clauses, seat=leader, value=highest)


def _end_level(content: Content, state: State, facts: Facts) -> None:
    """
    Returns the power cards to the living, and prepares the next level or ends the game.

    Clauses: DR-092, DR-093.
    """
    for seat in living(state):
        state["seats"][seat]["power"] = list(content.power)
        state["seats"][seat]["played"] = []
    facts.tell("level_explored", "DR-092", level=state["level"], seats=living(state))
    if state["level"] < content.counts.levels:
        prepare_level(content, state, facts, level=state["level"] + 1)
    else:
        finish_explored(state, facts)
