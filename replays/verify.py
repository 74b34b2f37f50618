"""
Verifying a record (record-format §6): which level holds, and where and why one does not.

`verify` always answers with a report; nothing a file may hold makes it raise.
All levels go through the file side by side, so memory does not grow with it (but for one digest per envelope,
and the actions of the game, which a take-back may need).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from delvebook.domain.table import ForkPoint
from delvebook.replays.checks.chain import Chain
from delvebook.replays.checks.receipts import PublicKeys, ReceiptCheck
from delvebook.replays.checks.replay import Again
from delvebook.replays.errors import RecordError
from delvebook.replays.forks import Parents
from delvebook.replays.lines import Line, Material, Source, parse_line
from delvebook.replays.record import read_header
from delvebook.replays.report import LEVELS, Finding, Level, LevelName, Report
from delvebook.replays.schema import event_problems

PROGRESS_LINES = 256
"""So many lines lie between two words about how far the check is."""


def verify(
    source: Source,
    *,
    levels: Collection[LevelName] = LEVELS,
    seed: bytes | None = None,
    receipts: Sequence[str] | None = None,
    keys: PublicKeys | None = None,
    parents: Parents | None = None,
    fork_point: ForkPoint | None = None,
    name: str | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Report:
    """
    What verification finds in a record.

    Args:
        source: A path, bytes, a binary stream, or pieces of bytes.
        levels: Which levels to check. `chain` is always looked at, and reported if it is asked for;
            `receipts` is passed over if there are neither receipts nor keys.
        seed: The game's seed, if it is known otherwise than from the record.
        receipts: Receipts that somebody kept, each a compact JWS; the header's own is looked at anyway.
        keys: The public keys of the service that signed them.
        parents: Of a fork: the records it may have left.
        fork_point: Of a fork: what it begins with, if that is known otherwise than from its parent's record.
        name: What the record goes by in the report; a path's own name by default.
        on_progress: Called now and then with the number of lines that have been looked at.

    Raises:
        OSError: The path cannot be read.
    """
    if receipts is None and keys is None:
        levels = [level for level in levels if level != "receipts"]
    material = Material(source)
    if name is None:
        name = str(source) if isinstance(source, str | Path) else ""
    report = Report(name=name)
    try:
        report.header = read_header(material)
    except RecordError as error:
        report.levels = [_unreadable(level, error) for level in LEVELS if level in levels]
        return report
    chain = Chain(report.header)
    known = seed if seed is not None else _peek_seed(material)
    again = (
        Again(seed=known, is_given=seed is not None, parents=parents, fork_point=fork_point)
        if known is not None and "replay" in levels
        else None
    )
    vouched = ReceiptCheck(report.header, receipts=receipts or (), keys=keys) if "receipts" in levels else None
    _run(material, chain, again, vouched, on_progress)
    if again is None and chain.seed is not None and "replay" in levels:
        # The seed was written in a way that a quick look misses; now it is known.
        again = Again(seed=chain.seed, is_given=False, parents=parents, fork_point=fork_point)
        _run(material, Chain(report.header), again)
    if "chain" in levels:
        report.levels.append(chain.level)
    if vouched is not None:
        report.levels.append(vouched.level)
    if "replay" in levels:
        why_not = "the seed is not revealed in this record, and none was given"
        report.levels.append(Level("replay", why_not=why_not) if again is None else again.level)
    if chain.loose:
        report.notes.append(
            f"{chain.loose} lines are not in canonical form; hashes are over that form, so they count all the same"
        )
    return report


def _run(
    material: Material,
    chain: Chain,
    again: Again | None,
    vouched: ReceiptCheck | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> None:
    """Takes the checks through the file, side by side."""
    scanned = material.scan()
    next(scanned, None)
    for count, line in enumerate(scanned, 2):
        if on_progress is not None and count % PROGRESS_LINES == 0:
            on_progress(count)
        is_sound = chain.check(line)
        if not isinstance(line, Line) or line.number in chain.broken:
            continue
        if vouched is not None:
            vouched.check(line.value, line=line.number)
        if again is not None and not again.is_stopped:
            again.check(line.value, line=line.number, is_sound=is_sound)
    chain.finish()
    if vouched is not None:
        vouched.finish()
    if again is not None:
        again.finish(lines=chain.line)


def _peek_seed(material: Material) -> bytes | None:
    """The seed that the record reveals, if a quick look finds it."""
    for raw in material.find_lines(b'"SeedRevealed"'):
        try:
            event = parse_line(raw, number=0).value
        except RecordError:
            continue
        if event.get("type") == "SeedRevealed" and not event_problems(event):
            return bytes.fromhex(event["data"]["seed"])
    return None


def _unreadable(level: LevelName, error: RecordError) -> Level:
    if level != "chain":
        return Level(level, why_not="the file holds no record that can be read")
    finding = Finding("chain/header", error.defect, line=error.line, pointer=error.pointer)
    return Level(level, findings=[finding])
