"""
Compares all verifiers on records bent at random: `make differ SEED=any CASES=10000`.

Our own verifier alone knows the rules. It replays what holds at level chain, and must say on which line it fails.

A disagreement is made as small as it can be, and printed with the edits that lead to it, as an entry of the table of
forgeries has them. `--case` repeats one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from delvebook.replays.verify import verify
from tests.house.files import ROOT
from tests.replays.differ.bends import Bender, Edit
from tests.replays.verifiers import HERE, KIT, NODE, Browser, Verdict, load

RECORDS: Final = sorted((ROOT / "tests" / "replays" / "kept").glob("*.jsonl"))
BYTES_MAX: Final = 45_000
"""Longer records say nothing more, and take longer."""
SHOWN_MAX: Final = 10
TRACEBACK: Final = -1
"""The verdict of a verifier that ended in a traceback."""
NOWHERE: Final = -2
"""The verdict of a replay that fails without a line."""


WORDS: Final[Mapping[Verdict, str]] = {
    None: "holds",
    TRACEBACK: "ends in a traceback",
    NOWHERE: "fails on no line",
}
REFUSED: Final = (LookupError, TypeError, ValueError, AttributeError)
"""What an edit raises that finds nothing to change."""


class Case(NamedTuple):
    """One bent record: the honest one, the edits, and whether the chain was computed anew."""

    base: Path
    edits: tuple[Edit, ...]
    chain: str | None

    def record(self) -> bytes:
        """The bent record. Raises one of `REFUSED` if an edit finds nothing to change."""
        made: bytes = load(KIT / "edits.py").forge(self.base.read_bytes(), self.edits, self.chain)
        return made


def replayed(record: bytes) -> Verdict:
    """The line at which level replay fails; None if it holds, or cannot be checked."""
    first = verify(record, levels=["replay"]).first
    return None if first is None else NOWHERE if first.line is None else first.line


class Differ:
    """All verifiers, asked about one record after another."""

    def __init__(
        self, browser: Callable[[bytes], Verdict] | None, *, replayed: Callable[[bytes], Verdict] = replayed
    ) -> None:
        self.replayed = replayed
        self.verifiers = {**HERE, **({} if browser is None else {"browser": browser})}

    def ask(self, record: bytes) -> dict[str, Verdict]:
        """What each of them says; `TRACEBACK` for one that cannot say it."""
        said: dict[str, Verdict] = {}
        for name, check in self.verifiers.items():
            try:
                said[name] = check(record)
            except Exception:  # noqa: BLE001 - any of them is a finding
                said[name] = TRACEBACK
        return said

    def replay(self, record: bytes) -> Verdict:
        """What level replay says of a record whose chain holds; only ours knows the rules."""
        try:
            return self.replayed(record)
        except Exception:  # noqa: BLE001 - any of them is a finding
            return TRACEBACK

    def all(self, record: bytes) -> tuple[dict[str, Verdict], bool]:
        """What all of them say, and whether that is a finding."""
        said = self.ask(record)
        if set(said.values()) != {None}:
            return said, disagree(said)
        replay = self.replay(record)
        return {**said, "replay": replay}, replay in (TRACEBACK, NOWHERE)

    def differs(self, case: Case) -> bool:
        """Whether two of them disagree about the case, or one ends in a traceback or names no line."""
        try:
            return self.all(case.record())[1]
        except REFUSED:
            return False

    def smaller(self, case: Case) -> Case:
        """The case with no edit more than it needs."""
        for at in reversed(range(len(case.edits))):
            less = case._replace(edits=(*case.edits[:at], *case.edits[at + 1 :]))
            if self.differs(less):
                case = less
        for end in range(3, len(case.base.read_bytes().splitlines())):
            less = case._replace(edits=({"cut": end}, *case.edits))
            if self.differs(less):
                return less
        return case


def disagree(said: Mapping[str, Verdict]) -> bool:
    """Whether two verifiers say different things, or one ends in a traceback."""
    return len(set(said.values())) > 1 or TRACEBACK in said.values()


def draw(seed: str, number: int, records: Sequence[Path]) -> Case:
    """The case of that number."""
    random = Random(f"{seed}/{number}")
    base = random.choice(records)
    lines: list[dict[str, Any]] = [json.loads(line) for line in base.read_bytes().splitlines()]
    bender = Bender(lines, random)
    return Case(base, tuple(bender.bends()), bender.chain())


def tell(seed: str, number: int, case: Case, said: dict[str, Verdict]) -> None:
    """Prints a disagreement."""
    base = case.base.relative_to(ROOT)
    entry = {"base": str(base), "edits": case.edits, "chain": case.chain}
    sys.stdout.write(f"\ncase {number} of seed {seed} (--seed {seed} --case {number}):\n")
    for name, line in said.items():
        words = WORDS.get(line, f"fails on line {line}")
        sys.stdout.write(f"  {name:8} {words}\n")
    sys.stdout.write(f"  {json.dumps(entry, ensure_ascii=False)[:2000]}\n")


def run(seed: str, cases: int, *, only: int | None = None, progress: bool = True) -> int:
    """Compares. Returns the number of disagreements."""
    records = [path for path in RECORDS if path.stat().st_size <= BYTES_MAX]
    browser = Browser() if NODE else None
    differ = Differ(browser)
    found = compared = held = unplayed = 0
    started = told = time.monotonic()
    for number in range(cases) if only is None else [only]:
        case = draw(seed, number, records)
        try:
            record = case.record()
        except REFUSED:
            continue
        compared += 1
        said, is_found = differ.all(record)
        held += said["python"] is None
        unplayed += said.get("replay") is not None
        if is_found:
            found += 1
            if found <= SHOWN_MAX:
                case = differ.smaller(case)
                tell(seed, number, case, differ.all(case.record())[0])
                if only is not None:
                    show_tracebacks(differ, case.record())
        if progress and time.monotonic() - told > 5:
            told = time.monotonic()
            rate = (number + 1) / (told - started)
            sys.stderr.write(f"{number + 1:,} of {cases:,} cases, {found} disagreements, {rate:.0f} a second\n")
    seconds = time.monotonic() - started
    sys.stdout.write(
        f"{compared:,} bent records in {seconds:.0f} s, {len(differ.verifiers)} verifiers "
        f"({', '.join(differ.verifiers)}): {held:,} hold at level chain, of which {unplayed:,} fail at level replay, "
        f"{found} disagreements\n"
    )
    if browser is not None:
        browser.close()
    return found


def show_tracebacks(differ: Differ, record: bytes) -> None:
    """Prints why a verifier could not say anything."""
    for check in (*differ.verifiers.values(), differ.replayed):
        try:
            check(record)
        except Exception:  # noqa: BLE001
            traceback.print_exc()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--case", type=int, help="only this one")
    given = parser.parse_args()
    sys.exit(run(given.seed, given.cases, only=given.case) > 0)
