"""The store or Redis may hang instead of dying: every request is still answered, and truthfully."""

from __future__ import annotations

import json
import os
import signal
import time
import urllib.error
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.servers import RedisServer
from tests.service.process.test_gateway import running_game
from tests.service.process.test_web import Web

pytestmark = [pytest.mark.servers, pytest.mark.long]


@pytest.fixture
def hung(tmp_path: Path, redis_server: RedisServer) -> Iterator[Web]:
    """A web process whose Redis is stopped, not gone: it takes connections and says nothing."""
    web = Web(tmp_path, redis_url=redis_server.url, web_processes=1)
    web.ask("GET", "/readyz")
    os.kill(redis_server.process.pid, signal.SIGSTOP)
    yield web
    os.kill(redis_server.process.pid, signal.SIGCONT)
    web.stop()


def asked(web: Web, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    try:
        with web.open(method, path, body, **headers) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def test_players_play_on_while_redis_hangs(hung: Web) -> None:
    def play(name: str) -> list[int]:
        game, mine = running_game(hung, name)
        statuses = []
        for _ in range(3):
            _, offer = asked(hung, "GET", f"/v1/games/{game}/actions", **mine)
            chosen = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
            statuses.append(asked(hung, "POST", f"/v1/games/{game}/actions", chosen, **mine)[0])
        return statuses

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(play, [f"person {number}" for number in range(8)])) == [[201, 201, 201]] * 8


def test_what_needs_redis_says_that_it_is_away_and_may_come_back(hung: Web) -> None:
    game, mine = running_game(hung, "Ann")

    status, problem = asked(hung, "GET", f"/v1/games/{game}/verification", Prefer="respond-async", **mine)

    assert (status, problem["code"], problem["retryable"]) == (503, "service/unavailable", True)


def test_probes_do_not_wait_for_a_redis_that_hangs(hung: Web) -> None:
    began = time.monotonic()
    status, ready = asked(hung, "GET", "/readyz")
    took = time.monotonic() - began

    assert (status, ready["status"], ready["redis"]) == (200, "partly ready", False)
    assert took < 4  # and not as long as other work may wait for Redis
    assert asked(hung, "GET", "/livez")[0] == 200


def test_a_request_that_hangs_is_answered_when_its_time_is_over(tmp_path: Path, postgres_url: str) -> None:
    """PostgreSQL takes the statement and does not answer, as behind a lock that another session holds."""
    web = Web(tmp_path, database_url=postgres_url, web_processes=1, web_threads=2, request_seconds=8)
    game, mine = running_game(web, "Ann")
    with psycopg.connect(postgres_url) as blocker:
        blocker.execute("LOCK TABLE games_events, tokens IN ACCESS EXCLUSIVE MODE")
        with ThreadPoolExecutor(4) as pool:  # more than it has threads
            answers = list(pool.map(lambda _: asked(web, "GET", f"/v1/games/{game}?event=2", **mine), range(4)))
        alive = asked(web, "GET", "/livez")[0]
    again = asked(web, "GET", f"/v1/games/{game}?event=2", **mine)
    web.stop()

    assert {(status, problem["code"], problem["retryable"]) for status, problem in answers} == {
        (503, "service/unavailable", True)
    }
    assert alive == 200
    assert again[0] == 200
