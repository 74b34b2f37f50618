"""Streams of several web processes, on one store and one Redis: each learns at once what another has done."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from flask import Flask

from delvebook.service.api import streams
from delvebook.service.base.settings import Settings
from delvebook.service.live import stream_wakeups
from delvebook.service.wiring import build_services
from tests.servers import RedisServer
from tests.service.api.house import FakeSignal, Person, app_of, as_official, body_of, build, counted_bytes, running_game
from tests.service.api.listening import NDJSON, SSE, Listening, frames, lines_of
from tests.service.tables import Ticking

Two = tuple[Flask, Flask]


@pytest.fixture
def two(settings: Settings, redis_server: RedisServer) -> Iterator[Two]:
    """Two web processes. Neither hears of the other's events but by Redis."""
    together = replace(settings, redis_url=redis_server.url, token_cache_seconds=3600)
    first = build(together)
    second = app_of(build_services(together, now=Ticking(), random_bytes=counted_bytes("second"), signal=FakeSignal()))
    yield first, second
    for app in (first, second):
        app.extensions["delvebook"].close()


class Table(NamedTuple):
    """A running game at the first process, and those who play it."""

    game: str
    ann: Person
    bob: Person

    @property
    def stream(self) -> str:
        return f"/v1/games/{self.game}/stream?after=0"


@pytest.fixture
def table(two: Two) -> Table:
    ann, bob = Person(two[0], "Ann"), Person(two[0], "Bob")
    return Table(running_game(ann, bob), ann, bob)


def last_word(listening: Listening) -> str:
    """Why the stream ended. Its own check would come after a minute, which is longer than is waited here."""
    end: dict[str, Any] = lines_of(listening.until_the_end())[-1]
    assert end["kind"] == "end"
    return str(end["reason"])


def test_a_stream_ends_when_another_process_has_a_later_one_of_its_name(
    two: Two, table: Table, redis_server: RedisServer
) -> None:
    named = f"{table.stream}&line=phone"
    first, other = (Listening(person, named, **NDJSON) for person in (table.ann, table.bob))
    redis_server.wait_for_listeners(stream_wakeups.CHANNEL, 1)

    later = Listening(Person(two[1], token=table.ann.token), named, **NDJSON)

    assert last_word(first) == "superseded"
    operator = as_official(two[0], "Olga", "service:operate")
    assert operator.post(f"/v1/games/{table.game}/abort", {"reason": "rain"}).status_code == 201
    two[1].extensions["delvebook"].feed._signal.notify()
    assert [last_word(one) for one in (later, other)] == ["finished", "finished"]


@pytest.mark.parametrize("process", [0, 1])
def test_a_silent_stream_ends_when_its_token_is_revoked_in_whichever_process(
    two: Two, table: Table, redis_server: RedisServer, process: int
) -> None:
    issued = body_of(table.ann.post("/v1/tokens", {"scopes": ["games:play"]}))
    followed = [Listening(Person(app, token=issued["token"]), table.stream, **NDJSON) for app in two]
    kept = Listening(table.bob, table.stream, **NDJSON)
    redis_server.wait_for_listeners(stream_wakeups.CHANNEL, 2)

    assert Person(two[process], token=table.ann.token).delete(f"/v1/tokens/{issued['id']}").status_code == 204

    assert [last_word(one) for one in followed] == ["revoked", "revoked"]
    assert Person(two[1 - process], token=issued["token"]).get("/v1/accounts/me").status_code == 401
    assert lines_of(b"".join(kept.chunks))[-1]["kind"] != "end"


def test_the_streams_of_an_account_that_is_banned_end_and_those_of_others_go_on(
    two: Two, table: Table, redis_server: RedisServer
) -> None:
    streams_of = {
        person.id: Listening(Person(two[1], token=person.token), "/v1/notices/stream", **NDJSON)
        for person in (table.ann, table.bob)
    }
    redis_server.wait_for_listeners(stream_wakeups.CHANNEL, 1)
    operator = as_official(two[0], "Olga", "service:operate")

    banned = operator.send("PUT", f"/v1/accounts/{table.ann.id}/ban", json={"reason": "spam"})

    assert banned.status_code in (200, 201), banned.text
    assert last_word(streams_of[table.ann.id]) == "revoked"
    assert lines_of(b"".join(streams_of[table.bob.id].chunks))[-1]["kind"] != "end"


def test_a_call_that_is_lost_is_made_up_for_by_the_streams_own_check(
    two: Two, table: Table, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_wakeups.StreamWakeups, "wake", lambda *_: None)
    monkeypatch.setattr(streams, "TOKEN_CHECK_SECONDS", 0.1)
    named = f"{table.stream}&line=phone"
    first = Listening(table.ann, named, **NDJSON)
    first.until_it_says(b"GameStarted")

    Listening(Person(two[1], token=table.ann.token), named, **NDJSON)

    assert last_word(first) == "superseded"


def test_without_redis_a_revoked_token_ends_the_streams_of_its_own_process_at_once(
    two: Two, table: Table, redis_server: RedisServer
) -> None:
    issued = body_of(table.ann.post("/v1/tokens", {"scopes": ["games:play"]}))
    followed = Listening(Person(two[0], token=issued["token"]), table.stream, **SSE)
    followed.until_it_says(b"GameStarted")
    redis_server.kill()

    assert table.ann.delete(f"/v1/tokens/{issued['id']}").status_code == 204

    *_, end = frames(followed.until_the_end())
    assert json.loads(end["data"])["reason"] == "revoked"
