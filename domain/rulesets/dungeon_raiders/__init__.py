"""Dungeon Raiders, by Phil Walker-Harding: two to five adventurers, five levels, one card a room."""

from delvebook.domain.rulesets.dungeon_raiders.ruleset import DungeonRaiders

__all__ = ["DungeonRaiders"]
