"""
No answer depends on what its viewer may not know.

Aim: change everything hidden from a viewer, and compare every answer to them, byte for byte.
Method: two worlds (`worlds.py`) at a moment that hypothesis draws, the same requests to both, whole answers
compared: status, headers, bodies, and the log lines; digests, hashes and salts aside.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from delvebook.domain.rulesets.registry import get_ruleset
from delvebook.domain.viewers import Viewer
from delvebook.service.jobs.queues import QueueName
from delvebook.workers import checks
from tests.leaks.questions import Ask, answer, questions
from tests.leaks.worlds import World, differing, masked, options_of, other_world, played, viewers_of
from tests.servers import RedisServer, work_off
from tests.service.api.house import as_official

SLOW = settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@SLOW
@given(data=st.data())
@pytest.mark.long_for("runebound", "the-descent", "dice-and-danger")
def test_no_answer_depends_on_what_its_viewer_may_not_know(title: str, data: st.DataObject) -> None:
    ruleset = get_ruleset(title)
    seats = data.draw(st.integers(ruleset.seats_min, ruleset.seats_max), "seats")
    options = options_of(title, seats=seats, choose=lambda values: data.draw(st.sampled_from(values)))
    actions = data.draw(st.integers(0, 60), "actions")
    seed = data.draw(st.integers(0, 10**6), "seed")
    with played(title, seats=seats, options=options, actions=actions, seed=str(seed)) as world:
        world.list_games()
        viewer = data.draw(st.sampled_from(viewers_of(world)), "viewer")
        with other_world(world, viewer, seed=f"{seed}/{viewer}") as other:
            other.list_games()
            for ask in list(questions(world, viewer)):
                first, second = (answer(one, viewer, ask) for one in (world, other))
                assert first == second, f"{viewer} is told more by {ask[:3]}"


def test_the_second_world_is_another_one(title: str) -> None:
    """The comparison above is useful only if the worlds differ."""
    with differing(title) as (world, other):
        first, second = world.whole(), other.whole()

    assert first.seed != second.seed
    assert first.stream.head != second.stream.head
    assert first.get_table().hidden.keys() == second.get_table().hidden.keys()
    for key, hidden in second.get_table().hidden.items():
        assert hidden.content != first.get_table().hidden[key].content


def test_an_arbiter_who_may_know_sees_the_difference(title: str) -> None:
    """It is useful only if a difference is visible to those who may see it."""
    with differing(title) as worlds:
        judges = [as_official(one.app, "Judge", "disputes:rule") for one in worlds]
        answers = [
            masked(judge.sees(one.game, viewer="arbiter")["table"]) for judge, one in zip(judges, worlds, strict=True)
        ]

    assert answers[0] != answers[1]


def test_the_whole_audit_trail_tells_nothing_of_what_is_hidden(title: str) -> None:
    """Not even readers of the whole trail learn it: the trail says that something was done, never what."""
    with differing(title) as (world, other):
        first, second = world.trail(), other.trail()

    assert first == second
    assert [entry["action"] for entry in first].count("game/ActionTaken") >= 5


def test_the_services_own_check_tells_no_more(title: str) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=12, seed="check") as world:
        viewer = viewers_of(world)[0]
        with other_world(world, viewer, seed="check") as other:
            ask: Ask = ("GET", f"/v1/games/{world.game}/verification", None, {})
            first, second = (answer(one, viewer, ask) for one in (world, other))

    assert first == second
    assert first[0]["body"]["holds"] is True


@pytest.mark.long
@pytest.mark.servers
def test_a_check_that_runs_as_a_job_tells_no_more(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=12, seed="job") as world:
        viewer = viewers_of(world)[0]
        with other_world(world, viewer, seed="job") as other:
            first, second = (told_by_a_job(one, viewer, monkeypatch) for one in (world, other))

    assert first == second
    assert [told["status"] for told, _ in first] == [202, 202, 200, 200, 200]
    assert first[3][0]["body"]["report"]["holds"] is True


def told_by_a_job(world: World, viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, list[Any]]]:
    """Returns every answer about checks of the game and its record as jobs: requested, waiting, and finished."""
    settings = world.app.extensions["delvebook"].settings
    for name in ("home", "secret"):
        monkeypatch.setenv(f"DELVEBOOK_{name.upper()}", str(getattr(settings, name)))
    checks._context.cache_clear()
    ask: Ask = ("GET", f"/v1/games/{world.game}/verification", None, {"Prefer": "respond-async"})
    redis_server = RedisServer(settings.home)
    redis_server.start()
    try:
        told = [answer(world, viewer, ask) for _ in range(2)]
        job = told[0][0]["body"]["id"]
        follow: Ask = ("GET", f"/v1/verifications/{job}", None, {})
        told.append(answer(world, viewer, follow))
        with redis_server.client() as connection:
            work_off(connection, QueueName.CHECKS)
        told += [answer(world, viewer, follow), answer(world, viewer, ask)]
    finally:
        redis_server.kill()
        checks._context.cache_clear()
    assert told[3][0]["body"].pop("finished_at") is not None  # The worker's clock does not stand.
    return told


def test_a_stream_tells_no_more(title: str) -> None:
    ruleset = get_ruleset(title)
    with played(title, seats=ruleset.seats_min, options={}, actions=12, seed="stream") as world:
        viewer = viewers_of(world)[1]
        n = world.whole().stream.version
        with other_world(world, viewer, seed="stream") as other:
            heard = [listen(one, viewer, n) for one in (world, other)]

    assert heard[0] == heard[1]
    assert len(heard[0]) == n


def listen(world: World, viewer: Viewer, n: int) -> list[Any]:
    """Returns the snapshot and the first `n` events of a stream."""
    path = f"/v1/games/{world.game}/stream?after=0&lang=en"
    response = world.person(viewer).get(path, headers={"Accept": "text/event-stream"}, buffered=False)
    heard: list[Any] = []
    for chunk in response.response:
        text = chunk.decode() if isinstance(chunk, bytes) else chunk
        data = (line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: "))
        heard.extend(masked(json.loads(line)) for line in data)
        if len(heard) >= n:
            break
    response.close()
    return heard
