"""
Measures how much a crowd costs the players: `make floods`.

It starts the web process on a fresh store, plays games as fast as it can, first alone and then beside a crowd,
several times in turn, and prints medians, ratios and memory. Absolute figures are the machine's; the ratios carry over.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from tests.floods.client import LeanClient
from tests.floods.crowds import DRIP, SILENT_HEAD, ask, follow, silent
from tests.service.process.test_web import Web

PLAYERS: Final = 8
SECONDS_MAX: Final = 600

console = Console(stderr=True, highlight=False)


def main() -> None:
    """Plays beside each crowd, and prints the cost."""
    parser = argparse.ArgumentParser(prog="make floods", description=__doc__)
    parser.add_argument("--followers", type=int, default=5000)
    parser.add_argument("--silent", type=int, default=1000)
    parser.add_argument("--askers", type=int, default=140)
    parser.add_argument("--only", help="the crowds whose names hold this")
    parser.add_argument("--seconds", type=float, default=5.0, help="of play, for each figure")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="figures for programs, on standard output")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as home:
        web = Web(
            Path(home),
            rate_limit="",
            accounts_limit="",
            streams_owned_max=10_000,
            requests_owned_max=10_000,
            web_threads=16,
        )
        try:
            watched, _ = open_game(LeanClient(web.url), "host")
            crowds: dict[str, Callable[[], Any]] = {
                f"{asked.followers} idle followers": lambda: crowd(follow, web.port, watched, asked.followers),
                f"{asked.silent} silent connections": lambda: crowd(silent, web.port, b"", asked.silent),
                f"{asked.silent} half heads": lambda: crowd(silent, web.port, SILENT_HEAD, asked.silent),
                f"{asked.silent} dripping bodies": lambda: crowd(silent, web.port, DRIP, asked.silent),
                f"{asked.askers} askers for checks": lambda: crowd(ask, web.port, watched, asked.askers),
            }
            for name, gathered in crowds.items():
                if asked.only and asked.only not in name:
                    continue
                alone, beside, memory = [], [], 0.0
                for _ in range(asked.rounds):
                    alone.append(actions_per_second(web.url, asked.seconds))
                    with gathered():
                        memory = max(memory, mebibytes_of(web.process.pid))
                        beside.append(actions_per_second(web.url, asked.seconds))
                ratio = statistics.median(beside) / statistics.median(alone)
                figures[name] = {"alone": alone, "beside": beside, "ratio": ratio, "MiB": memory}
                console.print(
                    f"{name}: {statistics.median(alone):.0f} → {statistics.median(beside):.0f} actions/s, "
                    f"ratio {ratio:.2f}; the web processes take {memory:.0f} MiB"
                )
        finally:
            web.stop()
    if asked.json:
        sys.stdout.write(json.dumps(figures, indent=2) + "\n")


def open_game(client: LeanClient, name: str) -> tuple[str, LeanClient]:
    """Begins a game of one seat. Returns it and its player."""
    client.token = client.post("/v1/accounts", {"name": f"{name}-{os.getpid()}-{time.monotonic_ns()}"})["token"]
    game = client.post("/v1/games", {"ruleset": "labyrinth", "seats": 1})["game"]["id"]
    client.post(f"/v1/games/{game}/seats", {})
    client.post(f"/v1/games/{game}/start", {})
    return game, client


def actions_per_second(url: str, seconds: float) -> float:
    """Returns the accepted actions a second of some players, each in games of their own."""
    counted = [0] * PLAYERS

    def play(index: int) -> None:
        deadline = time.monotonic() + seconds
        client = LeanClient(url)
        while time.monotonic() < deadline:
            game, _ = open_game(client, f"p{index}")
            while time.monotonic() < deadline:
                offer = client.get(f"/v1/games/{game}/actions")
                if not offer["actions"]:
                    break
                chosen = offer["actions"][counted[index] % len(offer["actions"])]["action"]
                client.post(f"/v1/games/{game}/actions", {"decision": offer["decision"], "action": chosen})
                counted[index] += 1
        client.close()

    players = [threading.Thread(target=play, args=(index,)) for index in range(PLAYERS)]
    began = time.monotonic()
    for player in players:
        player.start()
    for player in players:
        player.join()
    return sum(counted) / (time.monotonic() - began)


@contextlib.contextmanager
def crowd(target: Callable[..., None], *arguments: Any) -> Iterator[None]:
    """Runs a crowd in a process of its own during the block, which begins when the crowd is complete."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=target, args=(there, *arguments), daemon=True)
    process.start()
    if not here.poll(SECONDS_MAX):
        raise TimeoutError("the crowd did not come together")
    try:
        yield
    finally:
        process.kill()
        process.join()


def mebibytes_of(process: int) -> float:
    """Returns the memory that a process and its children do not share, in MiB."""
    found = [process, *(int(child) for child in _children(process))]
    total = 0
    for pid in found:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(("Private_Clean", "Private_Dirty")):
                total += int(line.split()[1])
    return total / 1024


def _children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


if __name__ == "__main__":
    main()
