"""
Measures the delays after an action: `make bench ONLY=lag`.

The whole service runs on an empty store: web processes, follower, workers, Redis. Told are how long a player waits
until four bots have answered, and how much later than its commit an event is in the lobby, while many games are played.
"""

from __future__ import annotations

import asyncio
import math
import random
import tempfile
import threading
import time
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import func, select

from delvebook.projections.lobby.projection import LobbyProjection
from delvebook.projections.projector import POSITIONS
from delvebook.service.base.database import open_engine
from delvebook.service.base.settings import Settings
from delvebook.service.store.log import open_log
from tests.bench import load, served
from tests.bench.figures import Figures
from tests.house.files import ROOT

BOTS: Final = 4
GAMES: Final = 20
"""The number of games at once while the lobby is watched."""
SAMPLE_SECONDS: Final = 0.01
CATCH_UP_SECONDS_MAX: Final = 30.0
WAIT: Final = f"wait for {BOTS} greedy bots"
LAG: Final = "lag of the lobby"


class Played(NamedTuple):
    """Games played while the lobby was watched: accepted actions a second, and from when to when, monotonic."""

    rate: float
    began: float
    ended: float


def measure(
    figures: Figures,
    *,
    store: str,
    database: str,
    seconds: float,
    checkout: Path = ROOT,
    play: Callable[[served.Served], Played] | None = None,
) -> None:
    """
    Adds the figures of the service.

    Args:
        figures: Where the figures go.
        store: The name of the store.
        database: The URL of an empty PostgreSQL database; SQLite if empty.
        seconds: The time for which each of the two is measured.
        checkout: The tree of the version that is run.
        play: Plays the games while the lobby is watched; if not given, this process plays `GAMES` at once.
    """
    with tempfile.TemporaryDirectory(prefix="dvlag") as folder:
        settings = Settings(home=Path(folder), database_url=database, secret=served.SECRET)
        with served.whole_service(Path(folder), database=database, checkout=checkout) as one:
            waits = asyncio.run(_bots(one.port, seconds=seconds))
            with Watch(settings) as watch:
                played = play(one) if play else _played_here(one, seconds)
                watch.catch_up()
    lags = watch.lags(began=played.began, ended=played.ended)
    if not lags:
        raise RuntimeError("the lobby was not watched while games were played")
    for part in (0.5, 0.99):
        figures.note(f"{store}: {WAIT}, p{part * 100:.0f}", _share(waits, part) * 1000, "ms")
        figures.note(f"{store}: {LAG}, p{part * 100:.0f}", _share(lags, part) * 1000, "ms")
    figures.note(f"{store}: actions meanwhile", played.rate, "/s")


def _played_here(one: served.Served, seconds: float) -> Played:
    began = time.monotonic()
    played = asyncio.run(load.play(one.port, games=GAMES, seconds=seconds, watched=one.family()))
    return Played(played.rate, began, time.monotonic())


class Watch:
    """
    Within the block, follows the positions of the event log and of the lobby.

    Args:
        settings: Those of the service.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.committed: list[tuple[float, int]] = []
        self.projected: list[tuple[float, int]] = []

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()

    def catch_up(self) -> None:
        """Returns when the lobby has all events committed so far, or after `CATCH_UP_SECONDS_MAX`."""
        ends_at = time.monotonic() + CATCH_UP_SECONDS_MAX
        committed = self.committed[-1][1] if self.committed else 0
        while time.monotonic() < ends_at and (not self.projected or self.projected[-1][1] < committed):
            time.sleep(SAMPLE_SECONDS)

    def lags(self, *, began: float = 0.0, ended: float = math.inf) -> list[float]:
        """
        Returns, for each look at the log, the time until the lobby had its last event, in seconds.

        An event that the lobby never had counts with the time for which it was waited for.

        Args:
            began: The time of the first look that counts.
            ended: The time of the last one.
        """
        positions = [position for _, position in self.projected]
        found = []
        for at, position in self.committed:
            if began <= at <= ended:
                index = min(bisect_left(positions, position), len(positions) - 1)
                found.append(max(0.0, self.projected[index][0] - at))
        return found

    def _watch(self) -> None:
        log, engine = open_log(self._settings), open_engine(self._settings.projections_url)
        lobby = POSITIONS.c.name.startswith(f"{LobbyProjection.name}/")  # of whichever shape
        read = select(func.max(POSITIONS.c.position)).where(lobby)
        while not self._is_over.wait(SAMPLE_SECONDS):
            self.committed.append((time.monotonic(), log.log_position()))
            with engine.connect() as connection:
                self.projected.append((time.monotonic(), connection.scalar(read) or 0))
        engine.dispose()


async def _bots(port: int, *, seconds: float) -> list[float]:
    """Returns each time from an action of a player until it is their turn again, in seconds."""
    connection, chance = await load.Connection.open(port), random.Random(1)
    token = (await connection.ask("POST", "/v1/accounts", "", {"name": f"w{time.time_ns():x}"}))["token"]

    async def ask(method: str, path: str, body: Any = None) -> Any:
        return await connection.ask(method, path, token, body)

    await _game(ask, chance)  # which warms up
    waits: list[float] = []
    ends_at = time.monotonic() + seconds
    while time.monotonic() < ends_at:
        waits += await _game(ask, chance)
    connection.close()
    return waits


async def _game(ask: Callable[..., Any], chance: random.Random) -> list[float]:
    bots = [{"seat": seat, "bot": "greedy"} for seat in range(1, BOTS + 1)]
    game = (await ask("POST", "/v1/games", {"ruleset": "dungeon-raiders", "seats": BOTS + 1, "bots": bots}))["id"]
    await ask("POST", f"/v1/games/{game}/seats", {})
    here = f"/v1/games/{game}"
    table = (await ask("POST", f"{here}/start"))["game"]
    waits, began = [], 0.0
    while table["status"] == "running":
        if 0 not in table["to_act"]:
            await ask("GET", f"{here}/events?after={table['n']}&wait=10")
            table = await ask("GET", here)
            continue
        if began:
            waits.append(time.monotonic() - began)
        offer = await ask("GET", f"{here}/actions")
        body = {"decision": offer["decision"], "action": chance.choice(offer["actions"])["action"]}
        began = time.monotonic()
        table = (await ask("POST", f"{here}/actions", body))["game"]
    return waits


def _share(values: list[float], part: float) -> float:
    """Returns the value that this share of the values does not exceed; 0 if there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0
