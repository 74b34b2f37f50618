"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from delvebook.domain.rulesets.dice_and_danger.words.shapes.details import DETAILS
from delvebook.domain.rulesets.dice_and_danger.words.shapes.facts import FACTS
from delvebook.domain.rulesets.dice_and_danger.words.shapes.table import TABLE, View

__all__ = ["DETAILS", "FACTS", "TABLE", "View"]
