"""
Delvebook beside a game server on node, as ratios within one run: `make bench-peers`.

Both play as many games at once on the same machine, in turn, and both clients run on node. The peer's players are
connected and get every move pushed; ours take their choices from the answers to their actions, and ask for them where
they do not owe a decision yet. The peer keeps its games in memory, where nothing is durable, and in the same PostgreSQL
as ours. Its matches are made before the clock starts; `--before` says how many of ours are. Our verification of a
record stands beside its bare replay of a log. With `--base` an earlier commit is measured in turn with this tree, and
the rows that compare with it are told, too. The table at the end says which goals the run has reached.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys

from tests.bench import goals, node, ours, rules
from tests.bench.databases import Databases
from tests.bench.figures import Figures


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="make bench-peers", description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--crowd", type=int, default=1000, help="games at once in the row with many")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument(
        "--before", type=int, default=8, help="games of each pair that are made before the clock starts"
    )
    parser.add_argument("--base", default="", help="an earlier commit to measure, too")
    asked = parser.parse_args()
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        sys.exit(f"this needs {' and '.join(missing)} (Debian and Ubuntu: apt install nodejs npm)")
    node.install()
    figures = Figures("peers")
    base = ours.checked_out(asked.base) if asked.base else None
    size = ours.Size(games=asked.games, crowd=asked.crowd, seconds=asked.seconds, before=asked.before)
    try:
        with contextlib.closing(Databases(["sqlite", "postgres"])) as databases:
            for number in range(1, asked.repeats + 1):
                print(f"round {number} of {asked.repeats}", file=sys.stderr, flush=True)
                node.measure_peer(figures, database="", games=asked.games, seconds=asked.seconds)
                with databases.empty("postgres") as url:
                    node.measure_peer(figures, database=url, games=asked.games, seconds=asked.seconds)
                node.measure_replay(figures)
                rules.measure(figures, seconds=1.0, of=node.REPLAY)
                ours.measure(figures, databases, size, base=base)
    finally:  # what has been measured is told, even if something ends the run
        figures.tell()
        for row in ours.rows_beside(asked.base):
            ratio = figures.ratio(f"{row}: {ours.ACTIONS}", node.ON_POSTGRES)
            if ratio is not None:
                print(f"{row} : the peer on PostgreSQL = {ratio:.2f}")
        print("\ngoals: medians of the ratios of values measured in turn, the smallest and the largest")
        for line in goals.table(figures, goals.goals(asked.base, games=asked.games, crowd=asked.crowd)):
            print(line)
    figures.keep()


if __name__ == "__main__":
    main()
