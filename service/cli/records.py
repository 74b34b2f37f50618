"""The commands for records: `verify`, `replay`, `diff`. They need no service, only a file."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from delvebook.domain.errors import MalformedError, ParentError
from delvebook.domain.game import SEED_BYTES
from delvebook.domain.phrases import Voice
from delvebook.replays.comparison import compare_records
from delvebook.replays.diff import first_difference, read_side
from delvebook.replays.errors import CannotFollowError, RecordError
from delvebook.replays.forks import Parents
from delvebook.replays.log.inclusion import InclusionError, parse_inclusion
from delvebook.replays.log.notes import NoteError, Verifier, parse_note
from delvebook.replays.narration import Narration, ToldEvent, eyes_of
from delvebook.replays.pointers import shorten
from delvebook.replays.receipts import KeySetError, PublicKeys, ReceiptsError, read_receipts
from delvebook.replays.record import find_seed, read_record
from delvebook.replays.report import LevelName, Report
from delvebook.replays.verify import LEVELS
from delvebook.replays.verify import verify as verify_record
from delvebook.replays.versions import first_divergence, versions_of
from delvebook.service.cli.checking import STDIN, UnreadableRecord, checked, source_of
from delvebook.service.cli.options import JsonOption, LangOption, language_of, read_vkeys, refuse
from delvebook.service.cli.rendering import render_difference, render_divergence, render_report

T = TypeVar("T")

FAILS = 1
"""The exit status of `verify` if a level fails."""
INCOMPLETE = 3
"""The exit status of `verify` if nothing fails, but a level that was asked for could not be checked to the end."""
LEVEL_NAMES = f"{', '.join(LEVELS[:-1])} or {LEVELS[-1]}"

ParentOption = Annotated[
    list[Path] | None, typer.Option(help="For a fork: its parent's record. Repeat it if the parent is a fork, too.")
]
SeedOption = Annotated[str | None, typer.Option(help="The game's seed in hex, if the record does not reveal it.")]


def register(app: typer.Typer) -> None:
    """Adds these commands to `delvebook`."""
    app.command()(verify)
    app.command()(replay)
    app.command()(diff)


def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records; - for standard input.")],
    *,
    level: Annotated[
        str | None,
        typer.Option(
            help=f"{LEVEL_NAMES} (each includes the chain). Default: the chain, the receipts if --keys is given, the "
            "log if --log-key or --checkpoint is given, and, if the record reveals the seed or --seed is given, the "
            "replay and the bots."
        ),
    ] = None,
    bots: Annotated[
        bool, typer.Option("--bots/--no-bots", help="Ask every bot again what it plays. It can take a while.")
    ] = True,
    seed: SeedOption = None,
    receipts: Annotated[
        str | None,
        typer.Option(help="Kept receipts: a file, one per line or a JSON list; - for standard input."),
    ] = None,
    keys: Annotated[
        Path | None, typer.Option(help="The service's public keys: a file with the JSON of /.well-known/jwks.json.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A checkpoint of the log of games: one that you kept, or from elsewhere.")
    ] = None,
    log_key: Annotated[
        list[str] | None,
        typer.Option(help="The log's public key, name+id+key, or a file with keys; repeat it for witnesses."),
    ] = None,
    inclusion: Annotated[
        Path | None,
        typer.Option(
            help="Proofs that the game is in the log: the JSON of GET …/inclusion. Default: those in the record."
        ),
    ] = None,
    parent: ParentOption = None,
    every: Annotated[bool, typer.Option("--all", help="Show every finding, not only ten per level.")] = False,
    jobs: Annotated[
        int, typer.Option(min=1, help="Number of records to check at a time, each in its own process.")
    ] = 1,
    as_json: JsonOption = False,
) -> None:
    """
    Verify a record: its chain, its receipts, its place in the log of games, its game and its bots.

    The game is played again by its rules, and every bot is asked again.

    Every level is reported by itself: it holds, fails, or was not checked, with the reason. What only the service
    states, such as rulings and times, is listed beside them.

    Exit status: 0 if every level that was asked for holds; 1 if a level fails; 2 if the file cannot be read; 3 if the
    record holds as far as it can be checked, but a level that was asked for could not be checked to the end.
    Without --level, a game whose seed is still secret is not replayed: its record exits with 0, and the line
    "replay  not checked" says why.
    """
    if level == "bots" and not bots:
        raise typer.BadParameter("--level bots and --no-bots contradict each other", param_hint="--no-bots")
    levels = [name for name in _levels(level) if bots or name != "bots"]
    if receipts is not None and keys is None:
        raise typer.BadParameter("receipts prove nothing without --keys", param_hint="--receipts")
    if level == "receipts" and keys is None:
        raise typer.BadParameter("receipts needs --keys", param_hint="--level")
    if level == "log" and log_key is None:
        raise typer.BadParameter("log needs --log-key", param_hint="--level")
    if inclusion is not None and len(files) > 1:
        raise typer.BadParameter("can be used with one record only", param_hint="--inclusion")
    if receipts == STDIN and STDIN in files:
        raise typer.BadParameter("only one file can come from standard input", param_hint="--receipts")
    kept, published = _read_receipts(receipts), _read_keys(keys)
    proofs = None if inclusion is None else _read(inclusion, parse_inclusion)
    seen = None if checkpoint is None else _read(checkpoint, parse_note).to_text()
    log_keys = [] if log_key is None else _read_log_keys(log_key)
    known = _parse_seed(seed)
    parents = Parents(parent) if parent else None
    console = Console()
    statuses = {0}
    check = partial(
        verify_record,
        levels=levels,
        seed=known,
        receipts=kept,
        keys=published,
        parents=parents,
        inclusion=proofs,
        checkpoint=seen,
        log_keys=log_keys,
    )
    if jobs > 1 and STDIN in files:
        raise typer.BadParameter(
            "a record from standard input cannot be checked with --jobs above 1", param_hint="--jobs"
        )
    for report in checked(files, check, jobs=jobs):
        if isinstance(report, UnreadableRecord):
            refuse(f"{report.file}: {report.why}")
        statuses.add(_exit_status(report, is_level_named=level is not None))
        if as_json:
            typer.echo(json.dumps(report.to_plain(), ensure_ascii=False))
        else:
            _print_report(console, report, every=every)
    raise typer.Exit(next(status for status in (FAILS, INCOMPLETE, 0) if status in statuses))


def replay(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A record; - for standard input.")],
    *,
    at: Annotated[int | None, typer.Option(help="Only the event with this number.", min=1)] = None,
    first: Annotated[int, typer.Option("--from", help="Start with this event.", min=1)] = 1,
    last: Annotated[int | None, typer.Option("--to", help="Stop after this event.", min=1)] = None,
    viewer: Annotated[
        str | None, typer.Option(help="As seen by: seat:0, seat:1, …, spectator, arbiter or public.")
    ] = None,
    lang: LangOption = "en",
    view: Annotated[bool, typer.Option("--view", help="Show what the viewer sees after each event.")] = False,
    legal: Annotated[bool, typer.Option("--legal", help="Show what the viewer may do after each event.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Pause after each event; Enter continues, q quits.")] = False,
    seed: SeedOption = None,
    parent: ParentOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell a record event by event, as any viewer sees it."""
    if at is not None:
        first = last = at
    known = _parse_seed(seed)
    console = Console(soft_wrap=not sys.stdout.isatty())  # a line for a fact where programs read them
    try:
        record = read_record(source_of(file))
        eyes = eyes_of(record, viewer)
        known = find_seed(record) if known is None else known
        if known is None and (view or legal):
            refuse("the record does not reveal its seed, so the game cannot be replayed; give --seed")
        played = known if view or legal else None
        parents = Parents(parent or ())
        narration = Narration(record, viewer=eyes, voice=Voice(language_of(lang)), seed=played, parents=parents)
        if played is not None and not narration.is_replayed:
            refuse("this game is a fork, and can be replayed only with its parent's record; give --parent")
        count = 0
        for told in narration.events(first=first, last=last):
            count += 1
            if as_json:
                typer.echo(json.dumps(_told_plain(told, view=view, legal=legal), ensure_ascii=False))
                continue
            _print_told(console, told, view=view, legal=legal)
            if step and console.input("[dim]Enter for the next, q to quit[/] ").strip().lower().startswith("q"):
                break
    except OSError as error:
        refuse(f"{file}: {error.strerror or error}")
    except CannotFollowError as error:
        refuse(f"{file}: {error}; `delvebook verify` says more", status=1)
    except RecordError as error:
        refuse(f"{file}: {error}", status=1)
    except MalformedError as error:
        refuse(str(error))
    if not count:
        refuse(f"the record has no event {first}" if first == last else "the record has no such events")


def diff(
    left: Annotated[str, typer.Argument(help="A record; - for standard input.")],
    right: Annotated[str | None, typer.Argument(help="Another record.")] = None,
    *,
    under: Annotated[
        str | None,
        typer.Option(metavar="ID@VERSION", help="Instead of another record: the same game under this version."),
    ] = None,
    seed: SeedOption = None,
    parent: ParentOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Say where two records first differ.

    If their seeds are known, both games are replayed, and the first difference is shown with its clause: in what
    happens, what a seat may do, what a viewer sees, or the state.
    Exit status: 0 if they tell the same game, 1 if they differ, 2 if they cannot be compared.
    """
    if (right is None) == (under is None):
        raise typer.BadParameter("give either another record, or --under ID@VERSION", param_hint="RIGHT")
    known = _parse_seed(seed)
    if right is None:
        _diff_under(left, str(under), seed=known, parents=Parents(parent or ()), as_json=as_json)
    if left == right == STDIN:
        refuse("only one of the two records can come from standard input")
    try:
        records = read_side(source_of(left), "left"), read_side(source_of(right), "right")
        difference = first_difference(*records)
        divergence = None if difference is None else compare_records(*records, seeds=(known, known))
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror or error}")
    except RecordError as error:
        refuse(f"{left if error.details.get('side') == 'left' else right}: {error}")
    if as_json:
        plain = None if difference is None else difference.to_plain()
        if plain is not None:
            plain["divergence"] = None if divergence is None else divergence.to_plain()
        typer.echo(json.dumps(plain, ensure_ascii=False))
    else:
        console = Console()
        console.print(render_difference(difference))
        if divergence is not None:
            console.print(render_divergence(divergence, rulesets=[record.header["ruleset"] for record in records]))
    raise typer.Exit(0 if difference is None else 1)


def _diff_under(file: str, under: str, *, seed: bytes | None, parents: Parents, as_json: bool) -> NoReturn:
    """Compares a record's game with the same game under another version of its rules, and ends the command."""
    try:
        record = read_record(source_of(file))
        ruleset = record.header["ruleset"]
        if under not in versions_of(ruleset):
            known = ", ".join(versions_of(ruleset)) or "none"
            refuse(f"{under!r} is not a version of {ruleset.partition('@')[0]}; known versions: {known}")
        revealed = find_seed(record)
        known_seed = seed if revealed is None else revealed
        if known_seed is None:
            refuse("the record does not reveal its seed, so the game cannot be replayed; give --seed")
        fork_point = parents.fork_point_in(record)
        divergence = first_divergence(record.events(), seed=known_seed, ruleset=under, fork_point=fork_point)
    except OSError as error:
        refuse(f"{file}: {error.strerror or error}")
    except ParentError as error:
        refuse(f"{file}: {error}; give it with --parent")
    except CannotFollowError as error:
        refuse(f"{file}: {error}; `delvebook verify` says more")
    except RecordError as error:
        refuse(f"{file}: {error}")
    if as_json:
        told = None if divergence is None else divergence.to_plain()
        typer.echo(json.dumps({"ruleset": ruleset, "under": under, "divergence": told}, ensure_ascii=False))
    elif divergence is None:
        Console().print(Text(f"The game of {ruleset} comes out the same under {under}.", style="green"))
    else:
        Console().print(render_divergence(divergence, rulesets=[under, ruleset]))
    raise typer.Exit(0 if divergence is None else 1)


# -- printing -----------------------------------------------------------------------------------


def _exit_status(report: Report, *, is_level_named: bool) -> int:
    """The exit status for one record; see `verify`."""
    if any(level.status == "failed" for level in report.levels):
        return FAILS
    unchecked = [level for level in report.levels if level.status == "not applicable"]
    return INCOMPLETE if any(is_level_named or not level.is_early for level in unchecked) else 0


def _print_report(console: Console, report: Report, *, every: bool) -> None:
    failed = [level.name for level in report.levels if level.status == "failed"]
    style = "bold red" if failed else "bold green"
    # One line, however long the name is: programs look for it.
    console.print(f"[bold]{escape(report.name)}[/] [{style}]{escape(report.summary)}[/]", soft_wrap=True)
    if failed:
        console.print(Text(f"The record does not hold at level {' and '.join(failed)}.", style="bold red"))
    console.print(render_report(report, every=every))


def _print_told(console: Console, told: ToldEvent, *, view: bool, legal: bool) -> None:
    console.print(Text(f"{told.n}", style="bold cyan").append(f"  {told.by}  {told.at}", "dim"))
    headline = told.action if told.action is not None else told.sentence
    if headline or not told.facts:
        console.print(Text(f"   {headline or told.type}", style="bold"))
    for index, fact in enumerate(told.facts):
        mark, style = ("◦", "magenta") if index in told.whispered else ("·", "")
        console.print(Text(f"   {mark} {fact}", style=style))
    for content in told.opened:
        console.print(Text(f"   ↥ {shorten(content)}", style="yellow"))
    if told.sealed:
        console.print(Text(f"   ✉ {told.sealed} sealed", style="dim"))
    if view and told.view is not None:
        console.print_json(json.dumps(told.view, ensure_ascii=False))
    if legal:
        for one in told.legal:
            console.print(Text(f"   → {one['sentence']}  ", style="green").append(shorten(one["action"]), "dim"))


def _told_plain(told: ToldEvent, *, view: bool, legal: bool) -> dict[str, object]:
    plain = told.to_plain()
    if not view:
        del plain["view"]
    if not legal:
        del plain["legal"]
    return plain


# -- arguments ----------------------------------------------------------------------------------


def _levels(level: str | None) -> list[LevelName]:
    if level is None:
        return list(LEVELS)
    if level in LEVELS:
        return ["chain"] if level == "chain" else ["chain", level]
    raise typer.BadParameter(f"must be one of: {LEVEL_NAMES}", param_hint="--level")


def _read_receipts(file: str | None) -> list[str] | None:
    if file is None:
        return None
    try:
        return read_receipts(sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes())
    except OSError as error:
        refuse(f"{file}: {error.strerror or error}")
    except ReceiptsError as error:
        refuse(f"{file}: {error}")


def _read_keys(file: Path | None) -> PublicKeys | None:
    if file is None:
        return None
    try:
        return PublicKeys.parse(file.read_bytes())
    except OSError as error:
        refuse(f"{file}: {error.strerror or error}")
    except KeySetError as error:
        refuse(f"{file}: {error}")


def _read_log_keys(given: list[str]) -> list[Verifier]:
    try:
        return read_vkeys(given)
    except OSError as error:
        refuse(f"{error.filename}: {error.strerror or error}")
    except (NoteError, UnicodeDecodeError) as error:
        refuse(f"--log-key: {error}")


def _read(file: Path, parse: Callable[[bytes], T]) -> T:
    try:
        return parse(file.read_bytes())
    except OSError as error:
        refuse(f"{file}: {error.strerror or error}")
    except (NoteError, InclusionError) as error:
        refuse(f"{file}: {error}")


def _parse_seed(seed: str | None) -> bytes | None:
    if seed is None:
        return None
    try:
        parsed = bytes.fromhex(seed)
    except ValueError:
        parsed = b""
    if len(parsed) != SEED_BYTES:
        raise typer.BadParameter(f"a seed must have {2 * SEED_BYTES} hex digits", param_hint="--seed")
    return parsed
