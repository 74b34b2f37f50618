"""Rounds and turns, and the cards of the own turn."""
