"""Stores with their tables, made as `delvebook migrate` makes them."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import cast

import orjson
from sqlalchemy import Engine

from delvebook.service.base.settings import Settings
from delvebook.service.store.mapper import GameMapper
from delvebook.service.store.recorder import open_factory
from delvebook.service.store.schema import READ_MODELS, STORE, upgrade_database
from delvebook.service.wiring import migrate


@cache
def _made() -> tempfile.TemporaryDirectory[str]:
    """An empty migrated SQLite store to copy: a copy costs less than the steps."""
    directory = tempfile.TemporaryDirectory(prefix="dvstore")
    migrate(Settings(home=Path(directory.name), secret="ab" * 32))
    return directory


def prepare(settings: Settings) -> Settings:
    """Makes the tables of an empty store. A store that has them stays as it is."""
    if not settings.is_sqlite:
        migrate(settings)
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
