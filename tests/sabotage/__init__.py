"""Breaks of the service that its tests must notice: `make sabotage`."""
