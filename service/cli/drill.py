"""`delvebook backup` and `delvebook restore-drill`: copies of the store, and a test that they can be restored."""

from __future__ import annotations

import contextlib
import json
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.table import Table

from delvebook.projections.games_log.reader import LogReader
from delvebook.projections.games_log.tables import ContradictionError
from delvebook.projections.games_log.writer import LogWriter
from delvebook.projections.parked import Unreadable
from delvebook.replays.receipts import PublicKeys, Receipt, ReceiptError, open_receipt
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.cli.drill_play import play_on
from delvebook.service.identity.log_keys import open_log_keys
from delvebook.service.identity.signing import Receipts, open_ring
from delvebook.service.process.restoring import DamagedCopyError, Programs, back_up, restored
from delvebook.service.store.log import EventLog, open_log
from delvebook.service.store.recorder import STORE_TROUBLE
from delvebook.service.store.soundness import database_troubles, trouble_with
from delvebook.service.wiring import require_schema

FAILS: Final = 1
TROUBLES_TOLD: Final = 5
NOTHING_FOUND: Final[dict[str, object]] = {
    "games": 0,
    "events": 0,
    "last_event_at": None,
    "log_entries": 0,
    "receipts_honoured": 0,
    "is_marked": None,
    "actions_played": 0,
}
"""The report on a copy that is too damaged to be read."""

PROGRAMS = typer.Option(help="The directory of PostgreSQL's programs, such as pg_basebackup and postgres.")
USER = typer.Option("--as", help="The user PostgreSQL's programs run as; they refuse to run as root.")


def register(app: typer.Typer) -> None:
    """Adds these commands to `delvebook`."""
    app.command()(backup)
    app.command(name="restore-drill")(restore_drill)


def backup(
    directory: Annotated[Path, typer.Argument(help="Where the copy goes: a directory that is empty or missing.")],
    *,
    programs: Annotated[Path | None, PROGRAMS] = None,
    user: Annotated[str | None, USER] = None,
) -> None:
    """Copy the store while the service runs. Keys are not copied: keep them elsewhere."""
    settings = Settings.from_environment()
    require_schema(settings)
    back_up(settings, directory.absolute(), Programs(programs, user))
    Console(stderr=True).print(f"the store is in {directory}; the keys are not", soft_wrap=True, markup=False)


def restore_drill(
    source: Annotated[Path | None, typer.Option("--from", help="A backup; without it, one is made now.")] = None,
    *,
    wal: Annotated[Path | None, typer.Option(help="PostgreSQL: the directory of archived WAL.")] = None,
    at: Annotated[str | None, typer.Option(help="PostgreSQL: the moment to restore, with --wal.")] = None,
    receipts: Annotated[Path | None, typer.Option(help="Receipts that must be honoured, one a line.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A published checkpoint that the restored log must contain; by default our own.")
    ] = None,
    programs: Annotated[Path | None, PROGRAMS] = None,
    user: Annotated[str | None, USER] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """
    Restore a backup beside the running service, look whether everything is in it, and throw it away.

    The files are checked by the database's own means. Every event is read, hashed and checked against the one before
    it. The log of games is rebuilt from the events, and checked against every checkpoint that was signed. Then a game
    is played in the copy, and a monitor must find that its log only grows. Every receipt is looked up. The service
    itself is only read. Ends with status 1 if anything is wrong or missing.
    """
    settings = Settings.from_environment()
    began = time.monotonic()
    known = [line.strip() for line in receipts.read_text().splitlines() if line.strip()] if receipts else []
    with contextlib.ExitStack() as stack:
        if checkpoint is not None:
            note: str | None = checkpoint.read_text()
        else:
            note = _own_checkpoint(settings) if source is None else None
        live = _live_position(settings) if source is None else None
        tools = Programs(programs, user)
        try:
            if source is None:
                source = stack.enter_context(_fresh_backup(settings, tools))
            copy = stack.enter_context(restored(settings, source.absolute(), tools, wal=wal, until=at))
            found = _examine(copy, receipts=known, note=note, live=live)
        except DamagedCopyError as error:
            found = _damaged(error.troubles, receipts=known)
    found["seconds"] = round(time.monotonic() - began, 1)
    _tell(found, as_json=as_json)
    if found["troubles"]:
        raise typer.Exit(FAILS)


@contextlib.contextmanager
def _fresh_backup(settings: Settings, programs: Programs) -> Iterator[Path]:
    with temporary_folder("backup") as name:
        if programs.user is not None:
            shutil.chown(name, programs.user)
        made = Path(name) / "copy"
        back_up(settings, made, programs)
        yield made


def _own_checkpoint(settings: Settings) -> str | None:
    with opened(settings.projections_url) as engine:
        published = LogReader(engine).published()
    return None if published is None else published.note


def _live_position(settings: Settings) -> int | None:
    """Returns the position of the service's last event; None if its store is too damaged to tell, as a copy shows."""
    try:
        with contextlib.closing(open_log(settings)) as log:
            return log.log_position()
    except STORE_TROUBLE:
        return None


def _examine(copy: Settings, *, receipts: list[str], note: str | None, live: int | None) -> dict[str, object]:
    """Returns the contents of the restored store, and the troubles found in it."""
    require_schema(copy)
    damage, _ = database_troubles(copy)
    if damage:
        return _damaged(damage, receipts=receipts)
    keys = Receipts(open_ring(copy)).public_keys()
    with contextlib.closing(open_log(copy)) as log:
        games, events, last, troubles = _read_everything(log)
        if live is not None and log.log_position() < live:
            troubles.append(f"the log ends at position {log.log_position()}, and the service had {live} when it began")
        entries = _log_of_games(copy, log, note, troubles)
        played = play_on(copy)
        troubles += played.troubles
        honoured = 0
        for text in receipts:
            trouble = _receipt_trouble(text, keys, log)
            honoured += trouble is None
            troubles += [] if trouble is None else [trouble]
    return {
        "games": games,
        "events": events,
        "last_event_at": last,
        "log_entries": entries,
        "receipts_honoured": honoured,
        "receipts": len(receipts),
        "is_marked": played.is_marked,
        "actions_played": played.actions,
        "troubles": troubles,
    }


def _damaged(troubles: list[str], *, receipts: list[str]) -> dict[str, object]:
    return {**NOTHING_FOUND, "receipts": len(receipts), "troubles": troubles}


def _read_everything(log: EventLog) -> tuple[int, int, str | None, list[str]]:
    """Reads every event. Returns the numbers of games and events, the time of the last one, and the troubles found."""
    games: set[str] = set()
    count, last, troubles = 0, None, []
    read, position = log.page_reader(), 0
    while page := read(position):
        for _, event in page:
            count += 1
            if (trouble := trouble_with(event)) is not None:
                troubles.append(trouble)
            if isinstance(event, Unreadable):
                continue
            games.add(str(event.originator_id))
            last = max(last or "", event.at)
        position = page[-1][0]
    return len(games), count, last, troubles


def _receipt_trouble(text: str, keys: PublicKeys, log: EventLog) -> str | None:
    try:
        receipt: Receipt = open_receipt(text, keys)
    except ReceiptError as error:
        return f"a receipt proves nothing: {error}"
    found = next(log.events_between(receipt.game, receipt.n, receipt.n), None)
    if isinstance(found, Unreadable) or found is None:
        return f"the receipt for event {receipt.n} of game {receipt.game} is not honoured: the event is not there"
    if receipt.hash is not None and found.hash != receipt.hash:
        return f"the receipt for event {receipt.n} of game {receipt.game} is not honoured: it is another event"
    return None


def _log_of_games(copy: Settings, log: EventLog, note: str | None, troubles: list[str]) -> int:
    """Rebuilds the log of games in the copy, and compares it with what was signed. Returns the number of entries."""
    signer = open_log_keys(copy, now=utc_now).signer
    with opened(copy.projections_url) as engine:
        writer = LogWriter(engine, log.logged_rows_after, signer=signer, now=utc_now)
        try:
            entries = writer.rebuild()
            while writer.log_page():
                pass
        except ContradictionError as error:
            troubles.append(str(error))
            return 0
        if note is not None and (trouble := LogReader(engine).contradiction_to(note)) is not None:
            troubles.append(trouble)
        return entries


def _tell(found: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(found) + "\n")
        return
    table = Table(box=None, show_header=False)
    table.add_row("events", f"{found['events']} of {found['games']} games, every one follows the one before it")
    table.add_row("last event", str(found["last_event_at"]))
    table.add_row("log of games", f"{found['log_entries']} entries, as they were signed")
    table.add_row("receipts", f"{found['receipts_honoured']} of {found['receipts']} are honoured")
    marked = "marked as a copy: it signs nothing until `delvebook log continue`" if found["is_marked"] else "not marked"
    table.add_row("mark", marked)
    table.add_row("played on", f"{found['actions_played']} actions of a new game, and the log only grew")
    table.add_row("took", f"{found['seconds']} seconds")
    console = Console()
    if not found["troubles"]:
        console.print(table)
        console.print("[green]this backup can be restored[/]")
        return
    for trouble in found["troubles"][:TROUBLES_TOLD]:
        console.print(trouble, style="red", markup=False, soft_wrap=True)
    console.print(f"[red]{len(found['troubles'])} problems: do not rely on this backup[/]")
