"""
The greedy bot: it weighs plays by the odds of winning that they leave, with the rest of the level in mind.

It counts in millionths of a game won. Of plays that are nearly as good as the best it draws one: where all lay cards
at once, a seat that can be foretold does worse, and two bots would play alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from delvebook.domain.bots import Weighed
from delvebook.domain.kit.nearly import nearly_best
from delvebook.domain.rulesets.dungeon_raiders.bots.planner import LevelThought, hand_of
from delvebook.domain.rulesets.dungeon_raiders.box.components import Content
from delvebook.domain.rulesets.dungeon_raiders.content import CONTENT
from delvebook.domain.rulesets.dungeon_raiders.state import Action
from delvebook.domain.rulesets.dungeon_raiders.words.shapes.table import View
from delvebook.domain.tape import Chance

SAMPLES: Final = 20
NEAR: Final = 8000
"""A play that leaves odds lower by this much than the best is never drawn."""


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """
    Plays for the best odds of winning, with the rest of the level in mind.

    Attributes:
        samples: The number of guesses at the others' cards in a room. A fight has half of it, rounded up.
    """

    content: Content
    samples: int = SAMPLES

    def __call__(self, view: View, legal: Sequence[Action], *, chance: Chance) -> Action:
        """One of `legal`."""
        plays = self._plays(view, legal)
        if len(plays) == 1:
            return plays[0]
        thought = LevelThought(self.content, view, chance, self.samples)
        samples = thought.deal()
        return nearly_best(plays, thought.totals(plays, samples), near=NEAR * len(samples), chance=chance)

    def weigh(self, view: View, legal: Sequence[Action], *, chance: Chance) -> list[Weighed[Action]]:
        """
        Returns the average worth of each play, in millionths of a game won; empty if there is nothing to weigh.

        It decides about a torch before it weighs plays. It then draws one of the plays that are nearly the best.
        """
        plays = self._plays(view, legal)
        if len(plays) == 1:
            return []
        thought = LevelThought(self.content, view, chance, self.samples)
        samples = thought.deal()
        totals = thought.totals(plays, samples)
        return [Weighed(play, total // len(samples)) for play, total in zip(plays, totals, strict=True)]

    def _plays(self, view: View, legal: Sequence[Action]) -> list[Action]:
        """The plays that remain once the bot has decided whether to light a torch."""
        torch: Action = {"type": "light_torch"}
        if torch in legal and _wants_light(self.content, view):
            return [torch]
        return [action for action in legal if action != torch] or [torch]


def _wants_light(content: Content, view: View) -> bool:
    """Whether a torch is worth lighting now: two rooms in the dark, and one torch kept for the last level."""
    dark = sum(room["card"] is None for room in view["row"])
    torches = hand_of(view).count(content.light)
    return dark >= 2 and (view["level"] == content.counts.levels or torches > 1)


greedy_bot: Final = GreedyBot(CONTENT)
