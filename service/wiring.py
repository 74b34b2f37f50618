"""The composition root: what production is made of. Tests call the same functions with other arguments."""

from __future__ import annotations

import os

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
