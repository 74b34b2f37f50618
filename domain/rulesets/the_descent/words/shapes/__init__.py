"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from typing import Final

from delvebook.domain.rulesets.the_descent.words.shapes.details import DETAILS
from delvebook.domain.rulesets.the_descent.words.shapes.facts import characters, creatures, exploring, turns
from delvebook.domain.rulesets.the_descent.words.shapes.table import TABLE
from delvebook.domain.shapes import facts_of

__all__ = ["DETAILS", "FACTS", "TABLE"]

FACTS: Final = dict(sorted(facts_of(characters, creatures, exploring, turns).items()))
