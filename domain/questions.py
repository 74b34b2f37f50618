"""
What a bot is asked: all it may know, and the chance it may use.

The service asks a bot this way when it must move. Anyone who has the game's seed can ask again afterwards in the same
way, and gets the same answer if the program is the one that the record names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from delvebook.domain.bots import Action, Program, View, Weighed
from delvebook.domain.canonical import decode, jcs
from delvebook.domain.table import Table
from delvebook.domain.tape import Tape
from delvebook.domain.viewers import seat_viewer


class BotQuestion(NamedTuple):
    """
    What a bot is asked. Two questions are equal if the bot could not tell them apart, and so would answer alike.

    Attributes:
        seat: Whose decision it is.
        decision: The decision.
        program: Who is asked.
        view: What the seat sees at the event before its action.
        legal: What it may do.
        key: The key of the bot's chance for this decision; secret while the game's seed is.
    """

    seat: int
    decision: int
    program: Program
    view: View
    legal: Sequence[Action]
    key: bytes

    def answer(self) -> Action:
        """What the program plays. It may raise anything."""
        return self.program.bot(decode(jcs(self.view)), decode(jcs(self.legal)), chance=Tape(self.key))

    def weigh(self) -> list[Weighed] | None:
        """What the program thinks of the actions; None if it does not tell. It may raise anything."""
        return self.program.weigh(decode(jcs(self.view)), decode(jcs(self.legal)), chance=Tape(self.key))


def ask(table: Table, seat: int, program: Program) -> BotQuestion:
    """
    What the program is asked about the seat's open decision, as the table stands now.

    Args:
        table: The table, just before the seat acts.
        seat: The seat.
        program: Who is asked.
    """
    return BotQuestion(
        seat=seat,
        decision=table.decisions[seat],
        program=program,
        view=decode(jcs(table.ruleset.view(table.state, seat_viewer(seat)))),
        legal=decode(jcs(table.legal(seat))),
        key=table.bot_chance(seat).key,
    )
