"""Requests that come twice: the same answer, byte for byte, and nothing happens twice."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from delvebook.domain.canonical import decode, jcs
from delvebook.domain.stream import IdempotentRequest
from delvebook.domain.tape import nonce_commitment
from delvebook.service.base.settings import Settings
from delvebook.service.identity.caller import Caller
from delvebook.service.usecases.commands import Commands
from tests.domain.seating import nonce_of
from tests.service.api.house import Person, body_of, build, counted_bytes, running_game


def same(first: TestResponse, second: TestResponse) -> bool:
    return (first.status_code, first.data) == (second.status_code, second.data)


def test_a_repeated_action_is_answered_as_the_first_time(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    offer = ann.may(game)
    body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}

    first = ann.post(f"/v1/games/{game}/actions", body, key="once")
    bob.acts(game)
    again = ann.post(f"/v1/games/{game}/actions", body, key="once")

    assert first.status_code == 201
    assert same(first, again)
    assert "Idempotent-Replay" not in first.headers
    assert again.headers["Idempotent-Replay"] == "true"
    assert ann.sees(game)["n"] == body_of(first)["n"] + 1


def test_a_game_is_set_out_once_however_often_it_is_asked_for(ann: Person) -> None:
    wish = {"ruleset": "dungeon-raiders", "seats": 3, "bots": [{"seat": 2, "bot": "random"}], "visibility": "private"}
    first = ann.post("/v1/games", wish, key="my-game")
    ann.sits(body_of(first)["game"]["id"])
    again = ann.post("/v1/games", wish, key="my-game")

    assert same(first, again)
    assert first.headers["Location"] == again.headers["Location"]
    assert again.headers["Idempotent-Replay"] == "true"


def test_every_step_before_the_game_can_be_repeated(ann: Person, bob: Person) -> None:
    game = ann.opens_game(seats=3)
    promise = nonce_commitment(game=game, player=ann.id, nonce=nonce_of("ann"))
    steps: list[tuple[Person, str, str, Any]] = [
        (ann, "POST", "seats", {"nonce_commitment": promise}),
        (bob, "POST", "seats", None),
        (bob, "DELETE", "seats/1", None),
        (ann, "POST", "seats", {"seat": 1, "bot": "random"}),
        (ann, "POST", "seats", {"seat": 2, "bot": "random"}),
        (ann, "POST", "nonces", {"nonce": nonce_of("ann")}),
        (ann, "POST", "start", None),
    ]
    for number, (who, method, path, body) in enumerate(steps):
        more = {} if body is None else {"json": body}
        first, again = (who.send(method, f"/v1/games/{game}/{path}", key=f"step-{number}", **more) for _ in range(2))
        assert first.status_code in (200, 201), first.text
        assert same(first, again)
        assert again.headers["Idempotent-Replay"] == "true"


def test_a_key_used_for_another_request_is_refused(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    ann.acts(game, key="k")

    refused = ann.post(
        f"/v1/games/{game}/actions", {"decision": 1, "action": {"type": "play_card", "card": "p5"}}, key="k"
    )

    assert (refused.status_code, body_of(refused)["code"]) == (422, "request/reused")
    assert bob.acts(game, key="k").status_code == 201


def test_the_order_of_keys_in_the_body_makes_no_difference(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    decision = ann.may(game)["decision"]
    path = f"/v1/games/{game}/actions"
    one = b'{"decision":%d,"action":{"type":"play_card","card":"p1"}}' % decision
    other = b'{ "action": {"card": "p1", "type": "play_card"}, "decision": %d }' % decision

    first, again = (ann.post(path, data=data, content_type="application/json", key="k") for data in (one, other))

    assert same(first, again)


def test_a_refusal_is_not_kept(ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    path = f"/v1/games/{game}/actions"
    offer = ann.may(game)
    wrong = {"decision": offer["decision"], "action": {"type": "play_card", "card": "key"}}
    right = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}

    assert ann.post(path, wrong, key="k").status_code == 422
    assert ann.post(path, right, key="k").status_code == 201


def test_eight_threads_send_the_same_request_and_one_event_is_made(app: Flask, ann: Person, bob: Person) -> None:
    game = running_game(ann, bob)
    offer = ann.may(game)
    body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    answers: list[TestResponse] = []
    gate = threading.Barrier(8)

    def send() -> None:
        person = Person(app, token=ann.token)
        gate.wait()
        answers.append(person.post(f"/v1/games/{game}/actions", body, key="one"))

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert sorted("Idempotent-Replay" in answer.headers for answer in answers) == [False] + [True] * 7
    assert ann.sees(game)["n"] == offer["n"] + 1


def test_after_a_crash_between_commit_and_answer_the_repetition_is_answered_as_the_first_would_have_been(
    settings: Settings, app: Flask, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = running_game(ann, bob)
    twin = running_game(ann, bob)

    class CrashError(BaseException):
        """The process is gone."""

    answer = Commands.answer
    kept: list[Any] = []

    def answer_and_crash(self: Any, *args: Any, **more: Any) -> Any:
        kept.append(answer(self, *args, **more))
        raise CrashError

    offer = ann.may(game)
    body = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    with monkeypatch.context() as patched:
        patched.setattr(Commands, "answer", answer_and_crash)
        with pytest.raises(CrashError):
            ann.post(f"/v1/games/{game}/actions", body, key="k")
    [lost] = kept

    reborn = build(settings, random_bytes=counted_bytes("another process"))
    again = Person(reborn, token=ann.token).post(f"/v1/games/{game}/actions", body, key="k")
    ordinary = ann.acts(twin, key="k")

    assert again.status_code == ordinary.status_code == 201
    assert body_of(again)["game"] == decode(jcs(lost.game))
    assert body_of(again)["events"] == lost.events
    assert set(body_of(again)) == set(body_of(ordinary))
    assert again.headers["Idempotent-Replay"] == "true"
    assert same(again, ann.post(f"/v1/games/{game}/actions", body, key="k"))
    reborn.extensions["delvebook"].close()


def test_a_lost_answer_to_a_registration_can_be_had_again(nobody: Person) -> None:
    first = nobody.post("/v1/accounts", {"name": "Dot"}, key="0123456789abcdef")
    again = nobody.post("/v1/accounts", {"name": "Dot"}, key="0123456789abcdef")
    stranger = nobody.post("/v1/accounts", {"name": "Dot"}, key="another-key-here")
    other = nobody.post("/v1/accounts", {"name": "Dora"}, key="0123456789abcdef")

    assert first.status_code == 201
    assert same(first, again)
    assert again.headers["Idempotent-Replay"] == "true"
    assert body_of(stranger)["code"] == "account/name_taken"
    assert body_of(other)["code"] == "request/reused"


def test_eight_registrations_with_one_key_make_one_account(app: Flask) -> None:
    answers: list[TestResponse] = []

    def register() -> None:
        answers.append(Person(app).post("/v1/accounts", {"name": "Dot"}, key="0123456789abcdef"))

    threads = [threading.Thread(target=register) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1


def test_a_lost_answer_to_a_new_token_can_be_had_again(app: Flask, ann: Person) -> None:
    first = ann.post("/v1/tokens", {"scopes": ["games:play"]}, key="0123456789abcdef")
    again = ann.post("/v1/tokens", {"scopes": ["games:play"]}, key="0123456789abcdef")

    assert same(first, again)
    assert len(body_of(ann.get("/v1/tokens"))["tokens"]) == 2
    assert Person(app, token=body_of(again)["token"]).get("/v1/accounts/me").status_code == 200


def test_the_same_key_a_day_later_makes_another_token(settings: Settings) -> None:
    today = ["2026-01-01T00:00:00.000000Z"]
    app = build(settings)
    accounts = app.extensions["delvebook"].accounts
    ann = Person(app, "Ann")
    caller = Caller(ann.id, frozenset({"games:play"}), ann.token_id, None)
    request = IdempotentRequest("key", "body")
    accounts.now = accounts.tokens._now = lambda: today[0]

    first = accounts.issue_token(caller, scopes=["games:play"], request=request)
    today[0] = "2026-01-03T00:00:00.000000Z"
    second = accounts.issue_token(caller, scopes=["games:play"], request=request)

    assert not second.is_repeat
    assert second.secret != first.secret
    assert accounts.tokens.authenticate(first.secret).id == first.token.id
    app.extensions["delvebook"].close()


def test_a_key_is_its_accounts_own_and_two_people_may_choose_the_same(ann: Person, bob: Person) -> None:
    wish = {"ruleset": "dungeon-raiders", "seats": 2}
    made = {who: body_of(who.post("/v1/games", wish, key="the-same-key")) for who in (ann, bob)}
    assert made[ann]["game"]["id"] != made[bob]["game"]["id"]
    for who in (ann, bob):
        again = who.post("/v1/games", wish, key="the-same-key")
        assert again.headers["Idempotent-Replay"] == "true"
        assert body_of(again)["game"]["id"] == made[who]["game"]["id"]

    game = running_game(ann, bob)
    first = ann.delete(f"/v1/games/{game}/seats/0", key="leaving")
    assert "Idempotent-Replay" not in first.headers
    for path in ("seats/0", "seats/1"):  # Bob's own seat, and Ann's, with the key that Ann has used
        answer = bob.delete(f"/v1/games/{game}/{path}", key="leaving")
        assert "Idempotent-Replay" not in answer.headers, answer.text
        assert answer.data != first.data
