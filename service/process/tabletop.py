"""
A whole service in one process, for one person who plays against bots: the public API without a network.

There are no other processes: bots move when they are told to (`Tabletop.play_bots`), and games are lost at the end.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import httpx

from delvebook.client import Client
from delvebook.service.api.app import create_app
from delvebook.service.api.services import Services
from delvebook.service.base.json_logging import configure_logging
from delvebook.service.base.settings import Settings
from delvebook.service.base.temporary import temporary_folder
from delvebook.service.wiring import build_services, migrate


class NoSignal:
    """A signal without receivers, because there is no other process."""

    def notify(self, position: int = 0) -> None:
        """Does nothing."""

    def wait(self, timeout: float, *, seen: int | None = None) -> int:
        """Returns at once."""
        return 0


class Tabletop:
    """The service, with a client of it."""

    def __init__(self, services: Services) -> None:
        self._use = services.use
        transport = httpx.WSGITransport(app=create_app(services))
        self.client = Client("http://tabletop", transport=transport)

    def play_bots(self, game: str) -> bool:
        """Makes one move of each bot that owes one. Returns whether there was one."""
        game_id = UUID(game)
        with self._use.application.reading(game_id) as found:
            table = found.table if found.lifecycle.status == "running" else None
            bots = [seat for seat in found.to_act() if found.lifecycle.seats[seat].bot is not None]
            owed = [] if table is None else [(seat, table.decisions[seat]) for seat in bots]
        for seat, decision in owed:
            self._use.playing.play_bot(game_id, seat=seat, decision=decision)
        return bool(owed)


@contextmanager
def tabletop() -> Iterator[Tabletop]:
    """Yields a service over a temporary store."""
    with temporary_folder("play") as home:
        settings = Settings(home=Path(home), secret=secrets.token_hex(32))
        settings = replace(settings, rate_limit="", accounts_limit="", log_level="error")
        configure_logging(settings)
        migrate(settings)
        services = build_services(settings, signal=NoSignal())
        try:
            yield Tabletop(services)
        finally:
            services.close()
