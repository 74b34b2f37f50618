"""A home at any path: the real service runs there and bots move, and the store can be backed up and drilled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from delvebook.service.base.database import parse
from delvebook.service.base.settings import Settings, socket_path, sqlite_url
from tests.house.files import ROOT
from tests.runs import bot_moves, running

HOMES = {
    "a blank": "My Games",
    "what is special in a URL": "100% #1?x=1&y=%41;z@:",
    "quotes, and what a shell reads": 'it\'s "$HOME" `a` $(b) ~ * \\ |',
    "other letters and markup": "Größe Игры 遊戲 [red] [/] {x}",
    "a long path": "/".join(["d" * 40] * 6),
}


@pytest.mark.servers
@pytest.mark.long
@pytest.mark.parametrize("name", HOMES)
def test_the_service_runs_there_and_a_bot_moves(tmp_path: Path, name: str) -> None:
    home = tmp_path / HOMES[name] / "home"
    home.parent.mkdir(parents=True)

    with running(home, tmp_path / "said") as run:
        bot_moves(run.url, "bob")
        commands = {
            "doctor": ["doctor"],
            "backup": ["backup", str(home.parent / "copy")],
            "restore-drill": ["restore-drill", "--from", str(home.parent / "copy")],
            "projections": ["projections", "rebuild"],
        }
        for what, command in commands.items():
            done = subprocess.run(
                [sys.executable, "-m", "delvebook.service.cli", *command],
                env={**run.environment, **({"TMPDIR": str(home.parent)} if "copy" in command[-1] else {})},
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, f"{what}: {done.stdout}{done.stderr}"
        status = run.stop()

    assert status == 0
    assert (home / "events.db").exists()
    assert not [path for path in home.parent.iterdir() if path.name not in ("home", "copy")]
    assert len(str(home)) < 200 or not (home / "redis.sock").exists()


@pytest.mark.parametrize("name", list(HOMES))
def test_every_address_made_of_a_path_leads_back_to_it(tmp_path: Path, name: str) -> None:
    home = tmp_path / HOMES[name]
    settings = Settings(home=home)

    assert settings.sqlite_path == str(home / "events.db")
    assert parse(settings.sqlalchemy_url).database == str(home / "events.db")
    assert parse(settings.projections_url).database == str(home / "projections.db")
    given = Settings(database_url=sqlite_url(home / "events.db"))
    assert given.sqlite_path == str(home / "events.db")
    assert parse(given.projections_url).database == str(home / "projections.db")


def test_a_plain_path_is_taken_as_it_is(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path}/My Games #1?/events.db")

    assert settings.sqlite_path == f"{tmp_path}/My Games #1?/events.db"


def test_a_socket_outside_of_the_home_is_in_a_directory_of_this_user_alone(tmp_path: Path) -> None:
    from delvebook.service.process.embedded import socket_folder  # noqa: PLC0415

    home = tmp_path / ("d" * 120)
    folder = socket_folder(home)
    try:
        assert folder == socket_path(home).parent != home
        assert folder.stat().st_mode & 0o077 == 0
        assert len(os.fsencode(socket_path(home))) < 100
    finally:
        folder.rmdir()
    folder.symlink_to(tmp_path)
    try:
        with pytest.raises(PermissionError, match="does not belong to this user"):
            socket_folder(home)
    finally:
        folder.unlink()


@pytest.mark.servers
@pytest.mark.long
def test_a_clone_at_any_path_makes_its_own_targets(tmp_path: Path) -> None:
    """`make` in a copy of the project whose path has a blank and a letter that is not ASCII."""
    place = tmp_path / "Mein Würfel"
    place.mkdir()
    for one in ROOT.iterdir():
        if one.name not in (".delvebook", "build"):
            (place / one.name).symlink_to(one)

    with running(
        place / ".delvebook",
        tmp_path / "said",
        {"DELVEBOOK_HOME": ".delvebook"},
        command=["make", "-C", str(place), "run"],
    ) as run:
        bot_moves(run.url, "bob")
