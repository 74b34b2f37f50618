"""What one can type: the commands of `delvebook`, looked up in the program itself."""

from __future__ import annotations

from typing import Any

import typer


def command_names() -> set[str]:
    """The name of every `delvebook` command."""
    from service.cli import app  # noqa: PLC0415

    group: Any = typer.main.get_command(app)
    return set(group.commands)
