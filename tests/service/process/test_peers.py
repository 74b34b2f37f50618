"""The lines between web processes: a request reaches the process of its game, and none depends on it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from delvebook.domain.times import later
from delvebook.service.base.clock import utc_now
from delvebook.service.base.place import Place
from delvebook.service.live.stream_wakeups import CHANNEL
from delvebook.service.process.peers import LostError, Peers
from delvebook.service.process.rsgi import Forwarded, HttpAnswer, nothing
from tests.runs import family_of
from tests.servers import RedisServer
from tests.service.process.test_hanging import asked
from tests.service.process.test_web import Web
from tests.waiting import until


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="dvlines", dir="/tmp") as name:  # a socket's path must be short
        yield Path(name)


def scope_of(game: UUID) -> Forwarded:
    return Forwarded("POST", f"/v1/games/{game}/actions", "a=b", "here:1", "there:2", "1.1", "http", "host")


def game_of_process(number: int) -> UUID:
    return Place(number, 2).own(uuid4())


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_every_game_belongs_to_one_process_and_a_new_one_to_its_maker(count: int) -> None:
    for number in range(count):
        for game in (*(uuid4() for _ in range(200)), UUID(int=2**128 - 1), UUID(int=0)):
            assert 0 <= Place(number, count).owner_of(game) < count
            mine = Place(number, count).own(game)
            assert {Place(one, count).owner_of(mine) for one in range(count)} == {number}
            assert mine.int >> 16 == game.int >> 16


def test_a_request_and_its_answer_arrive_whole_and_a_lost_line_is_told(folder: Path) -> None:
    async def echo(scope: Forwarded, headers: dict[str, str], owner: str, body: bytes) -> HttpAnswer | None:
        if body == b"never":
            await asyncio.sleep(60)
        said = json.dumps([scope.method, scope.path, scope.query_string, headers, owner]).encode()
        return HttpAnswer(201, [("a", "b")], said + body, iter([b"!", b"?"]), nothing, None)

    async def run() -> None:
        ours, theirs = (Peers(folder, Place(number, 2), echo) for number in range(2))
        await ours.start()
        game = game_of_process(1)
        assert await ours.ask(game, scope_of(game), {}, "net", b"") is None  # nobody is there
        await theirs.start()
        answers = []
        while not answers:
            made = await asyncio.gather(
                *(ours.ask(game, scope_of(game), {"x": "é"}, "net", b"%d" % n * 50_000) for n in range(8))
            )
            answers = [one for one in made if one is not None]
            await asyncio.sleep(0.01)
        for n, answer in enumerate(answers):
            said = json.dumps(["POST", f"/v1/games/{game}/actions", "a=b", {"x": "é"}, "net"]).encode()
            assert (answer.status, answer.headers, answer.body) == (
                201,
                [("a", "b")],
                said + b"%d" % n * 50_000 + b"!?",
            )
        own = game_of_process(0)
        assert await ours.ask(own, scope_of(own), {}, "net", b"") is None
        waiting = asyncio.ensure_future(ours.ask(game, scope_of(game), {}, "net", b"never"))
        await asyncio.sleep(0.05)
        ours._lines[1].transport.abort()  # type: ignore[union-attr]
        with pytest.raises(LostError):
            await waiting
        while await ours.ask(game, scope_of(game), {}, "net", b"") is None:  # it connects again
            await asyncio.sleep(0.01)
        ours.end()
        theirs.end()

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.long
@pytest.mark.servers
def test_what_one_process_changes_of_an_account_all_processes_know_at_once(
    tmp_path: Path, redis_server: RedisServer
) -> None:
    """Nobody streams, and what a process has cached lasts so long that only a call of the other can end it."""
    web = Web(tmp_path, redis_url=redis_server.url, token_cache_seconds=3600)
    try:
        made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
        mine = {"Authorization": f"Bearer {made['token']}"}
        lent = json.loads(web.ask("POST", "/v1/tokens", {"scopes": ["games:read"]}, **mine))
        other = {"Authorization": f"Bearer {lent['token']}"}
        paths: dict[int, str] = {}  # by the process whose game it is
        while len(paths) < 2:
            game = json.loads(web.ask("POST", "/v1/games", {"ruleset": "dice-and-danger", "seats": 1}, **mine))["id"]
            web.ask("POST", f"/v1/games/{game}/seats", {}, **mine)
            paths[Place(0, 2).owner_of(UUID(game))] = f"/v1/games/{game}"

        def away() -> set[str | None]:
            games = [json.loads(web.ask("GET", path, **mine)) for path in paths.values()]
            return {game["seats"][0]["away_until"] for game in games}

        def is_good(path: str) -> bool:
            return asked(web, "GET", path, **other)[0] != HTTPStatus.UNAUTHORIZED

        redis_server.wait_for_listeners(CHANNEL, 2)
        assert away() == {None}
        assert [is_good(path) for path in paths.values()] == [True, True]

        back = later(utc_now(), 3600)
        web.ask("PUT", "/v1/accounts/me/absence", {"until": back}, **mine)
        web.ask("DELETE", f"/v1/tokens/{lent['id']}", **mine)

        until(lambda: away() == {back}, "both processes know of the absence")
        until(lambda: not any(map(is_good, paths.values())), "no process takes the token")
    finally:
        web.stop()


@pytest.mark.long
def test_a_game_goes_on_when_its_process_dies(tmp_path: Path) -> None:
    web = Web(tmp_path, web_processes=2, rate_limit="", accounts_limit="")
    try:
        made = json.loads(web.ask("POST", "/v1/accounts", {"name": "Ann"}))
        mine = {"Authorization": f"Bearer {made['token']}"}
        games = []
        for _ in range(4):
            game = json.loads(web.ask("POST", "/v1/games", {"ruleset": "dice-and-danger", "seats": 1}, **mine))["id"]
            web.ask("POST", f"/v1/games/{game}/seats", {}, **mine)
            web.ask("POST", f"/v1/games/{game}/start", {}, **mine)
            games.append(game)

        def play(game: str, actions: int) -> None:
            for _ in range(actions):  # each request on a connection of its own, so in any process
                offer = json.loads(web.ask("GET", f"/v1/games/{game}/actions", **mine))
                chosen = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
                n = json.loads(web.ask("POST", f"/v1/games/{game}/actions", chosen, **mine))["n"]
                assert json.loads(web.ask("GET", f"/v1/games/{game}", **mine))["n"] == n

        for game in games:
            play(game, 3)
        workers = [pid for pid in family_of(web.process.pid) if pid != web.process.pid]
        for worker in workers[:2]:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
            for game in games:
                play(game, 2)
    finally:
        web.stop()
