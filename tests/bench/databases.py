"""Empty databases for the benchmarks, on a PostgreSQL of their own; SQLite needs none."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Final

from tests.servers import empty_database, running_postgres

CONNECTIONS: Final = 400
"""More than an earlier version of the whole service opens."""


class Databases:
    """
    Makes the databases.

    Args:
        names: `sqlite`, `postgres`, or both.
    """

    def __init__(self, names: Sequence[str]) -> None:
        if unknown := set(names) - {"sqlite", "postgres"}:
            raise ValueError(f"there are the stores sqlite and postgres, not {', '.join(sorted(unknown))}")
        self.names = tuple(names)
        self._stack = contextlib.ExitStack()
        self._server = (
            self._stack.enter_context(running_postgres(connections=CONNECTIONS)) if "postgres" in names else ""
        )

    @contextlib.contextmanager
    def empty(self, name: str) -> Iterator[str]:
        """Yields the URL of an empty database, which is dropped at the end of the block; an empty text for SQLite."""
        if name == "sqlite":
            yield ""
            return
        with empty_database(self._server) as url:
            yield url

    def close(self) -> None:
        """Stops the server."""
        self._stack.close()
