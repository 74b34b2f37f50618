"""
How the strong bot plays the solo game: it compares whole rounds by an estimate of the final sheet.

The search looks one roll ahead, and plays that round by the same estimate.
"""

from __future__ import annotations

from collections.abc import Sequence

from delvebook.domain.rulesets.dice_and_danger.bots.greedy import RoundSearch, desk_of_view
from delvebook.domain.rulesets.dice_and_danger.bots.solo_value import SoloOutlook
from delvebook.domain.rulesets.dice_and_danger.content import Content
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, desk_of
from delvebook.domain.rulesets.dice_and_danger.state import Action, State, dungeon_of, fresh_turn
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View

CANDIDATES_MAX = 4


class SoloRound(RoundSearch):
    """The search through a round of the solo game. It compares the choices from a chest, too."""

    def _abilities(self, legal: Sequence[Action]) -> list[Action]:
        """All choices from a chest."""
        return list(legal)


def candidates(content: Content, view: View, legal: Sequence[Action]) -> list[Action]:
    """The first steps of the best rounds, the best first."""
    dungeon = content.dungeons[view["adventure"]]
    return SoloRound(SoloOutlook(dungeon).worth, desk_of_view(dungeon, view)).ranked(legal)[:CANDIDATES_MAX]


def play_on(content: Content, state: State, legal: Sequence[Action]) -> list[Action]:
    """The steps of the best round."""
    return SoloRound(SoloOutlook(dungeon_of(content, state)).worth, desk_of(content, state, 0)).plan(legal)


def promise(content: Content, state: State) -> int:
    """The expected or final worth of the sheet between two rounds, in thousandths of a point."""
    dungeon, sheet = dungeon_of(content, state), state["sheets"][0]
    turn = fresh_turn(sheet)
    turn["dealt"] = 1  # so that a round not yet begun costs no life
    return SoloOutlook(dungeon).worth(Desk(dungeon, sheet, seat=0, turn=turn, dice=[], active=False, solo=True))
