"""Is the store damaged? By the database's own means, and by samples of the chains of events."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Final

from delvebook.domain.canonical import event_hash
from delvebook.domain.game_event import GameEvent
from delvebook.domain.viewers import SPECTATOR
from delvebook.projections.games_log.reader import LogReader, unlogged
from delvebook.projections.parked import ParkedGame, Unreadable, parked_games
from delvebook.replays.log.checkpoints import parse_checkpoint
from delvebook.service.base.database import ask, opened, reading_file
from delvebook.service.base.errors import UnavailableError
from delvebook.service.base.settings import Settings
from delvebook.service.store.log import EventLog
from delvebook.service.store.recorder import STORE_TROUBLE
from delvebook.service.store.schema import databases

SAMPLES: Final = 10
SAMPLE_EVENTS: Final = 200
"""The number of events of one sample, which follow each other in the log."""
_AMCHECK: Final = "SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'"
_HEAP: Final = "SELECT string_agg(DISTINCT msg, '; ') FROM verify_heapam('games_events')"
_INDEXES: Final = (
    "SELECT count(bt_index_check(indexrelid)) FROM pg_index "
    "JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam "
    "WHERE indrelid = 'games_events'::regclass AND amname = 'btree'"
)
_CHECKSUMS: Final = "SELECT coalesce(sum(checksum_failures), 0)::int FROM pg_stat_database"


def file_troubles(file: Path, *, whole: bool) -> list[str]:
    """
    Returns what SQLite finds wrong in a file of its own.

    Args:
        file: The file. It is only read.
        whole: Whether indexes are compared with their tables, too, which takes longer.
    """
    check = "integrity_check" if whole else "quick_check"
    try:
        with reading_file(file) as connection:
            said = [str(row[0]).replace("\n", " ") for row in connection.execute(f"PRAGMA {check}(5)")]
    except sqlite3.Error as error:
        said = [str(error)]
    return [] if said == ["ok"] else [f"{file.name} is damaged: {one}" for one in said]


def database_troubles(settings: Settings) -> tuple[list[str], str]:
    """
    Returns what the database finds wrong with itself, and how it has looked.

    SQLite checks both files. PostgreSQL counts pages with wrong checksums, and with the extension `amcheck` it checks
    the table of events and its indexes.
    """
    if settings.is_sqlite:
        events = Path(settings.sqlite_path)
        files = [file for file in (events, events.with_name("projections.db")) if file.exists()]
        return [one for file in files for one in file_troubles(file, whole=False)], "quick_check"
    url, looked, found = settings.sqlalchemy_url, "page checksums", []
    try:
        if failures := ask(url, _CHECKSUMS):
            found.append(f"PostgreSQL has met {failures} pages with a wrong checksum")
        if ask(url, _AMCHECK):
            looked += " and amcheck"
            if heap := ask(url, _HEAP):
                found.append(f"the table of events is damaged: {heap}")
            ask(url, _INDEXES)
    except UnavailableError as error:
        said = str(getattr(error.__cause__, "orig", error)).partition("\n")[0]
        found.append(f"PostgreSQL cannot check itself: {said}")
    return found, looked


def sampled_troubles(log: EventLog, *, chance: random.Random | None = None) -> list[str]:
    """
    Returns what is wrong in samples of the log: the newest events, and others that are drawn.

    An event must be readable, have the hash that it states, and follow the one before it.
    """
    chance = chance or random.Random()  # noqa: S311 - which events are looked at is no secret
    found: dict[str, None] = {}
    try:
        last = log.log_position()
        starts = {max(0, last - SAMPLE_EVENTS), *(chance.randrange(last) for _ in range(SAMPLES if last else 0))}
        read = log.page_reader(limit=SAMPLE_EVENTS)
        for start in sorted(starts):
            found |= {one: None for _, event in read(start) if (one := trouble_with(event)) is not None}
    except STORE_TROUBLE as error:
        found[f"the log of events cannot be read: {error}"] = None
    return list(found)


def all_parked(settings: Settings) -> list[ParkedGame]:
    """Returns the parked games of every projection, and the events missing from the log of games."""
    found: list[ParkedGame] = []
    for url in databases(settings):
        with opened(url) as engine:
            found += parked_games(engine) + (unlogged(engine) if url == settings.projections_url else [])
    return found


def why_log_stopped(settings: Settings) -> str | None:
    """Returns why the log of games is not signed at present; None if it is."""
    with opened(settings.projections_url) as engine:
        return LogReader(engine).stopped()


def log_signed_as(settings: Settings) -> str | None:
    """Returns the name under which entries of the log of games were signed last; None as long as it had none."""
    with opened(settings.projections_url) as engine:
        note, _ = LogReader(engine).history()
    signed = None if note is None else parse_checkpoint(note)[1]
    return None if signed is None or signed.size == 0 else signed.origin


def trouble_with(event: GameEvent | Unreadable) -> str | None:
    """Returns what is wrong with an event that was read from the log; None if nothing is."""
    if isinstance(event, Unreadable):
        return f"game {event.game}, event {event.n}: {event.trouble}"
    if event.hash != event_hash(event.to_record(SPECTATOR, seed=b"")):
        return f"game {event.originator_id}, event {event.n}: its content has another hash than it states"
    return None
