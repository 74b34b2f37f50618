"""The shapes of what is shown: the table, the facts, the details of the outcome."""

from delvebook.domain.rulesets.the_descent.words.shapes.facts import DETAILS, FACTS, TABLE

__all__ = ["DETAILS", "FACTS", "TABLE"]
