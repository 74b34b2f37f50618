"""`delvebook balance`: what many games between bots say about a title."""

from __future__ import annotations

import json
import multiprocessing
import signal
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich.console import Console

from delvebook.domain.errors import DelvebookError
from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.replays.balance import Study, StudyCounts, play_some, report_of, study
from delvebook.replays.plots import Bar, bars, histogram
from delvebook.service.cli import progress
from delvebook.service.cli.tournament import parsed_options
from delvebook.service.cli.unfinished import OtherStudyError, Unfinished

BATCH: Final = 20
LISTED: Final = 60
"""Maximum number of unused components that a page names."""

app = typer.Typer(add_completion=False)


@app.command()
def balance(
    title: Annotated[str, typer.Argument(help="A title, such as labyrinth.")],
    *,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 1000,
    seed: Annotated[str, typer.Option(help="The seed of the study, any word.")] = "1",
    bot: Annotated[str, typer.Option(help="Who plays on every seat.")] = "greedy",
    seats: Annotated[int | None, typer.Option(help="Only this seat count. Default: all, in turn.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the title, as name=value. Repeatable.")] = None,
    jobs: Annotated[int, typer.Option(help="The number of processes.", min=1)] = 2,
    out: Annotated[Path | None, typer.Option(help="A folder for the page and its plots.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """
    Play many games between bots, and say how long they are, how they end, who wins, and what is never used.

    The same seed gives the same figures, in any number of processes. With --out, an interrupted study goes on when the
    same command is given again.
    """
    console = Console(stderr=True)
    try:
        asked = study(seed=seed, title=title, options=parsed_options(option or []), seats=seats, bot=bot)
    except DelvebookError as error:
        raise typer.BadParameter(str(error)) from None
    batches = [range(start, min(games, start + BATCH)) for start in range(0, games, BATCH)]
    unfinished, known = (None, {}) if out is None else _begun(asked, out)
    tally = StudyCounts()
    for numbers in batches:
        tally.add(known.get(numbers, StudyCounts()))
    missing = [numbers for numbers in batches if numbers not in known]
    with progress.shown("playing", games, done=tally.games.total()) as advance:
        try:
            for numbers, counts in _played(asked, missing, jobs=jobs):
                tally.add(counts)
                if unfinished is not None:
                    unfinished.add(numbers, counts)
                advance(len(numbers))
        except KeyboardInterrupt:
            how = "the same command goes on" if out else "with --out, the same command would go on"
            console.print(f"[yellow]Interrupted after {tally.games.total()} of {games} games; {how}.[/]")
            raise typer.Exit(130) from None
    report = report_of(asked, tally)
    if out is not None and unfinished is not None:
        write_page(out, asked, tally, report)
        unfinished.forget()
        console.print(f"{out / (_name(asked) + '.md')}")
    if as_json:
        typer.echo(json.dumps(report, ensure_ascii=False))
    elif out is None:
        typer.echo(page(asked, report, plots=False))


def _begun(asked: Study, out: Path) -> tuple[Unfinished, dict[range, StudyCounts]]:
    """Returns the file of the study in that folder, and what the same command counted before it was interrupted."""
    unfinished = Unfinished(out / f"{_name(asked)}.part.jsonl", asked)
    try:
        out.mkdir(parents=True, exist_ok=True)
        return unfinished, unfinished.read()
    except OSError as error:
        raise typer.BadParameter(f"{out}: {error.strerror}", param_hint="--out") from None
    except OtherStudyError as error:
        raise typer.BadParameter(str(error), param_hint="--out") from None


def _played(asked: Study, batches: Sequence[range], *, jobs: int) -> Iterator[tuple[range, StudyCounts]]:
    work = partial(_play, asked)
    if jobs == 1:
        yield from map(work, batches)
        return
    with multiprocessing.Pool(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(work, batches)


def _play(asked: Study, numbers: range) -> tuple[range, StudyCounts]:
    return numbers, play_some(asked, numbers)


def _name(asked: Study) -> str:
    return asked.title.partition("@")[0]


def write_page(out: Path, asked: Study, tally: StudyCounts, report: Mapping[str, Any]) -> None:
    """Writes the page, its figures and its plots."""
    name = _name(asked)
    lengths: dict[int, int] = {}
    for counts in tally.lengths.values():
        for length, count in counts.items():
            lengths[length] = lengths.get(length, 0) + count
    seats = [
        Bar(
            f"{seat + 1} of {one['seats']}" if len(asked.seats) > 1 else str(seat + 1), *(100 * part for part in firsts)
        )
        for one in report["seats"]
        for seat, firsts in enumerate(one["firsts"])
    ]
    tenths = [Bar(f"{10 * at}–{10 * at + 10} %", width) for at, width in enumerate(report["choices"]["by_tenth"])]
    plots = {
        "length": bars("Length of a game", histogram(lengths), across="actions", up="games"),
        "seats": bars("Games won by seat", seats, across="seat, of how many", up="% of games, with 95 % interval"),
        "choices": bars("Choices", tenths, across="part of the game", up="legal actions per decision"),
    }
    for kind, svg in plots.items():
        (out / f"{name}-{kind}.svg").write_text(svg)
    (out / f"{name}.json").write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n")
    (out / f"{name}.md").write_text(page(asked, report, plots=True))


def page(asked: Study, report: Mapping[str, Any], *, plots: bool) -> str:
    """The report as Markdown."""
    name = _name(asked)
    parts = [
        f"# {get_ruleset(asked.title).title['en']}: balance",
        f"{report['games']} games between `{asked.bot}`. Repeat them with:",
        f"```sh\n{_command(asked, report)}\n```",
        "## Lengths and endings",
        _lengths(report),
        *_plot(name, "length", plots=plots),
        "## Seats",
        "Games won by each seat, shared wins in parts, with 95 % intervals.",
        _seats(report),
        *_plot(name, "seats", plots=plots),
        "## Choices",
        _choices(report["choices"]),
        *_plot(name, "choices", plots=plots),
        _table(["action", "times"], [[f"`{type_}`", str(count)] for type_, count in report["actions"].items()]),
        "## Never used",
        "Components that no action and no fact named. The setup, and the event that ends a game, are left out.",
        _unused(name, report["never_used"]),
    ]
    return "\n\n".join(parts) + "\n"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in [columns, ["---"] * len(columns), *rows])


def _lengths(report: Mapping[str, Any]) -> str:
    rows = []
    for one in report["seats"]:
        ends = [f"{reason} {_percent(count, one['games'])}" for reason, count in one["reasons"].items() if count]
        rows.append([str(one["seats"]), str(one["games"]), *map(str, one["length"]), ", ".join(ends)])
    return _table(["seats", "games", "actions: 5 %", "25 %", "median", "75 %", "95 %", "ends by"], rows)


def _seats(report: Mapping[str, Any]) -> str:
    rows = []
    for one in report["seats"]:
        won = [f"{100 * value:.1f} % ({100 * low:.1f}–{100 * high:.1f})" for value, low, high in one["firsts"]]
        rows.append([str(one["seats"]), " · ".join(won), _percent(one["without_winner"], one["games"])])
    return _table(["seats", "won by seat 1, 2, …", "nobody"], rows)


def _choices(choices: Mapping[str, Any]) -> str:
    low, first, middle, third, high = choices["quantiles"]
    return (
        f"{choices['decisions']} decisions with {choices['mean']} legal actions on average. Half of them have {first} "
        f"to {third}, nine in ten {low} to {high}; the median is {middle}. "
        f"{100 * choices['forced']:.1f} % have only one."
    )


def _unused(name: str, unused: Sequence[Mapping[str, str]]) -> str:
    lines = [f"- `{one['id']}`, {one['name']} ({one['kind']})" for one in unused[:LISTED]]
    if len(unused) > LISTED:
        lines.append(f"- and {len(unused) - LISTED} more; see `{name}.json`")
    return "\n".join(lines) or "None."


def _plot(name: str, kind: str, *, plots: bool) -> list[str]:
    return [f"![{kind}]({name}-{kind}.svg)"] if plots else []


def _percent(count: int, games: int) -> str:
    return f"{100 * count / games:.1f} %" if games else ""


def _command(asked: Study, report: Mapping[str, object]) -> str:
    options = "".join(f" --option {name}={json.dumps(value)}" for name, value in asked.options.items())
    ruleset = get_ruleset(asked.title)
    every = tuple(range(ruleset.seats_min, ruleset.seats_max + 1))
    seats = "" if tuple(asked.seats) == every else f" --seats {asked.seats[0]}"
    what = f"{_name(asked)} --bot {asked.bot} --games {report['games']} --seed {asked.seed}{seats}{options}"
    return f"delvebook balance {what} --out docs/balance"
