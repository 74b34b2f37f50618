"""Browsers are told of notices through push services: encrypted, signed, without a secret, until they are gone."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag
from flask import Flask
from sqlalchemy import ColumnElement, Connection
from typer.testing import CliRunner

from delvebook.replays.times import later
from delvebook.service.base.settings import Settings
from delvebook.service.cli import app as cli
from delvebook.service.identity.push_keys import open_push_keys
from delvebook.service.webhooks import browsers
from delvebook.service.webhooks.browsers import BROWSERS_MAX
from delvebook.service.webhooks.sealing import PUSH_SECONDS
from delvebook.service.webhooks.store import FAILING_SECONDS_MAX, PAUSES
from tests.service.api.house import Person, body_of, build, play_to_the_end, running_game, tell_notices
from tests.service.api.test_webhooks import Clock, deliver
from tests.service.webhooks.push_service import Browser, decoded, sender_of
from tests.service.webhooks.receiver import Receiver, receiving

HERE = "/v1/push-subscriptions"
PERSONAL = {"type", "number", "game"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(settings: Settings, clock: Clock) -> Iterator[Flask]:
    made = build(replace(settings, webhooks="anywhere"), now=clock)
    yield made
    made.extensions["delvebook"].close()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def subscribe(person: Person, receiver: Receiver, browser: Browser, *, device: str = "", **more: Any) -> dict[str, Any]:
    key = body_of(person.get(HERE))["key"]
    body = {"endpoint": f"{receiver.url}/{device}", "keys": browser.keys, "key": key, **more}
    made = person.post(HERE, body)
    assert made.status_code == 201, made.text
    return body_of(made)


def subscriptions(person: Person) -> list[dict[str, Any]]:
    return list(body_of(person.get(HERE))["subscriptions"])


def tell(app: Flask, person: Person, type_: str = "turn", *, game: str | None = None, **about: object) -> int:
    return int(app.extensions["delvebook"].notices.tell(person.id, type_, game=game, about=about))


def test_the_decryption_of_these_tests_reads_the_example_of_rfc_8291() -> None:
    browser = Browser(private="q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", auth="BTBZMqHH6r4Tts7J_aSIgg")
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )

    assert browser.read(decoded(body)) == b"When I grow up, I want to be a watermelon"


def test_a_browser_is_told_the_kind_the_number_and_the_game_of_each_notice_and_nothing_else(
    app: Flask, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    browser = Browser()
    made = subscribe(ann, receiver, browser)
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    tell_notices(app)

    assert deliver(app, clock) == len(receiver.got) > 10
    assert deliver(app, clock) == 0

    notices = body_of(ann.get("/v1/notices?limit=500"))["notices"]
    messages = [json.loads(browser.read(body)) for _, body in receiver.got]
    assert messages == [{name: one[name] for name in PERSONAL} for one in notices]
    for headers, _ in receiver.got:
        key, claims = sender_of(headers)
        assert key == made["key"]
        assert claims["aud"] == f"http://hook.test:{receiver.port}"
        assert claims["sub"].startswith("mailto:")
        assert headers["content-encoding"] == "aes128gcm"
        assert headers["ttl"] == str(PUSH_SECONDS)
        assert not any(name.startswith("webhook-") for name in headers)
    topics = {headers["topic"] for headers, body in receiver.got if json.loads(browser.read(body))["game"]}
    assert topics == {game.replace("-", "")}
    assert body_of(ann.get("/v1/webhooks")) == {"webhooks": []}


def test_no_two_messages_look_alike_and_no_other_browser_reads_them(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    browser = Browser()
    subscribe(ann, receiver, browser)
    tell(app, ann)
    tell(app, ann)
    deliver(app, clock)
    (_, one), (_, two) = receiver.got

    assert one[:86] != two[:86]
    with pytest.raises(InvalidTag):
        Browser().read(one)


@pytest.mark.parametrize("status", [404, 410])
def test_a_push_service_ends_a_subscription(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver, status: int
) -> None:
    subscribe(ann, receiver, Browser())
    tell(app, ann)
    receiver.answers = [(status, {})]
    deliver(app, clock)

    assert body_of(ann.get(HERE))["subscriptions"] == []
    tell(app, ann)
    assert deliver(app, clock) == 0
    assert len(receiver.got) == 1


def test_a_redirect_is_a_failure_and_leads_nowhere(app: Flask, clock: Clock, ann: Person, receiver: Receiver) -> None:
    made = subscribe(ann, receiver, Browser())
    tell(app, ann)
    with receiving() as other:
        receiver.answers = [(307, {"Location": other.url})]
        assert deliver(app, clock) == 0
        assert other.got == []

    assert body_of(ann.get(f"{HERE}/{made['id']}"))["failing_since"] is not None


def test_what_fails_is_tried_again_but_old_news_is_not_told(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    browser = Browser()
    subscribe(ann, receiver, browser)
    tell(app, ann)
    receiver.answers = [(503, {})]
    assert deliver(app, clock) == 0
    clock.turn(PAUSES[0] + 1)
    assert deliver(app, clock) == 1
    tell(app, ann)
    clock.turn(PUSH_SECONDS + 1)
    tell(app, ann)
    assert deliver(app, clock) == 1

    assert [json.loads(browser.read(body))["number"] for _, body in receiver.got] == [1, 1, 3]


def test_an_address_that_nothing_can_be_signed_for_fails_as_any_other_and_is_not_tried_at_once_again(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("delvebook.service.api.push.require_url", lambda *_, **__: None)
    made = subscribe(ann, receiver, Browser(), endpoint="https://[v1.x]/1")
    tell(app, ann)

    assert deliver(app, clock) == 0
    assert body_of(ann.get(f"{HERE}/{made['id']}"))["failing_since"] is not None
    assert app.extensions["delvebook"].webhooks.due() == []


def test_a_subscription_that_fails_for_five_days_ends(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    subscribe(ann, receiver, Browser())
    receiver.answers = [(500, {})] * 20
    began = clock.now
    while later(began, FAILING_SECONDS_MAX) > clock.now:
        tell(app, ann)
        deliver(app, clock)
        clock.turn(86_401)
    tell(app, ann)
    deliver(app, clock)

    assert body_of(ann.get(HERE))["subscriptions"] == []


def test_a_browser_is_one_subscription_and_belongs_to_the_last_account_that_subscribed_it(
    app: Flask, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    first, browser = Browser(), Browser()
    subscribe(ann, receiver, first)
    one = subscribe(ann, receiver, browser)
    assert subscribe(ann, receiver, browser)["id"] == one["id"]
    assert [each["id"] for each in subscriptions(ann)] == [one["id"]]
    tell(app, ann)
    deliver(app, clock)
    assert json.loads(browser.read(receiver.got[0][1]))["number"] == 1

    subscribe(bob, receiver, browser)
    tell(app, ann)
    tell(app, bob)
    deliver(app, clock)
    assert len(receiver.got) == 2
    assert subscriptions(ann) == []
    assert [each["id"] for each in subscriptions(bob)] == [one["id"]]


def test_whoever_knows_the_address_of_a_browser_alone_takes_it_from_nobody(
    ann: Person, bob: Person, receiver: Receiver
) -> None:
    browser = Browser()
    subscribe(ann, receiver, browser)
    subscribe(bob, receiver, Browser())

    assert len(subscriptions(ann)) == 1
    subscribe(ann, receiver, Browser())
    assert len(subscriptions(ann)) == 1, "with other keys it is the same browser of hers still"


def test_two_tabs_that_subscribe_their_browser_at_once_make_one_subscription(
    ann: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL lets two requests find no row and insert both; here the second finds none, and there is one."""
    browser, real, calls = Browser(), browsers._end, []
    subscribe(ann, receiver, browser)

    def end(connection: Connection, which: ColumnElement[bool]) -> None:
        calls.append(which)
        if len(calls) > 1:
            real(connection, which)

    monkeypatch.setattr(browsers, "_end", end)
    made = subscribe(ann, receiver, browser)

    assert [one["id"] for one in body_of(ann.get(HERE))["subscriptions"]] == [made["id"]]


def test_the_oldest_of_too_many_browsers_makes_room(ann: Person, receiver: Receiver) -> None:
    made = [subscribe(ann, receiver, Browser(), device=str(number))["id"] for number in range(BROWSERS_MAX + 2)]

    assert [one["id"] for one in body_of(ann.get(HERE))["subscriptions"]] == made[2:]


def test_only_the_wanted_kinds_are_told(app: Flask, clock: Clock, ann: Person, receiver: Receiver) -> None:
    browser = Browser()
    subscribe(ann, receiver, browser, types=["finished"])
    tell(app, ann, "turn")
    tell(app, ann, "finished")
    deliver(app, clock)

    assert [json.loads(browser.read(body))["type"] for _, body in receiver.got] == ["finished"]


def test_what_is_not_a_browsers_key_is_refused_and_changes_nothing(ann: Person, receiver: Receiver) -> None:
    browser, key = Browser(), body_of(ann.get(HERE))["key"]
    good = {"endpoint": receiver.url, "keys": browser.keys, "key": key}
    off_curve = {**browser.keys, "p256dh": browser.keys["p256dh"][:-2] + "AA"}
    for bad in (
        {**good, "keys": off_curve},
        {**good, "keys": {**browser.keys, "p256dh": browser.keys["auth"]}},
        {**good, "keys": {**browser.keys, "auth": browser.keys["p256dh"]}},
        {**good, "key": browser.keys["p256dh"]},
        {**good, "endpoint": "ftp://push.example/1"},
        {**good, "types": ["nothing"]},
    ):
        refused = ann.post(HERE, bad)
        assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid"), bad
    assert body_of(ann.get(HERE))["subscriptions"] == []


@pytest.mark.parametrize(
    "endpoint", ["https://127.0.0.1/x", "https://[::1]/x", "https://0x7f000001/x", "http://push.example/x"]
)
def test_an_address_of_a_private_network_is_refused(settings: Settings, endpoint: str) -> None:
    app = build(settings)
    ann = Person(app, "Ann")
    body = {"endpoint": endpoint, "keys": Browser().keys, "key": body_of(ann.get(HERE))["key"]}
    refused = ann.post(HERE, body)

    assert (refused.status_code, body_of(refused)["code"]) == (422, "input/invalid")
    app.extensions["delvebook"].close()


def test_a_service_without_webhooks_offers_no_push(settings: Settings) -> None:
    app = build(replace(settings, webhooks="off"))
    ann = Person(app, "Ann")
    assert body_of(ann.get(HERE)) == {"key": None, "subscriptions": []}
    body = {"endpoint": "https://push.example/x", "keys": Browser().keys, "key": Browser().keys["p256dh"]}
    refused = ann.post(HERE, body)

    assert (refused.status_code, body_of(refused)["code"]) == (409, "push/not_offered")
    app.extensions["delvebook"].close()


def test_a_subscription_of_another_account_is_not_there(ann: Person, bob: Person, receiver: Receiver) -> None:
    made = subscribe(ann, receiver, Browser())
    for call in (bob.get, bob.delete):
        refused = call(f"{HERE}/{made['id']}")
        assert (refused.status_code, body_of(refused)["code"]) == (404, "push/unknown")
    for call in (ann.get, ann.delete):
        assert call(f"/v1/webhooks/{made['id']}").status_code == 404

    assert ann.delete(f"{HERE}/{made['id']}").status_code == 204
    assert body_of(ann.get(HERE))["subscriptions"] == []


def test_after_a_rotation_old_subscriptions_go_on_until_their_key_is_retired(
    app: Flask, clock: Clock, settings: Settings, ann: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = settings.home
    monkeypatch.setenv("DELVEBOOK_HOME", str(home))
    old, new = Browser(), Browser()
    first = subscribe(ann, receiver, old, device="old")
    rotated = CliRunner().invoke(cli, ["keys", "push", "rotate"])
    assert rotated.exit_code == 0, rotated.output
    second = subscribe(ann, receiver, new, device="new")
    assert second["key"] != first["key"]
    tell(app, ann)
    assert deliver(app, clock) == 2
    assert {sender_of(headers)[0] for headers, _ in receiver.got} == {first["key"], second["key"]}

    kid = open_push_keys(settings).listed()[0].kid
    assert CliRunner().invoke(cli, ["keys", "push", "retire", kid]).exit_code == 0
    tell(app, ann)
    deliver(app, clock)
    assert len(receiver.got) == 3
    assert [one["id"] for one in body_of(ann.get(HERE))["subscriptions"]] == [second["id"]]
    last = CliRunner().invoke(cli, ["keys", "push", "retire", open_push_keys(settings).listed()[1].kid])
    assert last.exit_code != 0
    assert "the only key in use" in str(last.output) + str(last.exception)


def test_the_key_is_made_once_for_its_owner_alone(settings: Settings) -> None:
    one = open_push_keys(settings).current()

    assert open_push_keys(settings).current() == one
    [file] = (settings.home / "push-keys").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert open_push_keys(replace(settings, push_keys=file.read_text())).current() == one
