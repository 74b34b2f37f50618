"""Stores with their tables, made as `delvebook migrate` makes them."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import cast
from uuid import uuid4

import orjson
from sqlalchemy import Engine

from delvebook.service.base.settings import Settings
from delvebook.service.store.mapper import GameMapper
from delvebook.service.store.recorder import open_factory
from delvebook.service.store.schema import READ_MODELS, STORE, upgrade_database
from delvebook.service.wiring import migrate
from tests.servers import create_database, is_empty, make_like, server_of


@cache
def _made() -> tempfile.TemporaryDirectory[str]:
    """An empty migrated SQLite store to copy: a copy costs less than the steps."""
    directory = tempfile.TemporaryDirectory(prefix="dvstore")
    migrate(Settings(home=Path(directory.name), secret="ab" * 32))
    return directory


@cache
def _made_at(server: str) -> str:
    """The URL of an empty migrated store on that PostgreSQL, to copy as well; it stays as long as the server."""
    url = create_database(server, f"made{uuid4().hex[:12]}")
    with tempfile.TemporaryDirectory(prefix="dvstore") as home:
        migrate(Settings(home=Path(home), database_url=url, secret="ab" * 32))
    return url


def prepare(settings: Settings) -> Settings:
    """Makes the tables of an empty store. A store that has them stays as it is."""
    if not settings.is_sqlite:
        if is_empty(settings.database_url):
            make_like(settings.database_url, _made_at(server_of(settings.database_url)))
    elif not Path(settings.sqlite_path).exists():
        events = Path(settings.sqlite_path)
        events.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(_made().name) / "events.db", events)
        shutil.copy(Path(_made().name) / "projections.db", events.with_name("projections.db"))
    return settings


def prepare_engine(engine: Engine) -> None:
    """Makes in one database all of our tables that are not read models."""
    upgrade_database(engine.url.render_as_string(hide_password=False), frozenset({STORE, READ_MODELS}))


def json_of(settings: Settings, state: bytes) -> bytes:
    """Returns the JSON of a stored row. Put in its place, it can be read like the row."""
    factory = open_factory(settings)
    try:
        return orjson.dumps(cast("GameMapper", factory.mapper())._decode(bytes(state)))
    finally:
        factory.close()


def put(file: Path, copy: Path) -> None:
    """Puts a copy in the place of a file of SQLite, as an operator does."""
    for ending in ("-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    shutil.copy(copy, file)
