"""
One seat at work on its own sheet: everything that its steps may depend on.

A desk holds nothing of the other seats, so no step and no refusal can tell anything about them.
"""

from __future__ import annotations

from collections.abc import Callable

from delvebook.domain.errors import BrokenRuleError
from delvebook.domain.rulesets.dice_and_danger.content import Content, Dungeon
from delvebook.domain.rulesets.dice_and_danger.sheet.marked_map import MarkedMap
from delvebook.domain.rulesets.dice_and_danger.state import (
    OPEN,
    Pairs,
    Sheet,
    State,
    Turn,
    copy_sheet,
    copy_turn,
    dungeon_of,
    fresh_turn,
    is_solo,
    settled_sheet,
    turn_of,
)

Say = Callable[..., object]
"""Tells what a step did: `Facts.tell`, or `Facts.whisper` to its seat, or `silence`."""


def silence(type_: str, *clauses: str, **fields: object) -> None:
    """Tells nothing: for steps that are only tried out."""


class Desk(MarkedMap):
    """
    One seat's place in the round that is being marked.

    Args:
        active: Whether the black die is free for this seat (never in solo, DD-100).
        solo: Whether the solo rules hold.
    """

    __slots__ = ("active", "dice", "seat", "solo", "turn")

    def __init__(
        self, dungeon: Dungeon, sheet: Sheet, *, seat: int, turn: Turn, dice: list[int], active: bool, solo: bool
    ) -> None:
        super().__init__(dungeon, sheet)
        self.seat = seat
        self.turn = turn
        self.dice = dice
        self.active = active
        self.solo = solo

    def copied(self) -> Desk:
        """A copy to try steps out on."""
        return self.with_sheet(copy_sheet(self.sheet), copy_turn(self.turn))

    def at_start_of_turn(self) -> Desk:
        """A copy as it was before the first step of this round."""
        sheet = settled_sheet(self.sheet, self.turn)
        return self.with_sheet(sheet, fresh_turn(sheet))

    def with_sheet(self, sheet: Sheet, turn: Turn) -> Desk:
        """The same seat and dice with another sheet and turn."""
        return Desk(self.dungeon, sheet, seat=self.seat, turn=turn, dice=self.dice, active=self.active, solo=self.solo)

    @property
    def pairs(self) -> Pairs:
        """The two pairs, which must be chosen."""
        pairs = self.turn["pairs"]
        if pairs is None:
            raise BrokenRuleError(f"dice-and-danger: seat {self.seat} has not chosen its pairs")
        return pairs

    def open_pairs(self) -> list[int]:
        """The pairs that are neither used nor skipped."""
        return [pair for pair, status in enumerate(self.turn["status"]) if status == OPEN]

    def sum_of(self, pair: int) -> int:
        """The value of a chosen pair, 2 to 12. Clauses: DD-010."""
        first, second = self.pairs[pair]
        return self.dice[first] + self.dice[second]

    def is_double(self, pair: int) -> bool:
        """Whether the two dice of a chosen pair are equal, the black one included."""
        first, second = self.pairs[pair]
        return self.dice[first] == self.dice[second]


def desk_of(content: Content, state: State, seat: int) -> Desk:
    """
    The seat's desk in this round. It works on the state's own sheet and turn.

    Raises:
        BrokenRuleError: The seat has no turn.
    """
    turn = turn_of(state, seat)
    if turn is None:
        raise BrokenRuleError(f"dice-and-danger: seat {seat} has no turn in round {state['round']}")
    solo = is_solo(state)
    return Desk(
        dungeon_of(content, state),
        state["sheets"][seat],
        seat=seat,
        turn=turn,
        dice=state["dice"],
        active=state["active"] == seat and not solo,
        solo=solo,
    )


def desks_of(content: Content, state: State) -> list[Desk]:
    """The desks of all seats that have a turn in this round, ascending."""
    return [desk_of(content, state, seat) for seat, turn in enumerate(state["turns"]) if turn is not None]
