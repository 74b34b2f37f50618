"""`examples/bot.py` plays games of every title on the whole service, also if it is killed or loses answers."""

from __future__ import annotations

import ast
import contextlib
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from delvebook.client import Client
from delvebook.domain.rulesets import registry
from delvebook.replays.verify import verify
from tests.house.files import ROOT, parsed
from tests.servers import running_delvebook

pytestmark = [pytest.mark.servers, pytest.mark.long]
SECONDS_MAX = 120
BOT = ROOT / "examples" / "bot.py"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a whole service."""
    folder = tmp_path_factory.mktemp("service")
    with running_delvebook(folder / "up.log", DELVEBOOK_HOME=str(folder / "home")) as (url, _):
        yield url


@pytest.fixture
def host(running: str) -> Iterator[Client]:
    """A client that sets up games and watches."""
    with Client(running) as client:
        client.register(f"host-{time.time_ns()}")
        yield client


class RunningBot:
    """The example as a process."""

    def __init__(self, url: str, file: Path, *games: str) -> None:
        self.said = file.with_suffix(".log")
        with self.said.open("ab") as said:
            self.process = subprocess.Popen([sys.executable, str(BOT), url, str(file), *games], stderr=said)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        assert self.process.wait(30) == 0, self.said.read_text()


@contextlib.contextmanager
def a_bot(url: str, file: Path, *games: str) -> Iterator[RunningBot]:
    """The example while the block lasts, stopped as a person would stop it."""
    bot = RunningBot(url, file, *games)
    try:
        yield bot
        bot.stop()
    finally:
        bot.process.kill()
        bot.process.wait()


def open_game(host: Client, ruleset: str, *, bots: int = 0) -> str:
    """A game with brief options and one free seat, the others taken by bots of the service."""
    title = registry.get_ruleset(ruleset)
    seats = max(title.seats_min, 1 + bots)
    body = {
        "ruleset": ruleset,
        "seats": seats,
        "options": dict(title.brief_options),
        "bots": [{"seat": seat, "bot": "greedy"} for seat in range(1, seats)],
    }
    return str(host.post("/v1/games", body)["game"]["id"])


def ended(host: Client, game: str) -> bytes:
    """The record of a game, once it is finished."""
    deadline = time.monotonic() + SECONDS_MAX
    while (now := host.get(f"/v1/games/{game}"))["status"] != "finished":
        assert now["status"] != "aborted"
        assert time.monotonic() < deadline, f"not over at event {now['n']}"
        time.sleep(0.1)
    return host.game(game).record().read()


def test_it_plays_every_title_to_the_end_with_its_own_nonce(running: str, host: Client, tmp_path: Path) -> None:
    titles = sorted(registry.all_rulesets())
    games = {title: open_game(host, title) for title in titles}
    with a_bot(running, tmp_path / "tom.json", *games.values()) as bot:
        records = {title: ended(host, game) for title, game in games.items()}

    assert len(records) >= 5
    for title, record in records.items():
        report = verify(record)
        assert report.holds, title
        assert report.level("replay").status == "holds", title
        assert b'"type":"NonceRevealed"' in record, title
    seat = host.get(f"/v1/games/{games[titles[0]]}")["seats"][0]
    assert seat["bot"] is None
    assert seat["player"]["kind"] == "bot"
    assert bot.said.read_text() == ""


def test_it_is_short_and_needs_nothing_but_the_standard_library() -> None:
    nodes = list(ast.walk(parsed(BOT)))
    names = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    names |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}

    assert len(BOT.read_text().splitlines()) < 100
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_it_goes_on_after_it_was_killed(running: str, host: Client, tmp_path: Path) -> None:
    game, file = open_game(host, "dice-and-danger"), tmp_path / "kim.json"
    with a_bot(running, file, game) as first:
        wait_for_actions(host, game, 3)
        first.process.kill()
        first.process.wait()
        assert host.get(f"/v1/games/{game}")["status"] == "running"
        first.process = RunningBot(running, file).process
        record = ended(host, game)

    assert verify(record).holds
    assert record.count(b'"type":"SeatTaken"') == 1
    assert (file.stat().st_mode & 0o077) == 0


def test_it_loses_every_fourth_answer_and_plays_on(running: str, host: Client, tmp_path: Path) -> None:
    game = open_game(host, "dice-and-danger")
    with losing_answers(running) as (url, lost), a_bot(url, tmp_path / "ann.json", game) as bot:
        record = ended(host, game)

    assert verify(record).holds
    assert lost == list(range(4, 4 * len(lost) + 1, 4))
    assert len(lost) >= 8  # the shortest games take some thirty answers
    assert bot.said.read_text().count("no answer") == len(lost)
    assert "/docs/errors" not in bot.said.read_text()  # it got the same answer again, and no refusal


def test_it_takes_a_seat_by_invitation(running: str, host: Client, tmp_path: Path) -> None:
    made = host.post("/v1/games", {"ruleset": "dice-and-danger", "seats": 1, "visibility": "private"})["game"]
    with a_bot(running, tmp_path / "pat.json", f"{made['id']}:{made['invite']}"):
        record = ended(host, str(made["id"]))

    assert verify(record).holds


def wait_for_actions(host: Client, game: str, count: int) -> None:
    deadline = time.monotonic() + SECONDS_MAX
    while host.get(f"/v1/games/{game}")["action_count"] < count:
        assert time.monotonic() < deadline
        time.sleep(0.005)


@contextlib.contextmanager
def losing_answers(url: str) -> Iterator[tuple[str, list[int]]]:
    """A way to the service on which every fourth answer gets lost: its address, and which answers were lost."""
    port = urlsplit(url).port
    assert port is not None
    lost: list[int] = []

    def serve(listener: socket.socket) -> None:
        count = 0
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client, socket.create_connection(("127.0.0.1", port)) as service:
                count += 1
                asked = client.recv(65536)
                head, _, body = asked.partition(b"\r\n\r\n")
                length = next(
                    (int(line[15:]) for line in head.split(b"\r\n") if line.lower()[:15] == b"content-length:"), 0
                )
                while len(body) < length:
                    more = client.recv(65536)
                    body, asked = body + more, asked + more
                service.sendall(asked)
                answer = b"".join(iter(lambda: service.recv(65536), b""))
                if count % 4 == 0:
                    lost.append(count)
                else:
                    client.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = threading.Thread(target=serve, args=(listener,))
        server.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", lost
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
            server.join(30)
