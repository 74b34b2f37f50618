"""Acknowledged means durable: the web process is killed as a power cut would, in the middle of play."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from uuid import UUID

import httpx
import pytest

from delvebook.client import Client, NoAnswerError, ProblemError, Retries
from delvebook.domain.tape import Tape
from delvebook.service.base.settings import Settings
from delvebook.service.wiring import build_use_cases, migrate
from tests.house.files import ROOT
from tests.runs import free_port

pytestmark = [pytest.mark.servers, pytest.mark.long]
SECONDS_MAX = 60


class Silence:
    """No process waits for wake-ups here."""

    def notify(self, position: int = 0) -> None:
        """Nothing."""


@contextlib.contextmanager
def web(settings: Settings, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Yields the real web server with two processes, as a process group that can be killed whole."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DELVEBOOK_HOME": str(settings.home),
        "DELVEBOOK_DATABASE_URL": settings.database_url,
        "DELVEBOOK_SECRET": settings.secret,
        "DELVEBOOK_BIND": f"127.0.0.1:{port}",
        "DELVEBOOK_METRICS_BIND": "",
        "DELVEBOOK_RATE_LIMIT": "",
        "DELVEBOOK_ACCOUNTS_LIMIT": "",
        "DELVEBOOK_GAMES_OWNED_MAX": "0",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "delvebook.service.cli", "web"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    deadline = time.monotonic() + SECONDS_MAX
    try:
        while True:
            assert time.monotonic() < deadline
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"http://127.0.0.1:{port}/healthz", timeout=2).is_success:
                    break
            time.sleep(0.05)
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def play_until_cut_off(url: str, tokens: list[str], game: str, acknowledged: list[tuple[int, str]]) -> None:
    """Acts for every seat in turn and notes acknowledgements, until the service is gone or the game is over."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(Client(url, token=token, retries=Retries(seconds=0))) for token in tokens]
        stack.enter_context(contextlib.suppress(NoAnswerError, ProblemError))
        while (state := clients[0].game(game).look()).to_act:
            own = clients[state.to_act[0]].game(game)
            offer = own.actions()
            action = Tape(state.head.encode()).choose(offer.actions, "action")
            assert offer.decision is not None
            answer = own.act(action, decision=offer.decision)
            acknowledged.append((answer.n, answer.hash))


def test_no_acknowledged_action_is_lost_or_doubled_when_the_web_processes_are_killed(store: Settings) -> None:
    migrate(store)
    games: list[str] = []
    tokens: list[str] = []
    acknowledged: list[list[tuple[int, str]]] = [[] for _ in range(4)]
    for round_ in range(3):
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        with web(store, port) as process:
            if round_ == 0:
                for name in ("ann", "bob"):
                    with Client(url) as client:
                        tokens.append(client.register(name).token)
                for _ in acknowledged:
                    with Client(url, token=tokens[0]) as ann, Client(url, token=tokens[1]) as bob:
                        game = ann.create_game("dungeon-raiders", seats=2)
                        games.append(game.id)
                        for person in (ann, bob):
                            person.command(f"/v1/games/{game.id}/seats", {})
                        game.start()
            before = [len(one) for one in acknowledged]
            players = [
                threading.Thread(target=play_until_cut_off, args=(url, tokens, game, noted))
                for game, noted in zip(games, acknowledged, strict=True)
            ]
            for player in players:
                player.start()
            deadline = time.monotonic() + SECONDS_MAX
            while sum(len(one) for one in acknowledged) < sum(before) + 12 and any(one.is_alive() for one in players):
                assert time.monotonic() < deadline
                time.sleep(0.005)
            os.killpg(process.pid, signal.SIGKILL)
            for player in players:
                player.join()

    service = build_use_cases(store, signal=Silence())
    for game, noted in zip(games, acknowledged, strict=True):
        events = list(service.application.all_events_of(UUID(game)))
        hashes = {event.n: event.hash for event in events}
        assert [event.n for event in events] == list(range(1, len(events) + 1))
        assert noted
        assert [(n, hashes.get(n)) for n, _ in noted] == noted
        assert len({n for n, _ in noted}) == len(noted)
    service.application.close()
