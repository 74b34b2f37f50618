"""
Benchmarks, as ratios within one run: `make bench`.

Absolute figures are the machine's. Their ratios to a reference of the same run carry over: raw inserts into
the same store, bare replay, a bare Flask application. Each part is measured several times, in turn; medians are told
with the smallest and the largest value, and each run is added to `build/bench.jsonl`.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Final

from tests.bench import http, lag, rules, store, webhooks
from tests.bench.databases import Databases
from tests.bench.figures import Figures, show_history

PARTS: Final = ("rules", "store", "http", "lag", "webhooks", "length")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--only", choices=PARTS, help="one part; all if not given")
    parser.add_argument("--stores", default="sqlite,postgres")
    parser.add_argument("--games", type=int, default=50, help="how many are played at once")
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each throughput is measured")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--processes", type=int, default=0, help="web processes; the default of the settings if 0")
    parser.add_argument("--threads", type=int, default=0, help="threads of each; the default of the settings if 0")
    parser.add_argument("--asks", action="store_true", help="players ask GET …/actions before each action")
    parser.add_argument("--history", action="store_true", help="measure nothing; show the ratios of earlier runs")
    asked = parser.parse_args()
    if asked.history:
        show_history()
        return
    figures = Figures("bench")
    with contextlib.closing(Databases(asked.stores.split(","))) as databases:
        _measure(figures, asked, databases)
    figures.tell()
    figures.keep()


def _measure(figures: Figures, asked: argparse.Namespace, databases: Databases) -> None:
    wanted = PARTS if asked.only is None else (asked.only,)
    for number in range(1, asked.repeats + 1):
        print(f"round {number} of {asked.repeats}", file=sys.stderr, flush=True)
        if "rules" in wanted:
            rules.measure(figures, seconds=asked.seconds / 2)
        if "http" in wanted:
            http.measure_floor(figures, connections=asked.games, seconds=asked.seconds)
        for name in databases.names:
            if "store" in wanted:
                with databases.empty(name) as url:
                    store.measure(figures, store=name, database=url, seconds=asked.seconds, games=asked.games)
            if "http" in wanted:
                with databases.empty(name) as url:
                    http.measure(
                        figures,
                        store=name,
                        database=url,
                        games=asked.games,
                        seconds=asked.seconds,
                        includes=not asked.asks,
                        settings={f"web_{of}": getattr(asked, of) for of in ("processes", "threads")},
                    )
            if "lag" in wanted:
                with databases.empty(name) as url:
                    lag.measure(figures, store=name, database=url, seconds=asked.seconds)
            if "webhooks" in wanted:
                with databases.empty(name) as url:
                    webhooks.measure(figures, store=name, database=url)
    if "length" in wanted:
        for name in databases.names:
            with databases.empty(name) as url:
                store.measure_length(figures, store=name, database=url)


if __name__ == "__main__":
    main()
