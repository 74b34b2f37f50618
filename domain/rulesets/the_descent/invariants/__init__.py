"""What holds in every state between two actions."""

from delvebook.domain.rulesets.the_descent.invariants.table import broken_invariants

__all__ = ["broken_invariants"]
