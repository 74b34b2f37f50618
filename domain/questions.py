"""
A question to a bot: everything it may know, and the chance it may use.

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
    A question to a bot. A bot cannot tell equal questions apart, so it answers them alike.

    Attributes:
        seat: The seat that decides.
        decision: The decision.
        program: The program that is asked.
        view: The seat's view at the event before its action.
        legal: The seat's legal actions.
        key: The key of the bot's chance for this decision; secret while the game's seed is.
    """

    seat: int
    decision: int
    program: Program[View, Action]
    view: View
    legal: Sequence[Action]
    key: bytes

    def answer(self) -> Action:
        """The action that the program chooses. The program may raise anything."""
        return self.program.bot(decode(jcs(self.view)), decode(jcs(self.legal)), chance=Tape(self.key))

    def weigh(self) -> list[Weighed[Action]] | None:
        """The program's estimates of the actions; None if it gives none. The program may raise anything."""
        return self.program.weigh(decode(jcs(self.view)), decode(jcs(self.legal)), chance=Tape(self.key))


def ask(table: Table, seat: int, program: Program[View, Action]) -> BotQuestion:
    """
    The question to the program about the seat's open decision, as the table stands now.

    Args:
        table: The table, just before the seat acts.
        seat: The seat.
        program: The program that is asked.
    """
    return BotQuestion(
        seat=seat,
        decision=table.decisions[seat],
        program=program,
        view=decode(jcs(table.ruleset.view(table.state, seat_viewer(seat)))),
        legal=decode(jcs(table.legal(seat))),
        key=table.bot_chance(seat).key,
    )
