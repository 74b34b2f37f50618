"""The composition root: what production is made of. Tests call the same functions with other arguments."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import redis
import structlog
from sqlalchemy import Engine

from delvebook.projections.disputes import DisputesProjection, DisputesReader
from delvebook.projections.lobby import LobbyProjection, LobbyReader
from delvebook.projections.parking import Parking
from delvebook.projections.projector import Projector, open_engine
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker
from delvebook.service.clock import utc_now
from delvebook.service.identity.accounts import Accounts, open_accounts_engine, transaction
from delvebook.service.identity.audit_log import AuditLog, AuditProjection
from delvebook.service.identity.signing import Receipts, open_ring
from delvebook.service.live.feed import Feed
from delvebook.service.live.signals import LogSignal, connect
from delvebook.service.settings import PREFIX, Settings
from delvebook.service.store.games import GameApplication
from delvebook.service.store.keys import read_cipher_keys
from delvebook.service.usecases.disputes import DisputeService
from delvebook.service.usecases.forks import ForkService
from delvebook.service.usecases.games import GameService, Look

if TYPE_CHECKING:
    from delvebook.service.api.context import Lobby, Services

AUDIT_PAGE: Final = 100
"""Events copied into the audit trail at a time: in SQLite nobody can store an event meanwhile, some 15 ms."""

# The web's own modules are imported only where a web process is made: workers do without them, and the
# metrics library must not be imported before the web server has said where processes share their figures.


def build_service(
    settings: Settings,
    *,
    create_tables: bool = False,
    signal: Any = None,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    on_look: Look = lambda *_: None,
) -> GameService:
    """The use cases over the store that the settings name; others are woken through `signal` after each commit."""
    signal = LogSignal(settings.queue_url) if signal is None else signal
    application = GameApplication(settings, create_tables=create_tables, on_commit=signal.notify)
    return GameService(
        application,
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        on_look=on_look,
        receipts=Receipts(open_ring(settings)),
    )


def build_accounts(
    settings: Settings,
    *,
    create_tables: bool = False,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> tuple[Accounts, AuditLog]:
    """Accounts and the audit trail, in the database of the events."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    audit = AuditLog(engine, now=now, transaction=transaction)
    accounts = Accounts(
        engine, audit=audit, now=now, random_bytes=random_bytes, cache_seconds=settings.token_cache_seconds
    )
    if create_tables:
        accounts.create_tables()
    return accounts, audit


def build_web_services(
    settings: Settings,
    *,
    create_tables: bool = False,
    signal: Any = None,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    lobby: Lobby | None = None,
) -> Services:
    """
    Everything a web process stands on.

    Args:
        settings: How it runs.
        create_tables: Whether missing tables are made; by one process, before the others start.
        signal: Says when the log has grown; through Redis if not given.
        now: The time, in the record's form.
        random_bytes: Unpredictable bytes.
        lobby: The list of games; the projection's if not given.
    """
    from delvebook.service.api.context import Services  # noqa: PLC0415

    signal = LogSignal(settings.queue_url) if signal is None else signal
    accounts, audit = build_accounts(settings, create_tables=create_tables, now=now, random_bytes=random_bytes)
    games = build_service(
        settings,
        create_tables=create_tables,
        signal=signal,
        now=now,
        random_bytes=random_bytes,
        on_look=lambda caller, game, viewer, as_of: audit.note(
            caller, "game/look", game=str(game.id), n=game.version, viewer=str(viewer), as_of=as_of
        ),
    )
    application = games.application
    forks = ForkService(games)
    closers: list[Callable[[], object]] = [application.close, accounts.close]
    engine: Engine = open_engine(settings.projections_url)
    closers.append(engine.dispose)
    if create_tables:
        for projector in projectors(engine, games):
            projector.create_tables()
    if lobby is None:
        lobby = LobbyReader(engine)
    connection = connect(settings.queue_url)
    return Services(
        settings=settings,
        games=games,
        accounts=accounts,
        audit=audit,
        lobby=lobby,
        forks=forks,
        disputes=DisputeService(games, forks),
        dispute_list=DisputesReader(engine),
        feed=Feed(
            application.games_after,
            position=application.log_position,
            signal=signal,
            followers_max=settings.streams_max,
            poll_seconds=settings.poll_seconds,
        ),
        checker=Checker(seconds_max=settings.check_seconds_max),
        verifications=build_verifications(settings, connection, now=now, random_bytes=random_bytes),
        secret=settings.secret_key,
        probes={"store": lambda: application.log_position() >= 0, "redis": lambda: bool(connection.ping())},
        closers=[*closers, connection.close],
    )


def build_verifications(
    settings: Settings,
    connection: redis.Redis,
    *,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> Verifications:
    """The checks that run as jobs, over that Redis."""
    return Verifications(
        connection,
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        record_bytes_max=settings.record_bytes_max,
        seconds_max=settings.check_job_seconds_max,
        waiting_max=settings.checks_waiting_max,
        kept_seconds=settings.checks_kept_seconds,
    )


def configure_logging(settings: Settings) -> None:
    """Writes log lines as JSON to the standard error, from the level that the settings name."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[settings.log_level.upper()]),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=True,
    )


def warn_if_plain(settings: Settings) -> None:
    """Logs a warning if events are stored in plain, because no cipher key is given."""
    if not read_cipher_keys(settings):
        structlog.get_logger("delvebook.store").warning("events_stored_in_plain", set=f"{PREFIX}CIPHER_KEY")


def build_app(settings: Settings, *, create_tables: bool = False) -> Any:
    """The web application that the settings name."""
    from delvebook.service.api.app import create_app  # noqa: PLC0415

    return create_app(build_web_services(settings, create_tables=create_tables))


def lobby_projector(engine: Engine, service: GameService) -> Projector:
    """The lobby's projector over the service's event log."""
    return Projector(engine, LobbyProjection(), service.application.log_after)


def projectors(engine: Engine, service: GameService) -> list[Projector]:
    """Every read model's projector over the service's event log; the lobby's first."""
    disputes = Projector(engine, DisputesProjection(), service.application.log_after)
    return [lobby_projector(engine, service), disputes]


def audit_projector(engine: Engine, service: GameService) -> Projector:
    """The audit trail's projector; `engine` is that of the accounts. It waits its turn with those who store events."""
    read_log = partial(service.application.log_after, limit=AUDIT_PAGE)
    return Projector(engine, AuditProjection(), read_log, gate=service.application.alone)


def build_parking(settings: Settings) -> Parking:
    """The bots' failures."""
    return Parking(open_engine(settings.projections_url), now=utc_now)


def create_tables(settings: Settings) -> None:
    """Makes every table that is missing; by one process, before the others start."""
    settings.home.mkdir(parents=True, exist_ok=True)
    open_ring(settings).active(utc_now())  # Keys that cannot be used are better found out now.
    accounts, _ = build_accounts(settings, create_tables=True)
    accounts.close()
    service = build_service(settings, create_tables=True)
    with contextlib.closing(service.application):
        service.application.require_readable()  # A missing cipher key, too.
        engine = open_engine(settings.projections_url)
        for projector in projectors(engine, service):
            projector.create_tables()
        Parking(engine, now=utc_now).create_tables()
        engine.dispose()
