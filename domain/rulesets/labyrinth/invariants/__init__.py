"""The invariants of every state between two actions."""

from delvebook.domain.rulesets.labyrinth.invariants.table import broken_invariants

__all__ = ["broken_invariants"]
