"""
The event store: games in, games out, and the log for those who follow it.
May import: base.
"""
