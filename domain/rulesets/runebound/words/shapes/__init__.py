"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from delvebook.domain.rulesets.runebound.words.shapes.details import DETAILS
from delvebook.domain.rulesets.runebound.words.shapes.facts import FACTS
from delvebook.domain.rulesets.runebound.words.shapes.table import TABLE, View

__all__ = ["DETAILS", "FACTS", "TABLE", "View"]
