"""Keys are named by their ids in commands, whatever these begin with."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from delvebook.service.cli import app


@pytest.mark.parametrize("command", [["keys", "push", "retire"], ["log", "retire"]])
@pytest.mark.parametrize("kid", ["-b3Yx0", "--Yx0b3", "_b3Yx0"])
def test_a_keys_id_that_begins_with_a_dash_is_no_option(
    command: list[str], kid: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DELVEBOOK_HOME", str(tmp_path))
    result = CliRunner().invoke(app, [*command, kid])

    assert result.exit_code != 0
    assert kid in result.output + str(result.exception)
    assert "No such option" not in result.output
