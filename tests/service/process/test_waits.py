"""The answer of a request that has waited for news tells its budget, on the fast lane and beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.service.api.house import requests_left
from tests.service.process.test_gateway import act, running_game
from tests.service.process.test_web import Web


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    started = Web(tmp_path_factory.mktemp("web"), web_processes=1, rate_limit="1000 per day")
    yield started
    if started.process.poll() is None:
        started.stop()


def left_after(web: Web, path: str, mine: dict[str, str]) -> int:
    """The number of requests that the sender has left, by the answer to this one."""
    with web.open("GET", path, **mine) as answer:
        assert answer.read() is not None
        return requests_left(answer.headers)


@pytest.mark.parametrize(
    "asked",
    [
        "/v1/games/{game}/events?after={n}",
        "/v1/games/{game}/events?viewer=seat:0&after={n}",
        "/v1/notices?after=0",
    ],
)
def test_the_answer_of_a_request_that_has_waited_tells_its_budget_which_it_has_used_once(web: Web, asked: str) -> None:
    game, mine = running_game(web, f"Waiter {asked[:8]} {len(asked)}")
    n = act(web, game, mine)
    path = asked.format(game=game, n=n)
    before = left_after(web, f"/v1/games/{game}", mine)

    after = left_after(web, f"{path}&wait=1", mine)

    assert after == before - 1
    assert left_after(web, f"/v1/games/{game}", mine) == before - 2


def test_a_wait_that_has_ended_ends_with_an_empty_page(web: Web) -> None:
    game, mine = running_game(web, "Patient")
    n = act(web, game, mine)
    page = json.loads(web.ask("GET", f"/v1/games/{game}/events?after={n}&wait=1", **mine))
    assert page["events"] == []
