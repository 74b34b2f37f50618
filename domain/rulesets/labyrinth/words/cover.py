"""The lid of the box."""

from __future__ import annotations

from typing import Final

from delvebook.domain.covers import Cover

COVER: Final = Cover(
    minutes=(5, 10),
    weight=2,
    lead={
        "en": "For one player with ten minutes: lay the maze, win duels, bring the trophies out.",
        "ru": "Для одного игрока на десять минут: стройте лабиринт, побеждайте в дуэлях, выносите трофеи.",
    },
    round={"en": "turn {round}", "ru": "ход {round}"},
)
