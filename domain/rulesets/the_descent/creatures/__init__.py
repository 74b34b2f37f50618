"""Creatures: their phase, meeting them, defeating them."""
