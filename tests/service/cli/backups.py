"""A store with games, backups of it, and commands on them, on SQLite and on a PostgreSQL that makes base backups."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from typer.testing import CliRunner, Result

from delvebook.projections.games_log.reader import LogReader
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app
from delvebook.service.identity.signing import Receipts, open_ring
from delvebook.service.usecases.use_cases import UseCases
from delvebook.service.wiring import migrate
from delvebook.workers.wiring import open_projectors
from tests.machines.servers import Postgres, postgres_programs, until
from tests.servers import empty_database
from tests.service.tables import follow, open_service, play_on, seated_game

__all__ = ["House", "delvebook", "drilled", "house", "place", "server", "store"]


class House:
    """A store with two games, its log of games, and receipts for every event."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        migrate(settings)
        self.service: UseCases = open_service(settings, create_tables=False)
        self.games = [seated_game(self.service, ["ann", "bob"]) for _ in range(2)]
        for game in self.games:
            play_on(self.service, game, actions=5)
        follow(settings)

    def publish(self, size: int) -> str:
        """A checkpoint over that many entries. Two are a second apart."""
        notes: list[str] = []

        def publish() -> bool:
            follow(self.settings)
            with open_projectors(self.settings) as (_, log):
                published = LogReader(log._engine).published()
            notes.append("" if published is None else published.note)
            return published is not None and published.size == size

        until(publish, "the checkpoint is published")
        return notes[-1]

    def receipts(self, game: UUID) -> list[str]:
        signer = Receipts(open_ring(self.settings))
        return [
            signer.accept(game=str(game), n=event.n, hash_=event.hash, at=event.at, sub="ann")
            for event in self.service.application.all_events_of(game)
        ]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL of which backups can be made. That of other tests keeps too little WAL."""
    made = Postgres()
    made.make()
    made.start()
    yield made
    made.forget()


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    if request.param == "sqlite":
        yield Settings(home=tmp_path, secret="ab" * 32)
        return
    with empty_database(request.getfixturevalue("server").url) as url:
        yield Settings(home=tmp_path, database_url=url, secret="ab" * 32)


@pytest.fixture
def house(store: Settings) -> House:
    return House(store)


@pytest.fixture
def delvebook(store: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    for name in ("home", "database_url", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(store, name)))
    tools: list[str] = []
    if not store.is_sqlite:
        programs, user = postgres_programs()
        tools = ["--programs", str(programs), *(["--as", user] if user else [])]

    def call(*arguments: object) -> Result:
        return CliRunner().invoke(app, [*map(str, arguments), *tools])

    return call


def drilled(result: Result) -> dict[str, Any]:
    assert result.stdout, (result.output, result.exception)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.fixture
def place(store: Settings) -> Iterator[Path]:
    """Where a copy may be put. On PostgreSQL the user of the server's programs may write there."""
    if store.is_sqlite:
        yield store.home / "copy"
        return
    _, user = postgres_programs()
    with tempfile.TemporaryDirectory(prefix="dvcopy") as folder:
        if user is not None:
            shutil.chown(folder, user, user)
        yield Path(folder)
