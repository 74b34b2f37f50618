"""
The operations of callers and workers on games. Each use case loads a game, calls the domain, saves, and answers.
May import: base, store, identity.
"""
