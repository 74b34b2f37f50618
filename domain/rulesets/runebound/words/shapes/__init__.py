"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from typing import Final

from delvebook.domain.rulesets.runebound.words.shapes.details import DETAILS
from delvebook.domain.rulesets.runebound.words.shapes.facts import adventures, combat, heroes, turn
from delvebook.domain.rulesets.runebound.words.shapes.table import TABLE
from delvebook.domain.shapes import facts_of

__all__ = ["DETAILS", "FACTS", "TABLE"]

FACTS: Final = dict(sorted(facts_of(adventures, combat, heroes, turn).items()))
