"""Attacks on creatures, with sword and crossbow, and creatures that leave the game."""

from __future__ import annotations

from typing import Final

from delvebook.domain.rulesets.the_descent.box.cells import EMPTY, PLACES, THIN, Cell, Field
from delvebook.domain.rulesets.the_descent.box.geometry import is_straight_below
from delvebook.domain.rulesets.the_descent.exploring import markers
from delvebook.domain.rulesets.the_descent.exploring.tokens import count_gone
from delvebook.domain.rulesets.the_descent.play import Play
from delvebook.domain.rulesets.the_descent.state import Creature

_DEFEATS: Final = {"plant": "TD-153", "spider": "TD-157", "worm": "TD-161", "dragon": "TD-165"}
"""By creature, the clause that says how it is defeated. Each blow and each shot wounds the monster (TD-166)."""


def sword_defeats(kind: str, mark: str, *, fell: bool, harmless: bool) -> bool:
    """
    Whether a blow with the sword defeats a creature; the monster is only wounded by it.

    Args:
        mark: The mark of the creature's cell.
        fell: Whether the character came into the cell by falling.
        harmless: Whether that fall cost no health.

    Clauses: TD-153, TD-157, TD-161.
    """
    return kind == "plant" or (kind == "spider" and fell and harmless) or (kind == "worm" and mark in EMPTY)


def crossbow_defeats(field: Field, kind: str, cell: Cell, own: Cell, away: int) -> bool:
    """
    Whether a shot defeats a creature; the monster is only wounded by it.

    Args:
        cell: The creature's cell.
        own: The cell it is shot at from.
        away: The range of the crossbow.

    Clauses: TD-161, TD-165.
    """
    if kind == "worm":
        return field.cells[cell] == THIN
    return kind == "dragon" and is_straight_below(field, own, cell, away)


def strike(play: Play, seat: int, creature: Creature, *, fell: bool, harmless: bool) -> None:
    """
    Attacks a creature with the sword.

    Args:
        fell: Whether the character came into its cell by falling.
        harmless: Whether that fall cost no health.

    Clauses: TD-153, TD-157, TD-161, TD-166, TD-095.
    """
    kind = creature["kind"]
    play.tell("creature_attacked", "TD-095", seat=seat, creature=kind, card="sword")
    if kind == "monster":
        _wound_monster(play, creature, seat)
    elif sword_defeats(kind, play.field.cells[creature["cell"]], fell=fell, harmless=harmless):
        _defeat(play, creature, seat, _DEFEATS[kind])
    else:
        _fail(play, creature, seat, "sword")


def shoot(play: Play, seat: int, creature: Creature) -> None:
    """Attacks a creature with the crossbow. Clauses: TD-096, TD-161, TD-165, TD-166."""
    kind = creature["kind"]
    play.tell("creature_attacked", "TD-096", seat=seat, creature=kind, card="crossbow")
    own, away = play.cell_of(seat), play.content.ranges["crossbow"]
    if kind == "monster":
        _wound_monster(play, creature, seat)
    elif crossbow_defeats(play.field, kind, creature["cell"], own, away):
        _defeat(play, creature, seat, _DEFEATS[kind])
    else:
        _fail(play, creature, seat, "crossbow")


def _fail(play: Play, creature: Creature, seat: int, card: str) -> None:
    """Tells that the creature cannot be defeated in that way, with the clause that says how it can."""
    kind = creature["kind"]
    play.tell("attack_failed", _DEFEATS[kind], seat=seat, creature=kind, card=card)


def _wound_monster(play: Play, monster: Creature, seat: int) -> None:
    """Takes one of the monster's health; without any left it is defeated. Clauses: TD-166."""
    monster["health"] -= 1
    play.tell("monster_wounded", "TD-166", seat=seat, left=monster["health"])
    if monster["health"] == 0:
        _defeat(play, monster, seat, "TD-166")


def _defeat(play: Play, creature: Creature, seat: int, clause: str) -> None:
    """Ends a creature and rewards the seat that met the condition. Clauses: TD-136."""
    play.tell("creature_defeated", "TD-136", clause, seat=seat, creature=creature["kind"], cell=creature["cell"])
    remove_creature(play, creature, "TD-136")
    play.gain(seat, play.content.points["creature"], "creature", "TD-136")


def remove_creature(play: Play, creature: Creature, clause: str) -> None:
    """Takes a creature out of the game with its marker; the web goes with the spider. Clauses: TD-136, TD-154."""
    markers.take_off(play, creature, clause)
    play.state["creatures"].remove(creature)
    count_gone(play, creature["kind"])
    if creature["kind"] == "spider" and play.state["web"] is not None:
        play.tell("web_removed", "TD-154", place=PLACES[play.state["web"]])
        play.state["web"] = None
