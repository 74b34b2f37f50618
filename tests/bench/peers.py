"""
Delvebook beside a game server on node, as ratios within one run: `make bench-peers`.

Both play as many games at once on the same machine, in turn, and both clients run on node. The peer's players are
connected and get every move pushed; ours take their choices from the answers to their actions, and ask for them where
they do not owe a decision yet. The peer keeps its games in memory, where nothing is durable, and in the same PostgreSQL
as ours. Its matches are made before the clock starts; `--before` says how many of ours are. Our verification of a
record stands beside its bare replay of a log. With `--base` an earlier commit is measured in turn with this tree.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from tests.bench import http, rules, served
from tests.bench.databases import Databases
from tests.bench.figures import Figures
from tests.bench.served import running
from tests.house.files import ROOT

SOURCE: Final = ROOT / "tests/bench/peer"
PLACE: Final = ROOT / "build/peer"
SECONDS_MAX: Final = 300
"""The time limit of one measurement of the peer, the opening of its matches included."""
IN_MEMORY: Final = "the peer in memory: moves"
ON_POSTGRES: Final = "the peer on PostgreSQL: moves"
REPLAY: Final = "the peer: replay of a log, bare"
REPLAYED_MOVES: Final = 2000


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="make bench-peers", description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument(
        "--before", type=int, default=8, help="games of each pair that are made before the clock starts"
    )
    parser.add_argument("--base", default="", help="an earlier commit to measure, too")
    asked = parser.parse_args()
    if missing := [name for name in ("node", "npm") if shutil.which(name) is None]:
        sys.exit(f"this needs {' and '.join(missing)} (Debian and Ubuntu: apt install nodejs npm)")
    install()
    figures = Figures("peers")
    with contextlib.closing(Databases(["sqlite", "postgres"])) as databases:
        for number in range(1, asked.repeats + 1):
            print(f"round {number} of {asked.repeats}", file=sys.stderr, flush=True)
            _peer(figures, IN_MEMORY, "", asked)
            with databases.empty("postgres") as url:
                _peer(figures, ON_POSTGRES, url, asked)
            figures.note(REPLAY, _replay(), "moves/s")
            rules.measure(figures, seconds=1.0, of=REPLAY)
            for row in _rows(asked):
                with databases.empty(row.store) as url:
                    _delvebook(figures, row, url, asked)
    figures.tell()
    for row in _rows(asked):
        print(f"{row.name} : the peer on PostgreSQL = {figures.ratio(f'{row.name}: actions', ON_POSTGRES):.2f}")
    figures.keep()


class Row(NamedTuple):
    """A measurement of ours."""

    name: str
    store: str
    before: int
    checkout: Path = ROOT
    connections: int = 1


def _rows(asked: argparse.Namespace) -> list[Row]:
    """What is measured of ours in a round."""
    rows = [
        Row("PostgreSQL, games made before", "postgres", asked.before),
        Row("PostgreSQL, new games meanwhile", "postgres", 0),
        Row("PostgreSQL, each player on a connection of their own", "postgres", asked.before, connections=2),
        Row("SQLite, games made before", "sqlite", asked.before),
    ]
    if asked.base:
        base = _checked_out(asked.base)
        rows += [row._replace(name=f"{asked.base}: {row.name}", checkout=base) for row in rows[:2]]
    return rows


def _checked_out(commit: str) -> Path:
    """Returns the tree of a commit, under `build/`. It is run with the libraries of this tree."""
    place = PLACE.parent / "base" / commit
    if not place.exists():
        place.mkdir(parents=True)
        tree = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        subprocess.run(["tar", "x"], cwd=place, input=tree.stdout, check=True)
    return place


def _delvebook(figures: Figures, row: Row, database: str, asked: argparse.Namespace) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="dvpeers") as home,
        http.redis_for(Path(home)) as redis,
        served.delvebook(Path(home), database=database, redis=redis, checkout=row.checkout, accounts_limit="") as one,
    ):
        given = (one.port, asked.games, asked.seconds, row.before, row.connections, ",".join(map(str, one.family())))
        played = subprocess.run(
            ["node", "delvebook.js", *map(str, given)],
            cwd=PLACE,
            check=True,
            stdout=subprocess.PIPE,
            timeout=SECONDS_MAX,
        )
    measured: dict[str, Any] = json.loads(played.stdout)
    figures.note(f"{row.name}: actions", measured["actions"] / measured["seconds"], "/s", of=IN_MEMORY)
    figures.note(f"{row.name}: processor time of an action", measured["cpu"] / measured["actions"] * 1e6, "µs")
    figures.note(f"{row.name}: wait, p99", measured["p99"], "ms")


def install() -> None:
    """Installs the peer under `build/`, unless the same one is there already."""
    wanted = (SOURCE / "package.json").read_bytes()
    PLACE.mkdir(parents=True, exist_ok=True)
    mark = PLACE / "installed.json"
    for file in SOURCE.iterdir():
        shutil.copy(file, PLACE)
    if not mark.exists() or mark.read_bytes() != wanted:
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=PLACE, check=True)
        mark.write_bytes(wanted)


def _peer(figures: Figures, name: str, database: str, asked: argparse.Namespace) -> None:
    with _served(database) as port:
        command = ["node", "players.js", str(port), str(asked.games), str(asked.seconds)]
        played = subprocess.run(
            command, cwd=PLACE, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS_MAX
        )
    measured: dict[str, Any] = json.loads(played.stdout)
    figures.note(name, measured["moves"] / measured["seconds"], "/s")
    figures.note(f"{name}, wait, p99", measured["p99"], "ms")


def _replay() -> float:
    """Returns the moves a second that the peer replays in one process, without a server, hashes or checks."""
    command = ["node", "replay.js", str(REPLAYED_MOVES)]
    played = subprocess.run(command, cwd=PLACE, check=True, stdout=subprocess.PIPE, timeout=SECONDS_MAX)
    measured: dict[str, Any] = json.loads(played.stdout)
    return float(measured["moves"] / measured["seconds"])


@contextlib.contextmanager
def _served(database: str) -> Iterator[int]:
    """Yields the port of the peer's server, which runs during the block."""
    store = [json.dumps(store_of(database))] if database else []
    with running(
        lambda port: ["node", "server.js", str(port), *store],
        log=PLACE / "server.log",
        environment={"NODE_ENV": "production"},  # without it the peer is many times slower
        cwd=PLACE,
    ) as one:
        yield one.port


def store_of(database: str) -> dict[str, Any]:
    """Returns the parts of a PostgreSQL URL for the peer's store. A host may be the directory of a socket."""
    url = urlsplit(database)
    host = url.hostname or parse_qs(url.query).get("host", ["127.0.0.1"])[0]
    return {
        "host": unquote(host),
        "port": url.port or 5432,
        "username": unquote(url.username or "postgres"),
        "password": unquote(url.password or ""),
        "database": Path(url.path).name,
        "dialect": "postgres",
    }


if __name__ == "__main__":
    main()
