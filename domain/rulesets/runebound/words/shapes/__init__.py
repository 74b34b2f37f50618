"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from delvebook.domain.rulesets.runebound.words.shapes.table import DETAILS, FACTS, TABLE

__all__ = ["DETAILS", "FACTS", "TABLE"]
