"""
Every event follows the one before it: a check of what is read, and a guard of the table.

The database itself refuses an event whose predecessor is not stored. The program never writes such an event, unless
its memory of a game is ahead of the store. Then the store must not take what the program believes, because a gap can
never be filled again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from eventsourcing.persistence import IntegrityError
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.sqlite import SQLiteApplicationRecorder
from psycopg.sql import SQL, Composed, Identifier

from delvebook.domain.game import Game
from delvebook.domain.game_event import FIRST_PREV, GameEvent
from delvebook.service.store.mapper import BrokenChainError

GUARD: Final = "events_follow"
"""The name of the trigger."""
APPEND: Final = "append_events"
"""The name of the function by which the event loop appends."""
REFUSAL: Final = "the event before it is not stored"
"""What the database says when it refuses an event."""
_SQLITE: Final = """\
CREATE TRIGGER IF NOT EXISTS {guard} BEFORE INSERT ON {table}
WHEN NEW.originator_version IS NOT 1 AND NOT EXISTS (
    SELECT 1 FROM {table}
    WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version - 1
    AND originator_version > 0)
BEGIN SELECT RAISE(ABORT, '{refusal}'); END"""
_POSTGRES_FUNCTION: Final = """\
CREATE OR REPLACE FUNCTION {schema}.{guard}() RETURNS trigger LANGUAGE plpgsql AS $BODY$
BEGIN
    IF NEW.originator_version <> 1 AND NOT EXISTS (
        SELECT 1 FROM {schema}.{table}
        WHERE originator_id = NEW.originator_id AND originator_version = NEW.originator_version - 1
        AND originator_version > 0)
    THEN
        RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = {refusal};
    END IF;
    RETURN NEW;
END $BODY$"""
_POSTGRES_TRIGGER: Final = """\
CREATE OR REPLACE TRIGGER {guard} BEFORE INSERT ON {schema}.{table}
FOR EACH ROW EXECUTE FUNCTION {schema}.{guard}()"""
"""A trigger of PostgreSQL sees the rows that the same statement has inserted before."""
_POSTGRES_APPEND: Final = """\
CREATE OR REPLACE FUNCTION {schema}.{append}(ids uuid[], versions bigint[], topics text[], states bytea[])
RETURNS SETOF bigint LANGUAGE plpgsql AS $BODY$
BEGIN
    SET LOCAL lock_timeout = {patience};
    LOCK TABLE {schema}.{table} IN EXCLUSIVE MODE;
    NOTIFY {channel};
    RETURN QUERY INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state)
        SELECT * FROM unnest(ids, versions, topics, states) RETURNING notification_id;
END $BODY$"""
"""The statements of the library's recorder as one. The function commits nothing; its caller's transaction does."""


class GapError(IntegrityError):
    """An event's predecessor is not stored. Nothing was written."""


def as_gap(error: IntegrityError) -> IntegrityError:
    """Returns the error, as a `GapError` if it is the guard's refusal."""
    return GapError(REFUSAL) if REFUSAL in str(error) else error


class GaplessSQLiteRecorder(SQLiteApplicationRecorder):
    """The library's recorder, over a table that refuses gaps."""

    def construct_create_table_statements(self) -> list[str]:
        """Returns the statements for the table and its guard."""
        guard = _SQLITE.format(guard=GUARD, table=self.events_table_name, refusal=REFUSAL)
        return [*super().construct_create_table_statements(), guard]


class GaplessPostgresRecorder(PostgresApplicationRecorder):
    """The library's recorder, over a table that refuses gaps."""

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name=events_table_name)
        self.sql_create_statements += [
            self.named(SQL(one)) for one in (_POSTGRES_FUNCTION, _POSTGRES_TRIGGER, _POSTGRES_APPEND)
        ]
        self.append_statement = self.named(SQL("SELECT {schema}.{append}($1, $2, $3, $4)"))
        """Appends events, given as arrays of games, numbers, topics and states. Returns their positions."""

    def named(self, statement: SQL) -> Composed:
        """Returns the statement with the names of this table filled in."""
        return statement.format(
            schema=Identifier(self.datastore.schema),
            table=Identifier(self.events_table_name),
            guard=Identifier(GUARD),
            refusal=REFUSAL,
            append=Identifier(APPEND),
            channel=Identifier(self.channel_name),
            patience=f"{self.datastore.lock_timeout}s",
        )


def require_chained(game: Game | None, events: Sequence[GameEvent]) -> None:
    """
    Returns if the events follow the game, and each other.

    Raises:
        BrokenChainError
    """
    n, head = (0, FIRST_PREV) if game is None else (game.stream.version, game.stream.head)
    for event in events:
        if event.n != n + 1 or event.prev != head:
            raise BrokenChainError(event.originator_id, event.n)
        n, head = event.n, event.hash
