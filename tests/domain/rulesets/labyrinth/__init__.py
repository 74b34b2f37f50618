"""Tests of Labyrinth, clause by clause."""
