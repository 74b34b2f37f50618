"""
A commit that its standby never confirmed: the primary has it, nobody else does, and nothing may be acknowledged.

PostgreSQL commits locally first, and then waits for the synchronous standby. If the wait is ended, by an operator, a
shutdown or a lost connection, everybody can read at the primary what another one that is promoted will not have.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from delvebook.client import Client, NoAnswerError, ProblemError, Retries
from delvebook.domain.tape import Tape
from delvebook.service.base.settings import Settings
from delvebook.service.wiring import migrate
from tests.machines.servers import Postgres, delvebook, environment_of, is_ready, primary_and_standby, until
from tests.runs import free_port
from tests.servers import RedisServer

pytestmark = pytest.mark.servers
REQUEST_SECONDS = 4
WAITS = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@dataclass
class Pair:
    """A service on a primary with its synchronous standby."""

    url: str
    primary: Postgres
    standby: Postgres
    stack: contextlib.ExitStack

    def client(self) -> Client:
        made = Client(self.url, retries=Retries(seconds=0), timeout=REQUEST_SECONDS + 4)
        return self.stack.enter_context(made)

    def end_waits(self, how: str) -> None:
        """Ends whatever waits for the standby, now and as long as the standby hangs."""
        self.primary.ask(f"SELECT {how}(pid) FROM ({WAITS}) AS waiting")


@pytest.fixture
def pair(tmp_path: Path, redis_server: RedisServer) -> Iterator[Pair]:
    with contextlib.ExitStack() as stack:
        primary, standby = stack.enter_context(primary_and_standby())
        settings = Settings(
            home=tmp_path / "home", database_url=primary.url, secret="ab" * 32, redis_url=redis_server.url
        )
        migrate(settings)
        port = free_port()
        environment = environment_of(
            settings,
            DELVEBOOK_REQUEST_SECONDS=str(REQUEST_SECONDS),
            DELVEBOOK_CHECK_SECONDS_MAX=str(REQUEST_SECONDS - 1),
            DELVEBOOK_BIND=f"127.0.0.1:{port}",
        )
        web = delvebook(tmp_path / "web.log", environment, "web")
        stack.callback(web.kill)
        url = f"http://127.0.0.1:{port}"
        until(lambda: is_ready(url), "the web process is up")
        yield Pair(url, primary, standby, stack)


def an_action(pair: Pair) -> Callable[[], Any]:
    """Returns a request that acts in a game, always the same one."""
    players = [pair.client(), pair.client()]
    for number, player in enumerate(players):
        player.register(f"mover {number}")
    game = players[0].post("/v1/games", {"ruleset": "dungeon-raiders", "seats": 2}, key="the-game")["game"]["id"]
    for seat, player in enumerate(players):
        player.post(f"/v1/games/{game}/seats", {"seat": seat}, key=f"the-seat-{seat}")
    players[0].post(f"/v1/games/{game}/start", key="the-start")
    offers = [player.get(f"/v1/games/{game}/actions") for player in players]
    [(actor, offer)] = [(who, one) for who, one in zip(players, offers, strict=True) if one["actions"]][:1]
    action = Tape(b"any").choose(offer["actions"], "action")["action"]
    body = {"decision": offer["decision"], "action": action}
    return lambda: actor.post(f"/v1/games/{game}/actions", body, key="the-action")["events"][0]["hash"]


def a_new_game(pair: Pair) -> Callable[[], Any]:
    """Returns a request that makes a game, always the same one."""
    player = pair.client()
    player.register("somebody")
    body = {"ruleset": "labyrinth", "seats": 1}
    return lambda: player.post("/v1/games", body, key="the-game")["game"]["id"]


def an_account(pair: Pair) -> Callable[[], Any]:
    """Returns a request that makes an account, always the same one."""
    visitor = pair.client()
    return lambda: visitor.post("/v1/accounts", {"name": "newcomer"}, key="k" * 32)["token"]


@pytest.mark.parametrize("how", ["pg_terminate_backend", "pg_cancel_backend"])
@pytest.mark.parametrize("request_of", [an_action, a_new_game, an_account])
def test_nothing_is_acknowledged_that_the_standby_has_not(
    pair: Pair, request_of: Callable[[Pair], Callable[[], Any]], how: str
) -> None:
    ask = request_of(pair)
    answers: list[Any] = []
    refusals: list[str] = []

    def insist() -> None:
        for _ in range(2):
            try:
                answers.append(ask())
            except NoAnswerError as error:
                refusals.append(type(error.__cause__).__name__)
            except ProblemError as error:
                refusals.append(error.code)

    with pair.standby.hanging():
        insisting = threading.Thread(target=insist)
        insisting.start()
        until(lambda: bool(pair.primary.ask(WAITS)), "a commit waits for its standby")
        while insisting.is_alive():
            pair.end_waits(how)
            insisting.join(0.5)
        assert answers == [], "the standby knew nothing of it"
        assert set(refusals) <= {"service/unavailable", "service/busy"}, refusals

    again = until_answered(ask)
    assert until_answered(ask) == again
    assert not pair.primary.ask(WAITS)


def test_no_record_is_signed_of_what_the_standby_has_not(pair: Pair) -> None:
    player = pair.client()
    owner = {"Authorization": f"Bearer {player.register('somebody').token}"}
    game = player.post("/v1/games", {"ruleset": "labyrinth", "seats": 1}, key="the-game")["game"]["id"]
    player.post(f"/v1/games/{game}/seats", {"seat": 0}, key="the-seat")
    outcomes: list[object] = []

    def ask(what: Callable[[], Any]) -> None:
        try:
            answer = what()
            outcomes.append(answer.status_code if isinstance(answer, httpx.Response) else "answered")
        except (NoAnswerError, ProblemError) as error:
            outcomes.append(getattr(error, "code", "no answer"))

    def start() -> Any:
        return player.post(f"/v1/games/{game}/start", key="the-start")

    def record() -> httpx.Response:
        return httpx.get(f"{pair.url}/v1/games/{game}/record", headers=owner, timeout=REQUEST_SECONDS + 4)

    with pair.standby.hanging():
        for what in (start, record):
            asking = threading.Thread(target=ask, args=(what,))
            asking.start()
            while asking.is_alive():
                pair.end_waits("pg_cancel_backend")
                asking.join(0.5)
        assert len(outcomes) == 2
        assert set(outcomes) <= {"service/unavailable", "service/busy", 503}

    until_answered(start)
    assert b"GameStarted" in record().content


def until_answered(ask: Callable[[], Any]) -> Any:
    answers: list[Any] = []

    def answered() -> bool:
        with contextlib.suppress(NoAnswerError, ProblemError):
            answers.append(ask())
        return bool(answers)

    until(answered, "it is answered", 30)
    return answers[0]
