"""The commands of `delvebook`, looked up in the program itself."""

from __future__ import annotations

import typer
from typer.core import TyperGroup as Group

from delvebook.service.cli import COMMANDS, app


def command_names() -> set[str]:
    """Returns the name of every `delvebook` command."""
    group = typer.main.get_group(app)
    return set(group.list_commands(typer.Context(group)))


def fault_of(line: str) -> str | None:
    """
    Returns why `delvebook` would refuse a line as it stands in a page; None if it has such a command and such options.

    Args:
        line: What follows `delvebook`, without a comment.
    """
    first, *words = line.split()
    if first not in COMMANDS:
        return f"there is no command {first}"
    command = COMMANDS[first].load(first)
    while words and isinstance(command, Group):
        name, *words = words
        if name not in command.commands:
            return f"{first} has no command {name}"
        command = command.commands[name]
    known = {option for one in command.params for option in (*one.opts, *one.secondary_opts)} | {"--help"}
    unknown = [word for word in words if word.startswith("--") and word.partition("=")[0] not in known]
    return f"{first} has no option {', '.join(unknown)}" if unknown else None
