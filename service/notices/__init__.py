"""
Notices to accounts. Each account's notices are numbered, and kept for a while.
May import: base, store, identity, usecases, live.
"""
