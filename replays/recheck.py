"""
Old records on the present code: `python -m replays.recheck [FILES or DIRECTORIES…]`.

Whoever corrects a rule asks this first: which games would come out differently, from which event on,
and by which clause. Without arguments it takes every golden game. Exit status 1 if any record differs.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from replays.plans import GOLDEN
from replays.pointers import shorten
from replays.report import Report
from replays.verify import verify

SUFFIXES: Final = (".jsonl", ".ndjson")

app = typer.Typer(add_completion=False)


@app.command()
def recheck(
    paths: Annotated[list[Path] | None, typer.Argument(help="Records, or directories of them.")] = None,
    *,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Say which old records the present rules would play differently."""
    console = Console()
    files = list(find_records(paths or [GOLDEN]))
    missing = [path for path in paths or [] if not path.exists()]
    if missing:
        raise typer.BadParameter(f"there is no {missing[0]}")
    reports = list(_verify_all(files, jobs=min(jobs, len(files))))
    groups = by_ruleset(reports)
    if as_json:
        typer.echo(json.dumps({key: [_plain(one) for one in group] for key, group in groups.items()}))
    else:
        for key, group in groups.items():
            _print(console, key, group)
        if not files:
            console.print("There are no records to check.")
    raise typer.Exit(0 if all(report.holds for report in reports) else 1)


def find_records(paths: Sequence[Path]) -> Iterator[Path]:
    """The files themselves, and every record below the directories, sorted."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES)
        elif path.exists():
            yield path


def by_ruleset(reports: Sequence[Report]) -> dict[str, list[Report]]:
    """The reports by the ruleset version of their records, sorted; those without a header under "unreadable"."""
    groups: dict[str, list[Report]] = {}
    for report in reports:
        key = "unreadable" if report.header is None else report.header["ruleset"]
        groups.setdefault(key, []).append(report)
    return dict(sorted(groups.items()))


def _verify_all(files: Sequence[Path], *, jobs: int) -> Iterator[Report]:
    if jobs <= 1:
        yield from map(verify, files)
        return
    with multiprocessing.Pool(jobs) as pool:
        yield from pool.imap(verify, files, chunksize=4)


def _plain(report: Report) -> dict[str, Any]:
    plain = report.to_plain()
    return {key: plain[key] for key in ("name", "holds", "first")}


def _print(console: Console, key: str, reports: Sequence[Report]) -> None:
    differing = [report for report in reports if not report.holds]
    verdict = f"[bold red]{len(differing)} differ[/]" if differing else "[green]all as recorded[/]"
    console.print(f"[bold]{key}[/]: {len(reports)} records, {verdict}")
    if not differing:
        return
    table = Table("record", "event", "at", "recorded", "by the present rules", "clauses", box=None, pad_edge=False)
    for report in differing:
        first = report.first
        if first is None:
            reasons = ", ".join(level.why_not for level in report.levels if level.why_not)
            table.add_row(escape(report.name), "–", "", "", escape(reasons), "")
            continue
        found, expected = (shorten(value, length=60) for value in (first.found, first.expected))
        if "absent" in (found, expected) and found == expected:
            expected = first.sentence
        cells = (report.name, str(first.n or "–"), first.pointer, found, expected, " ".join(first.clauses))
        table.add_row(*map(escape, cells))
    console.print(table)


if __name__ == "__main__":
    app()
