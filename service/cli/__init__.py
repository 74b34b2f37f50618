"""
The command line: `delvebook`.

A command's module is imported when the command is used, so that `delvebook --help` is quick.
To add one, write a module with `register(app)`, which adds its commands to a typer app (or a module with a typer app
named `app` that is the command), and add a line to `COMMANDS`.

May import: every folder of the service.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from delvebook.domain.errors import DelvebookError
from delvebook.service.base.garbage import look_seldom
from delvebook.service.cli.lazy import Command, LazyGroup

RECORDS = "Records"
GAMES = "Rules and golden games"
SERVICE = "The service"

COMMANDS: dict[str, Command] = {
    "verify": Command(
        "delvebook.service.cli.records",
        RECORDS,
        "Verify a record: its chain, its receipts, its place in the log of games, its game and its bots.",
    ),
    "replay": Command("delvebook.service.cli.records", RECORDS, "Tell a record event by event, as any viewer sees it."),
    "diff": Command("delvebook.service.cli.records", RECORDS, "Say where two records first differ."),
    "export": Command(
        "delvebook.service.cli.export",
        RECORDS,
        "Export one record, from a service or a file, in another form.",
    ),
    "recheck": Command(
        "delvebook.service.cli.recheck",
        RECORDS,
        "Find old records and stored games that come out differently under the present rules.",
    ),
    "rulesets": Command("delvebook.service.cli.rules", GAMES, "List the titles, their versions, seats and options."),
    "clauses": Command("delvebook.service.cli.rules", GAMES, "Print a title's rules, clause by clause."),
    "catalogue": Command(
        "delvebook.service.cli.catalogue",
        GAMES,
        "Print what is in a title's box: rules in short, components, maps, tables, symbols, terms.",
    ),
    "golden": Command("delvebook.service.cli.golden", GAMES, "Check, update, find or list the golden games."),
    "simulate": Command("delvebook.service.cli.simulate", GAMES, "Play random whole games and check every event."),
    "analyse": Command(
        "delvebook.service.cli.analyse",
        GAMES,
        "Tell what the strong bot thinks of every decision of a finished game.",
    ),
    "balance": Command(
        "delvebook.service.cli.balance",
        GAMES,
        "Play many games between bots, and say how long they are, how they end, who wins, and what is never used.",
    ),
    "tournament": Command(
        "delvebook.service.cli.tournament",
        GAMES,
        "Let bots play against each other, every pair on every seat, and print ratings, crosstable and costs.",
    ),
    "play": Command(
        "delvebook.service.cli.play",
        GAMES,
        "Play a whole game in the terminal, against bots.",
    ),
    "run": Command(
        "delvebook.service.cli.running",
        SERVICE,
        "Run everything on this machine: web, follower, workers, Redis. Stop with Ctrl-C.",
    ),
    "demo": Command(
        "delvebook.service.cli.demo",
        SERVICE,
        "Play whole games over HTTP with bots and scripted people; export, verify, forge one byte and find it.",
    ),
    "migrate": Command(
        "delvebook.service.cli.running",
        SERVICE,
        "Make the tables, or bring them to the newest version. It goes forwards only, and may be repeated.",
    ),
    "web": Command("delvebook.service.cli.running", SERVICE, "Serve the API."),
    "follow": Command(
        "delvebook.workers.commands",
        SERVICE,
        "Follow the event log: keep the lobby and the audit trail, enqueue bots' turns, enforce deadlines.",
    ),
    "worker": Command(
        "delvebook.workers.commands",
        SERVICE,
        "Work on one queue: bots' turns, checks of long records, findings, exports and analyses, or webhooks.",
    ),
    "grant": Command(
        "delvebook.service.cli.grant",
        SERVICE,
        "Offer an account an office. This is how arbiters and operators are made.",
    ),
    "accounts": Command(
        "delvebook.service.cli.accounts",
        SERVICE,
        "Look at accounts, rename, ban and delete them.",
    ),
    "reports": Command(
        "delvebook.service.cli.reports",
        SERVICE,
        "See what players report of others, and settle it.",
    ),
    "keys": Command(
        "delvebook.service.cli.keys",
        SERVICE,
        "The keys that receipts are signed with: list, rotate, public. And those that stored events are encrypted "
        "under: cipher; and those for push services: push.",
    ),
    "log": Command(
        "delvebook.service.cli.log",
        SERVICE,
        "The log of games: monitor one from outside; rebuild, continue or export one's own, and keep its keys.",
    ),
    "projections": Command("delvebook.workers.commands", SERVICE, "Rebuild the read models from the event log."),
    "ratings": Command("delvebook.workers.commands", SERVICE, "Rebuild the ratings of all leagues from the event log."),
    "audit": Command(
        "delvebook.service.cli.audit",
        SERVICE,
        "Show the audit trail: who did what, with which token, from where, on whose behalf.",
    ),
    "doctor": Command(
        "delvebook.service.cli.doctor",
        SERVICE,
        "Look at rights, keys, clock, disk, versions, schema, damage, Redis and PostgreSQL, and say what to do.",
    ),
    "backup": Command(
        "delvebook.service.cli.drill",
        SERVICE,
        "Copy the store while the service runs. Keys are not copied: keep them elsewhere.",
    ),
    "restore-drill": Command(
        "delvebook.service.cli.drill",
        SERVICE,
        "Restore a backup beside the running service, look whether everything is in it, and throw it away.",
    ),
    "parked": Command(
        "delvebook.workers.commands",
        SERVICE,
        "Show games of which a stored event is damaged or cannot be projected, or try them again.",
    ),
    "bots": Command("delvebook.workers.commands", SERVICE, "Show games whose bot cannot move, or let them try again."),
}
"""Every command: its module, its heading, and its line in `--help`."""


class Delvebook(LazyGroup):
    """The commands of `COMMANDS`."""

    lazy = COMMANDS


app = typer.Typer(
    name="delvebook",
    cls=Delvebook,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def delvebook(
    context: typer.Context,
    *,
    version: Annotated[bool, typer.Option("--version", help="Print version, commit and record format.")] = False,
) -> None:
    """Delvebook: dungeon games of which nothing is lost, altered or denied unnoticed."""
    if version:
        # They cost, and are rarely asked for.
        from delvebook.replays.schema import FORMAT  # noqa: PLC0415
        from delvebook.service.base import release  # noqa: PLC0415

        typer.echo(f"delvebook {release.version()}")
        typer.echo(f"commit {release.commit() or 'unknown: only a release and a checkout know it'}")
        typer.echo(f"records {FORMAT}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def main() -> None:
    """Runs the command line, and ends the process."""
    look_seldom()
    try:
        app()
    except BrokenPipeError:
        # The reader has enough: `delvebook replay … | head`.
        sys.stderr.close()
        sys.exit(141)
    except (DelvebookError, ValueError, OSError) as error:
        typer.secho(f"delvebook: {error}", fg="red", err=True)
        sys.exit(2)
