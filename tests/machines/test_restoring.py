"""Point-in-time restore: a base backup and archived WAL bring back any moment, and the drill proves it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.wiring import migrate
from tests.house.files import ROOT
from tests.machines.servers import Postgres, postgres_programs, until
from tests.service.tables import open_service, play_on, seated_game

pytestmark = pytest.mark.servers


@pytest.fixture
def archived() -> Iterator[Postgres]:
    """A PostgreSQL that archives its WAL."""
    made = Postgres()
    try:
        made.make()
        archive = made.folder / "archive"
        subprocess.run(["mkdir", str(archive)], user=made.user, check=True)
        made.start(archive_mode="on", archive_command=f"cp %p {archive}/%f")
        yield made
    finally:
        made.forget()


def drill(settings: Settings, *arguments: object) -> tuple[int, dict[str, Any]]:
    programs, user = postgres_programs()
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DELVEBOOK_HOME": str(settings.home),
        "DELVEBOOK_DATABASE_URL": settings.database_url,
        "DELVEBOOK_SECRET": settings.secret,
    }
    command = [sys.executable, "-m", "delvebook.service.cli", *map(str, arguments), "--programs", str(programs)]
    command += ["--as", user] if user else []
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout or done.returncode == 0, done.stderr
    return done.returncode, json.loads(done.stdout) if done.stdout else {}


def test_any_moment_after_the_base_backup_can_be_restored(archived: Postgres, tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home", database_url=archived.url, secret="ab" * 32)
    migrate(settings)
    service = open_service(settings, create_tables=False)
    game = seated_game(service, ["ann", "bob"])
    copy, archive = archived.folder / "base", archived.folder / "archive"
    assert drill(settings, "backup", copy)[0] == 0

    play_on(service, game, actions=4)
    before = service.application.log_position()
    [(moment,)] = archived.ask("SELECT clock_timestamp()::text")
    archived.ask("SELECT pg_sleep(0.1)")
    play_on(service, game, actions=4)
    after = service.application.log_position()
    [(segment,)] = archived.ask("SELECT pg_walfile_name(pg_switch_wal())")
    until((archive / str(segment)).exists, "the WAL is archived")
    service.application.close()

    early = drill(settings, "restore-drill", "--json", "--from", copy)
    then = drill(settings, "restore-drill", "--json", "--from", copy, "--wal", archive, "--at", moment)
    newest = drill(settings, "restore-drill", "--json", "--from", copy, "--wal", archive)

    assert [status for status, _ in (early, then, newest)] == [0, 0, 0], (early, then, newest)
    assert early[1]["events"] < before < after
    assert (then[1]["events"], newest[1]["events"]) == (before, after)


def test_wal_that_is_missing_is_found(archived: Postgres, tmp_path: Path) -> None:
    """The moment is after the last that was archived: nothing pretends to be it."""
    settings = Settings(home=tmp_path / "home", database_url=archived.url, secret="ab" * 32)
    migrate(settings)
    copy = archived.folder / "base"
    assert drill(settings, "backup", copy)[0] == 0
    (tmp_path / "nothing").mkdir()
    late = "2199-01-01 00:00:00+00"

    with pytest.raises(AssertionError, match=r"PostgreSQL does not start over the backup: .* recovery target"):
        drill(settings, "restore-drill", "--json", "--from", copy, "--wal", tmp_path / "nothing", "--at", late)
