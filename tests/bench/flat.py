"""
Whether every process of a running service stays flat over many games: `python -m tests.bench.flat --games 10000`.

`delvebook run` serves clients that create a game against a bot, start it, act twice, and resign, one game after the
other. The table has the resident memory of each process, and the files and folders that processes leave.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psutil

from delvebook.client import Client, StaleDecisionError
from tests.runs import Run, children_of, family_of, running

CLIENTS: Final = 4
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


def memory_of(run: Run) -> dict[str, float]:
    """Returns the resident memory of each child of the service with all its processes, in MiB."""
    found = {"supervisor": psutil.Process(run.pid).memory_info().rss / 2**20}
    for name, pid in children_of(run.pid).items():
        found[name] = sum(psutil.Process(one).memory_info().rss for one in family_of(pid)) / 2**20
    return found


def left_in(home: Path) -> int:
    """Returns the number of files and folders in the home."""
    return sum(1 for _ in home.rglob("*"))


def measure(games: int, looks: int) -> Iterator[tuple[int, dict[str, float], int]]:
    """Yields after each part of the games their number, the memory of each process, and the number of files."""
    with tempfile.TemporaryDirectory(prefix="dvflat") as folder:
        home = Path(folder) / "home"
        with running(home, Path(folder) / "said", SETTINGS) as run:
            numbers = iter(range(games))
            clients = [Playing(run.url, f"flat{number}", numbers) for number in range(CLIENTS)]
            for client in clients:
                client.start()
            for goal in itertools.chain(range(games // looks, games, games // looks), [games]):
                while (played := sum(client.played for client in clients)) < goal:
                    for client in clients:
                        if client.failure is not None:
                            raise client.failure
                    time.sleep(0.2)
                yield played, memory_of(run), left_in(home)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.flat", description=(__doc__ or "").splitlines()[1])
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--looks", type=int, default=10)
    asked = parser.parse_args()
    began = time.monotonic()
    for number, (played, memory, files) in enumerate(measure(asked.games, asked.looks)):
        if number == 0:
            sys.stdout.write("| games | " + " | ".join(memory) + " | files | seconds |\n")
            sys.stdout.write("|---" * (len(memory) + 3) + "|\n")
        cells = " | ".join(f"{one:.0f}" for one in memory.values())
        sys.stdout.write(f"| {played:,} | {cells} | {files} | {time.monotonic() - began:.0f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
