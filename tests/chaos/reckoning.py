"""Compares the ledger with streams, records, projections, the log of games and the audit trail."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Engine, MetaData, select

from delvebook.domain.game_event import FIRST_PREV, GameEvent
from delvebook.projections.games_log.tables import LOG_ENTRIES, METADATA
from delvebook.projections.games_log.writer import LogWriter
from delvebook.projections.projector import Projector
from delvebook.replays.log.entries import WHAT
from delvebook.replays.verify import verify
from delvebook.service import wiring
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.identity.audit_log import AUDIT
from delvebook.service.identity.caller import PLAY, Caller
from delvebook.service.usecases.use_cases import UseCases
from tests.chaos.ledger import Ledger

FAULTS_SHOWN: Final = 50


class Silence:
    """No process waits for wake-ups here."""

    def notify(self, position: int = 0) -> None:
        """Nothing."""


@dataclass
class Reckoning:
    """
    The result of the comparison.

    Attributes:
        lost: Acknowledged events that are missing, or stored otherwise.
        doubled: Requests that were carried out more than once.
        other: Other contradictions: refused commands that were done, streams, records, projections, log, audit trail.
        counts: The numbers of things compared.
    """

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    @property
    def faults(self) -> list[str]:
        return [*self.lost, *self.doubled, *self.other]

    def to_plain(self) -> dict[str, Any]:
        return {
            "lost": len(self.lost),
            "doubled": len(self.doubled),
            "contradictions": len(self.other),
            "compared": self.counts,
            "faults": self.faults[:FAULTS_SHOWN],
        }


def reckon(settings: Settings, ledger: Ledger, *, records_max: int | None = None) -> Reckoning:
    """
    Holds what is stored against the ledger, and everything that is made from the events against the events.

    Nothing may write to the store meanwhile. What the follower has not read yet is read first.

    Args:
        settings: Where the store is.
        ledger: What the clients know.
        records_max: The largest number of records to verify; None for all.
    """
    found = Reckoning(other=list(ledger.faults))
    with _opened(settings) as (use, engine, accounts_engine):
        stored = _stored_events(use)
        _compare_commands(found, ledger, stored)
        _compare_streams(found, ledger, stored)
        _verify_records(found, use, stored, records_max)
        _compare_projections(found, use, settings, engine, accounts_engine)
        _compare_audit(found, ledger, stored, accounts_engine)
    return found


@contextlib.contextmanager
def _opened(settings: Settings) -> Iterator[tuple[UseCases, Engine, Engine]]:
    use = wiring.build_use_cases(settings, signal=Silence())
    engine, accounts_engine = open_engine(settings.projections_url), open_accounts_engine(settings.sqlalchemy_url)
    try:
        yield use, engine, accounts_engine
    finally:
        use.application.close()
        engine.dispose()
        accounts_engine.dispose()


def _stored_events(use: UseCases) -> dict[str, list[GameEvent]]:
    return {str(game): list(use.application.all_events_of(game)) for game in use.application.games()}


def _compare_commands(found: Reckoning, ledger: Ledger, stored: dict[str, list[GameEvent]]) -> None:
    """Checks that acknowledged commands are stored once, refused ones are not, and chains have no gap."""
    times_made: Counter[str] = Counter()
    for game, events in stored.items():
        head = FIRST_PREV
        for number, event in enumerate(events, 1):
            if event.n != number or event.prev != head:
                found.other.append(f"{game}: event {event.n} stands where event {number} is due, or breaks the chain")
                break
            head = event.hash
        for key, group in groupby(events, key=_key_of):
            if key is not None:
                made = list(group)
                times_made[key] += sum(1 for event in made if event.type == made[0].type)
    for entry in ledger.entries:
        if entry.outcome == "acknowledged":
            event = next(iter(stored.get(entry.game, [])[entry.n - 1 : entry.n]), None)
            if event is None or event.hash != entry.hash:
                found.lost.append(f"{entry.game}: event {entry.n} was acknowledged and is not stored as it was")
            elif entry.key not in times_made:
                found.lost.append(f"{entry.game}: event {entry.n} is stored, and not as made by its request")
        elif entry.outcome == "refused" and times_made[entry.key]:
            found.other.append(f"{entry.game}: a request was refused, and carried out all the same")
    found.doubled += [f"request {key} was carried out {times} times" for key, times in times_made.items() if times > 1]
    unknown = [entry for entry in ledger.entries if entry.outcome == "unknown"]
    found.counts |= {
        "games": len(stored),
        "events": sum(map(len, stored.values())),
        "acknowledged commands": len(ledger.acknowledged()),
        "commands without an answer": len(unknown),
        "of them carried out": sum(1 for entry in unknown if times_made[entry.key]),
    }


def _key_of(event: GameEvent) -> str | None:
    key: str | None = event.metadata.get("request", [None])[0]
    return key


def _compare_streams(found: Reckoning, ledger: Ledger, stored: dict[str, list[GameEvent]]) -> None:
    """Checks that listeners received the stored events."""
    for game, heard in ledger.streams.items():
        hashes = {event.n: event.hash for event in stored.get(game, ())}
        if wrong := [n for n, hash_ in heard if hashes.get(n) != hash_]:
            found.other.append(f"{game}: a stream told events {wrong[:5]} that are not stored like that")
    found.counts["events heard"] = sum(map(len, ledger.streams.values()))


def _verify_records(
    found: Reckoning, use: UseCases, stored: dict[str, list[GameEvent]], records_max: int | None
) -> None:
    """Checks that the record of every game verifies: its chain, and its replay once it is over."""
    count = replayed = 0
    for game in list(stored)[:records_max]:
        creator = Caller(account=stored[game][0].origin.account, scopes=frozenset({PLAY}))
        report = verify(b"".join(use.exports.export(creator, UUID(game)).lines), levels=("chain", "replay"))
        count += 1
        replayed += report.level("replay").status == "holds"
        if not report.holds:
            found.other.append(f"{game}: its record does not verify: {report.first and report.first.sentence}")
    found.counts |= {"records verified": count, "of them replayed": replayed}


def _compare_projections(
    found: Reckoning, use: UseCases, settings: Settings, engine: Engine, accounts_engine: Engine
) -> None:
    """Checks that read models and the log of games are the same when they are rebuilt from the events."""
    projectors = wiring.projectors(engine, use.application)
    audit = wiring.audit_projector(accounts_engine, use.application)
    writer = wiring.log_writer(settings, engine, use.application)
    for projector in (*projectors, audit):
        projector.catch_up()
        found.other += [f"{row.game}: {row.projection} parked it: {row.trouble}" for row in projector.parked()]
    while writer.log_page():
        pass
    for projector in projectors:
        tables = [projector._projection.metadata]
        _require_the_same(found, engine, tables, projector.name, partial(Projector.rebuild, projector))
    _require_the_same(found, engine, [METADATA], "the log of games", partial(LogWriter.rebuild, writer))
    due = Counter(
        event.hash
        for game in use.application.games()
        for event in use.application.all_events_of(game)
        if event.type in WHAT
    )
    with engine.connect() as connection:
        entries = Counter(json.loads(row.entry)["hash"] for row in connection.execute(select(LOG_ENTRIES)))
    if entries != due:
        found.other.append(f"the log of games has {entries.total()} entries, and {due.total()} others are due")
    found.counts["entries in the log of games"] = entries.total()


def _require_the_same(found: Reckoning, engine: Engine, tables: Sequence[MetaData], name: str, rebuild: Any) -> None:
    before = _rows(engine, tables)
    rebuild()
    after = _rows(engine, tables)
    for table, rows in before.items():
        if rows != after[table]:
            found.other.append(f"{name}: table {table} is not what the events make of it")
    found.counts[f"rows of {name}"] = sum(map(len, before.values()))


def _rows(engine: Engine, tables: Sequence[MetaData]) -> dict[str, list[str]]:
    with engine.connect() as connection:
        return {
            table.name: sorted(repr(tuple(row)) for row in connection.execute(select(table)))
            for metadata in tables
            for table in metadata.sorted_tables
        }


def _compare_audit(
    found: Reckoning, ledger: Ledger, stored: dict[str, list[GameEvent]], accounts_engine: Engine
) -> None:
    """Checks that the audit trail has every event once, and every acknowledged account once."""
    with accounts_engine.connect() as connection:
        rows = list(connection.execute(select(AUDIT)))
    copied = Counter((row.game, row.n, row.action) for row in rows if row.n is not None and row.action != "game/look")
    due = {(game, event.n, f"game/{event.type}") for game, events in stored.items() for event in events}
    if missing := due - set(copied):
        found.other.append(f"the audit trail lacks {len(missing)} events, such as {min(missing)}")
    if doubled := [one for one, times in copied.items() if times > 1]:
        found.other.append(f"the audit trail has {len(doubled)} events more than once, such as {doubled[0]}")
    if invented := set(copied) - due:
        found.other.append(f"the audit trail has {len(invented)} events that there are not, such as {min(invented)}")
    created = Counter(row.account for row in rows if row.action == "account/create")
    for name, account in ledger.accounts.items():
        if created[account] != 1:
            found.other.append(f"account {name} was acknowledged and created {created[account]} times")
    found.counts["entries in the audit trail"] = len(rows)
