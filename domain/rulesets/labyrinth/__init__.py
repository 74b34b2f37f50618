"""Labyrinth, the game for one: see README.md for where each rule lives."""

from delvebook.domain.rulesets.labyrinth.game import Labyrinth

__all__ = ["Labyrinth"]
