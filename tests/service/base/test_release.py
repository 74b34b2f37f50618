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


def commit_in(folder: Path) -> str:
    """Makes a checkout with one commit and a tag. Returns the commit."""
    (folder / "rules.py").write_text("old")
    git(folder, "init")
    git(folder, "add", "rules.py")
    git(folder, "commit", "-m", "first")
    git(folder, "tag", "-a", "v1", "-m", "one")
    return git(folder, "rev-parse", "HEAD")


def test_a_checkout_says_its_commit_and_whether_it_was_changed_since(tmp_path: Path) -> None:
    commit = commit_in(tmp_path)

    assert release._checked_out(tmp_path) == commit
    (tmp_path / "rules.py").write_text("new")
    assert release._checked_out(tmp_path) == f"{commit}, changed since"


def test_a_folder_inside_of_another_projects_checkout_has_no_commit(tmp_path: Path) -> None:
    commit_in(tmp_path)
    (tmp_path / "installed").mkdir()

    assert release._checked_out(tmp_path / "installed") is None


@pytest.mark.parametrize(
    ("commit", "said"), [("ab" * 20, "ab" * 20), (None, "unknown: only a release and a checkout know it")]
)
def test_the_command_line_says_version_commit_and_format(
    commit: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "commit", lambda: commit)

    assert CliRunner().invoke(app, ["--version"]).output.splitlines() == [
        f"delvebook {VERSION}",
        f"commit {said}",
        f"records {FORMAT}",
    ]
