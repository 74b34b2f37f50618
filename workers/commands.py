"""The commands of this room: `follow`, `worker`, `bots`, `projections`."""

from __future__ import annotations

import json
import logging
import signal
import sys
from enum import StrEnum
from functools import partial
from types import FrameType
from typing import Annotated

import typer
from rich.console import Console
from rich.status import Status
from rich.table import Table
from rq import Queue, SimpleWorker

from delvebook.projections.disputes import DisputesReader
from delvebook.projections.lobby import LobbyReader
from delvebook.projections.projector import open_engine
from delvebook.service.clock import utc_now
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.live.signals import LogSignal, connect
from delvebook.service.process.orphans import end_with_parent
from delvebook.service.settings import Settings
from delvebook.service.usecases.forks import ForkService
from delvebook.service.wiring import audit_projector, build_parking, build_service, projectors
from delvebook.workers.checks import QUEUE as CHECKS
from delvebook.workers.follower import Follower
from delvebook.workers.jobs import QUEUE as BOT_TURNS


class QueueName(StrEnum):
    """What a worker works at."""

    BOT_TURNS = BOT_TURNS
    CHECKS = CHECKS


def register(app: typer.Typer) -> None:
    """Adds these commands to `delvebook`."""
    app.command()(follow)
    app.command()(worker)
    app.command()(projections)
    app.command()(bots)


def build_follower(settings: Settings) -> Follower:
    """The follower over the store that the settings name; its tables are made."""
    signal_ = LogSignal(settings.queue_url)
    service = build_service(settings, signal=signal_)
    engine = open_engine(settings.projections_url)
    truth = open_accounts_engine(settings.sqlalchemy_url)
    return Follower(
        projectors=[*projectors(engine, service), audit_projector(truth, service)],
        lobby=LobbyReader(engine),
        disputes=DisputesReader(engine),
        service=service,
        forks=ForkService(service),
        parking=build_parking(settings),
        connection=connect(settings.queue_url),
        signal=signal_,
        now=utc_now,
        poll_seconds=settings.poll_seconds,
    )


def follow() -> None:
    """Follow the event log: keep the lobby and the audit trail, enqueue bots' turns, enforce deadlines."""
    end_with_parent()
    follower = build_follower(Settings.from_environment())

    def stop(number: int, frame: FrameType | None) -> None:
        follower.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    follower.run()


def worker(
    *,
    queue: Annotated[
        QueueName, typer.Option(help="bot-turns: play bots' turns; checks: check records too long to wait for")
    ] = QueueName.BOT_TURNS,
) -> None:
    """Play bots' turns, or check long records, from the queue."""
    end_with_parent()
    settings = Settings.from_environment()
    logging.getLogger("rq.worker").setLevel(logging.WARNING)
    connection = connect(settings.queue_url)
    SimpleWorker([Queue(queue.value, connection=connection)], connection=connection).work(logging_level="WARNING")


def _show_progress(status: Status, name: str, done: int) -> None:
    status.update(f"rebuilding the {name}: {done} events")


def projections(
    action: Annotated[str, typer.Argument(help="rebuild: throw the read models away and build them from the log")],
) -> None:
    """
    Rebuild the read models from the event log.

    The audit trail is none of them: it also holds what is nowhere else, and is left as it is.
    """
    if action != "rebuild":
        raise typer.BadParameter("the only action is: rebuild")
    settings = Settings.from_environment()
    console = Console(stderr=True)
    service = build_service(settings)
    engine = open_engine(settings.projections_url)
    for projector in projectors(engine, service):
        name = projector.name
        with console.status(f"rebuilding the {name}") as status:
            count = projector.rebuild(partial(_show_progress, status, name))
        console.print(f"{name} rebuilt from {count} events")
    console.print("the audit trail is left as it is")


def bots(
    release: Annotated[str | None, typer.Option(help="let this game (or: all) try again")] = None,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="for programs")] = False,
) -> None:
    """Show games whose bot cannot move, or let them try again."""
    parking = build_parking(Settings.from_environment())
    if release is not None:
        count = parking.release(None if release == "all" else release)
        Console(stderr=True).print(f"{count} turns may try again")
        return
    parked = parking.parked()
    if as_json:
        sys.stdout.write(json.dumps(parked) + "\n")
        return
    table = Table("game", "seat", "decision", "attempts", "last", "error", title="parked games")
    for row in parked:
        table.add_row(*(str(row[key]) for key in ("game", "seat", "version", "attempts", "last_at", "error")))
    Console().print(table if parked else "no game is parked")
