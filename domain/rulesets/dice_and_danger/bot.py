"""
The greedy bot: it looks at every way to play its round, and takes the one after which its sheet promises most.

It sees its view and its legal actions, and nothing else. Of equal ways it takes the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from delvebook.domain.bots import Weighed
from delvebook.domain.ruleset import Action, View
from delvebook.domain.rulesets.dice_and_danger.bot_value import CHANCES, ROLLS, Outlook
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Dungeon
from delvebook.domain.rulesets.dice_and_danger.desk import Desk, silence
from delvebook.domain.rulesets.dice_and_danger.legality import legal_steps, pair_steps
from delvebook.domain.rulesets.dice_and_danger.state import (
    BLACK_DICE,
    EXTRA_LIFE,
    TORCHES,
    Sheet,
    copy_sheet,
    fresh_turn,
    life_lost,
)
from delvebook.domain.rulesets.dice_and_danger.steps import carry_out
from delvebook.domain.tape import Chance

TORCH_STEPS: Final = ("torch_visit", "torch_attack")
LIFE_WORRY: Final = 4
"""With this many marks crossed, extra life comes before torches."""


class GreedyBot:
    """Begins the most promising round. Cloud numbers go by where the cloud lies."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        steps = _worth_trying(view, legal)
        if len(steps) == 1:
            return steps[0]
        return max(self.weigh(view, legal, chance=chance), key=lambda weighed: weighed.score).action

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed]:
        """
        What the sheet promises after the best round that begins with each step; nothing where it does not weigh.

        Of cloud numbers: the cells beside the cloud, then how likely the number is.
        """
        steps = _worth_trying(view, legal)
        if len(steps) == 1:
            return []
        dungeon = CONTENT.dungeons[view["adventure"]]
        if steps[0]["type"] == "write_cloud":
            ways = {cell.id: len(cell.cells) for cell in dungeon.clouds}
            return [Weighed(step, ways[step["cell"]] * ROLLS + CHANCES[step["number"]]) for step in steps]
        search = _Search(dungeon, view)
        return [Weighed(step, search.after(step)) for step in steps]


greedy_bot: Final = GreedyBot()


def _worth_trying(view: View, legal: Sequence[Action]) -> list[Action]:
    """What to compare: torches are kept until the pairs are used, or have no use, and chests are not weighed."""
    if len(legal) == 1 or legal[0]["type"] != "mark":
        return list(legal)
    if legal[0]["step"] == "ability":
        return [_choice_from_chest(view["sheets"][view["you"]], CONTENT.dungeons[view["adventure"]], legal)]
    pairs = [step for step in legal if step["step"] not in TORCH_STEPS]
    return pairs if pairs and pairs[0]["step"] not in ("skip", "done") else list(legal)


def _choice_from_chest(sheet: Sheet, dungeon: Dungeon, legal: Sequence[Action]) -> Action:
    """Torches first, unless the seat is hurt; black dice last."""
    wanted = [TORCHES, EXTRA_LIFE, BLACK_DICE]
    if life_lost(sheet, dungeon.figures) >= LIFE_WORRY:
        wanted = [EXTRA_LIFE, TORCHES, BLACK_DICE]
    return min(legal, key=lambda step: wanted.index(step["ability"]))


class _Search:
    """One seat's search through its own round."""

    def __init__(self, dungeon: Dungeon, view: View) -> None:
        seat = view["you"]
        self._outlook = Outlook(dungeon, view)
        settled = copy_sheet(view["sheets"][seat])
        self._desk = Desk(
            dungeon,
            settled,
            seat=seat,
            turn=fresh_turn(settled),
            dice=view["dice"],
            active=view["active_seat"] == seat and not view["solo"],
            solo=view["solo"],
        )
        for step in view["turns"][seat]["marking"]["steps"]:
            carry_out(self._desk, step, say=silence)
        self._worths: dict[tuple[Any, ...], int] = {}

    def after(self, step: Action) -> int:
        """The worth of the best round that begins with the step."""
        return self._after(self._desk.copied(), step)

    def _after(self, desk: Desk, step: Action) -> int:
        """The best worth that can follow the step. Changes the desk."""
        carry_out(desk, step, say=silence)
        if desk.turn["chest"]:
            carry_out(desk, _choice_from_chest(self._desk.sheet, desk.dungeon, legal_steps(desk)), say=silence)
        if not desk.open_pairs():
            return self._worth(desk)
        return max(self._after(desk.copied(), ahead) for ahead in _steps_with_pairs(desk))

    def _worth(self, desk: Desk) -> int:
        """What the sheet promises. Rounds that lead to the same sheet are looked at once."""
        sheet, turn = desk.sheet, desk.turn
        key = (
            tuple(sorted(sheet["visited"][len(self._desk.sheet["visited"]) :])),
            tuple(sorted(sheet["damage"].items())),
            tuple(sorted(sheet["rubble"])),
            tuple(turn["status"]),
            sheet["symbols"],
            sheet["torches"],
        )
        if key not in self._worths:
            self._worths[key] = self._outlook.worth(desk)
        return self._worths[key]


def _steps_with_pairs(desk: Desk) -> list[Action]:
    """The legal steps that use or skip an open pair."""
    return legal_steps(desk) if desk.turn["strike"] is not None else pair_steps(desk)
