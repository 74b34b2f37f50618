"""Exports of many records: as one packed stream of lines, or as tables."""
