"""Secrets at rest are made whole, refused if they are invalid, and readable only by their owner."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from delvebook.service.base import private_files
from delvebook.service.base.private_files import PrivacyError, make_once, make_private, too_open
from delvebook.service.base.settings import Settings
from delvebook.service.wiring import migrate
from tests.house.files import ROOT

READ_THE_SECRET = """
import sys, time
from pathlib import Path
from delvebook.service.base.settings import Settings
while not (Path(sys.argv[1]) / "go").exists():
    pass
print(Settings(home=Path(sys.argv[1]) / "home").secret_key.hex())
"""


@pytest.fixture(autouse=True)
def _own_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_four_processes_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    command = [sys.executable, "-c", READ_THE_SECRET, str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) for _ in range(4)]
    (tmp_path / "go").touch()
    said = {process.communicate(timeout=60)[0].strip() for process in started}

    assert said == {(tmp_path / "home" / "secret.key").read_text()}
    assert len(said.pop()) == 64


def test_a_secret_is_never_seen_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power goes out after the file was made, and before its text was in it."""

    def cut(_: int) -> None:
        raise OSError("power cut")

    monkeypatch.setattr(private_files.os, "fsync", cut)
    with pytest.raises(OSError, match="power cut"):
        _ = Settings(home=tmp_path).secret_key
    monkeypatch.undo()
    assert list(tmp_path.iterdir()) == []
    assert len(Settings(home=tmp_path).secret_key) == 32


@pytest.mark.parametrize("text", ["", "\n", "ab" * 31, "no hex at all, but long enough to be one: " + "x" * 64])
def test_a_secret_that_is_none_is_refused_and_not_quoted(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret.key").write_text(text)
    with pytest.raises(ValueError, match=r"secret\.key must hold at least 64 hex digits") as refused:
        _ = Settings(home=tmp_path).secret_key
    assert not text.strip() or text.strip() not in str(refused.value)
    with pytest.raises(ValueError, match="must hold at least 64 hex digits"):
        _ = Settings(home=tmp_path, secret=text.strip() or "00").secret_key


def test_the_second_to_make_a_file_finds_that_of_the_first(tmp_path: Path) -> None:
    make_once(tmp_path / "key", "first")
    make_once(tmp_path / "key", "second")
    assert (tmp_path / "key").read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_everything_in_the_state_directory_is_its_owners_alone(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path / "home")
    migrate(settings)
    made = [path.name for path in settings.home.rglob("*")]

    assert {"events.db", "projections.db", "secret.key", "keys", "log-keys"} <= set(made)
    assert too_open(settings.home) == []
    assert stat.S_IMODE(settings.home.stat().st_mode) == 0o700


def test_what_was_open_to_others_is_closed_and_told(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "keys").mkdir(parents=True, mode=0o755)
    (home / "events.db").touch(0o644)
    (home / "keys" / "0001.json").touch(0o644)

    assert make_private(home) == [home, home / "events.db", home / "keys", home / "keys" / "0001.json"]
    assert make_private(home) == []
    assert stat.S_IMODE((home / "events.db").stat().st_mode) == 0o600


def test_a_directory_for_everybody_is_refused_as_a_home(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(PrivacyError, match="set DELVEBOOK_HOME to a directory used only for Delvebook"):
        make_private(tmp_path)
