"""A group of commands whose modules are imported only when a command is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint
from typing import Any, ClassVar, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

GROUP: Final = "delvebook.commands"


class Command(NamedTuple):
    """
    The place of a command.

    Attributes:
        module: Its module; has `register(app)`, or an `app` that is the command.
        panel: Its heading in `--help`.
        summary: Its line in `--help`, which is the first line of the command's own help.
    """

    module: str
    panel: str
    summary: str

    def load(self, name: str) -> Any:
        """Imports the command's module, and returns the click command. What is logged is not of its result."""
        from delvebook.service.base.json_logging import log_for_people  # noqa: PLC0415 (`--help` logs nothing)

        log_for_people()
        module = EntryPoint(name, self.module, GROUP).load()
        if not hasattr(module, "register"):
            return get_command(module.app)
        made = typer.Typer()
        module.register(made)
        return get_group(made).commands[name]


class LazyGroup(TyperGroup):
    """A group of the commands in `lazy`, in that order. Each command is a stub until it is used."""

    lazy: ClassVar[Mapping[str, Command]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order of the table."""
        return [*self.lazy, *super().list_commands(ctx)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, not loaded yet."""
        if cmd_name in self.lazy:
            return _Stub(cmd_name, self.lazy[cmd_name])
        return super().get_command(ctx, cmd_name)


class _Stub(TyperCommand):
    """A command as `--help` shows it. It loads the real command when it is used."""

    def __init__(self, name: str, command: Command) -> None:
        super().__init__(name, help=command.summary, rich_help_panel=command.panel)
        self._command = command

    def make_context(self, info_name: str | None, args: list[str], parent: object = None, **extra: object) -> Any:
        """The real command's context, so that the real command runs."""
        return self._command.load(str(self.name)).make_context(info_name, args, parent, **extra)
