"""Labyrinth, the game for one player. README.md says where each rule lives."""

from delvebook.domain.rulesets.labyrinth.ruleset import Labyrinth

__all__ = ["Labyrinth"]
