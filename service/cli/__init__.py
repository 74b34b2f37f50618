"""
The command line: `delvebook`.

Commands of this room stand in the modules beside this one. Rooms that stand on this one bring theirs
through the entry-point group `delvebook.commands`: a function that is given the app.
"""

from __future__ import annotations

import sys
from importlib.metadata import entry_points
from typing import Final

import typer
from rich.console import Console

from domain.errors import DelvebookError
from service.cli import running

GROUP: Final = "delvebook.commands"

app = typer.Typer(
    name="delvebook",
    help="Tabletop dungeon games with replay and audit.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
running.register(app)
for entry in sorted(entry_points(group=GROUP), key=lambda one: one.name):
    entry.load()(app)


def main() -> None:
    """Runs the command line; what is refused is said in one sentence, with exit status 2."""
    try:
        app()
    except (DelvebookError, ValueError, OSError) as error:
        Console(stderr=True).print(f"delvebook: {error}", style="red", highlight=False, markup=False)
        sys.exit(2)
