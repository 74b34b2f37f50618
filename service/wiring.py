"""The composition root: what production is made of. Tests call the same functions with other arguments."""

from __future__ import annotations

import os

from sqlalchemy import Engine

from projections.lobby import LobbyProjection
from projections.parking import Parking
from projections.projector import Projector, open_engine
from service.application import GameApplication
from service.clock import utc_now
from service.games import GameService
from service.settings import Settings
from service.signals import LogSignal


def build_service(settings: Settings, *, create_tables: bool = False, signal: LogSignal | None = None) -> GameService:
    """The use cases over the store that the settings name; others are woken through `signal` after each commit."""
    signal = LogSignal(settings.queue_url) if signal is None else signal
    application = GameApplication(settings, create_tables=create_tables, on_commit=signal.notify)
    return GameService(application, now=utc_now, random_bytes=os.urandom, secret=settings.secret_key)


def lobby_projector(engine: Engine, service: GameService) -> Projector:
    """The lobby's projector over the service's event log."""
    return Projector(engine, LobbyProjection(), service.application.log_after)


def build_parking(settings: Settings) -> Parking:
    """The bots' failures."""
    return Parking(open_engine(settings.projections_url), now=utc_now)


def create_tables(settings: Settings) -> None:
    """Makes every table that is missing; by one process, before the others start."""
    settings.home.mkdir(parents=True, exist_ok=True)
    service = build_service(settings, create_tables=True)
    engine = open_engine(settings.projections_url)
    lobby_projector(engine, service).create_tables()
    build_parking(settings).create_tables()
    service.application.close()
