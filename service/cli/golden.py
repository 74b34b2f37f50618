"""
The golden games on the command line: `delvebook golden check|update|find|list`.

`delvebook.replays.golden` says what they are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from delvebook.domain.errors import DelvebookError
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.replays import golden, golden_plans, golden_search
from delvebook.replays.diff import first_difference
from delvebook.replays.golden_plans import GOLDEN, GoldenPlan, PlanError
from delvebook.replays.golden_search import SeedSearch
from delvebook.replays.record import read_record
from delvebook.service.cli.rendering import render_report

app = typer.Typer(help="Check, update, find or list the golden games.", no_args_is_help=True, add_completion=False)
TitleArgument = Annotated[list[str] | None, typer.Argument(help="Titles, such as dungeon-raiders. Default: all.")]
RootOption = Annotated[Path, typer.Option("--root", help="The directory of the golden games.", file_okay=False)]


@app.command("check")
def check(titles: TitleArgument = None, root: RootOption = GOLDEN) -> None:
    """Verify every golden game, and check that plans and files agree."""
    console = Console()
    wrong = 0
    count = 0
    for title in titles or golden_plans.titles(root):
        entries = _read_plans(title, root)
        for plan in entries:
            count += 1
            report, problem = golden.check(plan, root)
            if problem:
                wrong += 1
                console.print(f"[bold red]{title}/{plan.name}[/]: {escape(problem)}")
                if report is not None and not report.holds:
                    console.print(render_report(report))
        for path in golden.orphans(title, entries, root):
            wrong += 1
            console.print(f"[bold red]{title}/{path.name}[/]: no entry of the plan names this file")
    if not count:
        console.print(f"There are no golden games in {root}.")
        raise typer.Exit(2 if titles else 0)
    console.print(f"{count} golden games, " + ("[green]all hold[/]" if not wrong else f"[red]{wrong} wrong[/]"))
    raise typer.Exit(1 if wrong else 0)


@app.command("update")
def update(
    titles: TitleArgument = None,
    *,
    only: Annotated[list[str] | None, typer.Option("--only", help="Only the games with these names.")] = None,
    again: Annotated[bool, typer.Option("--again", help="Also record games again whose record holds.")] = False,
    root: RootOption = GOLDEN,
) -> None:
    """
    Record planned games that are missing or no longer hold. Read the diff: a changed record needs a reason.

    A record that holds is left alone, even if the bots would play a different game today.
    """
    console = Console()
    changed = 0
    for title in titles or golden_plans.titles(root):
        entries = _read_plans(title, root)
        for plan in entries:
            if only and plan.name not in only:
                continue
            if not again and golden.check(plan, root)[1] == "":
                continue
            path = golden_plans.record_path(plan, root)
            old = path.read_bytes() if path.exists() else None
            try:
                new = golden.make_record(plan)
                _refuse_other_version(plan, path)
            except DelvebookError as error:
                console.print(f"[bold red]{title}/{plan.name}[/]: {escape(str(error))}")
                raise typer.Exit(1) from None
            if new == old:
                continue
            changed += 1
            path.write_bytes(new)
            said = "new" if old is None else f"changed: {_first_change(old, new)}"
            reason = golden.outcome_in(path).get("reason", "an abort")
            events = new.count(b"\n") - 1
            console.print(f"{title}/{plan.name}: {events} events, ends by {reason} ({escape(said)})")
        for path in golden.orphans(title, entries, root):
            console.print(f"[yellow]{title}/{path.name}: no entry of the plan names this file; delete it yourself[/]")
    console.print(f"{changed} records written." if changed else "Nothing has changed.")


@app.command("find")
def find(
    title: Annotated[str, typer.Argument(help="The title, such as dungeon-raiders.")],
    *,
    name: Annotated[str, typer.Option(help="The game's name. Its id, and so its chance, depends on it.")],
    shows: Annotated[str, typer.Option(help="What the game shows, in a sentence.")] = "",
    reason: Annotated[str | None, typer.Option(help="The reason for which it must end.")] = None,
    options: Annotated[str, typer.Option(help="The options, as JSON.")] = "{}",
    seats: Annotated[int | None, typer.Option(help="The number of seats. Default: the number of bots.")] = None,
    bots: Annotated[str, typer.Option(help="The bots, by seat, with commas; one name for all seats.")] = "greedy",
    nonces: Annotated[
        str, typer.Option(help="The players' nonces, by seat, as a JSON array; null for a bot.")
    ] = "null",
    fact: Annotated[list[str] | None, typer.Option(help="What a fact must have, as JSON; can be repeated.")] = None,
    details: Annotated[str, typer.Option(help="What the outcome's details must have, as JSON.")] = "{}",
    first: Annotated[int, typer.Option(help="The number of the first seed.")] = 0,
    tries: Annotated[int, typer.Option(help="The number of seeds to try.", min=1)] = 2000,
    add: Annotated[bool, typer.Option("--add", help="Add it to the plan, and record it.")] = False,
    root: RootOption = GOLDEN,
) -> None:
    """Search for a seed whose game shows something, and print its plan entry."""
    console = Console()
    try:
        ruleset = get_ruleset(title)
        kinds = bots.split(",")
        count = seats or (len(kinds) if len(kinds) > 1 else ruleset.seats_min)
        if len(kinds) == 1:
            kinds *= count
        if len(kinds) != count:
            raise typer.BadParameter(f"{len(kinds)} bots for {count} seats", param_hint="--bots")
        if reason is not None and reason not in ruleset.end_reasons:
            raise typer.BadParameter(
                f"games of this title end by: {', '.join(ruleset.end_reasons)}", param_hint="--reason"
            )
        plan = GoldenPlan(
            title=ruleset.id,
            name=name,
            shows=shows or name.replace("-", " ").capitalize() + ".",
            options=_json_object(options, "--options"),
            seats=count,
            seed="",
            bots=kinds,
            nonces=_json_nonces(nonces, count),
        )
        wanted = SeedSearch(
            reason=reason,
            facts=[_json_object(one, "--fact") for one in fact or []],
            details=_json_object(details, "--details"),
        )
        with console.status("searching"):
            found = next(filter(None, golden_search.find(plan, wanted, first=first, tries=tries)), None)
    except DelvebookError as error:
        console.print(f"[bold red]{escape(str(error))}[/]")
        raise typer.Exit(2) from None
    if found is None:
        console.print(f"None of the games golden/{first} to golden/{first + tries - 1} shows that.")
        raise typer.Exit(1)
    Console(soft_wrap=True).print_json(json.dumps(found.to_plain(), ensure_ascii=False), indent=None)
    if add:
        entries = [one for one in _read_plans(found.title, root) if one.name != found.name]
        golden_plans.write_plans(found.title, [*entries, found], root)
        golden_plans.record_path(found, root).write_bytes(golden.make_record(found))
        console.print(f"Added to {root / found.title / golden_plans.PLAN} and recorded.")


@app.command("list")
def list_games(titles: TitleArgument = None, root: RootOption = GOLDEN) -> None:
    """List the golden games and what each shows."""
    console = Console()
    for title in titles or golden_plans.titles(root):
        console.print(f"[bold]{title}[/]")
        for plan in _read_plans(title, root):
            path = golden_plans.record_path(plan, root)
            reason = golden.outcome_in(path).get("reason", "–") if path.exists() else "not recorded yet"
            events = path.read_bytes().count(b"\n") - 1 if path.exists() else 0
            options = json.dumps(plan.options, ensure_ascii=False) if plan.options else "default options"
            told = f"{plan.seats} seats, {', '.join(plan.bots)}; {options}; {events} events, {reason}"
            console.print(f"  [cyan]{plan.name}[/]  {escape(plan.shows)}")
            console.print(f"    [dim]{escape(told)}[/]")


def _read_plans(title: str, root: Path) -> list[GoldenPlan]:
    try:
        return golden_plans.read_plans(title, root)
    except PlanError as error:
        Console(stderr=True).print(f"[bold red]{escape(str(error))}[/]")
        raise typer.Exit(2) from None


def _refuse_other_version(plan: GoldenPlan, path: Path) -> None:
    """Refuses to replace a record of another version: it is kept for ever, and only that version may write it again."""
    if not path.exists():
        return
    recorded = read_record(path).header["ruleset"]
    played = golden.ruleset_of(plan).key
    if recorded != played:
        raise PlanError(
            f"the file is a game of {recorded}, which must verify forever; "
            f'add "ruleset": "{recorded}" to its plan entry, and give the game of {played} another name'
        )


def _first_change(old: bytes, new: bytes) -> str:
    difference = first_difference(old, new)
    return "only in form" if difference is None else difference.sentence


def _json_object(text: str, option: str) -> Mapping[str, object]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise typer.BadParameter(f"not JSON: {error}", param_hint=option) from None
    if not isinstance(value, dict):
        raise typer.BadParameter("must be a JSON object", param_hint=option)
    return value


def _json_nonces(text: str, seats: int) -> list[str | None] | None:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise typer.BadParameter(f"not JSON: {error}", param_hint="--nonces") from None
    if value is None:
        return None
    if isinstance(value, list) and len(value) == seats and all(isinstance(one, str | None) for one in value):
        return value
    raise typer.BadParameter(f"must be an array of {seats} strings or nulls", param_hint="--nonces")


if __name__ == "__main__":
    app()
