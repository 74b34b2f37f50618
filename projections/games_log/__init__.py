"""
The log of games (docs/log.md): its tables, the writer that follows the event log, and the reader that serves files.

Entries are in the order of the event log, so that the same event log gives the same log, byte for byte. An entry and
the position up to which the event log was read are stored in one transaction: whatever is killed when, each is there
once. A checkpoint is signed only if the tree continues the one that was signed before it.
"""
