"""
A client that is cut off anywhere, a thousand times, misses nothing and sees nothing twice.

Method: a real web server, and clients that read raw bytes from a socket, drop it after a random number of them, and
come back with the number of the last item that came whole. They do so while things happen; one that has everything
begins anew. `SEED` repeats a run.
"""

from __future__ import annotations

import json
import os
import random
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.identity.accounts import open_accounts_engine
from delvebook.service.wiring import build_use_cases, notices_projector
from tests.service.process.test_gateway import act
from tests.service.process.test_web import Web

SEED = int(os.environ.get("SEED", "1"))
CUTS = 1000
ACTIONS = 25
SILENT_SECONDS = 0.1
"""A client that has been told nothing for so long drops the line, too."""


class Cut:
    """
    A client of one stream: what it has, and how often it was cut off.

    Args:
        web: The server.
        path: The stream, without what says where to go on.
        mine: The token's header.
        media_type: The framing.
        number: The member of a line that says its number.
    """

    def __init__(self, web: Web, path: str, mine: dict[str, str], media_type: str, number: str) -> None:
        self._web = web
        self._path = path
        self._media_type = media_type
        self._number = number
        self._mine = mine
        self.last = 0
        self.got: list[Any] = []
        self.before: list[list[Any]] = []
        """The events that it had at each new start."""
        self.cuts = 0
        self.is_ended = False

    def come_back(self, chance: random.Random) -> None:
        """Reads on from the last item, and drops the line after a random number of bytes."""
        head = [f"GET {self._path} HTTP/1.1", "Host: here", f"Accept: {self._media_type}"]
        head += [f"{name}: {value}" for name, value in self._mine.items()]
        if self._media_type == "text/event-stream":
            head.append(f"Last-Event-ID: {self.last}")
        else:
            head[0] = f"GET {self._path}?after={self.last} HTTP/1.1"
        bytes_max, had = int(10 ** chance.uniform(0, 4.8)), len(self.got)
        with socket.create_connection(("127.0.0.1", self._web.port), timeout=SILENT_SECONDS) as line:
            line.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
            received, is_silent = b"", False
            try:
                while len(received) < bytes_max and (piece := line.recv(min(997, bytes_max - len(received)))):
                    received += piece
            except TimeoutError:
                is_silent = True
        self.cuts += 1
        self._take(received)
        if is_silent and len(self.got) == had and had > 0:
            self.begin_anew()

    def begin_anew(self) -> None:
        """Forgets everything."""
        self.before.append(self.got)
        self.got, self.last, self.is_ended = [], 0, False

    def _take(self, received: bytes) -> None:
        """Takes the events that came whole."""
        head, _, body = received.partition(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 204"):
            self.is_ended = True
            return
        if not body:
            return
        assert head.startswith(b"HTTP/1.1 200"), received[:500]
        text = unchunked(body)
        separator = b"\n\n" if self._media_type == "text/event-stream" else b"\n"
        for block in text.split(separator)[:-1]:
            data = [one for one in block.split(b"\n") if not one.startswith((b"event: ", b"id: ", b"retry: "))]
            if not data:
                continue
            line = json.loads(b"\n".join(data).removeprefix(b"data: "))
            if line["kind"] in ("event", "notice"):
                item = line[line["kind"]]
                # The end of a game opens what its past events seal; their hashes stay.
                self.got.append(item.get("hash", item))
                self.last = line[self._number]
            elif line["kind"] == "end":
                assert line["reason"] == "finished"
                self.is_ended = True


def unchunked(body: bytes) -> bytes:
    """Returns the received part of a body in chunks, part of the last one included."""
    whole = b""
    while body:
        size, separator, body = body.partition(b"\r\n")
        if not separator or not size:
            break
        length = int(size, 16)
        whole += body[:length]
        body = body[length + 2 :]
    return whole


def test_parts_of_chunks_are_read_as_far_as_they_go() -> None:
    assert unchunked(b"3\r\nabc\r\n5\r\nde") == b"abcde"
    assert unchunked(b"3\r\nabc\r\n5") == b"abc"


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    started = Web(tmp_path, web_processes=2, rate_limit="", streams_owned_max=2000)
    yield started
    if started.process.poll() is None:
        started.stop()


class Telling:
    """Writes notices beside the web server, as the follower does."""

    def __init__(self, home: Path) -> None:
        settings = replace(Settings(home=home), webhooks="off")
        self._use = build_use_cases(settings)
        self._engine = open_accounts_engine(settings.sqlalchemy_url)
        self._projector = notices_projector(self._engine, self._use.application)

    def tell(self) -> None:
        self._projector.catch_up()

    def close(self) -> None:
        self._use.application.close()
        self._engine.dispose()


@pytest.mark.long
def test_a_client_cut_off_a_thousand_times_has_everything_once(web: Web, tmp_path: Path) -> None:
    chance = random.Random(SEED)
    made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
    mine = {"Authorization": f"Bearer {made['token']}"}
    game = json.loads(web.ask("POST", "/v1/games", {"ruleset": "labyrinth", "seats": 1}, **mine))["game"]["id"]
    telling = Telling(tmp_path)
    clients = [
        Cut(web, path, mine, media_type, number)
        for path, number in ((f"/v1/games/{game}/stream", "n"), ("/v1/notices/stream", "number"))
        for media_type in ("application/x-ndjson", "text/event-stream")
    ]
    play_on(web, game, mine, telling.tell)
    waves = threading.Thread(target=go_on, args=(web, game, mine, telling.tell))
    waves.start()
    while sum(client.cuts for client in clients) < CUTS:
        client = chance.choice(clients)
        client.come_back(chance)
        if client.is_ended:
            client.begin_anew()
    waves.join()
    telling.close()

    truth = [
        [event["hash"] for event in pages(web, f"/v1/games/{game}/events", "events", mine)],
        pages(web, "/v1/notices", "notices", mine),
    ]
    for client, whole in zip(clients, (truth[0], truth[0], truth[1], truth[1]), strict=True):
        deadline = time.monotonic() + 60
        while len(client.got) < len(whole):
            assert time.monotonic() < deadline, f"SEED={SEED}: only {len(client.got)} of {len(whole)}"
            client.come_back(chance)
        assert client.got == whole, f"SEED={SEED}"
        assert len(client.before) > 5
        for had in client.before:
            assert had == whole[: len(had)], f"SEED={SEED}"
    assert min(map(len, truth)) >= 5


def play_on(web: Web, game: str, mine: dict[str, str], tell: Callable[[], None]) -> None:
    web.ask("POST", f"/v1/games/{game}/seats", {}, **mine)
    web.ask("POST", f"/v1/games/{game}/start", {}, **mine)
    tell()


def go_on(web: Web, game: str, mine: dict[str, str], tell: Callable[[], None]) -> None:
    for _ in range(ACTIONS):
        if json.loads(web.ask("GET", f"/v1/games/{game}/head"))["status"] != "running":
            return
        act(web, game, mine)
        tell()
        time.sleep(0.05)


def pages(web: Web, path: str, member: str, mine: dict[str, str]) -> list[Any]:
    """Everything, page by page."""
    found: list[Any] = []
    while page := json.loads(web.ask("GET", f"{path}?limit=7&after={len(found)}", **mine))[member]:
        found += page
    return found


@pytest.mark.long
def test_a_client_that_polls_and_is_cut_off_has_everything_once(web: Web, tmp_path: Path) -> None:
    """Long polls at the real gateway: they hold no thread, and answer when something happens."""
    made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
    mine = {"Authorization": f"Bearer {made['token']}"}
    game = json.loads(web.ask("POST", "/v1/games", {"ruleset": "labyrinth", "seats": 1}, **mine))["game"]["id"]
    telling = Telling(tmp_path)
    play_on(web, game, mine, telling.tell)
    n = len(pages(web, f"/v1/games/{game}/events", "events", mine))
    answers: list[Any] = []

    def poll(path: str) -> None:
        answers.append(json.loads(web.ask("GET", path, **mine)))

    paths = [f"/v1/games/{game}/events?after={n}&wait=30"] * 40 + ["/v1/notices?after=2&wait=30"] * 10
    polls = [threading.Thread(target=poll, args=(path,)) for path in paths]
    for one in polls:
        one.start()
    for _ in range(20):  # Dropped in the middle of waiting; nobody else may notice.
        with socket.create_connection(("127.0.0.1", web.port)) as line:
            line.sendall(
                f"GET {paths[0]} HTTP/1.1\r\nHost: here\r\nAuthorization: {mine['Authorization']}\r\n\r\n".encode()
            )
            time.sleep(0.01)
    assert json.loads(web.ask("GET", "/readyz"))["store"]
    time.sleep(0.5)
    assert answers == []

    act(web, game, mine)
    telling.tell()
    for one in polls:
        one.join(25)

    told = [answer["events"][0]["n"] for answer in answers if "events" in answer]
    assert told == [n + 1] * 40
    assert [answer["notices"][0]["number"] for answer in answers if "notices" in answer] == [3] * 10
    telling.close()

    quiet = json.loads(web.ask("GET", f"/v1/games/{game}/events?after={n + 1}&wait=1", **mine))
    assert quiet["events"] == []
