"""Dungeons, Dice & Danger. See README.md for what is where."""

from delvebook.domain.rulesets.dice_and_danger.ruleset import DiceAndDanger

__all__ = ["DiceAndDanger"]
