"""
The greedy bot: it looks at every way to play its round, and takes the one its sheet promises most by.

It is given its view and its legal actions, and nothing else. Of equal ways it takes the first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from delvebook.domain.rulesets.dice_and_danger.bot_value import Outlook
from delvebook.domain.rulesets.dice_and_danger.content import BOOK, Dungeon
from delvebook.domain.rulesets.dice_and_danger.desk import Desk, silence
from delvebook.domain.rulesets.dice_and_danger.marking import legal_steps
from delvebook.domain.rulesets.dice_and_danger.state import (
    BLACK_DICE,
    EXTRA_LIFE,
    OPEN,
    SHEET_KEYS,
    TORCHES,
    copy_sheet,
    copy_turn,
)
from delvebook.domain.rulesets.dice_and_danger.steps import carry_out
from delvebook.domain.tape import Chance

Action = dict[str, Any]

TORCH_STEPS: Final = ("torch_visit", "torch_attack")
LIFE_WORRY: Final = 4
"""With so many marks crossed, extra life comes before torches."""


def greedy_bot(view: Mapping[str, Any], legal: Sequence[Action], *, chance: Chance) -> Action:
    """The legal action that begins the most promising round; clouds by where they lie."""
    if len(legal) == 1:
        return legal[0]
    dungeon = BOOK.dungeons[view["adventure"]]
    if legal[0]["type"] == "write_cloud":
        return _best_cloud(dungeon, legal)
    return _Search(dungeon, view).best(legal)


def _best_cloud(dungeon: Dungeon, legal: Sequence[Action]) -> Action:
    """The likeliest number left into the cloud most ways lead through; the first of equals."""
    ways = {cell.id: len(cell.cells) for cell in dungeon.clouds}
    return max(legal, key=lambda action: (ways[action["cell"]], -abs(7 - action["number"])))


class _Search:
    """One seat's search through its own round."""

    def __init__(self, dungeon: Dungeon, view: Mapping[str, Any]) -> None:
        self.outlook = Outlook(dungeon, view)
        self.dungeon, self.view = dungeon, view
        self.seat = view["you"]
        sheet = view["sheets"][self.seat]
        self.sheet = {key: sheet[key] for key in SHEET_KEYS}
        self.turn = view["turns"][self.seat]["own"]
        self.worths: dict[tuple[Any, ...], int] = {}

    def best(self, legal: Sequence[Action]) -> Action:
        """The first step of the best round."""
        steps = self._worth_trying(legal)
        if len(steps) == 1:
            return steps[0]
        worths = [self._after(self._desk(self.sheet, self.turn), step) for step in steps]
        return steps[worths.index(max(worths))]

    def _worth_trying(self, legal: Sequence[Action]) -> list[Action]:
        """Torches are kept for when the pairs are done, or for when they have no use."""
        if legal[0]["step"] == "chest":
            return [{"type": "mark", "step": "chest", "ability": self._ability(legal)}]
        pairs = [step for step in legal if step["step"] not in TORCH_STEPS]
        return pairs if pairs and pairs[0]["step"] not in ("skip", "done") else list(legal)

    def _ability(self, legal: Sequence[Action]) -> str:
        wanted = [TORCHES, EXTRA_LIFE, BLACK_DICE]
        if self.sheet["life"] >= LIFE_WORRY:
            wanted = [EXTRA_LIFE, TORCHES, BLACK_DICE]
        offered = [str(step["ability"]) for step in legal]
        return next(ability for ability in wanted if ability in offered)

    def _desk(self, sheet: Mapping[str, Any], turn: Mapping[str, Any]) -> Desk:
        return Desk(
            seat=self.seat,
            dungeon=self.dungeon,
            sheet=copy_sheet(dict(sheet)),
            turn=copy_turn(dict(turn)),
            dice=self.view["dice"],
            active=self.view["active"] == self.seat and not self.view["solo"],
            solo=self.view["solo"],
        )

    def _after(self, desk: Desk, step: Action) -> int:
        """The best worth that can follow the step. Changes the desk."""
        carry_out(desk, step, say=silence)
        if desk.turn["chest"]:
            ability = self._ability(legal_steps(desk))
            carry_out(desk, {"type": "mark", "step": "chest", "ability": ability}, say=silence)
        if OPEN not in desk.turn["status"]:
            return self._worth(desk)
        steps = [ahead for ahead in legal_steps(desk) if ahead["step"] not in TORCH_STEPS]
        return max(self._after(self._desk(desk.sheet, desk.turn), ahead) for ahead in steps)

    def _worth(self, desk: Desk) -> int:
        sheet, turn = desk.sheet, desk.turn
        key = (
            tuple(sorted(sheet["visited"][len(self.sheet["visited"]) :])),
            tuple(sorted(sheet["damage"].items())),
            tuple(sorted(sheet["rubble"])),
            tuple(turn["status"]),
            sheet["symbols"],
            sheet["torches"],
        )
        if key not in self.worths:
            self.worths[key] = self.outlook.worth(desk)
        return self.worths[key]
