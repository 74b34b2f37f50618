"""
The log of games (docs/log.md): its tables, the writer that follows the event log, and the reader that serves files.

Entries are in the order of the event log, so the same event log gives the same log, byte for byte. An entry is stored
in one transaction with the position up to which the event log was read, so a process that is killed loses or repeats no
entry. A checkpoint is signed only if the tree continues the one that was signed before it.
"""
