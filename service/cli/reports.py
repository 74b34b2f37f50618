"""`delvebook reports`: what players report of others, on the service's own machine."""

from __future__ import annotations

import json
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from delvebook.service.cli.accounts import opened
from delvebook.service.identity.caller import ON_THE_MACHINE
from delvebook.service.identity.relations import OUTCOMES, Relations, Report

SHOWN_MAX: Final = 200
app = typer.Typer(no_args_is_help=True, add_completion=False, help="See what players report of others, and settle it.")


@app.command("list")
def list_(
    *,
    every: Annotated[bool, typer.Option("--all", help="Settled reports as well.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="How many.")] = SHOWN_MAX,
    as_json: Annotated[bool, typer.Option("--json", help="One report a line, for programs.")] = False,
) -> None:
    """List the reports that wait, the latest first."""
    with opened() as (accounts, _):
        found = Relations(accounts).select(ON_THE_MACHINE, is_open=None if every else True, limit=limit + 1)
        found, has_more = found[:limit], len(found) > limit
        names = accounts.names({account for one in found for account in (one.reporter, one.reported)})
    if has_more:
        typer.echo(f"these are the latest {limit}; there are older ones: --limit shows more", err=True)
    if as_json:
        for one in found:
            typer.echo(json.dumps(one._asdict(), ensure_ascii=False))
        return
    table = Table("id", "made", "about", "by", "reason", "words", "game", "outcome", box=None, pad_edge=False)
    for one in found:
        table.add_row(*(Text(cell, overflow="fold") for cell in _cells(one, names)))
    Console().print(table if found else "no report waits")


@app.command()
def settle(
    report: Annotated[str, typer.Argument(help="The report's id.")],
    outcome: Annotated[str, typer.Argument(help=f"What came of it: {' or '.join(OUTCOMES)}.")],
    answer: Annotated[str, typer.Argument(help="What the reporter is told.")] = "",
) -> None:
    """Settle a report. What is done about the player is another command, such as `delvebook accounts ban`."""
    if outcome not in OUTCOMES:
        raise typer.BadParameter(f"choose {' or '.join(OUTCOMES)}", param_hint="OUTCOME")
    with opened() as (accounts, _):
        done = Relations(accounts).settle(ON_THE_MACHINE, report, outcome=outcome, answer=answer)
    typer.echo(f"{done.id} is settled: {done.outcome}")


def _cells(one: Report, names: dict[str, str]) -> tuple[str, ...]:
    about, by = (names.get(account, account) for account in (one.reported, one.reporter))
    return one.id, one.at[:16], about, by, one.reason, one.words, one.game or "", one.outcome or ""
