"""The program says which version it is, and which commit it was built from if it was."""

from __future__ import annotations

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

    assert release.commit() == known


def test_the_command_line_says_version_commit_and_format() -> None:
    said = CliRunner().invoke(app, ["--version"])

    assert said.output.splitlines() == [
        f"delvebook {VERSION}",
        "commit unknown: this is a checkout",
        f"records {FORMAT}",
    ]
