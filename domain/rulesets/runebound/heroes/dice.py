"""
Rolls: a die and what is added to it against a number.

A roll is plain data while it may still be thrown again; a frame of the agenda holds it.
"""

from __future__ import annotations

from delvebook.domain.rulesets.runebound.heroes.figures import is_duel
from delvebook.domain.rulesets.runebound.state import Play, Roll


def kind_of(roll: str) -> str:
    """The kind of fight a roll belongs to; `test` and `escape` are kinds of their own."""
    return roll.partition(":")[0]


def throw(play: Play, what: str) -> list[int]:
    """The dice of one throw: a d20, or two ten-sided ones. Clauses: RB-003."""
    if play.state["options"]["dice"] == "2d10":
        return [play.tape.die(10, what), play.tape.die(10, what)]
    return [play.tape.die(play.content.rules["die"], what)]


def throw_for(play: Play, roll: Roll, *, again: bool = False) -> None:
    """Throws for the roll, or throws it again (RB-017), and notes in it whether it succeeded. Clauses: RB-001."""
    dice = throw(play, roll["roll"])
    total = sum(dice) + roll["attribute"] + roll["bonus"]
    roll["ok"] = total >= roll["target"]
    play.tell(
        "roll_succeeded" if roll["ok"] else "roll_failed",
        "RB-001",
        "RB-017" if again else _clause_of(play, roll),
        seat=roll["seat"],
        character=roll["character"],
        roll=roll["roll"],
        dice=dice,
        attribute=roll["attribute"],
        bonus=roll["bonus"],
        total=total,
        target=roll["target"],
    )


def _clause_of(play: Play, roll: Roll) -> str:
    """The clause that says what the roll, as it came out, decides."""
    match roll["aim"]:
        case "test":
            return "RB-060"
        case "escape":
            return "RB-157" if is_duel(play.state) else "RB-082"
        case "defence":
            return "RB-089"
    if is_duel(play.state):
        return "RB-155"
    return "RB-087" if roll["ok"] else "RB-088"
