"""The rows of Delvebook beside the peer: what is measured of this tree and of an earlier version, in turn."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from tests.bench import beside, http, lag, node, served
from tests.bench.databases import Databases
from tests.bench.figures import Figures
from tests.house.files import ROOT

MADE_BEFORE: Final = "PostgreSQL, games made before"
HALF: Final = "PostgreSQL, at half the full rate"
MEANWHILE: Final = "PostgreSQL, new games meanwhile"
APART: Final = "PostgreSQL, each player on a connection of their own"
SQLITE: Final = "SQLite, games made before"
CROWD: Final = "PostgreSQL, many games at once"
ACTIONS: Final = "actions"
WAIT: Final = "wait, p99"
NEW_GAME: Final = "PostgreSQL: creating, filling and starting a game for two, p50"
SERVICE: Final = "PostgreSQL, the whole service"
PLAYOUTS: Final = "random playouts"

NEW_GAMES: Final = 100
CROWD_BEFORE: Final = 1
"""Games of each pair of the crowd that are made before the clock starts. None of them ends within the time."""
CROWD_SETTINGS: Final = MappingProxyType(
    {"requests_owned_max": 100_000, "requests_waiting_max": 100_000, "header_seconds": 600}
)
"""All come from one network, and the first must wait until the last ones have their games."""
REST_SECONDS: Final = 5
"""The time that the lobby has for the games made before, until the clock starts."""
PLAYOUT_PAIRS: Final = 3
PLAYOUT_PART: Final = 1 / 20
"""The time for the playouts of a title, as a part of that for a rate."""


class Version(NamedTuple):
    """
    A version of Delvebook.

    Attributes:
        name: The commit; empty for this tree.
        tree: Its files.
    """

    name: str = ""
    tree: Path = ROOT

    def figure(self, name: str) -> str:
        """Returns the name of a figure of this version."""
        return f"{self.name}: {name}" if self.name else name


@dataclass(frozen=True, slots=True)
class Size:
    """
    How much is measured.

    Attributes:
        games: Games at once.
        crowd: Games at once in the row with many.
        seconds: The time of each measurement.
        before: Games of each pair that are made before the clock starts.
    """

    games: int
    crowd: int
    seconds: float
    before: int


def checked_out(commit: str) -> Version:
    """Returns the version of a commit, whose tree is put under `build/`. It is run with the libraries of this tree."""
    place = ROOT / "build/base" / commit
    if not place.exists():
        tree = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, stdout=subprocess.PIPE)
        place.mkdir(parents=True)
        subprocess.run(["tar", "x"], cwd=place, input=tree.stdout, check=True)
    return Version(commit, place)


def rows_beside(base: str) -> list[str]:
    """Returns the names of the rows that are told beside the peer; with a base, some of it, too."""
    rows = [MADE_BEFORE, MEANWHILE, APART, SQLITE]
    return [*rows, *(f"{base}: {row}" for row in rows[:2])] if base else rows


def measure(figures: Figures, databases: Databases, size: Size, *, base: Version | None) -> None:
    """Adds one value for each figure: of this tree, and where an earlier version is given, of that, too."""
    this = Version()
    versions = [this, base] if base else [this]
    rows = _Rows(figures, databases, size)
    for version in versions:
        rate = rows.play(MADE_BEFORE, version)
        rows.play(HALF, version, pace=rate / 2)
    for version in versions:
        rows.play(MEANWHILE, version, before=0)
    rows.play(APART, this, connections=2)
    rows.play(SQLITE, this, store="sqlite")
    rows.play(CROWD, this, games=size.crowd, before=CROWD_BEFORE, settings=CROWD_SETTINGS)
    for version in versions:
        rows.make_games(version)
    for version in versions:
        rows.run_service(version)
    if base:
        _measure_playouts(figures, base, this, seconds=size.seconds * PLAYOUT_PART)


class _Rows:
    """Measures rows. Each has an empty store and a server of its own."""

    def __init__(self, figures: Figures, databases: Databases, size: Size) -> None:
        self._figures = figures
        self._databases = databases
        self._size = size

    def play(
        self,
        name: str,
        version: Version,
        *,
        store: str = "postgres",
        games: int = 0,
        before: int | None = None,
        connections: int = 1,
        pace: float = 0.0,
        settings: Mapping[str, int] = MappingProxyType({}),
    ) -> float:
        """Returns the actions a second of games that are played at once; at most `pace`, if that is not 0."""
        size, row = self._size, _begun(version.figure(name))
        before = size.before if before is None else before
        with self._web(version, store=store, settings=settings) as one:
            family = ",".join(map(str, one.family()))
            given = (games or size.games, size.seconds, before, connections, pace, 0, family)
            measured = node.run("delvebook.js", one.port, *given)
        rate = float(measured["actions"] / measured["seconds"])
        cost = measured["cpu"] / measured["actions"] * 1e6
        self._figures.note(f"{row}: {ACTIONS}", rate, "/s", of="" if pace else node.IN_MEMORY)
        self._figures.note(f"{row}: processor time of an action", cost, "µs")
        self._figures.note(f"{row}: {WAIT}", measured["p99"], "ms")
        return rate

    def make_games(self, version: Version) -> None:
        """Makes games one at a time, while nobody plays."""
        name = _begun(version.figure(NEW_GAME))
        with self._web(version) as one:
            measured = node.run("new_games.js", one.port, NEW_GAMES)
        self._figures.note(name, measured["p50"], "ms")

    def run_service(self, version: Version) -> None:
        """Waits for bots while nobody else plays, and watches the lobby while games are played at the full rate."""
        size = self._size

        def play(one: served.Served) -> lag.Played:
            given = (size.games, size.seconds, size.before, 1, 0, REST_SECONDS, one.process)
            told = node.run("delvebook.js", one.port, *given)
            return lag.Played(told["actions"] / told["seconds"], told["began"], told["began"] + told["seconds"])

        with self._databases.empty("postgres") as database:
            store = _begun(version.figure(SERVICE))
            lag.measure(
                self._figures, store=store, database=database, seconds=size.seconds, checkout=version.tree, play=play
            )

    @contextlib.contextmanager
    def _web(
        self, version: Version, *, store: str = "postgres", settings: Mapping[str, int] = MappingProxyType({})
    ) -> Iterator[served.Served]:
        with (
            self._databases.empty(store) as database,
            tempfile.TemporaryDirectory(prefix="dvpeers") as home,
            http.redis_for(Path(home)) as redis,
            served.delvebook(
                Path(home), database=database, redis=redis, checkout=version.tree, accounts_limit="", **settings
            ) as one,
        ):
            yield one


def _measure_playouts(figures: Figures, base: Version, this: Version, *, seconds: float) -> None:
    """Adds the actions of random games in a second of processor time, of each title."""
    with (
        contextlib.closing(beside.Checkout(base.tree)) as old,
        contextlib.closing(beside.Checkout(this.tree)) as new,
    ):
        for title in beside.titles():
            _begun(f"{title}: {PLAYOUTS}")
            pairs = beside.rates("playouts", title, other=old, this=new, repeats=PLAYOUT_PAIRS, seconds=seconds)
            for before, now in pairs:
                figures.note(f"{title}: {PLAYOUTS}", now, "/s")
                figures.note(base.figure(f"{title}: {PLAYOUTS}"), before, "/s")


def _begun(name: str) -> str:
    """Returns the name of what is measured next, after saying it to those who wait."""
    print(f"  {name}", file=sys.stderr, flush=True)
    return name
