"""Dungeons, Dice & Danger. README.md says which module does what."""

from delvebook.domain.rulesets.dice_and_danger.ruleset import DiceAndDanger

__all__ = ["DiceAndDanger"]
