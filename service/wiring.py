"""The composition root: builds what production consists of. Tests call the same functions with other arguments."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import redis
import structlog
from sqlalchemy import Engine

from delvebook.projections import games_log
from delvebook.projections.disputes import DisputesProjection, DisputesReader
from delvebook.projections.games_log import LogReader, LogWriter
from delvebook.projections.lobby import LobbyProjection, LobbyReader
from delvebook.projections.parked import ParkedGame, parked_games
from delvebook.projections.profiles import ProfilesProjection, ProfilesReader
from delvebook.projections.projector import Projector, open_engine
from delvebook.projections.views import NOBODY, Names
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker
from delvebook.service.clock import utc_now
from delvebook.service.database import transaction
from delvebook.service.identity.accounts import Accounts, open_accounts_engine
from delvebook.service.identity.audit_log import AuditLog, Wanted
from delvebook.service.identity.audit_projection import AuditProjection
from delvebook.service.identity.family_roles import FOUNDING_EVENTS, FamilyRoles
from delvebook.service.identity.log_keys import open_log_keys
from delvebook.service.identity.signing import Receipts, open_ring
from delvebook.service.jobs import QueueName, open_queue
from delvebook.service.live.feed import Feed
from delvebook.service.live.signals import LogSignal, connect
from delvebook.service.private_files import make_private
from delvebook.service.services import Services, Standing
from delvebook.service.settings import PREFIX, Settings
from delvebook.service.store.games import GameApplication
from delvebook.service.store.keys import read_cipher_keys
from delvebook.service.usecases.parties import Roles
from delvebook.service.usecases.sight import Look
from delvebook.service.usecases.use_cases import UseCases, assemble

PROBE_SECONDS_MAX: Final = 0.5
"""For Redis to answer a probe, which has a second at most."""
AUDIT_PAGE: Final = 100
"""Events copied into the audit trail in one transaction. In SQLite it blocks other writers for about 15 ms."""


def build_use_cases(
    settings: Settings,
    *,
    create_tables: bool = False,
    signal: Any = None,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    on_look: Look = lambda *_: None,
    roles: Roles | None = None,
    names: Names = lambda _: NOBODY,
    log: LogReader | None = None,
) -> UseCases:
    """
    The use cases over the store that the settings name.

    `signal` wakes other processes after each commit. A process that serves callers gives `on_look`, `roles`, `names`
    and `log`.
    """
    signal = LogSignal(settings.queue_url) if signal is None else signal
    return assemble(
        GameApplication(settings, create_tables=create_tables, on_commit=signal.notify),
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        receipts=Receipts(open_ring(settings)),
        nonce_hours=settings.nonce_hours,
        on_look=on_look,
        roles=roles,
        names=names,
        log=log,
    )


def build_accounts(
    settings: Settings,
    *,
    create_tables: bool = False,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> tuple[Accounts, AuditLog, FamilyRoles]:
    """Accounts, the audit trail and the roles in families of games, in the database of the events."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    audit = AuditLog(engine, now=now, transaction=transaction)
    accounts = Accounts(
        engine,
        audit=audit,
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        cache_seconds=settings.token_cache_seconds,
    )
    roles = FamilyRoles(engine, transaction=transaction)
    if create_tables:
        accounts.create_tables()
        roles.create_tables()
    return accounts, audit, roles


def build_services(
    settings: Settings,
    *,
    create_tables: bool = False,
    signal: Any = None,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    lobby: LobbyReader | None = None,
) -> Services:
    """
    Everything a web process stands on.

    Args:
        settings: How it runs.
        create_tables: Whether to create missing tables; for one process, before the others start.
        signal: Says that the log has grown; through Redis by default.
        now: The time, in the record's form.
        random_bytes: Unpredictable bytes.
        lobby: The list of games; the projection's by default.
    """
    signal = LogSignal(settings.queue_url) if signal is None else signal
    accounts, audit, roles = build_accounts(settings, create_tables=create_tables, now=now, random_bytes=random_bytes)
    engine = open_engine(settings.projections_url)
    accounts_engine = open_accounts_engine(settings.sqlalchemy_url)  # connects only when it is asked
    log = LogReader(engine)
    use = build_use_cases(
        settings,
        create_tables=create_tables,
        signal=signal,
        now=now,
        random_bytes=random_bytes,
        on_look=lambda caller, game, viewer, event: audit.note(
            caller, "game/look", game=str(game.id), n=game.version, viewer=str(viewer), event=event
        ),
        roles=roles,
        names=accounts.names,
        log=log,
    )
    application = use.application
    if create_tables:
        for projector in projectors(engine, application):
            projector.create_tables()
        games_log.create_tables(engine)
    checker = Checker(seconds_max=settings.check_seconds_max)
    connection, probed = connect(settings.queue_url), connect(settings.queue_url, seconds=PROBE_SECONDS_MAX)
    return Services(
        settings=settings,
        use=use,
        accounts=accounts,
        audit=audit,
        lobby=LobbyReader(engine, names=accounts.names) if lobby is None else lobby,
        dispute_list=DisputesReader(engine, names=accounts.names),
        log=log,
        profiles=ProfilesReader(engine),
        feed=Feed(
            application.games_after,
            position=application.log_position,
            signal=signal,
            subscribers_max=settings.streams_max,
            owned_max=settings.streams_owned_max,
            poll_seconds=settings.poll_seconds,
        ),
        checker=checker,
        verifications=build_verifications(settings, connection, now=now, random_bytes=random_bytes),
        probes={
            "store": lambda: application.log_position() >= 0,
            "redis": lambda: bool(probed.ping()),
            "disk": lambda: disk_free(settings.home) >= settings.disk_bytes_min,
        },
        standing=lambda: standing_of(settings, engine, accounts_engine, application),
        queues=lambda: {name.value: open_queue(name, probed).count for name in QueueName},
        watch_commits=application.watch_commits,
        closers=[
            checker.close,
            application.close,
            accounts.close,
            engine.dispose,
            accounts_engine.dispose,
            connection.close,
            probed.close,
        ],
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
        owned_max=settings.checks_owned_max,
        kept_seconds=settings.checks_kept_seconds,
    )


def projectors(engine: Engine, application: GameApplication) -> list[Projector]:
    """Every read model's projector over the event log."""
    return [
        Projector(
            engine,
            projection,
            application.follow(),
            read_game=application.events_between,
            on_parked=log_parked,
        )
        for projection in (LobbyProjection(), DisputesProjection(), ProfilesProjection())
    ]


def disk_free(home: Path) -> int:
    """The free bytes where the state is kept."""
    return shutil.disk_usage(home).free


def standing_of(settings: Settings, engine: Engine, accounts_engine: Engine, application: GameApplication) -> Standing:
    """How the whole service stands."""
    behind = [*projectors(engine, application), audit_projector(accounts_engine, application)]
    position = application.log_position()
    stores = (engine,) if engine.url == accounts_engine.url else (engine, accounts_engine)
    return Standing(
        position,
        {projector.name: max(0, position - projector.position()) for projector in behind},
        [row for store in stores for row in parked_games(store)] + games_log.unlogged(engine),
        disk_free(settings.home),
    )


def log_parked(parked: ParkedGame) -> None:
    """Logs that a projection goes on without a game."""
    structlog.get_logger("delvebook.projections").error("game_parked", **parked._asdict())


def log_writer(
    settings: Settings, engine: Engine, application: GameApplication, *, now: Callable[[], str] = utc_now
) -> LogWriter:
    """What writes the log of games, over the engine of the read models."""
    keys = open_log_keys(settings, now=now)
    return LogWriter(engine, application.logged_rows_after, signer=keys.signer, now=now)


def audit_projector(engine: Engine, application: GameApplication) -> Projector:
    """The audit trail's projector, over the engine of the accounts. It takes turns with processes that store events."""
    return Projector(
        engine,
        AuditProjection(),
        application.follow(limit=AUDIT_PAGE),
        read_game=application.events_between,
        gate=application.alone,
        on_parked=log_parked,
    )


def create_tables(settings: Settings) -> None:
    """Creates every missing table of events, accounts and read models; for one process, before the others start."""
    protect_home(settings)
    open_ring(settings).active(utc_now())  # Unusable keys should fail here rather than at the first receipt.
    open_log_keys(settings, now=utc_now).signer()
    accounts, audit, roles = build_accounts(settings, create_tables=True)
    use = build_use_cases(settings, create_tables=True)
    with contextlib.closing(accounts), contextlib.closing(use.application):
        use.application.require_readable()  # A missing cipher key should be found now, too.
        engine = open_engine(settings.projections_url)
        for projector in projectors(engine, use.application):
            projector.create_tables()
        games_log.create_tables(engine)
        engine.dispose()
        roles.fill(partial(use.application.events_of_types, FOUNDING_EVENTS), partial(_looks, audit))


def protect_home(settings: Settings) -> None:
    """
    Lets nobody but its owner into the state directory, and refuses a secret that is none. Every process begins so.

    Raises:
        PrivacyError, ValueError: What is wrong, and what to do.
    """
    for path in make_private(settings.home):
        structlog.get_logger("delvebook.home").warning("was_open_to_others", path=str(path))
    _ = settings.secret_key


def _looks(audit: AuditLog) -> Iterator[tuple[str, str]]:
    """Every look at secrets in the trail, as game and account."""
    for entry in audit.all_entries(Wanted(action="game/look"), upto=audit.last()):
        yield entry["game"], entry["account"]


def configure_logging(settings: Settings) -> None:
    """Writes log lines as JSON to standard error, from the level in the settings."""
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
