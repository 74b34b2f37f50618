"""
Playouts and verification beside another checkout of Delvebook, such as the commit before a change:

    git worktree add ../before COMMIT
    .venv/bin/python -m tests.bench.beside ../before

Both checkouts answer in turn, each in a process that lives until the end. So a machine whose speed changes from minute
to minute changes both alike, and the median of the ratios of neighbours says what the change is worth.
Both play the same random games, and verify the longest golden record of each title, of this checkout.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.house.files import ROOT

GOLDEN: Final = ROOT / "replays" / "golden_games"
KINDS: Final = ("playouts", "verification")

WORKER: Final = """
import random, sys, time
from pathlib import Path
from delvebook.domain.playout import seed_of
from delvebook.domain.rulesets.registry import all_rulesets
from delvebook.domain.tape import Tape
from delvebook.replays.verify import verify

RULESETS = {ruleset.id: ruleset for ruleset in all_rulesets().values()}

def playouts(title, golden, round):
    ruleset, game = RULESETS[title], round % 8
    chance, tape, seats = random.Random(game), Tape(seed_of(f"costs/{game}")), ruleset.seats_max
    state, _ = ruleset.setup(ruleset.parse_options({}, seats=seats), seats=seats, tape=tape)
    for actions in range(150):
        if ruleset.outcome(state) is not None:
            return actions
        seat = ruleset.to_act(state)[0]
        ruleset.play(state, seat, chance.choice(ruleset.legal(state, seat)), tape=tape)
        tape.take_draws()
    return 150

def verification(title, golden, round):
    record = max(Path(golden, title).glob("*.jsonl"), key=lambda path: path.stat().st_size).read_bytes()
    if not verify(record).holds:
        raise SystemExit(f"{title}: the longest golden record does not hold")
    return record.count(b"\\n")

for line in sys.stdin:
    kind, title, golden, seconds = line.rstrip("\\n").split("\\t")
    began, steps, round = time.process_time(), 0, 0
    while (spent := time.process_time() - began) < float(seconds):
        steps += globals()[kind](title, golden, round)
        round += 1
    print(steps / spent, flush=True)
"""
"""The program of each process: it reads what to measure, and prints steps in a second of processor time."""


class Checkout:
    """A process that works with the code of one checkout."""

    def __init__(self, path: Path) -> None:
        environment = {**os.environ, "PYTHONPATH": str(path)}
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER],
            cwd=path,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    @property
    def process(self) -> int:
        """The number of the process."""
        return self._process.pid

    def rate(self, kind: str, title: str, *, seconds: float) -> float:
        """Returns the actions played, or lines verified, in a second of processor time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{kind}\t{title}\t{GOLDEN}\t{seconds}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate("")


def titles() -> list[str]:
    """Returns the titles that have golden games."""
    return sorted(path.name for path in GOLDEN.iterdir() if path.is_dir())


def rates(
    kind: str, title: str, *, other: Checkout, this: Checkout, repeats: int, seconds: float
) -> list[tuple[float, float]]:
    """
    Returns the rates of the other checkout and of this one, measured in turn.

    Args:
        kind: One of `KINDS`.
        title: The title.
        other: The other checkout.
        this: This one.
        repeats: The number of pairs. One more comes first, which warms up.
        seconds: The processor time of each.
    """
    return [
        (other.rate(kind, title, seconds=seconds), this.rate(kind, title, seconds=seconds)) for _ in range(repeats + 1)
    ][1:]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.beside", description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", choices=KINDS)
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.4)
    wanted = parser.parse_args()
    other, this = Checkout(wanted.checkout.resolve()), Checkout(ROOT)
    for kind in (wanted.only,) if wanted.only else KINDS:
        for title in titles():
            pairs = rates(kind, title, other=other, this=this, repeats=wanted.repeats, seconds=wanted.seconds)
            ratios = [now / before for before, now in pairs]
            low, high = min(ratios), max(ratios)
            print(f"{kind:13} {title:16} ×{statistics.median(ratios):.2f} ({low:.2f} to {high:.2f})", flush=True)
    other.close()
    this.close()


if __name__ == "__main__":
    main()
