"""The program says which version it is, and which commit it was built from if it was."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.replays.schema import FORMAT
from delvebook.service.base import release
from delvebook.service.cli import app
from tests.house.files import ROOT

VERSION = (ROOT / "client" / "VERSION").read_text().strip()


@pytest.mark.parametrize(
    ("written", "known"), [("$Format:%H$", None), ("ab" * 20, "ab" * 20), ("cd" * 32, "cd" * 32), ("", None)]
)
def test_the_commit_is_what_an_archive_of_it_wrote(
    written: str, known: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "commit.txt").write_text(f"{written}\n")
    monkeypatch.setattr(release.resources, "files", lambda _: tmp_path)
    monkeypatch.setattr(release, "_checked_out", lambda _: None)

    assert release.commit() == known


def git(folder: Path, *arguments: str) -> str:
    who = {"GIT_AUTHOR_NAME": "Ann", "GIT_COMMITTER_NAME": "Ann", "EMAIL": "ann@example.org", "HOME": str(folder)}
    command = ["git", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | who).stdout.strip()


def test_a_checkout_says_its_commit_and_whether_it_was_changed_since(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("old")
    git(tmp_path, "init")
    git(tmp_path, "add", "rules.py")
    git(tmp_path, "commit", "-m", "first")
    git(tmp_path, "tag", "v1")
    commit = git(tmp_path, "rev-parse", "HEAD")

    assert release._checked_out(tmp_path) == commit
    (tmp_path / "rules.py").write_text("new")
    assert release._checked_out(tmp_path) == f"{commit}, changed since"


def test_a_folder_inside_of_another_projects_checkout_has_no_commit(tmp_path: Path) -> None:
    git(tmp_path, "init")
    (tmp_path / "installed").mkdir()

    assert release._checked_out(tmp_path / "installed") is None


def test_the_command_line_says_version_commit_and_format() -> None:
    said = CliRunner().invoke(app, ["--version"])

    assert said.output.splitlines() == [
        f"delvebook {VERSION}",
        f"commit {release.commit() or 'unknown: only a release and a checkout know it'}",
        f"records {FORMAT}",
    ]
