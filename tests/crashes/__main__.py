"""
Simulates crashes of the application: real code over a disk, a clock and threads that do as a seed says.

`make crash-sim SEED=any SCHEDULES=1000`. A schedule that fails is repeated by the command that is printed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import secrets
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from rich.console import Console

from tests.crashes.schedule import Template, simulate
from tests.memory import folder

console = Console(stderr=True, highlight=False)


def main() -> int:
    """Runs the schedules, and prints the results. Returns 1 if one failed."""
    parser = argparse.ArgumentParser(prog="make crash-sim", description=__doc__)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--only", type=int, help="this one schedule")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    console.print(f"make crash-sim SEED={asked.seed} SCHEDULES={asked.schedules}  (this command repeats the run)")
    numbers = range(asked.schedules) if asked.only is None else [asked.only]
    crashes: Counter[str] = Counter()
    failed: list[dict[str, Any]] = []
    writes = 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="dvcrash", dir=folder()) as directory:
        template = Template.make(Path(directory) / "template")
        works = [(asked.seed, number, template, Path(directory)) for number in numbers]
        with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
            for done, one in enumerate(pool.imap_unordered(simulate, works, chunksize=4), 1):
                crashes[one["crash"] or "none"] += 1
                writes += one["writes"]
                if one["faults"]:
                    failed.append(one)
                    console.print(f"[red]schedule {one['number']}, {one['crash']}: {one['faults'][0]}[/]")
                    console.print(f"  make crash-sim SEED={asked.seed} ONLY={one['number']}")
                if done % 50 == 0:
                    console.print(f"{done} of {len(works)} schedules, {len(failed)} failed", end="\r")
    seconds = time.monotonic() - began
    result = {
        "seed": asked.seed,
        "schedules": len(works),
        "seconds": round(seconds, 1),
        "schedules a minute": round(len(works) / seconds * 60),
        "writes before crashes": writes,
        "crashes": dict(crashes.most_common()),
        "failed": failed,
    }
    sys.stdout.write(json.dumps(result, indent=2) + "\n")
    console.print(f"{len(works)} schedules in {seconds:.0f} s: {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
