"""The Descent: the rules of the title, its components, its bots."""

from domain.rulesets.the_descent.ruleset import TheDescent

__all__ = ["TheDescent"]
