"""
Rolls: one die and what is added to it against a number, and the windows that a failed one opens.

A roll is plain data while it may still be thrown again: `{"seat", "character", "roll", "attribute",
"bonus", "target", "ok", …}`, `roll` being its full name such as `melee:attack`, `test:lore` or `escape`,
and `aim` saying what it decides.
"""

from __future__ import annotations

from typing import Any

from delvebook.domain.rulesets.runebound.state import Play


def throw(play: Play, what: str) -> list[int]:
    """The dice of one throw: a d20, or two ten-sided ones (RB-003)."""
    if play.state["options"]["dice"] == "2d10":
        return [play.tape.die(10, what), play.tape.die(10, what)]
    return [play.tape.die(play.book.rules["die"], what)]


def attempt(play: Play, roll: dict[str, Any], *clauses: str) -> None:
    """
    Throws for the roll and notes in it whether it succeeded.

    Clauses: RB-001, RB-002.
    """
    dice = throw(play, roll["roll"])
    total = sum(dice) + roll["attribute"] + roll["bonus"]
    roll["ok"] = total >= roll["target"]
    play.tell(
        "roll_succeeded" if roll["ok"] else "roll_failed",
        "RB-001",
        *clauses,
        seat=roll["seat"],
        character=roll["character"],
        roll=roll["roll"],
        dice=dice,
        attribute=roll["attribute"],
        bonus=roll["bonus"],
        total=total,
        target=roll["target"],
    )
