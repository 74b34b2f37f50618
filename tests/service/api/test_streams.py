"""Following a game: everything once, in order, until it is over."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from delvebook.service.api import streams
from delvebook.service.identity.audit_log import Wanted
from delvebook.service.settings import Settings
from tests.service.api.house import Person, body_of, build, play_to_the_end, running_game

SSE = {"Accept": "text/event-stream"}
NDJSON = {"Accept": "application/x-ndjson"}


class Listening:
    """Somebody who follows a game in a thread of their own."""

    def __init__(self, person: Person, path: str, **headers: str) -> None:
        self.chunks: list[bytes] = []
        self.response = person.get(path, headers=headers, buffered=False)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for chunk in self.response.response:
            self.chunks.append(chunk if isinstance(chunk, bytes) else chunk.encode())
        self.response.close()

    def until_the_end(self) -> bytes:
        self._thread.join(timeout=20)
        assert not self._thread.is_alive(), "the stream did not end"
        return b"".join(self.chunks)


def frames(text: bytes) -> Iterator[dict[str, str]]:
    """The server-sent events of a stream."""
    for block in text.decode().split("\n\n"):
        lines = [line.partition(": ") for line in block.splitlines() if not line.startswith(":")]
        if lines:
            yield {key: value for key, _, value in lines}


def test_a_stream_sends_everything_once_and_ends_with_the_game(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    listening = Listening(ann, f"/v1/games/{game}/events", **SSE)

    play_to_the_end(game, ann, bob)

    sent = list(frames(listening.until_the_end()))
    events = [json.loads(frame["data"]) for frame in sent if "id" in frame]
    n = ann.sees(game)["n"]
    assert sent[0] == {"retry": "2000"}
    assert [int(frame["id"]) for frame in sent if "id" in frame] == list(range(1, n + 1))
    assert [event["n"] for event in events] == list(range(1, n + 1))
    assert sent[-1] == {"event": "end", "data": json.dumps({"n": n, "status": "finished"}, separators=(",", ":"))}


def test_a_browser_that_comes_back_gets_the_rest_and_in_the_end_nothing(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    n = ann.sees(game)["n"]

    rest = ann.get(f"/v1/games/{game}/events", headers={**SSE, "Last-Event-ID": str(n - 2)})
    nothing = ann.get(f"/v1/games/{game}/events", headers={**SSE, "Last-Event-ID": str(n)})

    assert [frame["id"] for frame in frames(rest.data) if "id" in frame] == [str(n - 1), str(n)]
    assert nothing.status_code == 204


def test_lines_of_json_are_all_there_is_and_then_end(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)

    read = ann.get(f"/v1/games/{game}/events?after=2&lang=ru", headers=NDJSON)

    lines = [json.loads(line) for line in read.data.splitlines()]
    assert read.mimetype == "application/x-ndjson"
    assert [line["n"] for line in lines] == [3, 4, 5, 6]
    assert lines[-1]["told"] != []


def test_lines_can_be_followed_too(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    listening = Listening(bob, f"/v1/games/{game}/events?follow=true&after=4", **NDJSON)
    play_to_the_end(game, ann, bob)

    lines = [json.loads(line) for line in listening.until_the_end().splitlines() if line]

    assert [line["n"] for line in lines] == list(range(5, ann.sees(game)["n"] + 1))


def test_a_page_and_a_stream_show_the_same_events(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    for person in (ann, bob, nobody):
        page = body_of(person.get(f"/v1/games/{game}/events"))["events"]
        lines = person.get(f"/v1/games/{game}/events", headers=NDJSON).data.splitlines()

        assert [json.loads(line) for line in lines] == page


def test_only_so_many_are_followed_at_a_time(settings: Settings) -> None:
    app = build(replace(settings, streams_max=1))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = running_game(ann, bob)
    listening = Listening(ann, f"/v1/games/{game}/events", **SSE)

    refused = bob.get(f"/v1/games/{game}/events", headers=SSE)

    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/too_many_streams")
    assert refused.headers["Retry-After"] == "5"
    play_to_the_end(game, ann, bob)
    listening.until_the_end()
    assert app.extensions["delvebook"].feed.count == 0
    app.extensions["delvebook"].close()


def test_a_stream_ends_when_its_token_is_revoked(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    issued = body_of(ann.post("/v1/tokens", {"scopes": ["play"]}))
    listening = Listening(Person(app, token=issued["token"]), f"/v1/games/{game}/events", **SSE)

    ann.delete(f"/v1/tokens/{issued['id']}")
    ann.acts(game)

    sent = [frame for frame in frames(listening.until_the_end()) if "id" in frame]
    assert [frame["id"] for frame in sent] == ["1", "2", "3", "4", "5"]


def test_streams_end_when_the_process_does(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    listening = Listening(ann, f"/v1/games/{game}/events", **SSE)

    app.extensions["delvebook"].feed.close()

    assert b"end" not in listening.until_the_end()


def test_a_silent_game_is_heard_to_be_still_there(
    app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    game = running_game(ann, bob)
    heard = []
    response = ann.get(f"/v1/games/{game}/events?after=5", headers=SSE, buffered=False)
    for chunk in response.response:
        heard.append(chunk)
        if chunk == b": still here\n\n":
            break
    response.close()

    assert heard == [b"retry: 2000\n\n", b": still here\n\n"]
    assert app.extensions["delvebook"].feed.count == 0


def test_an_arbiter_who_follows_is_noted_once(app: Flask, ann: Person, bob: Person) -> None:
    from tests.service.api.house import as_official  # noqa: PLC0415

    game = running_game(ann, bob)
    judge = as_official(app, "Judge", "play", "arbitrate")
    listening = Listening(judge, f"/v1/games/{game}/events?viewer=arbiter", **SSE)
    play_to_the_end(game, ann, bob)
    events: list[Any] = [json.loads(frame["data"]) for frame in frames(listening.until_the_end()) if "id" in frame]

    assert all("content" in envelope for event in events for envelope in event["sealed"])
    assert len(app.extensions["delvebook"].audit.entries(Wanted(game=game))) == 1
