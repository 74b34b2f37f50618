"""Runebound, second edition: one to six heroes, an open map, and three dragon runes to win."""

from delvebook.domain.rulesets.runebound.ruleset import Runebound

__all__ = ["Runebound"]
