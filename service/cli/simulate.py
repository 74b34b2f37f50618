"""
Random whole games by the thousand: `delvebook simulate --seed 1 --title all --games 1000`.

`delvebook.replays.simulation` describes what is played and checked. Exit status 1 if any game fails.
"""

from __future__ import annotations

import json
import multiprocessing
import secrets
import signal
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Annotated, Any, Final

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from delvebook.domain.errors import UnknownRulesetError
from delvebook.domain.rulesets.registry import all_rulesets, get_ruleset
from delvebook.replays.simulation import BotMix, SimulatedGame, failure_plain, repeat_command, simulate_game, totals
from delvebook.service.cli import progress

FAILURES_SHOWN: Final = 20

app = typer.Typer(add_completion=False)


@app.command()
def simulate(
    *,
    seed: Annotated[
        str | None, typer.Option(help="The seed of the run, any word. Default: random, and printed.")
    ] = None,
    title: Annotated[str, typer.Option(help="A title, or all.")] = "all",
    games: Annotated[int, typer.Option(help="The number of games of each title.", min=1)] = 100,
    bots: Annotated[str, typer.Option(help="Who plays: random, greedy or mixed.")] = "mixed",
    jobs: Annotated[int, typer.Option(help="The number of processes.", min=1)] = 2,
    game: Annotated[int | None, typer.Option(help="Only the game with this number.", min=0)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """
    Play random whole games and check every event.

    Options, seats and bots are drawn from the seed. Each game is played twice, and must come out the same.
    """
    console = Console(stderr=as_json)
    mix = _mix(bots)
    try:
        titles = list(all_rulesets()) if title == "all" else [get_ruleset(title).key]
    except UnknownRulesetError as error:
        raise typer.BadParameter(str(error), param_hint="--title") from None
    run = secrets.token_hex(4) if seed is None else seed
    numbers = range(games) if game is None else [game]
    console.print(f"seed [bold]{escape(run)}[/], {len(numbers)} games of each of {len(titles)} titles, {mix} bots")
    tasks = [(one, number) for number in numbers for one in titles]
    played: list[SimulatedGame] = []
    began = time.perf_counter()
    is_interrupted = False
    with progress.shown("playing", len(tasks)) as advance:
        try:
            for result in _play_all(tasks, run=run, mix=mix, jobs=min(jobs, len(tasks))):
                played.append(result)
                advance(1)
        except KeyboardInterrupt:
            is_interrupted = True
    seconds = time.perf_counter() - began
    failed = sorted((one for one in played if one.failure), key=lambda one: (one.title, one.number))
    if as_json:
        typer.echo(json.dumps(_plain(played, failed, run=run, mix=mix, seconds=seconds)))
    else:
        _print(console, played, failed, run=run, mix=mix, seconds=seconds)
    if is_interrupted:
        console.print(f"[yellow]Interrupted after {len(played)} of {len(tasks)} games.[/]")
        raise typer.Exit(1 if failed else 130)
    raise typer.Exit(1 if failed else 0)


def _mix(bots: str) -> BotMix:
    match bots:
        case "random" | "greedy" | "mixed":
            return bots
    raise typer.BadParameter("must be random, greedy or mixed", param_hint="--bots")


def _play_all(tasks: Sequence[tuple[str, int]], *, run: str, mix: BotMix, jobs: int) -> Iterator[SimulatedGame]:
    """The games as they finish, in any order."""
    work = partial(_play_one, run=run, mix=mix)
    if jobs == 1:
        yield from map(work, tasks)
        return
    with multiprocessing.Pool(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(work, tasks, chunksize=max(1, min(16, len(tasks) // (jobs * 8))))


def _play_one(task: tuple[str, int], *, run: str, mix: BotMix) -> SimulatedGame:
    title, number = task
    return simulate_game(title, run=run, number=number, mix=mix)


def _print(
    console: Console,
    played: Sequence[SimulatedGame],
    failed: Sequence[SimulatedGame],
    *,
    run: str,
    mix: BotMix,
    seconds: float,
) -> None:
    table = Table("title", "games", "events", "ends by", "median / max", "failures")
    for total in totals(played):
        reasons = "\n".join(f"{reason} {count}" for reason, count in total["reasons"].items())
        lengths = f"{total['events_median']} / {total['events_max']}"
        failures = f"[bold red]{total['failures']}[/]" if total["failures"] else "[green]0[/]"
        table.add_row(total["title"], str(total["games"]), str(total["events"]), reasons, lengths, failures)
    console.print(table)
    rate = len(played) / seconds if seconds else 0.0
    console.print(f"{len(played)} games in {seconds:.1f} s, {rate:.0f} games/s, each played twice")
    for one in failed[:FAILURES_SHOWN]:
        console.print(f"[bold red]✗[/] {one.title}, game {one.number}, event {one.events}: {escape(one.failure)}")
        console.print(f"  {escape(one.where)}")
        console.print(f"  {escape(repeat_command(one, run=run, mix=mix))}", soft_wrap=True)
    if len(failed) > FAILURES_SHOWN:
        console.print(f"and {len(failed) - FAILURES_SHOWN} more")


def _plain(
    played: Sequence[SimulatedGame], failed: Sequence[SimulatedGame], *, run: str, mix: BotMix, seconds: float
) -> dict[str, Any]:
    return {
        "seed": run,
        "bots": mix,
        "seconds": round(seconds, 3),
        "titles": totals(played),
        "failures": [failure_plain(one, run=run, mix=mix) for one in failed],
    }


if __name__ == "__main__":
    app()
