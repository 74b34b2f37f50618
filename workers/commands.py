"""The commands of this room: `follow`, `worker`, `bots`, `parked`, `projections`."""

from __future__ import annotations

import contextlib
import json
import logging
import signal
import sys
import time
from functools import partial
from types import FrameType
from typing import Annotated

import structlog
import typer
from rich.console import Console
from rich.status import Status
from rich.table import Table

from delvebook.projections.leagues import LeaguesProjection, LeaguesReader
from delvebook.service.base.database import opened
from delvebook.service.base.json_logging import configure_logging
from delvebook.service.base.settings import PREFIX, Settings
from delvebook.service.jobs.queues import QueueName
from delvebook.service.live.signals import connect
from delvebook.service.process.beats import Beat
from delvebook.service.process.embedded import answers
from delvebook.service.process.orphans import end_with_parent
from delvebook.service.store.soundness import log_signed_as
from delvebook.service.wiring import begin, build_use_cases, projectors, require_schema
from delvebook.workers.parking import open_parking
from delvebook.workers.wiring import build_follower, open_projectors
from delvebook.workers.worker import open_worker

LOOK_SECONDS = 0.5
"""The time between two looks of a worker whether Redis is back."""


def register(app: typer.Typer) -> None:
    """Adds these commands to `delvebook`."""
    app.command()(follow)
    app.command()(worker)
    app.command()(projections)
    app.command()(ratings)
    app.command()(bots)
    app.command()(parked)


def follow() -> None:
    """Follow the event log: keep the lobby and the audit trail, enqueue bots' turns, enforce deadlines."""
    end_with_parent()
    settings = Settings.from_environment()
    configure_logging(settings)
    begin(settings)
    if not settings.log_origin and log_signed_as(settings) is None:
        structlog.get_logger("delvebook.log").warning("log_has_no_name", set=f"{PREFIX}LOG_ORIGIN", before="first game")
    follower = build_follower(settings)

    def stop(number: int, frame: FrameType | None) -> None:
        follower.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    with contextlib.closing(follower):
        follower.run()


def worker(
    *,
    queue: Annotated[
        QueueName,
        typer.Option(
            help="bot-turns: bots' turns; checks: long records; findings: disputed games; "
            "studies: exports and analyses; webhooks: post notices"
        ),
    ] = QueueName.BOT_TURNS,
) -> None:
    """Work on one queue: bots' turns, checks of long records, findings, exports and analyses, or webhooks."""
    end_with_parent()
    settings = Settings.from_environment()
    configure_logging(settings)
    begin(settings)
    logging.getLogger("rq.worker").setLevel(logging.WARNING)
    connection, beat = connect(settings.queue_url), Beat(settings)
    while not answers(connection):
        beat()
        time.sleep(LOOK_SECONDS)
    open_worker(queue, connection, beat=beat).work(logging_level="WARNING")


def _show_progress(status: Status, name: str, done: int) -> None:
    status.update(f"rebuilding the {name}: {done} events")


def projections(
    action: Annotated[str, typer.Argument(help="rebuild: throw the read models away and build them from the log")],
) -> None:
    """
    Rebuild the read models from the event log.

    The audit trail and the log of games are not rebuilt: they also hold data that is stored nowhere else.
    """
    if action != "rebuild":
        raise typer.BadParameter("the only action is: rebuild")
    settings = Settings.from_environment()
    require_schema(settings)
    console = Console(stderr=True)
    use = build_use_cases(settings)
    with contextlib.closing(use.application), opened(settings.projections_url) as engine:
        for projector in projectors(engine, use.application):
            name = projector.name
            with console.status(f"rebuilding the {name}") as status:
                count = projector.rebuild(partial(_show_progress, status, name))
            console.print(f"{name} rebuilt from {count} events")
    console.print("the audit trail and the log of games are left as they are")


def ratings(
    action: Annotated[str, typer.Argument(help="rebuild: throw the ratings away and build them again from the log")],
) -> None:
    """
    Rebuild the ratings of all leagues from the event log.

    The same events give the same ratings, to the last digit. Prints how many events were read, and a digest of all
    ratings to compare.
    """
    if action != "rebuild":
        raise typer.BadParameter("the only action is: rebuild")
    settings = Settings.from_environment()
    console = Console(stderr=True)
    use = build_use_cases(settings)
    with contextlib.closing(use.application), opened(settings.projections_url) as engine:
        [projector] = [one for one in projectors(engine, use.application) if one.name == LeaguesProjection.name]
        with console.status("rebuilding the ratings") as status:
            count = projector.rebuild(partial(_show_progress, status, "ratings"))
        Console().print(f"ratings rebuilt from {count} events: {LeaguesReader(engine).digest()}", soft_wrap=True)


def bots(
    release: Annotated[str | None, typer.Option(help="let this game (or: all) try again")] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
) -> None:
    """Show games whose bot cannot move, or let them try again."""
    settings = Settings.from_environment()
    require_schema(settings)
    with contextlib.closing(open_parking(settings)) as parking:
        if release is not None:
            count = parking.release(None if release == "all" else release)
            Console(stderr=True).print(f"{count} turns may try again")
            return
        parked = parking.parked()
    if as_json:
        sys.stdout.write(json.dumps(parked) + "\n")
        return
    table = Table("game", "seat", "decision", "attempts", "last", "error", title="parked turns")
    for row in parked:
        table.add_row(*(str(row[key]) for key in ("game", "seat", "decision", "attempts", "last_at", "error")))
    Console().print(table if parked else "no game is parked")


def parked(
    retry: Annotated[str | None, typer.Option(help="try this game (or: all) again, after the cause is fixed")] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
) -> None:
    """
    Show games of which a stored event is damaged or cannot be projected, or try them again.

    All other games go on. A parked game is tried again every minute by itself. Ends with status 1 if a game that was
    to be tried again is still parked.
    """
    settings = Settings.from_environment()
    require_schema(settings)
    with open_projectors(settings) as (own, games_log):
        if retry is not None:
            wanted = None if retry == "all" else retry
            released = sorted({game for projector in own for game in projector.retry(wanted)})
            count = games_log.retry()
            Console(stderr=True).print(f"{len(released)} games caught up, {count} entries added to the log of games")
        rows = [row for projector in own for row in projector.parked()] + games_log.unreadable()
    if as_json:
        sys.stdout.write(json.dumps([row._asdict() for row in rows]) + "\n")
    elif rows:
        table = Table("projection", "game", "n", "position", "trouble", title="parked games")
        for row in rows:
            table.add_row(row.projection, row.game, str(row.n), str(row.position), row.trouble)
        Console().print(table)
    else:
        Console().print("no game is parked")
    if retry is not None and any(retry in ("all", row.game) for row in rows):
        raise typer.Exit(1)
