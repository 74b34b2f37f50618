"""Notices: a game waits, has ended, is disputed. No account gets the notices of another one."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from delvebook.service.base.settings import Settings
from delvebook.service.notices.store import NOTICES
from delvebook.service.wiring import notices_projector
from tests.service.api.house import Person, as_official, body_of, build, play_to_the_end, running_game, tell_notices
from tests.service.api.listening import NDJSON, SSE, Listening, frames, lines_of


def notices_of(person: Person, query: str = "") -> list[dict[str, Any]]:
    answer = person.get(f"/v1/notices{query}")
    assert answer.status_code == 200, answer.text
    return list(body_of(answer)["notices"])


def types_of(person: Person) -> list[str]:
    return [notice["type"] for notice in notices_of(person)]


def test_players_are_told_of_their_turns_and_of_the_end(app: Flask, ann: Person, bob: Person, nobody: Person) -> None:
    stranger = Person(app, "Eve")
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)

    tell_notices(app)

    events = body_of(nobody.get(f"/v1/games/{game}/events?limit=500"))["events"]
    for seat, person in enumerate((ann, bob)):
        told = notices_of(person, "?limit=500")
        answered = [e["data"]["decision"] for e in events if e["type"] == "ActionTaken" and e["data"]["seat"] == seat]
        assert [notice["number"] for notice in told] == list(range(1, len(told) + 1))
        assert {notice["game"] for notice in told} == {game}
        assert [one["about"] for one in told if one["type"] == "turn"] == [
            {"seat": seat, "decision": decision} for decision in answered
        ]
        assert (told[0]["type"], told[-1]["type"]) == ("started", "finished")
    assert notices_of(stranger) == []


def test_bots_cost_nobody_a_notice_and_a_seat_that_comes_back_is_told_of_its_turn(app: Flask, ann: Person) -> None:
    game = ann.opens_game(seats=2, bots=[{"seat": 1, "bot": "random"}])
    ann.sits(game)
    ann.starts(game)
    assert ann.post(f"/v1/games/{game}/seats", {"seat": 0, "bot": "random"}).status_code == 201
    tell_notices(app)
    assert types_of(ann) == ["started", "turn"]
    assert body_of(ann.get("/v1/accounts/me"))["id"] == ann.id

    ann.sits(game, seat=0)
    tell_notices(app)

    assert types_of(ann) == ["started", "turn", "turn"]


def test_who_has_to_show_a_nonce_is_told_until_when(app: Flask, ann: Person, bob: Person) -> None:
    game = ann.opens_game()
    ann.sits(game, nonce="a" * 16)
    bob.sits(game)
    tell_notices(app)

    told = notices_of(ann)
    assert [(one["type"], one["about"]["seat"]) for one in told] == [("nonce_wanted", 0)]
    assert notices_of(bob) == []
    waiting = lines_of(first_line(ann))[0]["waiting"]
    assert [(one["game"], one["nonce_deadline"]) for one in waiting] == [(game, told[0]["about"]["deadline"])]

    ann.shows(game, "a" * 16)
    tell_notices(app)
    assert lines_of(first_line(ann))[0]["waiting"] == []


def first_line(person: Person, path: str = "/v1/notices/stream") -> bytes:
    response = person.get(path, headers=NDJSON, buffered=False)
    first = next(iter(response.response))
    response.close()
    return first if isinstance(first, bytes) else first.encode()


def test_disputes_are_told_to_everybody_at_the_table_and_to_who_claimed(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    opened = body_of(bob.post(f"/v1/games/{game}/disputes", {"event": 5, "claim": "odd"}))
    judge = as_official(app, "Judge", "games:play", "disputes:rule")
    assert opened["n"] == 6
    withdrawn = bob.post(f"/v1/disputes/{game}.6/withdrawal")
    assert withdrawn.status_code == 201, withdrawn.text
    tell_notices(app)

    for person in (ann, bob):
        told = [(one["type"], one["about"]) for one in notices_of(person) if one["type"].startswith("dispute")]
        assert told == [
            ("dispute_opened", {"dispute": f"{game}.6", "event": 5}),
            ("dispute_withdrawn", {"dispute": f"{game}.6"}),
        ]
    assert [one["type"] for one in notices_of(judge)] == ["office"]


def test_the_stream_begins_with_what_waits_and_goes_on_in_both_framings(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    tell_notices(app)
    listening = [Listening(ann, "/v1/notices/stream", **headers) for headers in (NDJSON, SSE)]
    for one in listening:
        one.until_it_says(b"snapshot")

    ann.acts(game)
    bob.acts(game)
    tell_notices(app)
    last = len(notices_of(ann, "?limit=500"))
    for one in listening:
        one.until_it_says(f'"number":{last},'.encode())
    app.extensions["delvebook"].notice_feed.close()

    lines = lines_of(listening[0].until_the_end())
    sent = [json.loads(frame["data"]) for frame in frames(listening[1].until_the_end()) if "data" in frame]
    assert lines == sent
    decision = ann.may(game)["decision"]
    assert lines[0]["number"] == 2
    assert [(one["game"], one["seat"]) for one in lines[0]["waiting"]] == [(game, 0)]
    assert lines[-2]["notice"] == notices_of(ann)[-1]
    assert lines[-2]["notice"]["about"]["decision"] == decision
    assert lines[-1] == {"kind": "end", "reason": "closing", "number": last}


def test_a_stream_is_resumed_after_the_last_notice_and_not_after_one_that_never_was(
    app: Flask, ann: Person, bob: Person
) -> None:
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    tell_notices(app)
    told = notices_of(ann, "?limit=500")

    rest = ann.get("/v1/notices/stream", headers={**SSE, "Last-Event-ID": str(len(told) - 2)}, buffered=False)
    chunk = next(iter(rest.response))
    rest.close()
    refused = ann.get(f"/v1/notices/stream?after={len(told) + 1}")

    assert [json.loads(frame["data"])["notice"] for frame in frames(chunk) if "id" in frame] == told[-2:]
    assert (refused.status_code, body_of(refused)["code"]) == (404, "notice/unknown")


def test_what_others_tell_comes_to_one_account_alone(app: Flask, ann: Person, bob: Person) -> None:
    notices = app.extensions["delvebook"].notices
    listening = Listening(ann, "/v1/notices/stream", **NDJSON)
    listening.until_it_says(b"snapshot")

    assert notices.tell(ann.id, "invitation", about={"by": "somebody"}) == 1
    assert notices.tell(bob.id, "invitation", about={"by": "else"}) == 1

    listening.until_it_says(b"somebody")
    app.extensions["delvebook"].notice_feed.close()
    assert b"else" not in listening.until_the_end()


def test_notices_are_kept_for_a_while_and_who_comes_too_late_is_told_so(app: Flask, ann: Person) -> None:
    notices = app.extensions["delvebook"].notices
    for number in range(3):
        notices.tell(ann.id, "invitation", about={"number": number})
    third = notices_of(ann)[2]["at"]

    assert notices.forget(third) == 2
    assert [one["number"] for one in notices_of(ann)] == [3]
    late = ann.get("/v1/notices?after=1")
    assert (late.status_code, body_of(late)["code"], body_of(late)["after"]) == (410, "notice/gone", 2)
    assert notices.tell(ann.id, "invitation", about={}) == 4


def test_numbers_are_given_in_order_though_many_tell_at_once(app: Flask, ann: Person) -> None:
    notices = app.extensions["delvebook"].notices
    tellers = [
        threading.Thread(target=lambda: [notices.tell(ann.id, "invitation", about={}) for _ in range(10)])
        for _ in range(6)
    ]
    for teller in tellers:
        teller.start()
    for teller in tellers:
        teller.join()

    assert [one["number"] for one in notices_of(ann)] == list(range(1, 61))


def test_projecting_twice_tells_nothing_twice(app: Flask, ann: Person, bob: Person) -> None:
    running_game(ann, bob)
    tell_notices(app)
    before = notices_of(ann)
    tell_notices(app)

    assert notices_of(ann) == before
    services = app.extensions["delvebook"]
    from delvebook.projections.projector import ProjectionError  # noqa: PLC0415
    from delvebook.service.identity.accounts import open_accounts_engine  # noqa: PLC0415

    engine = open_accounts_engine(services.settings.sqlalchemy_url)
    with pytest.raises(ProjectionError, match="not in the log"):
        notices_projector(engine, services.use.application).rebuild()
    with engine.connect() as connection:
        assert connection.execute(NOTICES.select()).all()
    engine.dispose()


# -- long polls -------------------------------------------------------------------------------------


class Poll(threading.Thread):
    """A request that waits, in a thread of its own."""

    def __init__(self, ask: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self._ask = ask
        self.answer: Any = None
        self.start()

    def run(self) -> None:
        self.answer = self._ask()

    def done(self) -> dict[str, Any]:
        self.join(20)
        assert self.answer is not None, "it did not answer"
        return body_of(self.answer)


def until_there_are(feed: Any, count: int) -> None:
    # A wait that one road hands over to the other leaves the feed for a moment, so the count has to stay.
    deadline = time.monotonic() + 10
    seen = 0
    while seen < 20:
        assert time.monotonic() < deadline
        seen = seen + 1 if feed.count == count else 0
        time.sleep(0.01)


def test_a_long_poll_answers_when_something_happens(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    n = ann.sees(game)["n"]
    services = app.extensions["delvebook"]
    of_game = Poll(lambda: bob.get(f"/v1/games/{game}/events?after={n}&wait=30"))
    of_account = Poll(lambda: bob.get("/v1/notices?wait=30"))
    until_there_are(services.feed, 1)
    until_there_are(services.notice_feed, 1)

    ann.acts(game)
    tell_notices(app)

    assert [event["n"] for event in of_game.done()["events"]] == [n + 1]
    assert [notice["type"] for notice in of_account.done()["notices"]][:1] == ["started"]
    until_there_are(services.feed, 0)
    until_there_are(services.notice_feed, 0)


def test_a_long_poll_of_nothing_ends_with_an_empty_page_and_one_of_something_at_once(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    n = ann.sees(game)["n"]
    began = time.monotonic()
    there = ann.get(f"/v1/games/{game}/events?after={n - 1}&wait=30")
    assert time.monotonic() - began < 20
    nothing = ann.get(f"/v1/games/{game}/events?after={n}&wait=1")

    assert len(body_of(there)["events"]) == 1
    assert body_of(nothing)["events"] == []


def test_long_polls_are_counted_as_streams_and_bounded(settings: Settings) -> None:
    app = build(replace(settings, streams_owned_max=1))
    ann, bob = Person(app, "Ann"), Person(app, "Bob")
    game = running_game(ann, bob)
    n = ann.sees(game)["n"]
    waiting = Poll(lambda: ann.get(f"/v1/games/{game}/events?after={n}&wait=30"))
    until_there_are(app.extensions["delvebook"].feed, 1)

    refused = ann.get(f"/v1/games/{game}/events?after={n}&wait=30")
    too_long = ann.get(f"/v1/games/{game}/events?wait=31")

    assert (refused.status_code, body_of(refused)["code"]) == (503, "service/too_many_streams")
    assert (too_long.status_code, body_of(too_long)["code"]) == (422, "input/invalid")
    ann.acts(game)
    assert len(waiting.done()["events"]) == 1
    app.extensions["delvebook"].close()
