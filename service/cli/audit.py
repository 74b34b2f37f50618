"""`delvebook audit`: the audit trail, on the service's own machine."""

from __future__ import annotations

import contextlib
import json
import re
import sys
import time
from collections.abc import Callable, Iterable
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from delvebook.projections.views import Names
from delvebook.service.base.errors import UnknownAccountError
from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import Accounts, open_accounts_engine
from delvebook.service.identity.audit import SHAPES, AuditReader, read_time
from delvebook.service.identity.audit_log import AuditLog, AuditQuery, Entry, named
from delvebook.service.identity.caller import ON_THE_MACHINE
from delvebook.service.wiring import audit_projector, build_accounts, build_use_cases, require_schema

LATEST: Final = 100
"""Number of entries that are shown without `--limit`."""
COLUMNS: Final = ("id", "at", "account", "token", "address", "action", "game", "n", "by", "on behalf of", "more")
TABLE_COLUMNS: Final = 180
"""Minimum width of a terminal for a table, in columns. On a narrower one ids would be cut into pieces."""


def register(app: typer.Typer) -> None:
    """Adds this command to `delvebook`."""
    app.command()(audit)


def audit(
    *,
    game: Annotated[str | None, typer.Option(help="In this game.")] = None,
    account: Annotated[
        str | None, typer.Option(help="By this account: its id or its name, or - for this machine.")
    ] = None,
    token: Annotated[str | None, typer.Option(help="With the token of this id.")] = None,
    action: Annotated[str | None, typer.Option(help="Such as game/look, game/ActionTaken, token/issue.")] = None,
    by: Annotated[str | None, typer.Option(help="As seat:K, player:ID, arbiter:ID, clock or service.")] = None,
    address: Annotated[str | None, typer.Option(help="From this class of address, as an entry shows it.")] = None,
    since: Annotated[str | None, typer.Option(help="Not before that date, or time with its zone.")] = None,
    until: Annotated[str | None, typer.Option(help="Before that date, or time with its zone.")] = None,
    after: Annotated[int, typer.Option(min=0, help="After the entry with this id.")] = 0,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help=f"At most this many of the latest; by default {LATEST}, or all with --json."),
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", help="Show new entries as they arrive, until Ctrl-C.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One entry a line, for programs.")] = False,
) -> None:
    """
    Show the audit trail: who did what, with which token, from where, on whose behalf.

    Shows the latest entries, oldest first. The trail records that you looked.
    """
    settings = Settings.from_environment()
    require_schema(settings)
    accounts, log, _ = build_accounts(settings)
    with contextlib.closing(accounts):
        wanted = AuditQuery(
            account=None if account is None else find_account(accounts, account),
            token=shaped("token", token),
            game=shaped("game", game),
            action=shaped("action", action),
            by=shaped("by", by),
            address=shaped("address", address),
            since=given_time("--since", since),
            until=given_time("--until", until),
        )
        wanted, upto = AuditReader(log).admit(ON_THE_MACHINE, wanted, after=after, form="command")
        warn_of_lag(settings)
        if limit is None and as_json:
            entries: Iterable[Entry] = log.all_entries(wanted, after=after, upto=upto)
        else:
            entries = log.latest(wanted, after=after, upto=upto, limit=limit or LATEST)
        entries = named(entries, accounts.names)
        write = write_json if as_json else write_line if follow else None
        if write is None:
            show(list(entries))
        else:
            for entry in entries:
                write(entry)
        if follow and write is not None:
            go_on(log, wanted, write, after=max(after, upto), pause=settings.poll_seconds, names=accounts.names)


def find_account(accounts: Accounts, given: str) -> str:
    """
    The id of the account with that id, or else with that name.

    Raises:
        BadParameter
    """
    if given == ON_THE_MACHINE.account:
        return given
    try:
        return accounts.account_meant(given).id
    except UnknownAccountError:
        sentence = f"there is no account of the id or the name {given!r}"
        raise typer.BadParameter(sentence, param_hint="--account") from None


def shaped(name: str, given: str | None) -> str | None:
    """
    Returns the value of that filter; None if it was not given.

    Raises:
        BadParameter: It does not match the filter's pattern.
    """
    pattern, sentence = SHAPES[name]
    if given is not None and not re.match(pattern, given):
        raise typer.BadParameter(sentence, param_hint=f"--{name}")
    return given


def given_time(option: str, text: str | None) -> str | None:
    """The time in the record's form; None for None."""
    try:
        return None if text is None else read_time(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=option) from None


def warn_of_lag(settings: Settings) -> None:
    """Warns if events have not been copied into the trail yet."""
    engine = open_accounts_engine(settings.sqlalchemy_url)
    use = build_use_cases(settings)
    behind = use.application.log_position() - audit_projector(engine, use.application).position()
    use.application.close()
    engine.dispose()
    if behind > 0:
        typer.echo(f"events not in the trail yet: {behind}; is `delvebook follow` running?", err=True)


def go_on(
    log: AuditLog, wanted: AuditQuery, write: Callable[[Entry], None], *, after: int, pause: float, names: Names
) -> None:
    """Writes entries that arrive after entry number `after`, until Ctrl-C."""
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            for entry in named(log.entries(wanted, after=after), names):
                write(entry)
                after = entry["id"]
            time.sleep(pause)


def show(entries: list[Entry]) -> None:
    """Prints the entries as a table. On a narrow terminal each is a line, with the rest of it below."""
    console = Console()
    if not entries:
        console.print("no entry matches")
    elif console.width < TABLE_COLUMNS:
        for entry in entries:
            show_below(console, entry)
    else:
        table = Table(*COLUMNS, box=None, pad_edge=False)
        for entry in entries:
            table.add_row(*(Text(cell, overflow="fold") for cell in cells(entry)))
        console.print(table)


def show_below(console: Console, entry: Entry) -> None:
    """Prints the entry as a line that says when and what, and below it who, where and the rest."""
    named_cells = dict(zip(COLUMNS, cells(entry), strict=True))
    console.print(Text("  ".join(named_cells.pop(name) for name in ("id", "at", "action"))))
    more = named_cells.pop("more")
    said = [f"{name} {cell}" for name, cell in named_cells.items() if cell]
    console.print(Padding(Text(", ".join([*said, *([more] if more else [])])), (0, 0, 0, 4)))


def write_line(entry: Entry) -> None:
    """Prints the entry as a line for people."""
    typer.echo("  ".join(cell or "-" for cell in cells(entry)))


def write_json(entry: Entry) -> None:
    """Prints the entry as a line for programs, at once, because a program may be waiting for it."""
    sys.stdout.write(json.dumps(entry, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def cells(entry: Entry) -> list[str]:
    """The entry's text for each column."""
    names = ("id", "at", "account", "token", "address", "action", "game", "n", "by", "on_behalf_of")
    said = {"called": entry["account_name"], "bot": entry["bot"], **entry["details"]}
    more = {name: value for name, value in said.items() if value is not None}
    told = ", ".join(f"{name} {value if isinstance(value, str) else json.dumps(value)}" for name, value in more.items())
    return [*("" if entry[name] is None else str(entry[name]) for name in names), told]
