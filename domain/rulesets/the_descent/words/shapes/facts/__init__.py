"""The shapes of the facts."""

from typing import Final

from delvebook.domain.rulesets.the_descent.words.shapes.facts import characters, creatures, exploring, turns

FACTS: Final = dict(sorted({**characters.FACTS, **creatures.FACTS, **exploring.FACTS, **turns.FACTS}.items()))
