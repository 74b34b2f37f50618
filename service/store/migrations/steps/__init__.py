"""
One module for each step, `mNNNN_what.py`, in order. A step that has been released is never changed.

`upgrade(parts)` changes the parts it is given: `"store"` (accounts, audit trail, roles, kept requests), `"read models"`
(log of games, bots' failures), or both, where one database has both. Steps go forwards only.
"""
