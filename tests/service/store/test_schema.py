"""Our tables have versions: every step is taken once, forwards only, and loses nothing."""

from __future__ import annotations

import importlib
import os
import pkgutil
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import MetaData, Table, inspect, text

import delvebook.projections
import delvebook.service
import delvebook.workers
from delvebook.projections.disputes import DisputesProjection
from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.profiles import ProfilesProjection
from delvebook.service import wiring
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.cli.doctor import examine
from delvebook.service.store import schema
from delvebook.service.store.schema import READ_MODELS, STEPS, STORE, SchemaError, databases, newest, versions
from delvebook.service.wiring import migrate, require_schema
from tests.house.files import ROOT

pytestmark = pytest.mark.servers

BOTH = frozenset({STORE, READ_MODELS})
PARTS = {
    "delvebook.projections.projector": BOTH,
    "delvebook.projections.copies": BOTH,
    "delvebook.projections.parked": BOTH,
    "delvebook.projections.games_log.tables": {READ_MODELS},
    "delvebook.service.identity.tables": {STORE},
    "delvebook.service.identity.audit_log": {STORE},
    "delvebook.service.identity.family_roles": {STORE},
    "delvebook.service.identity.connections": {STORE},
    "delvebook.service.notices.store": {STORE},
    "delvebook.service.identity.invitations": {STORE},
    "delvebook.service.store.requests": {STORE},
    "delvebook.service.webhooks.store": {STORE},
    "delvebook.service.store.imports": {STORE},
    "delvebook.workers.parking": {READ_MODELS},
}
"""Where tables are declared that have steps, and which part of the store they are in."""


# -- the steps ------------------------------------------------------------------------------------


def declared() -> dict[str, MetaData]:
    """Every module of the house that declares tables, with them."""
    found = {}
    for room in (delvebook.projections, delvebook.service, delvebook.workers):
        for one in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if "__main__" in one.name or ".migrations." in one.name:
                continue
            module = importlib.import_module(one.name)
            for value in vars(module).values():
                if isinstance(value, MetaData):
                    found[one.name] = value
    return found


def tables_of(part: str) -> MetaData:
    wanted = MetaData()
    for name, metadata in declared().items():
        if part in PARTS.get(name, ()):
            for table in metadata.tables.values():
                table.to_metadata(wanted)
    return wanted


def test_every_table_has_steps_or_is_rebuilt_from_the_events() -> None:
    """A module that declares other tables belongs into PARTS, and its tables into a step."""
    rebuilt = {projection.metadata for projection in wiring.READ_MODELS}
    own = {name for name, metadata in declared().items() if metadata not in rebuilt}
    where = {name: metadata for name, metadata in declared().items() if metadata not in rebuilt}
    again = {name for name in own - set(PARTS) if where[name] in [where[known] for known in PARTS]}  # imported there

    assert own - again == set(PARTS)


@pytest.mark.parametrize("part", [STORE, READ_MODELS])
def test_the_steps_make_the_tables_that_the_program_declares(store: Settings, part: str) -> None:
    """If it fails, the step that is missing is printed; give it a number and a name, and put it into `steps/`."""
    migrate(store)
    url = next(url for url, parts in databases(store).items() if part in parts)
    wanted = tables_of(part)

    def ours(thing: Any, name: str | None, kind: str, *_: object) -> bool:
        return kind != "table" or name in wanted.tables

    engine = open_engine(url)
    with engine.connect() as connection:
        options = {"include_object": ours, "compare_type": True}
        found = produce_migrations(MigrationContext.configure(connection, opts=options), wanted)
    engine.dispose()

    assert found.upgrade_ops is not None
    assert found.upgrade_ops.is_empty(), render_python_code(found.upgrade_ops)


def test_the_steps_are_one_line_and_numbered_by_their_files() -> None:
    """Two branches that add a step get the same number; the one that is merged later takes the next."""
    names = sorted(path.stem for path in STEPS.glob("m*.py"))
    steps = [importlib.import_module(f"delvebook.service.store.migrations.steps.{name}") for name in names]

    assert [name[:5] for name in names] == [f"m{number:04}" for number in range(1, len(names) + 1)]
    assert all(re.fullmatch(r"m\d{4}(_[a-z0-9]+)+", name) for name in names)
    assert [step.revision for step in steps] == [name[1:5] for name in names]
    assert [step.down_revision for step in steps] == [None, *[name[1:5] for name in names][:-1]]
    assert not any(hasattr(step, "downgrade") for step in steps)
    assert ScriptDirectory(str(STEPS.parent), version_locations=[str(STEPS)]).get_heads() == [newest()]


def test_migrating_again_does_nothing(store: Settings) -> None:
    assert len(migrate(store)) == len(databases(store)) + len(wiring.READ_MODELS)
    assert migrate(store) == []
    require_schema(store)


def test_a_step_that_fails_halfway_leaves_nothing(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    from alembic import op  # noqa: PLC0415

    make = op.create_table

    def fail(name: str, *columns: Any, **options: Any) -> Table:
        if name in ("family_roles", "bot_failures"):
            raise RuntimeError("the power is out")
        return make(name, *columns, **options)

    monkeypatch.setattr(op, "create_table", fail)
    with pytest.raises(RuntimeError, match="the power is out"):
        migrate(store)
    monkeypatch.undo()

    assert set(versions(store).values()) == {None}
    assert not names_of(store) & {"accounts", "audit", "log_entries", "projection_positions"}
    migrate(store)
    require_schema(store)


def names_of(settings: Settings) -> set[str]:
    found: set[str] = set()
    for url in databases(settings):
        engine = open_engine(url)
        found.update(inspect(engine).get_table_names())
        engine.dispose()
    return found


@pytest.mark.long
def test_processes_that_migrate_at_once_take_turns(store: Settings) -> None:
    command = [sys.executable, "-m", "delvebook.service.cli", "migrate"]
    started = [subprocess.Popen(command, env=environment(store), stderr=subprocess.PIPE, text=True) for _ in range(4)]
    said = [process.communicate(timeout=120)[1] for process in started]

    assert [process.returncode for process in started] == [0] * 4, said
    assert sorted("nothing → " in one for one in said) == [False, False, False, True]
    assert sum("every table is up to date" in one for one in said) == 3
    require_schema(store)


def environment(settings: Settings) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "1000",
        "DELVEBOOK_HOME": str(settings.home),
        "DELVEBOOK_DATABASE_URL": settings.database_url,
        "DELVEBOOK_SECRET": settings.secret,
        "DELVEBOOK_REDIS_URL": "redis://127.0.0.1:1/0",
        "DELVEBOOK_METRICS_BIND": "",
        "DELVEBOOK_BIND": "127.0.0.1:0",
    }


def test_a_process_that_waits_too_long_is_told_so(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "LOCK_SECONDS_MAX", 0.2)
    with schema.migrating(store):
        began = time.monotonic()
        with pytest.raises(SchemaError, match="another process has been changing the tables"):
            migrate(store)
    assert time.monotonic() - began < 30
    migrate(store)


# -- who may use which version ----------------------------------------------------------------------


PROCESSES = [
    ("web",),
    ("follow",),
    ("worker",),
    ("worker", "--queue", "checks"),
    ("grant", "Ann", "arbiter", "--new"),
]


def set_version(settings: Settings, version: str) -> None:
    for url in databases(settings):
        engine = open_engine(url)
        with engine.begin() as connection:
            connection.execute(text(f"UPDATE {schema.VERSION_TABLE} SET version_num = :v"), {"v": version})
        engine.dispose()


def dump(settings: Settings) -> list[Any]:
    """Every row of every table."""
    rows: list[Any] = []
    for url in databases(settings):
        engine = open_engine(url)
        with engine.connect() as connection:
            for name in inspect(engine).get_table_names():
                rows += [(name, *row) for row in connection.execute(text(f'SELECT * FROM "{name}"'))]
        engine.dispose()
    return sorted(map(repr, rows))


@pytest.mark.long
@pytest.mark.parametrize("arguments", [*PROCESSES, ("migrate",)], ids=" ".join)
def test_an_older_program_refuses_newer_tables_and_says_what_to_do(store: Settings, arguments: tuple[str, ...]) -> None:
    migrate(store)
    set_version(store, "9999")
    before = dump(store)

    refused = run(store, *arguments)

    assert refused.returncode == 2, refused.stderr
    assert "has tables of version 9999" in refused.stderr
    assert "restore the backup from before the update" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert dump(store) == before


def run(settings: Settings, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "delvebook.service.cli", *arguments]
    return subprocess.run(command, env=environment(settings), capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.long
@pytest.mark.parametrize("arguments", PROCESSES, ids=" ".join)
def test_no_process_starts_on_tables_that_are_missing(store: Settings, arguments: tuple[str, ...]) -> None:
    refused = run(store, *arguments)

    assert refused.returncode == 2, refused.stderr
    assert "run `delvebook migrate`" in refused.stderr
    assert not names_of(store) if not store.is_sqlite else not Path(store.sqlite_path).exists()


def test_no_process_starts_on_older_tables(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(store)
    monkeypatch.setattr(schema, "newest", lambda: "0099")

    with pytest.raises(SchemaError, match=r"0099; make a backup, stop all processes .* `delvebook migrate`"):
        require_schema(store)


def test_an_older_program_refuses_newer_read_models_too(store: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(store)
    monkeypatch.setattr(LobbyProjection, "shape", LobbyProjection.shape + 1)
    with pytest.raises(SchemaError, match="read model lobby is from another version; run `delvebook migrate`"):
        require_schema(store)
    assert migrate(store) == ["read model lobby: new, to be filled from the events"]
    require_schema(store)
    monkeypatch.undo()

    for refused in (require_schema, migrate):
        with pytest.raises(SchemaError, match="read model lobby was made by a newer Delvebook"):
            refused(store)


def test_the_doctor_says_which_version_there_is_and_what_to_do_about_it(store: Settings) -> None:
    def looked() -> Any:
        return next(one for one in examine(store) if one.what == "schema")

    migrate(store)
    changed = (LobbyProjection, DisputesProjection, ProfilesProjection)
    shapes = ", ".join([*(f"{one.name} {one.shape}" for one in changed), "collection 2", "leagues 4"])
    assert looked()[1:3] == ("good", f"version {newest()}; read models: {shapes}")

    set_version(store, "9999")
    assert looked().grade == "bad"
    assert "a newer Delvebook has used it" in looked().seen


def test_a_password_is_never_part_of_what_is_said() -> None:
    settings = Settings(home=Path("nowhere"), database_url="postgresql://me:hunter2@127.0.0.1:1/x", secret="ab" * 32)
    with pytest.raises(Exception, match="does not answer") as said:
        require_schema(settings)
    assert "hunter2" not in str(said.value)
