"""
Commits that PostgreSQL's synchronous standby never confirmed.

PostgreSQL commits locally first, and then waits for its standby. If that wait is ended, by an operator or because the
server ends, everybody can read what was committed, although a standby that is promoted will not have it. So a commit
whose wait was cancelled counts as failed here, and whoever answers by what is stored already has it confirmed first.
"""

from __future__ import annotations

from typing import Final

from psycopg.errors import Diagnostic

CONFIRM: Final = "SELECT pg_logical_emit_message(true, 'delvebook', '')"
"""
A statement that changes nothing, and yet has to be committed. The standby confirms commits in their order, so with this
one it has all that could be read before. A server that is a standby itself refuses it.
"""
WAIT: Final = "SyncRepWaitForLSN"
"""
The function of PostgreSQL that waits for the standby. It speaks of nothing but a wait that was ended. The words
themselves depend on the server's language.
"""
CANCELLED: Final = "the standby did not confirm the commit"


class Doubt:
    """Hears what PostgreSQL says beside its answers on one connection."""

    def __init__(self) -> None:
        self._is_there = False

    def hear(self, notice: Diagnostic) -> None:
        """Takes a notice of PostgreSQL."""
        if notice.source_function == WAIT:
            self._is_there = True

    def take(self) -> bool:
        """Returns whether the wait of a commit was ended since the last call."""
        was, self._is_there = self._is_there, False
        return was
