"""The shapes of the facts."""

from typing import Final

from delvebook.domain.rulesets.runebound.words.shapes.facts import adventures, combat, heroes, turn

FACTS: Final = dict(sorted({**adventures.FACTS, **combat.FACTS, **heroes.FACTS, **turn.FACTS}.items()))
