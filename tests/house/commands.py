"""The commands of `delvebook`, looked up in the program itself."""

from __future__ import annotations

import typer

from delvebook.service.cli import app


def command_names() -> set[str]:
    """Returns the name of every `delvebook` command."""
    group = typer.main.get_group(app)
    return set(group.list_commands(typer.Context(group)))
