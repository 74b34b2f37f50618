"""
Exports of many records: as one packed stream of lines, or as tables.
May import: base, store, identity, usecases, jobs.
"""
