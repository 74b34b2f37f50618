"""
Plays, and kills, stops, slows, fills and cuts, for some minutes; then holds what clients know against what is stored.

`make chaos SEED=any MINUTES=10 STORE=postgres`. What is done and when follows from the seed. Where in its work it finds
the service does not: that is the machine's.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import tempfile
from pathlib import Path

from rich.console import Console

from tests.chaos.disk import inside
from tests.chaos.run import Result, run

console = Console(stderr=True, highlight=False)


def main() -> int:
    """Runs, and prints the result. Returns 1 if anything was lost, doubled or contradictory."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--seed", default=secrets.token_hex(4))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--store", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--result", type=Path, help="a file for the result as JSON; standard output without")
    parser.add_argument("--keep", type=Path, help="an empty directory for the state and the logs, which stay there")
    parser.add_argument("--disk", type=int, help="MiB of a disk of the service's own, which is really filled (Linux)")
    parser.add_argument("--restore", action="store_true", help="replace the store by a backup half-way (only SQLite)")
    asked = parser.parse_args()
    if asked.disk is not None and (status := inside("tests.chaos", sys.argv[1:])) is not None:
        return status
    results: list[Result] = []
    for store in ("sqlite", "postgres") if asked.store == "both" else (asked.store,):
        again = f"make chaos SEED={asked.seed} MINUTES={asked.minutes:g} STORE={store}"
        again += "" if asked.disk is None else f" DISK={asked.disk}"
        again += " RESTORE=1" if asked.restore else ""
        console.print(f"{again}  (this command repeats the run)")
        with tempfile.TemporaryDirectory(prefix="dvchaos", ignore_cleanup_errors=True) as directory:
            home = Path(directory) if asked.keep is None else asked.keep / store
            home.mkdir(parents=True, exist_ok=True)
            result = run(
                home,
                store=store,
                seed=asked.seed,
                seconds=asked.minutes * 60,
                players=asked.players,
                disk_mebibytes=asked.disk,
                is_restored=asked.restore and store == "sqlite",
                on_progress=lambda line: console.print(line, end="\r", soft_wrap=True),
            )
        results.append(result)
        console.print()
        for sentence in result.reckoning.faults[:20]:
            console.print(f"[red]{sentence}[/]", soft_wrap=True)
        console.print(result.sentence, soft_wrap=True)
    text = json.dumps([result.to_plain() for result in results], indent=2)
    if asked.result is None:
        sys.stdout.write(f"{text}\n")
    else:
        asked.result.write_text(f"{text}\n", encoding="utf-8")
    return 1 if any(result.reckoning.faults for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
