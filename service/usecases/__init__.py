"""
What callers and workers can do with games. Each use case loads a game, calls the domain, saves, and answers.
May import: base, store, identity.
"""
