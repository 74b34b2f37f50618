"""The composition root, which builds the parts of production. Tests call the same functions with other arguments."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import redis
import structlog
from sqlalchemy import Engine

from delvebook.projections.collection import CollectionProjection, CollectionReader
from delvebook.projections.disputes import DisputesProjection, DisputesReader
from delvebook.projections.games_log.reader import LogReader, unlogged
from delvebook.projections.games_log.writer import LogWriter
from delvebook.projections.holdings import HoldingsReader
from delvebook.projections.leagues import LeaguesProjection, LeaguesReader
from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.projections.parked import ParkedGame, parked_games
from delvebook.projections.profiles import ProfilesProjection, ProfilesReader
from delvebook.projections.projector import PageReader, Projection, Projector, shapes_stored
from delvebook.projections.views import NOBODY, Names
from delvebook.service.api.services import ServiceHealth, Services
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import open_engine, opened, transaction
from delvebook.service.base.place import ALONE, Place
from delvebook.service.base.private_files import disk_free, make_private
from delvebook.service.base.settings import Settings
from delvebook.service.checks.jobs import Verifications
from delvebook.service.checks.sandbox import Checker
from delvebook.service.exporting.files import Files
from delvebook.service.identity.account_admin import AccountAdmin
from delvebook.service.identity.accounts import Accounts, open_accounts_engine, tell_no_process
from delvebook.service.identity.audit_log import AuditLog, AuditProjection
from delvebook.service.identity.clients import Clients
from delvebook.service.identity.family_roles import FamilyRoles
from delvebook.service.identity.invitations import Invitations
from delvebook.service.identity.log_keys import open_log_keys
from delvebook.service.identity.log_signed import open_signed_last
from delvebook.service.identity.offices import Offices
from delvebook.service.identity.push_keys import open_push_keys
from delvebook.service.identity.relations import Relations
from delvebook.service.identity.signing import Receipts, open_ring
from delvebook.service.jobs.long import LongJobs
from delvebook.service.jobs.queues import QueueName, open_queue
from delvebook.service.live.feed import Feed
from delvebook.service.live.presence import FOLLOWER, is_present
from delvebook.service.live.signals import NOTICES_CHANNEL, LogSignal, connect
from delvebook.service.live.stream_names import StreamNames
from delvebook.service.live.stream_wakeups import StreamWakeups
from delvebook.service.notices.projection import NoticesProjection
from delvebook.service.notices.store import Notices
from delvebook.service.store import schema
from delvebook.service.store.copies import carry_marks, told_marks
from delvebook.service.store.fitting import refit
from delvebook.service.store.games import GameRepository
from delvebook.service.store.log import EventLog
from delvebook.service.store.schema import SchemaError
from delvebook.service.usecases.collection import CollectionService
from delvebook.service.usecases.commands import Blocking, nobody_blocks
from delvebook.service.usecases.departures import Departures
from delvebook.service.usecases.invitations import NotifyAccount, tell_nobody
from delvebook.service.usecases.parties import Roles
from delvebook.service.usecases.use_cases import UseCases, assemble
from delvebook.service.usecases.visibility import Look
from delvebook.service.webhooks.opened import build_webhooks

PROBE_SECONDS_MAX: Final = 0.5
"""The time for Redis to answer a probe, which has a second at most."""
LONG_JOBS: Final = {
    "export": "delvebook.workers.studies.write_export",
    "analysis": "delvebook.workers.studies.analyse_game",
}
"""The function of each kind of long job. It is given by name, because the service does not import the workers."""
AUDIT_PAGE: Final = 100
"""The number of events copied into the audit trail in one transaction, which blocks SQLite for about 15 ms."""
READ_MODELS: Final[tuple[Projection, ...]] = (
    LobbyProjection(),
    DisputesProjection(),
    ProfilesProjection(),
    CollectionProjection(),
    LeaguesProjection(),
)
"""The read models that are rebuilt from the events when their tables change."""


def build_use_cases(
    settings: Settings,
    *,
    signal: Any = None,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    on_look: Look = lambda *_: None,
    roles: Roles | None = None,
    names: Names = lambda _: NOBODY,
    log: LogReader | None = None,
    invitations: Invitations | None = None,
    tell: NotifyAccount = tell_nobody,
    place: Place = ALONE,
    blocking: Blocking = nobody_blocks,
) -> UseCases:
    """
    Returns the use cases over the store that the settings name.

    `signal` wakes other processes after each commit. A process that serves callers passes the arguments after it, too.
    """
    signal = LogSignal(settings.queue_url) if signal is None else signal
    return assemble(
        GameRepository(settings, on_commit=signal.notify),
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        receipts=Receipts(open_ring(settings)),
        nonce_hours=settings.nonce_hours,
        on_look=on_look,
        roles=roles,
        names=names,
        log=log,
        invitations=invitations,
        tell=tell,
        place=place,
        blocking=blocking,
    )


def _teller(notices: Notices) -> NotifyAccount:
    """Returns a function that tells accounts of invitations by notices, which contain only the ids of people."""

    def tell(account: str, what: str, body: Mapping[str, Any]) -> None:
        about = {"invitation": body["id"], "status": body["status"], "from": body["from"]["id"]}
        notices.tell(account, what, game=body["game"], about={**about, "expires_at": body["expires_at"]})

    return tell


def build_accounts(
    settings: Settings,
    *,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    on_change: Callable[[str], None] = tell_no_process,
) -> tuple[Accounts, AuditLog, FamilyRoles]:
    """
    Returns the accounts, the audit trail and the roles in families of games, in the events' database.

    Args:
        settings: The settings, which name the database.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes.
        on_change: Called with the id of an account after it, or one of its tokens, has changed.
    """
    engine = open_accounts_engine(settings.sqlalchemy_url)
    audit = AuditLog(engine, now=now, transaction=transaction)
    accounts = Accounts(
        engine,
        audit=audit,
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        cache_seconds=settings.token_cache_seconds,
        on_change=on_change,
    )
    return accounts, audit, FamilyRoles(engine, transaction=transaction)


def open_wakeups(settings: Settings) -> StreamWakeups:
    """Returns wake-ups for the streams of all web processes. A caller waits for Redis hardly longer than a probe."""
    return StreamWakeups(connect(settings.queue_url, seconds=PROBE_SECONDS_MAX), settings.queue_url)


def build_services(
    settings: Settings,
    *,
    signal: Any = None,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
    lobby: LobbyReader | None = None,
    place: Place = ALONE,
) -> Services:
    """
    Returns all services of a web process.

    Args:
        settings: The settings of this process.
        signal: Announces that the log has grown; by default through Redis.
        now: Returns the time, in the record's form.
        random_bytes: Returns unpredictable bytes.
        lobby: The list of games; the projection's by default.
        place: The place of the process, to which the games belong that it makes.
    """
    notice_signal = LogSignal(settings.queue_url, channel=NOTICES_CHANNEL) if signal is None else signal
    signal = LogSignal(settings.queue_url) if signal is None else signal
    wakeups = open_wakeups(settings)
    accounts, audit, roles = build_accounts(
        settings, now=now, random_bytes=random_bytes, on_change=wakeups.wake_account
    )
    wakeups.on_account(accounts.forget_here)
    engine = open_engine(settings.projections_url)
    accounts_engine = open_accounts_engine(settings.sqlalchemy_url)  # connects only when it is asked
    notices = Notices(accounts_engine, now=now, on_tell=notice_signal.notify)
    webhooks, browsers = build_webhooks(settings, accounts_engine, notices, now=now, random_bytes=random_bytes)
    log = LogReader(engine)
    use = build_use_cases(
        settings,
        signal=signal,
        now=now,
        random_bytes=random_bytes,
        on_look=lambda caller, game, viewer, event: audit.note(
            caller, "game/look", game=str(game.id), n=game.stream.version, viewer=str(viewer), event=event
        ),
        roles=roles,
        names=accounts.names,
        log=log,
        invitations=Invitations(accounts_engine, transaction=transaction),
        tell=_teller(notices),
        place=place,
        blocking=Relations(accounts).blocking,
    )
    application = use.application
    holdings = HoldingsReader(engine)
    checker = Checker(seconds_max=settings.check_seconds_max)
    feed = partial(
        Feed,
        subscribers_max=settings.streams_max,
        owned_max=settings.streams_owned_max,
        poll_seconds=settings.poll_seconds,
    )
    stores = (application.close, accounts.close, engine.dispose, accounts_engine.dispose)
    connection, probed = connect(settings.queue_url), connect(settings.queue_url, seconds=PROBE_SECONDS_MAX)
    return Services(
        settings=settings,
        use=use,
        accounts=accounts,
        audit=audit,
        lobby=LobbyReader(engine, names=accounts.names) if lobby is None else lobby,
        dispute_list=DisputesReader(engine, names=accounts.names),
        log=log,
        account_admin=AccountAdmin(
            accounts,
            has_played=roles.has_played,
            require_no_stake=partial(use.parties.require_no_stake, holdings=holdings),
            tell=notices.add,
            erasers=(notices.erase, webhooks.erase),
        ),
        offices=Offices(accounts, tell=notices.add),
        clients=Clients(accounts),
        departures=Departures(use.games, holdings),
        holdings=holdings,
        profiles=ProfilesReader(engine),
        collection=CollectionService(use.exports, CollectionReader(engine)),
        leagues=LeaguesReader(engine),
        feed=feed(application.games_after, position=application.log_position, signal=signal),
        notices=notices,
        webhooks=webhooks,
        browsers=browsers,
        notice_feed=feed(notices.changed, position=notices.position, signal=notice_signal),
        stream_names=StreamNames(probed, wakeups),
        wakeups=wakeups,
        checker=checker,
        verifications=build_verifications(settings, connection, now=now, random_bytes=random_bytes),
        exports=build_long_jobs(settings, connection, "export", now=now, random_bytes=random_bytes),
        analyses=build_long_jobs(settings, connection, "analysis", now=now, random_bytes=random_bytes),
        files=build_files(settings),
        probes={
            "store": lambda: application.log_position() >= 0,
            "redis": lambda: bool(probed.ping()),
            "follower": lambda: is_present(probed, FOLLOWER),
            "bots": lambda: is_present(probed, QueueName.BOT_TURNS),
            "disk": lambda: disk_free(settings.home) >= settings.disk_bytes_min,
        },
        health=lambda: health_of(settings, engine, accounts_engine, application),
        queues=lambda: {name.value: open_queue(name, probed).count for name in QueueName},
        watch_commits=application.watch_commits,
        closers=[wakeups.close, checker.close, *stores, connection.close, probed.close],
    )


def build_verifications(
    settings: Settings,
    connection: redis.Redis,
    *,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> Verifications:
    """Returns the checks that run as jobs, over that Redis."""
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


def build_long_jobs(
    settings: Settings,
    connection: redis.Redis,
    kind: str,
    *,
    now: Callable[[], str] = utc_now,
    random_bytes: Callable[[int], bytes] = os.urandom,
) -> LongJobs:
    """Returns the long jobs of a kind in `LONG_JOBS`, over that Redis."""
    return LongJobs(
        connection,
        kind=kind,
        function=LONG_JOBS[kind],
        now=now,
        random_bytes=random_bytes,
        secret=settings.secret_key,
        seconds_max=settings.study_seconds_max,
        waiting_max=settings.studies_waiting_max,
        owned_max=settings.studies_owned_max,
        kept_seconds=settings.studies_kept_seconds,
    )


def build_files(settings: Settings) -> Files:
    """Returns the files of exports and analyses."""
    return Files(settings.exports_path, kept_seconds=settings.studies_kept_seconds)


def projectors(engine: Engine, application: GameRepository) -> list[Projector]:
    """Returns the projectors of all read models over the event log, which is read once for all of them."""
    read = application.page_reader()
    return [_projector(engine, application, projection, read) for projection in READ_MODELS]


def _projector(engine: Engine, application: GameRepository, projection: Projection, read: PageReader) -> Projector:
    return Projector(engine, projection, read, read_game=application.events_between, on_parked=log_parked)


def health_of(
    settings: Settings, engine: Engine, accounts_engine: Engine, application: GameRepository
) -> ServiceHealth:
    """Returns the health of the whole service."""
    behind = [*projectors(engine, application), *account_projectors(accounts_engine, application)]
    position = application.log_position()
    stores = (engine,) if engine.url == accounts_engine.url else (engine, accounts_engine)
    return ServiceHealth(
        position,
        {projector.name: max(0, position - projector.position()) for projector in behind},
        [row for store in stores for row in parked_games(store)] + unlogged(engine),
        disk_free(settings.home),
        LogReader(engine).stopped(),
    )


def log_parked(parked: ParkedGame) -> None:
    """Logs that a projection goes on without a game."""
    structlog.get_logger("delvebook.projections").error("game_parked", **parked._asdict())


def log_writer(settings: Settings, engine: Engine, events: EventLog, *, now: Callable[[], str] = utc_now) -> LogWriter:
    """Returns the writer of the log of games, over the engine of the read models."""
    keys = open_log_keys(settings, now=now)
    kept = open_signed_last(settings)
    return LogWriter(engine, events.logged_rows_after, signer=keys.signer, kept=kept, now=now)


def audit_projector(engine: Engine, application: GameRepository) -> Projector:
    """Returns the audit trail's projector, over the engine of the accounts."""
    return _projector(engine, application, AuditProjection(), application.page_reader(limit=AUDIT_PAGE))


def notices_projector(engine: Engine, application: GameRepository) -> Projector:
    """Returns the projector of notices, over the engine of the accounts."""
    return _projector(engine, application, NoticesProjection(), application.page_reader(limit=AUDIT_PAGE))


def account_projectors(engine: Engine, application: GameRepository) -> list[Projector]:
    """Returns the projectors over the engine of the accounts."""
    return [audit_projector(engine, application), notices_projector(engine, application)]


def migrate(settings: Settings) -> list[str]:
    """
    Creates keys and tables, or upgrades them to the newest version. Returns a description of each database's changes.

    Two processes that call it at once take turns. Unless the store is new, no other process should use it meanwhile.

    Raises:
        SchemaError: The tables have a newer version than this program knows. Nothing has changed.
        UnavailableError
    """
    protect_home(settings)
    open_ring(settings).active(utc_now())  # Unusable keys should fail here rather than at the first receipt.
    open_log_keys(settings, now=utc_now).signer()
    open_push_keys(settings).current()
    with schema.migrating(settings):
        _refuse_newer_read_models(settings)
        done = [*schema.upgrade(settings), *told_marks(settings)]
        application = GameRepository(settings, create_tables=True)
        accounts, *_ = build_accounts(settings)
        with (
            contextlib.closing(application),
            contextlib.closing(accounts),
            opened(settings.projections_url) as engine,
        ):
            application.require_readable()  # A missing cipher key should be found now, too.
            done += [
                f"read model {projector.name}: new, to be filled from the events"
                for projector in projectors(engine, application)
                if projector.create_tables()
            ]
            done += refit(projectors(engine, application))
    return done


def require_schema(settings: Settings) -> None:
    """
    Returns if the tables have the version that this program needs.

    Raises:
        SchemaError: They are older, newer or missing. The message says what to do.
        UnavailableError
    """
    schema.require_newest(settings)
    stored = _refuse_newer_read_models(settings)
    for projection in READ_MODELS:
        if stored.get(projection.name) != projection.shape:
            raise SchemaError(f"the read model {projection.name} is from another version; run `delvebook migrate`")


def _refuse_newer_read_models(settings: Settings) -> dict[str, int]:
    """
    Returns the shape of each stored read model.

    Raises:
        SchemaError: One has a newer shape than this program knows.
    """
    if settings.is_sqlite and not Path(settings.sqlite_path).exists():
        return {}
    with opened(settings.projections_url) as engine, transaction(engine) as connection:
        stored = shapes_stored(connection)
    for projection in READ_MODELS:
        if stored.get(projection.name, 0) > projection.shape:
            raise SchemaError(
                f"the read model {projection.name} was made by a newer Delvebook; install that one again, or restore "
                "the backup from before the update; nothing was changed"
            )
    return stored


def begin(settings: Settings) -> None:
    """
    Prepares a process of the service: makes its home private, and checks that the tables are those it needs.

    Raises:
        PrivacyError, SchemaError, UnavailableError, ValueError: The message says what is wrong, and what to do.
    """
    protect_home(settings)
    require_schema(settings)
    carry_marks(settings)


def protect_home(settings: Settings) -> None:
    """
    Makes the state directory private to its owner, and refuses an invalid secret.

    Raises:
        PrivacyError, ValueError: The message says what is wrong, and what to do.
    """
    for path in make_private(settings.home):
        structlog.get_logger("delvebook.home").warning("permissions_tightened", path=str(path))
    _ = settings.secret_key
