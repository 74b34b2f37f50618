"""Backups are made while people play, and a drill finds out whether they can be restored."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
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
from tests.service.tables import open_service, play_on, seated_game

pytestmark = pytest.mark.servers


class House:
    """A store with two games, its log of games, and receipts for every event."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        migrate(settings)
        self.service: UseCases = open_service(settings, create_tables=False)
        self.games = [seated_game(self.service, ["ann", "bob"]) for _ in range(2)]
        for game in self.games:
            play_on(self.service, game, actions=5)
        self.follow()

    def follow(self) -> None:
        with open_projectors(self.settings) as (projectors, log):
            for projector in projectors:
                projector.catch_up()
            while log.step().has_more:
                pass

    def publish(self, size: int) -> str:
        """A checkpoint over that many entries. Two are a second apart."""
        notes: list[str] = []

        def publish() -> bool:
            self.follow()
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


def test_a_fresh_backup_has_every_event_every_entry_and_every_receipt(
    house: House, delvebook: Callable[..., Result], tmp_path: Path
) -> None:
    receipts = tmp_path / "receipts"
    receipts.write_text("\n".join(one for game in house.games for one in house.receipts(game)))
    result = delvebook("restore-drill", "--json", "--receipts", receipts)
    found = drilled(result)

    events = sum(1 for game in house.games for _ in house.service.application.all_events_of(game))
    assert result.exit_code == 0, found
    assert (found["games"], found["events"], found["troubles"]) == (2, events, [])
    assert found["receipts_honoured"] == found["receipts"] == events
    assert found["log_entries"] == 4  # two beginnings, each with the moment when the seats were closed


@pytest.mark.long_for("postgres")
def test_an_old_backup_lacks_what_came_later_and_the_drill_says_what(
    house: House, delvebook: Callable[..., Result], store: Settings, tmp_path: Path
) -> None:
    copy = (store.home if store.is_sqlite else Path(os.environ.get("TMPDIR", "/tmp"))) / f"copy-{os.getpid()}"  # noqa: S108
    if not store.is_sqlite:
        copy = own_folder(copy)
    assert delvebook("backup", copy).exit_code == 0
    game = seated_game(house.service, ["ann", "bob"])
    (tmp_path / "checkpoint").write_text(house.publish(6))
    (tmp_path / "receipts").write_text("\n".join(house.receipts(game)[-1:]))

    alone = delvebook("restore-drill", "--json", "--from", copy)
    held = delvebook(
        "restore-drill", "--json", "--from", copy, "--receipts", tmp_path / "receipts", "--checkpoint",
        tmp_path / "checkpoint",
    )  # fmt: skip

    assert (alone.exit_code, drilled(alone)["troubles"]) == (0, [])
    assert held.exit_code == 1
    assert any(f"game {game} is not honoured: the event is not there" in one for one in drilled(held)["troubles"])
    assert "the log of games was published with 6 entries, and here it has 4" in drilled(held)["troubles"]


def own_folder(copy: Path) -> Path:
    """A folder that the user of the server's programs may write to."""
    import pwd  # noqa: PLC0415

    _, user = postgres_programs()
    copy.mkdir(mode=0o700)
    if user is not None:
        os.chown(copy, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    return copy


@pytest.mark.long_for("postgres")
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        ("DELETE FROM {events} WHERE originator_version = 4", "event 4, the one before it, is missing"),
        ("UPDATE {events} SET state = {nothing} WHERE originator_version = 6", "event 6: "),
    ],
)
def test_a_damaged_store_is_found_by_its_drill(
    house: House, delvebook: Callable[..., Result], store: Settings, damage: str, told: str
) -> None:
    if store.is_sqlite:
        with contextlib.closing(sqlite3.connect(store.sqlite_path)) as database:
            database.execute(damage.format(events="stored_events", nothing="x'00'"))
            database.commit()
    else:
        with psycopg.connect(store.database_url) as connection:
            connection.execute(damage.format(events="games_events", nothing="'\\x00'::bytea"))  # type: ignore[arg-type]
    result = delvebook("restore-drill", "--json")

    assert result.exit_code == 1
    assert any(told in one for one in drilled(result)["troubles"])


def test_the_drill_leaves_the_service_as_it_was(
    house: House, delvebook: Callable[..., Result], store: Settings
) -> None:
    before = house.service.application.log_position()
    assert "this backup can be restored" in delvebook("restore-drill").stdout
    play_on(house.service, house.games[0], actions=2)

    assert house.service.application.log_position() > before
    if store.is_sqlite:
        assert not list(store.home.glob("*drill*"))


def test_what_cannot_be_restored_is_said_in_a_sentence(
    house: House, delvebook: Callable[..., Result], store: Settings, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    refused = delvebook("restore-drill", "--from", tmp_path / "empty")

    assert refused.exit_code != 0
    assert "has no" in str(refused.exception) or "PostgreSQL does not start" in str(refused.exception)
