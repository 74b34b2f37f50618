"""Following a game: how it stands, then everything once and in order, until it is over."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from delvebook.service.api import streams
from delvebook.service.base.settings import Settings
from delvebook.service.identity.audit_log import AuditQuery
from delvebook.service.live.sources import Batch, GameSource
from tests.service.api.house import Person, body_of, build, play_to_the_end, running_game, takes_office
from tests.service.api.listening import NDJSON, SSE, Listening, frames, lines_of


def test_a_stream_sends_everything_once_and_ends_with_the_game(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    listening = Listening(ann, f"/v1/games/{game}/stream?after=0", **SSE)

    play_to_the_end(game, ann, bob)

    sent = list(frames(listening.until_the_end()))
    events = [json.loads(frame["data"])["event"] for frame in sent if "id" in frame]
    head = body_of(ann.get(f"/v1/games/{game}/head"))
    n = head["n"]
    assert sent[0] == {"retry": "2000"}
    assert [int(frame["id"]) for frame in sent if "id" in frame] == list(range(1, n + 1))
    assert [event["n"] for event in events] == list(range(1, n + 1))
    assert sent[-1]["event"] == "end"
    assert json.loads(sent[-1]["data"]) == {
        "kind": "end",
        "reason": "finished",
        "n": n,
        "hash": head["hash"],
        "status": "finished",
    }


def test_a_browser_that_comes_back_gets_the_rest_and_in_the_end_nothing(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    n = ann.sees(game)["n"]

    rest = ann.get(f"/v1/games/{game}/stream", headers={**SSE, "Last-Event-ID": str(n - 2)})
    nothing = ann.get(f"/v1/games/{game}/stream", headers={**SSE, "Last-Event-ID": str(n)})

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
    listening = Listening(bob, f"/v1/games/{game}/stream?after=4", **NDJSON)
    play_to_the_end(game, ann, bob)

    lines = lines_of(listening.until_the_end())

    assert [line["n"] for line in lines if line["kind"] == "event"] == list(range(5, ann.sees(game)["n"] + 1))
    assert (lines[-1]["kind"], lines[-1]["reason"]) == ("end", "finished")


def test_a_stream_begins_with_the_game_as_its_viewer_sees_it_and_goes_on_from_there(
    ann: Person, bob: Person, nobody: Person
) -> None:
    game = running_game(ann, bob)
    ann.acts(game)
    seen = [(person, person.sees(game)) for person in (ann, bob, nobody)]
    listening = [Listening(person, f"/v1/games/{game}/stream", **NDJSON) for person, _ in seen]
    for one in listening:
        one.until_it_says(b"snapshot")

    play_to_the_end(game, ann, bob)

    for (_, body), one in zip(seen, listening, strict=True):
        first, *rest = lines_of(one.until_the_end())
        assert first == {"kind": "snapshot", "n": body["n"], "game": body}
        assert [line["n"] for line in rest[:-1]] == list(range(body["n"] + 1, nobody.sees(game)["n"] + 1))


def test_both_framings_hold_the_same_lines(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    for query in ("", "?after=0", "?after=3&lang=ru", "?viewer=spectator&after=2"):
        lines = ann.get(f"/v1/games/{game}/stream{query}", headers=NDJSON).data.splitlines()
        sent = frames(ann.get(f"/v1/games/{game}/stream{query}", headers=SSE).data)

        assert [frame["data"].encode() for frame in sent if "data" in frame] == lines
        assert len(lines) >= 2


def test_an_event_that_has_not_happened_cannot_be_come_back_from(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    n = ann.sees(game)["n"]
    for where, headers in ((f"?after={n + 1}", {}), ("", {**SSE, "Last-Event-ID": str(n + 50)})):
        refused = ann.get(f"/v1/games/{game}/stream{where}", headers=headers)

        assert (refused.status_code, body_of(refused)["code"], body_of(refused)["n"]) == (404, "event/unknown", n)


def test_a_later_stream_of_the_same_name_takes_the_place_of_the_earlier(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    first, others, second = (
        Listening(person, f"/v1/games/{game}/stream?after=0&line={line}", **NDJSON)
        for person, line in ((ann, "phone"), (bob, "phone"), (ann, "phone"))
    )

    last = lines_of(first.until_the_end())[-1]

    assert (last["kind"], last["reason"]) == ("end", "superseded")
    play_to_the_end(game, ann, bob)
    for one in (others, second):
        assert lines_of(one.until_the_end())[-1]["reason"] == "finished"


def test_only_an_account_has_streams_with_names(ann: Person, bob: Person, nobody: Person) -> None:
    game = running_game(ann, bob)

    refused = nobody.get(f"/v1/games/{game}/stream?line=phone")

    assert (refused.status_code, body_of(refused)["code"]) == (401, "auth/required")


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
    listening = Listening(ann, f"/v1/games/{game}/stream?after=0", **SSE)

    refused = bob.get(f"/v1/games/{game}/stream", headers=SSE)

    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/too_many_streams")
    assert refused.headers["Retry-After"] == "5"
    play_to_the_end(game, ann, bob)
    listening.until_the_end()
    assert app.extensions["delvebook"].feed.count == 0
    app.extensions["delvebook"].close()


def test_a_stream_ends_when_its_token_is_revoked(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    issued = body_of(ann.post("/v1/tokens", {"scopes": ["games:play"]}))
    listening = Listening(Person(app, token=issued["token"]), f"/v1/games/{game}/stream?after=0", **SSE)

    ann.delete(f"/v1/tokens/{issued['id']}")
    ann.acts(game)

    *sent, end = frames(listening.until_the_end())
    assert [frame["id"] for frame in sent if "id" in frame] == ["1", "2", "3", "4", "5"]
    assert json.loads(end["data"])["reason"] == "revoked"


@pytest.mark.parametrize("viewer", ["arbiter", "seat:0"])
def test_a_stream_ends_when_its_token_loses_the_right_to_look_and_is_valid_for_all_else(
    app: Flask, ann: Person, bob: Person, viewer: str
) -> None:
    game = running_game(ann, bob)
    judy = Person(app, "Judy")
    takes_office(app, judy, "games:read", "disputes:rule")
    listening = Listening(judy, f"/v1/games/{game}/stream?viewer={viewer}&after=0", **NDJSON)
    assert b"ActionTaken" not in b"".join(listening.chunks)

    assert judy.delete("/v1/accounts/me/offices/arbiter").status_code == 204
    ann.acts(game)

    lines = lines_of(listening.until_the_end())
    assert [line["event"]["type"] for line in lines if line["kind"] == "event"][-1] == "GameStarted"
    assert lines[-1]["reason"] == "revoked"
    assert judy.get(f"/v1/games/{game}").status_code == 200


def test_what_is_read_while_a_token_loses_its_right_is_not_sent(
    app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ann, bob)
    judy = Person(app, "Judy")
    takes_office(app, judy, "games:read", "disputes:rule")
    read, happened = GameSource.read, []

    def read_late(source: GameSource, after: int) -> Batch:
        if not happened:
            happened.append(judy.delete("/v1/accounts/me/offices/arbiter").status_code)
            bob.acts(game)
        return read(source, after)

    # Replaced before the stream begins, so that its very first reading is this one.
    monkeypatch.setattr(GameSource, "read", read_late)
    listening = Listening(judy, f"/v1/games/{game}/stream?viewer=seat:0&after=0", **NDJSON)

    lines = lines_of(listening.until_the_end())
    assert happened == [204]
    assert [line["event"]["type"] for line in lines if line["kind"] == "event"][-1] == "GameStarted"
    assert lines[-1]["reason"] == "revoked"


def test_streams_end_when_the_process_does(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    head = body_of(ann.get(f"/v1/games/{game}/head"))
    for headers in (SSE, NDJSON):
        listening = Listening(ann, f"/v1/games/{game}/stream?after=0", **headers)
        app.extensions["delvebook"].feed.is_closing = True

        text = listening.until_the_end().decode().strip().rpartition("\n")[2].removeprefix("data: ")

        assert json.loads(text) == {"kind": "end", "reason": "closing", "n": head["n"], "hash": head["hash"]}
        app.extensions["delvebook"].feed.is_closing = False


def test_a_silent_game_is_heard_to_be_still_there(
    app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.0)
    game = running_game(ann, bob)
    head = body_of(ann.get(f"/v1/games/{game}/head"))
    heard = []
    response = ann.get(f"/v1/games/{game}/stream?after=5", headers=NDJSON, buffered=False)
    for chunk in response.response:
        heard.append(json.loads(chunk))
        if len(heard) == 3:
            break
    response.close()

    assert heard == [{"kind": "heartbeat", "n": 5, "hash": head["hash"]}] * 3
    assert app.extensions["delvebook"].feed.count == 0


def test_an_arbiter_who_follows_is_noted_once(app: Flask, ann: Person, bob: Person) -> None:
    from tests.service.api.house import as_official  # noqa: PLC0415

    game = running_game(ann, bob)
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    listening = Listening(judge, f"/v1/games/{game}/stream?viewer=arbiter&after=0", **SSE)
    play_to_the_end(game, ann, bob)
    events: list[Any] = [
        json.loads(frame["data"])["event"] for frame in frames(listening.until_the_end()) if "id" in frame
    ]

    assert all("content" in envelope for event in events for envelope in event["sealed"])
    assert len(app.extensions["delvebook"].audit.entries(AuditQuery(game=game))) == 1
