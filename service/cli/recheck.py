"""`delvebook recheck`: old records and stored games under the present code."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.replays.golden_plans import GOLDEN
from delvebook.replays.recheck import Subject, Verdict, VersionTally, find_records
from delvebook.replays.recheck import recheck as recheck_records
from delvebook.replays.versions import versions_of
from delvebook.service.base.settings import Settings
from delvebook.service.cli import progress
from delvebook.service.store.recorder import STORE_TROUBLE
from delvebook.service.store.records import store_exists, stored_games

SHOWN_MAX: Final = 100
"""Maximum number of games of a version that are listed. Any more are only counted."""
VALUE_LENGTH: Final = 60


def register(app: typer.Typer) -> None:
    """Adds the command to `delvebook`."""
    app.command()(recheck)


def recheck(
    paths: Annotated[list[Path] | None, typer.Argument(help="Records, or directories of records.")] = None,
    *,
    store: Annotated[
        bool | None,
        typer.Option("--store/--no-store", help="Also check every game in the service's store.", show_default=False),
    ] = None,
    under: Annotated[
        str | None,
        typer.Option(metavar="ID@VERSION", help="Find games that would come out differently under this version."),
    ] = None,
    jobs: Annotated[int, typer.Option(help="The number of processes.", min=1)] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """
    Find old records and stored games that come out differently under the present rules.

    Without PATHS, checks every golden game and, if there is a store where the settings say, every game in it. Of
    running games, only event, code and clauses are shown. Writes nothing.
    Exit status: 0 if all come out the same, 1 if some differ, 2 if some cannot be compared or nothing can be checked.
    """
    missing = [path for path in paths or [] if not path.exists()]
    if missing:
        raise typer.BadParameter(f"there is no {missing[0]}")
    _check_version(under)
    subjects: list[Subject] = [*find_records(paths or [GOLDEN]), *_stored(store, is_asked=paths is None)]
    with progress.shown("checking", len(subjects)) as advance:
        tallies = recheck_records(
            subjects, jobs=jobs, under=under, kept_max=None if as_json else SHOWN_MAX, on_progress=partial(advance, 1)
        )
    if as_json:
        plain = {key: [verdict.to_plain() for verdict in tally.kept] for key, tally in tallies.items()}
        typer.echo(json.dumps(plain, ensure_ascii=False))
    else:
        _print(Console(), tallies, under=under)
    if any(tally.differing for tally in tallies.values()):
        raise typer.Exit(1)
    raise typer.Exit(2 if any(tally.unknown for tally in tallies.values()) else 0)


def _check_version(under: str | None) -> None:
    if under is None or under in all_rulesets():
        return
    known = versions_of(under) or list(all_rulesets())
    raise typer.BadParameter(f"there is no version {under!r}; known versions: {', '.join(known)}", param_hint="--under")


def _stored(in_store: bool | None, *, is_asked: bool) -> Sequence[Subject]:  # noqa: FBT001 - the option as given
    """The games of the store, if asked for; by default, if no files are named and there is a store."""
    if in_store is False or (in_store is None and not is_asked):
        return ()
    settings = Settings.from_environment()
    if not store_exists(settings):
        if in_store:
            raise typer.BadParameter(f"there is no store at {settings.sqlite_path}", param_hint="--store")
        return ()
    try:
        return stored_games(settings)
    except (*STORE_TROUBLE, sqlite3.Error) as error:
        sentence = f"the store cannot be read ({type(error).__name__}); --no-store leaves it out"
        raise typer.BadParameter(sentence, param_hint="--store") from None


# -- printing -----------------------------------------------------------------------------------


def _print(console: Console, tallies: Mapping[str, VersionTally], *, under: str | None) -> None:
    for key, tally in tallies.items():
        parts = [f"{tally.games} records"]
        if tally.running:
            parts.append(f"{tally.running} of running games")
        if tally.differing:
            parts.append(f"[bold red]{tally.differing} differ[/]")
        if tally.unknown:
            parts.append(f"[yellow]{tally.unknown} cannot be compared[/]")
        if not tally.differing and not tally.unknown:
            parts.append("[green]all as recorded[/]" if under is None else "[green]all come out the same[/]")
        where = "" if under is None else f" under {under}"
        console.print(f"[bold]{key}[/]{where}: {', '.join(parts)}", highlight=False)
        if tally.kept:
            console.print(_table(tally.kept, under=under))
        more = tally.differing + tally.unknown - len(tally.kept)
        if more:
            console.print(f"and {more} more")
    if not tallies:
        console.print("There are no records to check.")


def _table(verdicts: Sequence[Verdict], *, under: str | None) -> Table:
    heading = "by the present rules" if under is None else f"under {under}"
    table = Table("record", "event", "why", "at", "recorded", heading, "clauses", box=None, pad_edge=False)
    for verdict in verdicts:
        first = verdict.first
        if first is None:
            table.add_row(*map(escape, (verdict.name, "–", verdict.why, "", "", "", "")))
            continue
        event, clauses = str(first["n"] or "–"), " ".join(first["clauses"])
        if verdict.is_secret:
            cells = (verdict.name, event, first["code"], "", "not told: the game is running", "", clauses)
        else:
            found, expected = (_cut(first.get(key, "absent")) for key in ("found", "expected"))
            if found == expected == "absent":
                expected = first["sentence"]
            cells = (verdict.name, event, first["code"], first["pointer"], found, expected, clauses)
        table.add_row(*map(escape, cells))
    return table


def _cut(text: str) -> str:
    half = (VALUE_LENGTH - 3) // 2
    return text if len(text) <= VALUE_LENGTH else f"{text[:half]} … {text[-half:]}"
