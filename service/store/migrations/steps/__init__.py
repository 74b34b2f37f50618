"""
One module for each step, `mNNNN_what.py`, in order. A released step never changes.

`upgrade(parts)` changes the given parts: `"store"` (accounts, audit trail, roles, kept requests), `"read models"` (log
of games, bots' failures), or both if one database holds both. Steps only go forwards.
"""
