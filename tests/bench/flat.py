"""
Whether every process of a running service stays flat: `python -m tests.bench.flat --games 10000`, or `--requests`.

With `--games`, clients create a game against a bot, start it, act twice, and resign, one game after the other. With
`--requests 1000000`, tables are played to their end over connections that stay open, one of them against a bot, and
for every action the players look at what players look at. With `--crowd 12000`, so many accounts register before that
and look at themselves, which is more than a process keeps in mind. The table has the resident memory of each process
and of all together, the files and folders in the home, and the size of its logs.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

import psutil

from delvebook.client import Client, StaleDecisionError
from tests.bench.load import Connection
from tests.runs import Run, children_of, family_of, running

CLIENTS: Final = 4
TABLES: Final = 8
BOT_SECONDS: Final = 0.1
"""How long a player waits before it asks again whether the bot has moved."""
TITLE: Final = "dungeon-raiders"
SETTINGS: Final = {
    "DELVEBOOK_RATE_LIMIT": "",
    "DELVEBOOK_ACCOUNTS_LIMIT": "",
    "DELVEBOOK_GAMES_OWNED_MAX": "0",
    "DELVEBOOK_SEATS_OWNED_MAX": "0",
    "DELVEBOOK_WEB_PROCESSES": "1",
    "DELVEBOOK_WORKERS": "1",
    "DELVEBOOK_GAMES_MIB": "4",
}


class Busy(Protocol):
    """
    A thread that asks the service.

    Attributes:
        played: The games, or the requests, so far.
        failure: What ended it, if anything did.
    """

    played: int
    failure: BaseException | None

    def start(self) -> None:
        """Starts it."""


class Playing(threading.Thread):
    """A client that plays short games until the numbers are used up."""

    def __init__(self, url: str, name: str, numbers: Iterator[int]) -> None:
        super().__init__(name=name, daemon=True)
        self._numbers = numbers
        self._client = Client(url)
        self._client.register(name)
        self.played = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Plays."""
        try:
            for _ in self._numbers:
                self._play()
                self.played += 1
        except BaseException as error:  # noqa: BLE001 - the caller looks at it
            self.failure = error

    def _play(self) -> None:
        game = self._client.create_game(TITLE, seats=2, bots={1: "random"})
        game.sit(0)
        game.start()
        for _ in range(2):
            offer = self._client.get(f"/v1/games/{game.id}/actions")
            if offer["actions"]:
                body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
                with contextlib.suppress(StaleDecisionError):  # the bot was faster
                    self._client.post(f"/v1/games/{game.id}/actions", body)
        self._client.post(f"/v1/games/{game.id}/resignations", {})


class Asking(threading.Thread):
    """Players at several tables at once, on one event loop, until so many requests are answered."""

    def __init__(self, port: int, requests: int, crowd: int) -> None:
        super().__init__(daemon=True)
        self._port = port
        self._requests = requests
        self._crowd = crowd
        self.played = 0
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Plays."""
        try:
            asyncio.run(self._all())
        except BaseException as error:  # noqa: BLE001 - the caller looks at it
            self.failure = error

    async def _all(self) -> None:
        async with asyncio.TaskGroup() as parts:
            for number in range(TABLES):
                parts.create_task(self._come(number))
        async with asyncio.TaskGroup() as tables:
            for number in range(TABLES):
                tables.create_task(self._table(number, with_bot=number == 0))

    async def _come(self, number: int) -> None:
        """Registers a part of the crowd. Each of them looks at itself."""
        connection = await Connection.open(self._port)
        for one in range(number, self._crowd, TABLES):
            token = (await connection.ask("POST", "/v1/accounts", "", {"name": f"crowd{one}"}))["token"]
            await connection.ask("GET", "/v1/accounts/me", token)
            self.played += 2
        connection.close()

    async def _table(self, number: int, *, with_bot: bool) -> None:
        """Plays games one after the other, each with new accounts."""
        connection, chance = await Connection.open(self._port), random.Random(number)

        async def ask(method: str, path: str, token: str = "", body: Any = None) -> Any:
            answer = await connection.ask(method, path, token, body)
            self.played += 1
            return answer

        for game in itertools.count():
            names = [f"flat{number}-{game}-{seat}" for seat in range(1 if with_bot else 2)]
            tokens = [(await ask("POST", "/v1/accounts", "", {"name": name}))["token"] for name in names]
            wanted = {"ruleset": TITLE, "seats": 2, "bots": [{"seat": 1, "bot": "random"}] if with_bot else []}
            path = f"/v1/games/{(await ask('POST', '/v1/games', tokens[0], wanted))['id']}"
            for token in tokens:
                await ask("POST", f"{path}/seats", token, {})
            seen = (await ask("POST", f"{path}/start", tokens[0]))["game"]
            while seen["to_act"]:
                if self.played >= self._requests:
                    connection.close()
                    return
                if with_bot and 1 in seen["to_act"]:
                    await asyncio.sleep(BOT_SECONDS)
                else:
                    await self._act(ask, path, tokens[seen["to_act"][0]], chance)
                seen = await ask("GET", path, tokens[0])

    async def _act(self, ask: Any, path: str, token: str, chance: random.Random) -> None:
        """Looks around, and takes a legal action."""
        await ask("GET", chance.choice(("/v1/games?limit=20", "/v1/accounts/me", f"{path}/events?limit=20")), token)
        offer = await ask("GET", f"{path}/actions", token)
        if offer["actions"]:
            body = {"decision": offer["decision"], "action": chance.choice(offer["actions"])["action"]}
            await ask("POST", f"{path}/actions", token, body)


def memory_of(run: Run) -> dict[str, float]:
    """
    Returns the resident memory of each child of the service with all its processes, in MiB.

    Processes that were forked from the supervisor share pages with it. These count in each of them, but only once in
    what all take `together`, which is told on Linux alone.
    """
    found = {"supervisor": psutil.Process(run.pid).memory_info().rss / 2**20}
    for name, pid in children_of(run.pid).items():
        found[name] = sum(psutil.Process(one).memory_info().rss for one in family_of(pid)) / 2**20
    if psutil.LINUX:
        found["together"] = sum(psutil.Process(one).memory_full_info().pss for one in family_of(run.pid)) / 2**20
    return found


def left_in(home: Path) -> int:
    """Returns the number of files and folders in the home."""
    return sum(1 for _ in home.rglob("*"))


def logs_in(home: Path) -> float:
    """Returns the size of the logs in the home, in MiB."""
    return sum(path.stat().st_size for path in home.glob("logs/*")) / 2**20


def measure(
    start: Callable[[Run], list[Busy]], goal: int, looks: int
) -> Iterator[tuple[int, dict[str, float], int, float]]:
    """Yields after each part of the goal how much is done, the memory of each process, and how much is in the home."""
    with tempfile.TemporaryDirectory(prefix="dvflat") as folder:
        home = Path(folder) / "home"
        with running(home, Path(folder) / "said", SETTINGS) as run:
            clients = start(run)
            for client in clients:
                client.start()
            for part in itertools.chain(range(goal // looks, goal, goal // looks), [goal]):
                while (played := sum(client.played for client in clients)) < part:
                    for client in clients:
                        if client.failure is not None:
                            raise client.failure
                    time.sleep(0.2)
                yield played, memory_of(run), left_in(home), logs_in(home)


def playing(run: Run, games: int) -> list[Busy]:
    """Returns the clients that play so many games."""
    numbers = iter(range(games))
    return [Playing(run.url, f"flat{number}", numbers) for number in range(CLIENTS)]


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flat", description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--requests", type=int, default=0)
    parser.add_argument("--crowd", type=int, default=0, help="how many accounts come before the tables are played")
    parser.add_argument("--looks", type=int, default=10)
    asked = parser.parse_args()
    if asked.requests:
        found = measure(lambda run: [Asking(run.port, asked.requests, asked.crowd)], asked.requests, asked.looks)
    else:
        found = measure(lambda run: playing(run, asked.games), asked.games, asked.looks)
    began = time.monotonic()
    for number, (played, memory, files, logs) in enumerate(found):
        if number == 0:
            sys.stdout.write(
                f"| {'requests' if asked.requests else 'games'} | "
                + " | ".join(memory)
                + " | files | logs, MiB | seconds |\n"
            )
            sys.stdout.write("|---" * (len(memory) + 4) + "|\n")
        cells = " | ".join(f"{one:.0f}" for one in memory.values())
        sys.stdout.write(f"| {played:,} | {cells} | {files} | {logs:.1f} | {time.monotonic() - began:.0f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
