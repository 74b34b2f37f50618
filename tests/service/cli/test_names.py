"""What commands are called, and were called once."""

from __future__ import annotations

from typer.testing import CliRunner

from delvebook.service.cli import app


def test_a_former_name_still_works_and_help_lists_the_new_one_alone() -> None:
    runner = CliRunner()
    former, new = (runner.invoke(app, [name, "--help"]) for name in ("init", "migrate"))

    assert (former.exit_code, new.exit_code) == (0, 0)
    assert "Make the tables" in former.output
    listed = [line.split()[1] for line in runner.invoke(app, ["--help"]).output.splitlines() if len(line.split()) > 2]
    assert "migrate" in listed
    assert "init" not in listed
