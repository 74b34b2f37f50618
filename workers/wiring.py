"""The composition root of the workers: the parts of the service, and those that only workers need."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final

import structlog

from delvebook.projections.disputes import DisputesReader
from delvebook.projections.games_log.writer import LogWriter
from delvebook.projections.lobby.reader import LobbyReader
from delvebook.projections.projector import Projector
from delvebook.service import wiring
from delvebook.service.base.clock import utc_now
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.live.signals import NOTICES_CHANNEL, LogSignal, connect
from delvebook.service.notices.store import Notices
from delvebook.service.process.beats import Beat
from delvebook.service.store.fitting import refit
from delvebook.service.store.games import GameRepository
from delvebook.service.store.leading import open_leading
from delvebook.service.webhooks.opened import build_webhooks
from delvebook.workers.follower import Follower
from delvebook.workers.parking import open_parking

REDIS_SECONDS_MAX: Final = 1.0
"""The time Redis has to answer the follower, which updates no clock or projection meanwhile."""


def build_follower(settings: Settings) -> Follower:
    """
    Returns the follower over the store that the settings name. The tables must exist.

    Read models that do not fit the events, because only one of the two was restored, are built anew first.

    Raises:
        SchemaError: A part that cannot be rebuilt does not fit.
    """
    signal = LogSignal(settings.queue_url)
    use = wiring.build_use_cases(settings, signal=signal)
    engine = open_engine(settings.projections_url)
    accounts_engine = open_accounts_engine(settings.sqlalchemy_url)
    notices = Notices(accounts_engine, now=utc_now)
    leading = open_leading(settings)
    parking, connection = open_parking(settings), connect(settings.queue_url, seconds=REDIS_SECONDS_MAX)
    projectors = [
        *wiring.projectors(engine, use.application),
        *wiring.account_projectors(accounts_engine, use.application),
    ]
    closers = [
        leading.close,
        use.application.close,
        engine.dispose,
        accounts_engine.dispose,
        parking.close,
        connection.close,
    ]
    with contextlib.ExitStack() as failed:
        for close in closers:
            failed.callback(close)
        for sentence in refit(projectors):
            structlog.get_logger(__name__).warning("store_did_not_fit", what=sentence)
        failed.pop_all()
    return Follower(
        projectors=projectors,
        games_log=wiring.log_writer(settings, engine, use.application),
        lobby=LobbyReader(engine),
        disputes=DisputesReader(engine),
        playing=use.playing,
        disputing=use.disputes,
        ruling_hours=settings.ruling_hours,
        resume_days=settings.resume_days,
        forks=use.forks,
        parking=parking,
        connection=connection,
        signal=signal,
        notices=notices,
        webhooks=build_webhooks(settings, accounts_engine, notices)[0],
        notice_signal=LogSignal(settings.queue_url, channel=NOTICES_CHANNEL),
        now=utc_now,
        poll_seconds=settings.poll_seconds,
        leading=leading,
        beat=Beat(settings),
        closers=closers,
    )


@contextlib.contextmanager
def open_projectors(settings: Settings) -> Iterator[tuple[list[Projector], LogWriter]]:
    """Yields everything that follows the event log, for commands that run beside the follower."""
    application = GameRepository(settings)
    engine, accounts_engine = open_engine(settings.projections_url), open_accounts_engine(settings.sqlalchemy_url)
    try:
        own = [*wiring.projectors(engine, application), *wiring.account_projectors(accounts_engine, application)]
        yield own, wiring.log_writer(settings, engine, application)
    finally:
        engine.dispose()
        accounts_engine.dispose()
        application.close()
