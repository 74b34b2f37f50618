"""
Tournaments of bots: `delvebook tournament labyrinth --bots strong,greedy --games 50 --seed 1`.

`delvebook.replays.tournament` says who meets whom. The folder of a tournament holds `tournament.json` (its terms),
`games.jsonl` (a line for each game, in the order in which they finish), `table.json` (the results), `times.json` and,
if asked for, `records/`. The same command continues a tournament that was interrupted.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import httpx
import orjson
import typer
from rich.console import Console
from rich.table import Table

from delvebook.domain.errors import DelvebookError
from delvebook.replays.standings import standings, times
from delvebook.replays.tournament import (
    ForfeitError,
    Tournament,
    TournamentError,
    TournamentGame,
    from_plain,
    play_game,
    tournament,
)
from delvebook.service.cli import progress

PATIENCE: Final = 10.0
ANSWER_MAX: Final = 65_536

app = typer.Typer(add_completion=False)


@app.command(name="tournament")
def tournament_command(
    title: Annotated[str, typer.Argument(help="A title, such as labyrinth.")],
    *,
    bots: Annotated[
        str, typer.Option(help="The entrants, with commas: bots of the title, and addresses (http://…) of others.")
    ] = "strong,greedy",
    seed: Annotated[str, typer.Option(help="The tournament's seed, any word.")] = "1",
    games: Annotated[
        int, typer.Option(help="Rounds: how often every pair meets on every seat; solo: games of each entrant.", min=1)
    ] = 10,
    seats: Annotated[int | None, typer.Option(help="Seats at a table. Default: the title's least.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the title, as name=value. Repeatable.")] = None,
    jobs: Annotated[int, typer.Option(help="The number of processes.", min=1)] = 2,
    out: Annotated[Path | None, typer.Option(help="The folder for results; it is continued if it is there.")] = None,
    records: Annotated[bool, typer.Option(help="Write a record of every game into the folder.")] = False,
    patience: Annotated[float, typer.Option(help="Seconds in which a bot elsewhere must answer.", min=0.1)] = PATIENCE,
    as_json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """
    Let bots play against each other, every pair on every seat, and print ratings, crosstable and costs.

    The same seed gives the same games and the same table, in any number of processes. A bot elsewhere gets a POST with
    {"ruleset", "seat", "view", "legal"} and answers {"action": …}. If it stalls, fails or plays what is not legal, it
    loses that game: it is ranked last, the others share the first place, and the tournament goes on.
    """
    console = Console(stderr=True)
    if records and out is None:
        raise typer.BadParameter("records are written into a folder; name it with --out", param_hint="--records")
    try:
        contest = tournament(
            seed=seed,
            title=title,
            options=parsed_options(option or []),
            seats=seats,
            entrants=[one.strip() for one in bots.split(",") if one.strip()],
            rounds=games,
        )
        known = {} if out is None else _open_folder(out, contest)
    except DelvebookError as error:
        raise typer.BadParameter(str(error)) from None
    count = len(contest.pairings())
    missing = [number for number in range(count) if number not in known]
    console.print(f"{contest.title}, {contest.seats} seats, seed {seed}: {count} games, {len(known)} already played")
    work = partial(_play, contest=contest, patience=patience, records=records)
    finished = True
    with progress.shown("playing", count, done=len(known)) as advance:
        try:
            for played, record in _results(work, missing, jobs=jobs):
                known[played.number] = played
                if out is not None:
                    _keep(out, played, record)
                advance(1)
        except KeyboardInterrupt:
            finished = False
    played_games = list(known.values())
    table = {"tournament": contest.to_plain(), **standings(played_games, contest.entrants, seats=contest.seats)}
    if out is not None:
        (out / "table.json").write_text(json.dumps(table, indent=2, ensure_ascii=False) + "\n")
        (out / "times.json").write_text(json.dumps(times(played_games, contest.entrants), indent=2) + "\n")
    if as_json:
        typer.echo(json.dumps(table, ensure_ascii=False))
    else:
        _print(table, times(played_games, contest.entrants))
    if not finished:
        console.print(f"[yellow]Interrupted after {len(known)} of {count} games; the same command goes on.[/]")
        raise typer.Exit(130)


def parsed_options(given: Sequence[str]) -> dict[str, object]:
    """The options by name, given as `name=value`. A value is JSON, or a word."""
    found: dict[str, object] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name:
            raise TournamentError(f"an option is written as name=value, not {one!r}")
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


# -- the folder -----------------------------------------------------------------------------------


def _open_folder(out: Path, contest: Tournament) -> dict[int, TournamentGame]:
    """The games that are already in the folder. Raises TournamentError if it holds something else."""
    plan = out / "tournament.json"
    wanted = json.loads(json.dumps(contest.to_plain()))
    if plan.exists():
        try:
            found = json.loads(plan.read_bytes())
        except ValueError as error:
            raise TournamentError(f"{plan} cannot be read: {error}") from None
        if found != wanted:
            raise TournamentError(f"{out} holds another tournament: {json.dumps(found)}; choose another folder")
        return _kept(out / "games.jsonl", contest)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise TournamentError(f"{out} exists, but holds no tournament; choose another folder")
    out.mkdir(parents=True, exist_ok=True)
    plan.write_text(json.dumps(wanted, indent=2) + "\n")
    return {}


def _kept(path: Path, contest: Tournament) -> dict[int, TournamentGame]:
    """The games of a file. An unfinished last line, left by an interrupted tournament, is removed."""
    if not path.exists():
        return {}
    data = path.read_bytes()
    whole, _, torn = data.rpartition(b"\n")
    if torn:
        path.write_bytes(whole + b"\n" if whole else b"")
    pairings = contest.pairings()
    found: dict[int, TournamentGame] = {}
    for at, line in enumerate(whole.split(b"\n") if whole else [], start=1):
        try:
            played = from_plain(orjson.loads(line))
            fits = tuple(played.seating) == pairings[played.number]
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise TournamentError(f"{path}, line {at} is not a game: {error}; delete it to play it again") from None
        if not fits:
            raise TournamentError(f"{path}, line {at} is a game of another tournament; delete it to play it again")
        found[played.number] = played
    return found


def _keep(out: Path, played: TournamentGame, record: bytes | None) -> None:
    """Writes the record first, so that every game in the list has its record."""
    if record is not None:
        (out / "records").mkdir(exist_ok=True)
        (out / "records" / f"{played.number:05}.jsonl").write_bytes(record)
    with (out / "games.jsonl").open("ab") as file:
        file.write(orjson.dumps(played.to_plain()) + b"\n")


# -- playing --------------------------------------------------------------------------------------


def _play(number: int, *, contest: Tournament, patience: float, records: bool) -> tuple[TournamentGame, bytes | None]:
    played, record = play_game(contest, number, ask=partial(asker, patience=patience))
    return played, record if records else None


def asker(address: str, *, patience: float) -> Callable[[Mapping[str, object]], object]:
    """Returns a function that asks the bot at an address. The bot has `patience` seconds for each whole answer."""

    def ask(question: Mapping[str, object]) -> object:
        until = time.monotonic() + patience
        said = b""
        try:
            with httpx.stream("POST", address, json=dict(question), timeout=patience) as answer:
                answer.raise_for_status()
                for part in answer.iter_bytes():
                    said += part
                    if len(said) > ANSWER_MAX or time.monotonic() > until:
                        raise ForfeitError(f"{address} has not answered after {patience} s and {len(said)} bytes")
            found = json.loads(said)
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            raise ForfeitError(f"{address} does not answer: {type(error).__name__} {error}") from None
        if not isinstance(found, dict) or not isinstance(found.get("action"), dict):
            raise ForfeitError(f"{address} answers without an action")
        return found["action"]

    return ask


def _results(
    work: Callable[[int], tuple[TournamentGame, bytes | None]], numbers: Sequence[int], *, jobs: int
) -> Iterator[tuple[TournamentGame, bytes | None]]:
    """The games as they finish, in any order."""
    if jobs == 1 or len(numbers) < 2:
        yield from map(work, numbers)
        return
    with multiprocessing.Pool(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(work, numbers)


# -- printing -------------------------------------------------------------------------------------


def _print(table: Mapping[str, Any], seconds: Mapping[str, Sequence[float]]) -> None:
    console = Console()
    many, alone = table["seats"] > 1, table["seats"] > 2
    columns = ["entrant", *(["rating"] if many else []), "seats sat", "first", "place" if many else "score"]
    columns += [*(["alone: first"] if alone else []), "plies/decision", "most", "s/decision", "longest"]
    shown = Table(*columns, box=None)
    for one in sorted(table["entrants"], key=lambda one: -one["rating"][0] if many else -one["score"][0]):
        row = [one["name"], *([_interval(one["rating"], "{:.0f}")] if many else []), str(one["sat"])]
        row += [_percent(one["firsts"]), _interval(one["place" if many else "score"], "{:.2f}")]
        row += [_percent(one["alone"]["firsts"])] if alone else []
        average, longest = seconds[one["name"]]
        row += [f"{one['plies_per_decision']:.0f}", str(one["plies_max"]), f"{average:.3f}", f"{longest:.2f}"]
        shown.add_row(*row)
    console.print(shown)
    if table["crosstable"]:
        names = [one["name"] for one in table["entrants"]]
        cross = Table("before", *names, box=None)
        for name in names:
            row = table["crosstable"][name]
            cross.add_row(name, *(_percent(row[other]) if other in row else "" for other in names))
        console.print(cross)
    console.print("ends by: " + ", ".join(f"{reason} {count}" for reason, count in table["reasons"].items()))


def _interval(three: Sequence[float], form: str) -> str:
    value, low, high = (form.format(one) for one in three)
    return f"{value} ({low} to {high})"


def _percent(three: Sequence[float]) -> str:
    return _interval([100 * one for one in three], "{:.0f}") + " %"
