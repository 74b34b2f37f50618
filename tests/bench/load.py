"""
A closed loop of players: many games of Dungeon Raiders at once, each over a connection of its own.

The players know no rules. They take their choices from the answer to their last action (`include=actions`), or ask
`GET …/actions` for them. The client is as small as it can be, since it shares the processors with the service.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import orjson

TICKS: Final = os.sysconf("SC_CLK_TCK")
WARM_SECONDS: Final = 2.0
SEATS: Final = 2


@dataclass(slots=True)
class Load:
    """
    The measurements of a closed loop.

    Attributes:
        actions: Accepted actions.
        gets: Requests for the choices of a seat.
        seconds: The measured time.
        waits: The time of each action, in seconds.
        cpu: Processor time of the watched processes, user and system, in seconds.
    """

    actions: int = 0
    gets: int = 0
    seconds: float = 0.0
    waits: list[float] = field(default_factory=list)
    cpu: float = 0.0

    @property
    def rate(self) -> float:
        """Accepted actions a second."""
        return self.actions / self.seconds

    @property
    def cpu_us(self) -> float:
        """Processor time of the watched processes for an action, in microseconds."""
        return self.cpu / self.actions * 1e6

    def wait_ms(self, part: float) -> float:
        """Returns the time that this share of the actions did not exceed, in milliseconds."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(part * len(self.waits)))] * 1000


def cpu_of(processes: list[int]) -> float:
    """Returns the processor time of these processes so far, user and system, in seconds."""
    total = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


class Connection:
    """One connection to a server, one request at a time."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, port: int) -> Connection:
        """Opens a connection to this port of this machine."""
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        """
        The body of the answer.

        Raises:
            AssertionError: It is a refusal.
        """
        data = b"" if body is None else orjson.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {len(data)}\r\n"
        if token:
            head += f"Authorization: Bearer {token}\r\n"
        if body is not None:
            head += "Content-Type: application/json\r\n"
        self._writer.write(head.encode() + b"\r\n" + data)
        told = await self._reader.readuntil(b"\r\n\r\n")
        lower = told.lower()
        start = lower.index(b"content-length:") + 15
        whole = await self._reader.readexactly(int(lower[start : lower.index(b"\r\n", start)]))
        assert told[9:10] == b"2", whole
        return orjson.loads(whole)

    def close(self) -> None:
        """Ends the connection."""
        self._writer.close()


class _Table:
    """Plays games over one connection, one after the other."""

    def __init__(self, connection: Connection, tokens: list[str], *, includes: bool, load: Load, number: int) -> None:
        self._connection = connection
        self._tokens = tokens
        self._query = "?include=actions" if includes else ""
        self._load = load
        self._chance = random.Random(number)
        self.is_stopped = False

    async def play(self) -> None:
        while not self.is_stopped:
            game, table = await self._open()
            known: dict[int, Any] = {}
            while table["to_act"] and not self.is_stopped:
                table = await self._act(game, table["to_act"][0], known)

    async def _open(self) -> tuple[str, Any]:
        ask, first = self._connection.ask, self._tokens[0]
        game = (await ask("POST", "/v1/games", first, {"ruleset": "dungeon-raiders", "seats": SEATS}))["id"]
        for token in self._tokens:
            await ask("POST", f"/v1/games/{game}/seats", token, {})
        return game, (await ask("POST", f"/v1/games/{game}/start", first))["game"]

    async def _act(self, game: str, seat: int, known: dict[int, Any]) -> Any:
        path, token = f"/v1/games/{game}/actions", self._tokens[seat]
        offer = known.pop(seat, None)
        if not offer or not offer["owed"]:
            offer = await self._connection.ask("GET", path, token)
            self._load.gets += 1
        body = {"decision": offer["decision"], "action": self._chance.choice(offer["actions"])["action"]}
        began = time.perf_counter()
        made = await self._connection.ask("POST", path + self._query, token, body)
        self._load.waits.append(time.perf_counter() - began)
        self._load.actions += 1
        if "actions" in made:
            known[seat] = made["actions"]
        return made["game"]


async def play(port: int, *, games: int, seconds: float, watched: list[int], includes: bool = True) -> Load:
    """
    Plays this many games at once.

    Args:
        port: Where the service listens on this machine.
        games: The number at a time; a new one begins when one ends.
        seconds: The time to measure, after a while of warming up.
        watched: The processes whose processor time counts.
        includes: Whether the players take their choices from the answers to their actions.
    """
    counted, tables, tag = Load(), [], f"{time.time_ns():x}"
    for number in range(games):
        connection = await Connection.open(port)
        tokens = [
            (await connection.ask("POST", "/v1/accounts", "", {"name": f"b{tag}-{number}-{seat}"}))["token"]
            for seat in range(SEATS)
        ]
        tables.append(_Table(connection, tokens, includes=includes, load=counted, number=number))
    playing = [asyncio.ensure_future(table.play()) for table in tables]
    load = await _measure(counted, seconds, watched, playing)
    for table in tables:
        table.is_stopped = True
    await asyncio.gather(*playing)
    return load


async def floor(port: int, *, connections: int, seconds: float, watched: list[int]) -> Load:
    """Sends small bodies to a server that ignores them, and measures like `play`."""
    counted, is_stopped = Load(), asyncio.Event()
    body = {"decision": 6, "action": {"type": "play_card", "card": "p3"}}

    async def send() -> None:
        connection = await Connection.open(port)
        while not is_stopped.is_set():
            began = time.perf_counter()
            await connection.ask("POST", "/actions", "", body)
            counted.waits.append(time.perf_counter() - began)
            counted.actions += 1

    sending = [asyncio.ensure_future(send()) for _ in range(connections)]
    load = await _measure(counted, seconds, watched, sending)
    is_stopped.set()
    await asyncio.gather(*sending)
    return load


async def _measure(counted: Load, seconds: float, watched: list[int], busy: list[asyncio.Future[None]]) -> Load:
    """Returns the counts of this many seconds, after all have warmed up. Raises the error that stops one of them."""
    while counted.actions < len(busy):  # until all have begun, however slow the machine is
        await _pass(0.1, busy)
    await _pass(WARM_SECONDS, busy)
    actions, gets, waits = counted.actions, counted.gets, len(counted.waits)
    cpu, began = cpu_of(watched), time.perf_counter()
    await _pass(seconds, busy)
    return Load(
        actions=counted.actions - actions,
        gets=counted.gets - gets,
        seconds=time.perf_counter() - began,
        waits=counted.waits[waits:],
        cpu=cpu_of(watched) - cpu,
    )


async def _pass(seconds: float, busy: list[asyncio.Future[None]]) -> None:
    stopped, _ = await asyncio.wait(busy, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for one in stopped:
        one.result()
