"""
The greedy bot: it tries every way to play its round, and takes one after which its sheet is worth most or nearly so.

It sees its view and its legal actions, and nothing else. Of ways that are nearly as good as the best it draws one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from delvebook.domain.bots import Weighed, seat_of
from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.rulesets.dice_and_danger.bots.value import CHANCES, ROLLS, Outlook, standing_of
from delvebook.domain.rulesets.dice_and_danger.content import CONTENT, Dungeon
from delvebook.domain.rulesets.dice_and_danger.legality import legal_steps, pair_steps
from delvebook.domain.rulesets.dice_and_danger.rounds.steps import carry_out
from delvebook.domain.rulesets.dice_and_danger.sheet.desk import Desk, silence
from delvebook.domain.rulesets.dice_and_danger.state import (
    BLACK_DICE,
    EXTRA_LIFE,
    TORCHES,
    Action,
    copy_sheet,
    fresh_turn,
    life_lost,
)
from delvebook.domain.rulesets.dice_and_danger.words.seen import marking_of, sheet_of, steps_of
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import View
from delvebook.domain.tape import Chance

TORCH_STEPS: Final = ("torch_visit", "torch_attack")
NEAR: Final = 400
"""What a round may be worth less than the best, in thousandths of a point, and still be played now and then."""
LIFE_WORRY: Final = 4
"""With this many marks crossed, extra life comes before torches."""


class GreedyBot:
    """Plays the most promising round. Chooses cloud numbers by the position of the cloud."""

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        if len(legal) == 1:
            return legal[0]
        dungeon = CONTENT.dungeons[view["adventure"]]
        if legal[0]["type"] == "write_cloud":
            return best_cloud(dungeon, legal)
        weighed = RoundSearch.of_view(dungeon, view).weighed(legal)
        if not weighed:
            return RoundSearch.of_view(dungeon, view).best(legal)
        return nearly_best([one.action for one in weighed], [one.score for one in weighed], near=NEAR, chance=chance)

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed[Action]]:
        """
        Returns, by step, the worth of the sheet after the best round that begins with it; empty if there is no choice.

        Cloud numbers are weighed by the number of cells beside the cloud, then by the likelihood of the number.
        """
        if len(legal) == 1:
            return []
        dungeon = CONTENT.dungeons[view["adventure"]]
        if legal[0]["type"] == "write_cloud":
            ways = {cell.id: len(cell.cells) for cell in dungeon.clouds}
            return [Weighed(step, ways[step["cell"]] * ROLLS + CHANCES[step["number"]]) for step in legal]
        return RoundSearch.of_view(dungeon, view).weighed(legal)


greedy_bot: Final = GreedyBot()


def best_cloud(dungeon: Dungeon, legal: Sequence[Action]) -> Action:
    """Writes the likeliest number left into the cloud with the most adjacent cells; the first of equals."""
    ways = {cell.id: len(cell.cells) for cell in dungeon.clouds}
    return max(legal, key=lambda action: (ways[action["cell"]], CHANCES[action["number"]]))


def desk_of_view(dungeon: Dungeon, view: View) -> Desk:
    """The desk of the view's own seat, with the steps of this round taken."""
    seat = seat_of(view)
    settled = copy_sheet(sheet_of(view["sheets"][seat]))
    desk = Desk(
        dungeon,
        settled,
        seat=seat,
        turn=fresh_turn(settled),
        dice=view["dice"],
        active=view["active_seat"] == seat and not view["solo"],
        solo=view["solo"],
    )
    for step in steps_of(marking_of(view)):
        carry_out(desk, step, say=silence)
    return desk


class Round(NamedTuple):
    """
    A way to play the rest of a round.

    Attributes:
        worth: The worth of the sheet after it.
        steps: Its steps.
    """

    worth: int
    steps: tuple[Action, ...]


def _worth_of(found: Round) -> int:
    return found.worth


class RoundSearch:
    """
    One seat's search through its own round.

    Args:
        estimate: Returns the worth of a sheet after the steps of a round, in thousandths of a point.
        desk: The seat's desk as it stands; not changed.
    """

    def __init__(self, estimate: Callable[[Desk], int], desk: Desk) -> None:
        self._estimate = estimate
        self.desk = desk
        self._worths: dict[tuple[object, ...], int] = {}

    @classmethod
    def of_view(cls, dungeon: Dungeon, view: View) -> RoundSearch:
        """The search for the view's own seat."""
        return cls(Outlook(dungeon, standing_of(view)).worth, desk_of_view(dungeon, view))

    def best(self, legal: Sequence[Action]) -> Action:
        """The first step of the best round."""
        steps = self._worth_trying(legal)
        if len(steps) == 1:
            return steps[0]
        return max((self._after(self.desk.copied(), step) for step in steps), key=_worth_of).steps[0]

    def plan(self, legal: Sequence[Action]) -> list[Action]:
        """The steps of the best round, until its pairs are used or skipped."""
        steps = self._worth_trying(legal)
        if len(steps) == 1:
            return steps
        return list(max((self._after(self.desk.copied(), step) for step in steps), key=_worth_of).steps)

    def weighed(self, legal: Sequence[Action]) -> list[Weighed[Action]]:
        """The first steps worth comparing, each with the worth of its best round; empty if there is only one."""
        steps = self._worth_trying(legal)
        return [] if len(steps) == 1 else [Weighed(step, self._after(self.desk.copied(), step).worth) for step in steps]

    def ranked(self, legal: Sequence[Action]) -> list[Action]:
        """The first steps worth comparing, in the order of their best rounds. Equals keep their order."""
        steps = self._worth_trying(legal)
        worths = [self._after(self.desk.copied(), step).worth for step in steps]
        return [steps[at] for at in sorted(range(len(steps)), key=lambda at: -worths[at])]

    def _worth_trying(self, legal: Sequence[Action]) -> list[Action]:
        """The steps to compare. Torches wait until the pairs are used, or have no use."""
        if legal[0]["step"] == "ability":
            return self._abilities(legal)
        pairs = [step for step in legal if step["step"] not in TORCH_STEPS]
        return pairs if pairs and pairs[0]["step"] not in ("skip", "done") else list(legal)

    def _abilities(self, legal: Sequence[Action]) -> list[Action]:
        """The choice from a chest, as a list: torches first, or extra life if the seat is hurt; black dice last."""
        wanted = [TORCHES, EXTRA_LIFE, BLACK_DICE]
        if life_lost(self.desk.sheet, self.desk.dungeon.figures) >= LIFE_WORRY:
            wanted = [EXTRA_LIFE, TORCHES, BLACK_DICE]
        return [min(legal, key=lambda step: wanted.index(step["ability"]))]

    def _after(self, desk: Desk, step: Action) -> Round:
        """The best round that begins with the step. Changes the desk."""
        carry_out(desk, step, say=silence)
        if desk.turn["chest"]:
            choices = self._abilities(legal_steps(desk))
        elif desk.open_pairs():
            choices = _steps_with_pairs(desk)
        else:
            return Round(self._worth(desk), (step,))
        best = max((self._after(desk.copied(), choice) for choice in choices), key=_worth_of)
        return Round(best.worth, (step, *best.steps))

    def _worth(self, desk: Desk) -> int:
        """The worth of the sheet, estimated once for all rounds that lead to it."""
        sheet, turn = desk.sheet, desk.turn
        key = (
            tuple(sorted(sheet["visited"][len(self.desk.sheet["visited"]) :])),
            tuple(sorted(sheet["damage"].items())),
            tuple(sorted(sheet["rubble"])),
            tuple(turn["status"]),
            sheet["symbols"],
            sheet["torches"],
            sheet["extra"],
        )
        if key not in self._worths:
            self._worths[key] = self._estimate(desk)
        return self._worths[key]


def _steps_with_pairs(desk: Desk) -> list[Action]:
    """The legal steps that use or skip an open pair."""
    return legal_steps(desk) if desk.turn["strike"] is not None else pair_steps(desk)
