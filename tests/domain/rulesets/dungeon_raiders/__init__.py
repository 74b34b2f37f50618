"""Dungeon Raiders, clause by clause."""
