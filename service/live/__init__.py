"""
Following the event log: wake-ups between processes, and subscriptions inside one.
May import: base, store, identity, usecases.
"""
