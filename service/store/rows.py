"""Where rows stand in the log, without what they hold: a question the library has no method for."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import PostgresApplicationRecorder
from eventsourcing.sqlite import SQLiteApplicationRecorder
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Identifier


def rows_after(recorder: Any, position: int, limit: int) -> Sequence[tuple[int, UUID, int]]:
    """
    At most `limit` rows after that position of the log, in order: position, game, number of the event.

    Args:
        recorder: The library's recorder of the log.
        position: Where to begin.
        limit: At most this many rows.
    """
    if isinstance(recorder, PostgresApplicationRecorder):
        statement = SQL(
            "SELECT notification_id, originator_id, originator_version FROM {schema}.{table} "
            "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        ).format(
            schema=Identifier(recorder.datastore.schema),
            table=Identifier(recorder.events_table_name),
        )
        with recorder.datastore.get_connection() as connection, connection.cursor(row_factory=tuple_row) as cursor:
            cursor.execute(statement, (position, limit), prepare=True)
            return cursor.fetchall()
    if isinstance(recorder, SQLiteApplicationRecorder):
        try:
            with recorder.datastore.get_connection(commit=False) as sqlite, sqlite.cursor() as found:
                found.execute(
                    f"SELECT rowid, originator_id, originator_version FROM {recorder.events_table_name} "  # noqa: S608
                    "WHERE rowid > ? ORDER BY rowid LIMIT ?",
                    (position, limit),
                )
                return [(row[0], UUID(row[1]), row[2]) for row in found.fetchall()]
        except sqlite3.Error as error:
            raise PersistenceError(str(error)) from error
    rows = recorder.select_notifications(position, limit, inclusive_of_start=False)
    return [(row.id, row.originator_id, row.originator_version) for row in rows]
