"""
The verification of a record (record-format §6): which levels hold, and where and why the others do not.

`verify` always answers with a report; nothing in a file makes it raise.
All levels read the file together, so memory does not grow with it, apart from one digest per envelope and the
actions of the game, which a take-back may need.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

from delvebook.domain.game_event import EventLine
from delvebook.domain.table import ForkPoint
from delvebook.replays.checks.bots import BotsCheck
from delvebook.replays.checks.chain import ChainCheck
from delvebook.replays.checks.contract import Evidence, ForkPointSource, LevelCheck
from delvebook.replays.checks.log import LogCheck
from delvebook.replays.checks.receipts import ReceiptCheck
from delvebook.replays.checks.replay import ReplayCheck
from delvebook.replays.errors import RecordError
from delvebook.replays.lines import Header, Line, Material, Source, parse_line
from delvebook.replays.log.notes import Verifier
from delvebook.replays.receipts import PublicKeys
from delvebook.replays.record import read_header, seed_in
from delvebook.replays.report import Finding, Level, LevelName, Report
from delvebook.replays.schema import event_problems
from delvebook.replays.stated import Statements

CHECKS: Final[Mapping[LevelName, Callable[[Evidence], LevelCheck]]] = MappingProxyType(
    {
        "receipts": ReceiptCheck,
        "log": LogCheck,
        "replay": ReplayCheck,
        "bots": BotsCheck,
    }
)
"""The levels above `chain`, weakest first. A new level is one more line here."""
LEVELS: Final[tuple[LevelName, ...]] = ("chain", *CHECKS)
"""The levels of verification, weakest first."""
USUAL_LEVELS: Final[tuple[LevelName, ...]] = tuple(name for name in LEVELS if name != "bots")
"""The levels that are checked by default. Level `bots` is left out, because it can take longer than all the others."""
PROGRESS_LINES: Final = 256
"""Progress is reported once per this many lines."""
NOT_GIVEN: Final[Mapping[LevelName, str]] = MappingProxyType(
    {
        "receipts": "neither receipts nor the service's public keys were given",
        "log": "neither a checkpoint of the log of games nor the log's public key was given",
    }
)
"""The levels that need more than the record, and the sentence that is reported if it is not given."""


def verify(
    source: Source,
    *,
    levels: Collection[LevelName] = USUAL_LEVELS,
    seed: bytes | None = None,
    receipts: Sequence[str] | None = None,
    keys: PublicKeys | None = None,
    parents: ForkPointSource | None = None,
    fork_point: ForkPoint | None = None,
    inclusion: Mapping[str, object] | None = None,
    checkpoint: str | None = None,
    log_keys: Sequence[Verifier] = (),
    name: str | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Report:
    """
    Verifies a record.

    Args:
        source: A path, bytes, a binary stream, or pieces of bytes.
        levels: The levels to check. `chain` is always checked, and reported if it is among them, or if the source
            holds no record at all;
            `receipts` is skipped if neither receipts nor keys are given, and `log` if nothing about the log is.
        seed: The game's seed, if it is known without the record.
        receipts: Receipts that players kept, each a compact JWS; the one in the header is checked anyway.
        keys: The public keys of the service that signed them.
        parents: For a fork: the source of its fork point, such as `delvebook.replays.forks.Parents`.
        fork_point: For a fork: its starting point, if that is known without its parent's record.
        inclusion: Proofs that the game is in the log of games (`inclusion.parse_inclusion`), instead of the header's.
        checkpoint: The text of a checkpoint of that log, kept earlier or obtained elsewhere.
        log_keys: The public keys of the log, and of witnesses.
        name: The record's name in the report; by default the path.
        on_progress: Called now and then with the number of lines checked so far.

    Raises:
        OSError: The path cannot be read.
    """
    known = {
        "receipts": receipts is not None or keys is not None,
        "log": inclusion is not None or checkpoint is not None or bool(log_keys),
    }
    chosen = _chosen(levels, known)
    material = Material(source)
    if name is None:
        name = str(source) if isinstance(source, str | Path) else ""
    try:
        header = read_header(material)
    except RecordError as error:
        told = [level for level in LEVELS if level == "chain" or level in chosen]
        levels_left = [_unreadable(level, error) for level in told]
        return Report(name=name, levels=levels_left, not_asked=_not_asked(levels, told))
    evidence = Evidence(
        header=header,
        seed=_find_seed(material) if seed is None else seed,
        is_seed_given=seed is not None,
        receipts=receipts or (),
        keys=keys,
        parents=parents,
        fork_point=fork_point,
        inclusion=inclusion,
        checkpoint=checkpoint,
        log_keys=log_keys,
    )
    report = Report(name=name, header=header, not_asked=_not_asked(levels, chosen))
    _check(report, islice(material.scan(), 1, None), evidence, chosen=chosen, on_progress=on_progress)
    return report


def verify_events(
    header: Header, events: Iterable[EventLine], *, seed: bytes, fork_point: ForkPoint | None = None
) -> Report:
    """
    Verifies a record that is not in a file, at the usual levels except `receipts` and `log`.

    Args:
        header: The record's first line.
        events: The events, as the record's further lines hold them.
        seed: The game's seed.
        fork_point: For a fork: its starting point.
    """
    lines = (Line(number, cast("dict[str, Any]", event), is_canonical=True) for number, event in enumerate(events, 2))
    evidence = Evidence(header=header, seed=seed, is_seed_given=True, fork_point=fork_point)
    chosen = _chosen(USUAL_LEVELS, {})
    report = Report(header=header, not_asked=_not_asked(USUAL_LEVELS, chosen))
    _check(report, lines, evidence, chosen=chosen)
    return report


def _chosen(levels: Collection[LevelName], known: Mapping[LevelName, bool]) -> list[LevelName]:
    """The levels to report, weakest first; `known` says for which of `NOT_GIVEN` something was given."""
    return [name for name in LEVELS if name in levels and (name not in NOT_GIVEN or known.get(name, False))]


def _not_asked(levels: Collection[LevelName], chosen: Collection[LevelName]) -> dict[LevelName, str]:
    """The levels that are not reported, and why."""
    asked = {name: NOT_GIVEN.get(name, "") for name in levels}
    return {name: asked.get(name, "it was not asked for") for name in LEVELS if name not in chosen}


def _check(
    report: Report,
    lines: Iterable[Line | RecordError],
    evidence: Evidence,
    *,
    chosen: Collection[LevelName],
    on_progress: Callable[[int], None] | None = None,
) -> None:
    """Runs all levels over the lines after the header, side by side, and adds them to the report."""
    chain = ChainCheck(evidence.header)
    statements = Statements()
    checks = [open_check(evidence) for name, open_check in CHECKS.items() if name in chosen]
    for count, line in enumerate(lines, 2):
        if on_progress is not None and count % PROGRESS_LINES == 0:
            on_progress(count)
        checked = chain.check(line)
        if checked is not None:
            statements.take(checked.event)
            for check in checks:
                check.check(checked)
    chain.finish()
    for check in checks:
        check.finish(last_line=chain.line)
    confirmed = {n for check in checks for n in check.level.confirmed}
    report.stated, report.more_stated = statements.finish(confirmed)
    report.levels = [*([chain.level] if "chain" in chosen else []), *(check.level for check in checks)]
    if chain.unknown:
        named = ", ".join(f"event {n} ({type_})" for n, type_ in chain.unknown)
        more = chain.unknown_count - len(chain.unknown)
        report.notes.append(
            f"{named}{f' and {more} more' if more else ''}: of a type that is not known here, so only its place in the "
            "chain was checked, and nothing that it says"
        )
    if chain.loose:
        report.notes.append(
            f"{chain.loose} lines are not in canonical form; hashes are computed over that form, so they count anyway"
        )


def _find_seed(material: Material) -> bytes | None:
    """
    The seed that the record reveals; None if it reveals none.

    Only lines that may spell `SeedRevealed` are parsed: literally, or with a letter written as an escape.
    """
    for spelling in (b'"SeedRevealed"', b"\\u"):
        for raw in material.find_lines(spelling):
            try:
                event = parse_line(raw, number=0).value
            except RecordError:
                continue
            if event.get("type") == "SeedRevealed" and not event_problems(event):
                return seed_in(cast("EventLine", event))
    return None


def _unreadable(level: LevelName, error: RecordError) -> Level:
    if level != "chain":
        return Level(level, why_not="the file does not hold a readable record")
    finding = Finding("chain/header", error.defect, line=error.line, pointer=error.pointer)
    return Level(level, findings=[finding])
