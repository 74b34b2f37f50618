"""The options of a game, the shape of every action, and the actions that could be meant."""

from delvebook.domain.rulesets.runebound.actions.schemas import ACTION_SCHEMAS, OptionsSchema
from delvebook.domain.rulesets.runebound.actions.space import action_space

__all__ = ["ACTION_SCHEMAS", "OptionsSchema", "action_space"]
