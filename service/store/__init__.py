"""
The event store: it saves and loads games, and offers the log to its followers.
May import: base.
"""
