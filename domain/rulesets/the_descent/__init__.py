"""The Descent: the rules of the title, its components, its bots."""

from delvebook.domain.rulesets.the_descent.ruleset import TheDescent

__all__ = ["TheDescent"]
