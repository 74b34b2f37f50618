"""`delvebook analyse`: a finished game looked at again by the strong bot."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from delvebook.domain.errors import DelvebookError
from delvebook.domain.phrases import Voice
from delvebook.replays.analysis import Analysis, Analyst, Decision
from delvebook.replays.forks import Parents
from delvebook.replays.record import read_record
from delvebook.service.cli import progress
from delvebook.service.cli.fetching import SERVER, fetched
from delvebook.service.cli.options import LangOption, language_of, refuse

app = typer.Typer(add_completion=False)


@app.command()
def analyse(
    game: Annotated[str, typer.Argument(metavar="GAME|RECORD", help="A finished game's id, or its record.")],
    *,
    server: Annotated[str, typer.Option(help="Where a game's record is fetched from.")] = SERVER,
    plies: Annotated[
        int | None, typer.Option(help="The budget of a decision. Default: the strong bot's own.", min=1)
    ] = None,
    seat: Annotated[int | None, typer.Option(help="Tell only this seat's decisions; the first is 1.", min=1)] = None,
    most: Annotated[int, typer.Option(help="How many mistakes and turns to list.", min=1)] = 5,
    every: Annotated[bool, typer.Option("--every", help="Tell every decision with all estimates.")] = False,
    view: Annotated[bool, typer.Option("--view", help="With --json: what the seat could know, too.")] = False,
    parent: Annotated[list[Path] | None, typer.Option(help="For a fork: its parent's record.")] = None,
    lang: LangOption = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print the analysis as JSON.")] = False,
) -> None:
    """
    Tell what the strong bot thinks of every decision of a finished game.

    Every estimate is made from what the seat could know then. Scores are in the title's own units, for the seat that
    decides. Running games are refused.
    """
    try:
        record = read_record(sys.stdin.buffer.read() if game == "-" else fetched(game, server))
        analyst = Analyst(record, voice=Voice(language_of(lang)), plies=plies, parents=Parents(parent or ()))
        _run(analyst)
    except OSError as error:
        refuse(f"{game}: {error.strerror or error}")
    except DelvebookError as error:
        refuse(f"{game}: {error}")
    analysis = analyst.analysis
    seat = None if seat is None else seat - 1
    if as_json:
        plain = analysis.to_plain(view=view, most=most)
        if seat is not None:
            plain["decisions"] = [one for one in plain["decisions"] if one["seat"] == seat]
        typer.echo(json.dumps(plain, ensure_ascii=False))
        return
    _print(analysis, seat=seat, most=most, every=every)


def _run(analyst: Analyst) -> None:
    with progress.shown("analysing", analyst.count) as advance:
        for _ in analyst.decisions():
            advance(1)


def _print(analysis: Analysis, *, seat: int | None, most: int, every: bool) -> None:
    console = Console(soft_wrap=True)
    shown = [one for one in analysis.decisions if seat in (None, one.seat)]
    console.print(f"{analysis.ruleset}, game {analysis.game}, by {analysis.program}")
    if every:
        for decision in shown:
            _print_decision(console, decision, all_estimates=True)
    for one in analysis.to_plain()["seats"]:
        if seat in (None, one["seat"]):
            console.print(
                f"seat {one['seat'] + 1}: {one['decisions']} decisions, the best in {one['best_chosen']}, "
                f"{one['lost']} lost by the others"
            )
    mistakes = [one for one in analysis.mistakes(len(analysis.decisions)) if seat in (None, one.seat)][:most]
    if mistakes:
        console.print("[bold]What cost most[/]")
        for one in mistakes:
            _print_decision(console, one, all_estimates=False)
    swings = [one for one in analysis.swings(len(analysis.decisions)) if seat in (None, one.seat)][:most]
    if swings:
        console.print("[bold]Where things turned most[/]")
        for one in swings:
            console.print(f"  event {one.n}, seat {one.seat + 1}: {one.turn:+d} after “{escape(one.told)}”")


def _print_decision(console: Console, decision: Decision, *, all_estimates: bool) -> None:
    console.print(f"  event {decision.n}, seat {decision.seat + 1}: {escape(decision.told)}  [dim]−{decision.lost}[/]")
    estimates = decision.estimates if all_estimates else decision.estimates[:1]
    for one in estimates:
        mark = "•" if one.action == decision.played else " "
        console.print(f"    {mark} {one.score:>8}  {escape(one.told)}")
    if all_estimates and decision.left_out:
        console.print(f"      and {decision.left_out} more that were not estimated")
