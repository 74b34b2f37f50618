"""
What accounts are told: notices, numbered for each account, kept for a while.
May import: base, store, identity, usecases, live.
"""
