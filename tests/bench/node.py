"""
The programs on node, under `build/peer`: the peer, a game server (boardgame.io), its players, and ours.

The peer's players are connected and get every move pushed. It keeps its games in memory, where nothing is durable, or
in PostgreSQL. Its matches are made before the clock starts.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from tests.bench.figures import Figures
from tests.bench.served import running
from tests.house.files import ROOT

SOURCE: Final = ROOT / "tests/bench/peer"
PLACE: Final = ROOT / "build/peer"
SECONDS_MAX: Final = 300
"""The time limit of one program, the opening of its games included."""
IN_MEMORY: Final = "the peer in memory: moves"
ON_POSTGRES: Final = "the peer on PostgreSQL: moves"
REPLAY: Final = "the peer: replay of a log, bare"
REPLAYED_MOVES: Final = 2000


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


def run(program: str, *arguments: object) -> dict[str, Any]:
    """Returns what a program prints."""
    played = subprocess.run(
        ["node", program, *map(str, arguments)], cwd=PLACE, check=True, stdout=subprocess.PIPE, timeout=SECONDS_MAX
    )
    told: dict[str, Any] = json.loads(played.stdout)
    return told


def measure_peer(figures: Figures, *, database: str, games: int, seconds: float) -> None:
    """Adds the figures of the peer: on PostgreSQL if there is the URL of an empty database, otherwise in memory."""
    name = ON_POSTGRES if database else IN_MEMORY
    with _served(database) as port:
        measured = run("players.js", port, games, seconds)
    figures.note(name, measured["moves"] / measured["seconds"], "/s")
    figures.note(f"{name}, wait, p99", measured["p99"], "ms")


def measure_replay(figures: Figures) -> None:
    """Adds the moves a second that the peer replays in one process, without a server, hashes or checks."""
    measured = run("replay.js", REPLAYED_MOVES)
    figures.note(REPLAY, measured["moves"] / measured["seconds"], "moves/s")


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
