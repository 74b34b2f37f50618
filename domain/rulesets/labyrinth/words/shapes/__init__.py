"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from typing import Final

from delvebook.domain.rulesets.labyrinth.words.shapes import facts
from delvebook.domain.rulesets.labyrinth.words.shapes.details import DETAILS
from delvebook.domain.rulesets.labyrinth.words.shapes.table import TABLE
from delvebook.domain.shapes import facts_of

__all__ = ["DETAILS", "FACTS", "TABLE"]

FACTS: Final = facts_of(facts)
