"""Webhooks over HTTP, and their delivery: in order, repeated until they arrive, to no other account."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from standardwebhooks import Webhook

from delvebook.replays.times import later
from delvebook.service.base.database import opened
from delvebook.service.base.settings import Settings
from delvebook.service.webhooks.delivery import Deliveries
from delvebook.service.webhooks.opened import build_sealer
from delvebook.service.webhooks.posting import Poster
from delvebook.service.webhooks.store import DELIVERIES, FAILING_SECONDS_MAX, PAUSES
from tests.service.api.house import Person, as_official, body_of, build, play_to_the_end, running_game, tell_notices
from tests.service.webhooks.receiver import Receiver, receiving


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        from delvebook.service.base.clock import utc_now  # noqa: PLC0415

        self.now = utc_now()

    def __call__(self) -> str:
        self.now = later(self.now, 0.000001)
        return self.now

    def turn(self, seconds: float) -> None:
        self.now = later(self.now, seconds)


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


def deliveries_of(app: Flask, clock: Clock) -> Deliveries:
    services = app.extensions["delvebook"]
    poster = Poster(is_anywhere=True, resolve=lambda *_: ["127.0.0.1"])
    sealer = build_sealer(services.settings)
    return Deliveries(services.webhooks, services.notices, poster, sealer=sealer, now=clock)


def deliver(app: Flask, clock: Clock) -> int:
    """Posts the messages that are due, as the follower and the worker do."""
    webhooks = app.extensions["delvebook"].webhooks
    count = 0
    while made := sum(deliveries_of(app, clock).deliver(hook.id) for hook in webhooks.due()):
        count += made
    return count


def hook_of(person: Person, receiver: Receiver, **terms: Any) -> dict[str, Any]:
    made = person.post("/v1/webhooks", {"url": receiver.url, **terms})
    assert made.status_code == 201, made.text
    return body_of(made)


def told(receiver: Receiver) -> list[dict[str, Any]]:
    return [json.loads(body) for _, body in receiver.got]


def test_what_an_account_is_told_is_posted_in_order_signed_and_once(
    app: Flask, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    hook = hook_of(ann, receiver)
    game = running_game(ann, bob)
    play_to_the_end(game, ann, bob)
    tell_notices(app)

    assert deliver(app, clock) == len(receiver.got) > 10
    assert deliver(app, clock) == 0

    notices = body_of(ann.get("/v1/notices?limit=500"))["notices"]
    assert [body["data"] for body in told(receiver)] == notices
    assert [(body["type"], body["timestamp"]) for body in told(receiver)] == [
        (one["type"], one["at"]) for one in notices
    ]
    for number, (headers, body) in enumerate(receiver.got, start=1):
        assert headers["webhook-id"] == f"{hook['id']}.{number}"
        Webhook(hook["secret"]).verify(body, headers)
    seen = body_of(ann.get(f"/v1/webhooks/{hook['id']}"))
    assert (seen["delivered"], seen["failures"], "secret" in seen) == (len(notices), 0, False)


def test_a_failure_is_tried_again_after_ever_longer_pauses_and_nothing_overtakes_it(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    hook = hook_of(ann, receiver)
    notices = app.extensions["delvebook"].notices
    for word in ("one", "two"):
        notices.tell(ann.id, "invitation", about={"word": word})
    receiver.answers = [(500, {}), (500, {}), (429, {"Retry-After": "4000"})]
    for pause in (*PAUSES[:2], 4000):
        assert deliver(app, clock) == 0
        clock.turn(pause - 2)
        assert deliver(app, clock) == 0
        clock.turn(3)

    assert deliver(app, clock) == 2

    assert [body["data"]["about"]["word"] for body in told(receiver)] == ["one"] * 4 + ["two"]
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 2
    log = body_of(ann.get(f"/v1/webhooks/{hook['id']}/deliveries"))["deliveries"]
    assert [(one["notice"], one["attempt"], one["outcome"], one["status"]) for one in log] == [
        (1, 1, "status", 500),
        (1, 2, "status", 500),
        (1, 3, "status", 429),
        (1, 4, "delivered", 204),
        (2, 1, "delivered", 204),
    ]


def test_a_webhook_that_fails_for_days_is_disabled_and_goes_on_where_it_was_when_enabled(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    hook = hook_of(ann, receiver)
    app.extensions["delvebook"].notices.tell(ann.id, "invitation", about={})
    receiver.answers = [(500, {})] * 2
    deliver(app, clock)
    clock.turn(FAILING_SECONDS_MAX)
    deliver(app, clock)

    disabled = body_of(ann.get(f"/v1/webhooks/{hook['id']}"))
    ping = ann.post(f"/v1/webhooks/{hook['id']}/pings")
    assert (disabled["disabled_because"], disabled["failures"]) == ("failing", 2)
    assert (ping.status_code, body_of(ping)["code"]) == (409, "webhook/disabled")
    clock.turn(90_000)
    assert deliver(app, clock) == 0
    assert deliveries_of(app, clock).deliver(hook["id"]) == 0  # a job that was queued before it was disabled

    enabled = ann.post(f"/v1/webhooks/{hook['id']}/enabling")
    assert (enabled.status_code, body_of(enabled)["disabled_at"]) == (200, None)
    assert deliver(app, clock) == 1


def test_a_receiver_that_is_gone_is_left_alone_at_once(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    hook = hook_of(ann, receiver)
    app.extensions["delvebook"].notices.tell(ann.id, "invitation", about={})
    receiver.answers = [(410, {})]
    deliver(app, clock)

    assert body_of(ann.get(f"/v1/webhooks/{hook['id']}"))["disabled_because"] == "gone"


def test_a_webhook_gets_only_the_types_it_asked_for_and_its_own_pings(
    app: Flask, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    some, all_ = hook_of(ann, receiver, types=["finished"]), hook_of(ann, receiver)
    running_game(ann, bob)
    tell_notices(app)
    pinged = ann.post(f"/v1/webhooks/{some['id']}/pings")
    deliver(app, clock)

    assert pinged.headers["Location"] == f"/v1/webhooks/{some['id']}/deliveries"
    by_hook = {hook["id"]: [] for hook in (some, all_)}
    for headers, body in receiver.got:
        by_hook[headers["webhook-id"].partition(".")[0]].append(json.loads(body)["type"])
    assert by_hook == {some["id"]: ["ping"], all_["id"]: ["started", "turn"]}


def test_a_new_secret_leaves_the_old_one_a_day(app: Flask, clock: Clock, ann: Person, receiver: Receiver) -> None:
    hook = hook_of(ann, receiver)
    first = ann.post(f"/v1/webhooks/{hook['id']}/secrets", {"number": 1})
    again = ann.post(f"/v1/webhooks/{hook['id']}/secrets", {"number": 1})
    new = body_of(first)["secret"]
    assert (first.data, body_of(first)["secret_number"]) == (again.data, 2)
    assert new != hook["secret"]

    ann.post(f"/v1/webhooks/{hook['id']}/pings")
    deliver(app, clock)
    clock.turn(86_401)
    ann.post(f"/v1/webhooks/{hook['id']}/pings")
    deliver(app, clock)

    both, one = (headers["webhook-signature"].split(" ") for headers, _ in receiver.got)
    assert (len(both), len(one)) == (2, 1)
    for secret in (new, hook["secret"]):
        Webhook(secret).verify(receiver.got[0][1], receiver.got[0][0])


def test_a_lost_answer_is_had_again_and_makes_no_second_webhook(app: Flask, ann: Person, receiver: Receiver) -> None:
    first = ann.post("/v1/webhooks", {"url": receiver.url}, key="mine")
    again = ann.post("/v1/webhooks", {"url": receiver.url}, key="mine")
    other = ann.post("/v1/webhooks", {"url": receiver.url + "2"}, key="mine")

    assert (first.status_code, again.status_code, first.data) == (201, 201, again.data)
    assert again.headers["Idempotent-Replay"] == "true"
    assert (other.status_code, body_of(other)["code"]) == (422, "request/reused")
    assert len(body_of(ann.get("/v1/webhooks"))["webhooks"]) == 1


def test_nobody_reaches_anothers_webhook_and_a_deleted_one_gets_nothing(
    app: Flask, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    hook = hook_of(ann, receiver)
    path = f"/v1/webhooks/{hook['id']}"
    for answer in (
        bob.get(path),
        bob.delete(path),
        bob.get(f"{path}/deliveries"),
        bob.post(f"{path}/pings"),
        bob.post(f"{path}/enabling"),
        bob.post(f"{path}/secrets", {"number": 1}),
    ):
        assert (answer.status_code, body_of(answer)["code"]) == (404, "webhook/unknown")
    ann.post(f"{path}/pings")
    assert ann.delete(path).status_code == 204

    assert deliver(app, clock) == 0
    assert receiver.got == []
    assert body_of(ann.get("/v1/webhooks")) == {"webhooks": []}


def test_nothing_is_posted_or_kept_for_an_account_that_is_deleted(
    app: Flask, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    hook = hook_of(ann, receiver)
    others = hook_of(bob, receiver)
    ann.post(f"/v1/webhooks/{hook['id']}/pings")
    bob.post(f"/v1/webhooks/{others['id']}/pings")
    assert ann.delete("/v1/accounts/me").status_code == 204

    services = app.extensions["delvebook"]
    assert deliver(app, clock) == 1
    assert [one["data"]["about"]["webhook"] for one in told(receiver)] == [others["id"]]
    assert services.webhooks.of(str(ann.id)) == []


def test_the_log_of_attempts_ends_with_its_webhook_and_no_other_does(
    app: Flask, settings: Settings, clock: Clock, ann: Person, bob: Person, receiver: Receiver
) -> None:
    hooks = [hook_of(person, receiver)["id"] for person in (ann, ann, bob)]
    for person, hook in zip((ann, ann, bob), hooks, strict=True):
        person.post(f"/v1/webhooks/{hook}/pings")
    assert deliver(app, clock) == 3

    def logged() -> set[str]:
        with opened(settings.sqlalchemy_url) as engine, engine.connect() as connection:
            return set(connection.scalars(select(DELIVERIES.c.webhook)))

    assert logged() == set(hooks)
    ann.delete(f"/v1/webhooks/{hooks[0]}")
    assert logged() == set(hooks[1:])
    ann.delete("/v1/accounts/me")
    assert logged() == {hooks[2]}


def test_nothing_is_posted_while_an_account_is_banned_and_everything_afterwards(
    app: Flask, clock: Clock, ann: Person, receiver: Receiver
) -> None:
    hook_of(ann, receiver)
    olga = as_official(app, "Olga", "service:operate")
    notices = app.extensions["delvebook"].notices
    ban = {"reason": "insults", "until": later(clock.now, 3600)}
    assert olga.send("PUT", f"/v1/accounts/{ann.id}/ban", json=ban).status_code == 200
    notices.tell(ann.id, "invitation", about={"word": "one"})
    assert (deliver(app, clock), receiver.got) == (0, [])
    # A worker that had the webhook in hand posts nothing more either.
    [hook] = app.extensions["delvebook"].webhooks.of(ann.id)
    assert deliveries_of(app, clock).deliver(hook.id) == 0

    clock.turn(3601)
    assert deliver(app, clock) == 2
    banned, invited = (body["data"]["about"] for body in told(receiver))
    assert (banned["change"], banned["by"], invited) == ("ban", olga.id, {"word": "one"})


def test_an_account_has_ten_webhooks_at_most(ann: Person, receiver: Receiver) -> None:
    for _ in range(10):
        hook_of(ann, receiver)
    refused = ann.post("/v1/webhooks", {"url": receiver.url})

    assert (refused.status_code, body_of(refused)["code"], body_of(refused)["limit"]) == (409, "webhook/too_many", 10)


def test_only_public_https_unless_the_operator_says_otherwise(settings: Settings) -> None:
    app = build(settings)
    ann = Person(app, "Ann")
    for url in ("http://hook.example/", "https://127.0.0.1/", "https://[fd00:ec2::254]/"):
        refused = ann.post("/v1/webhooks", {"url": url})
        assert (refused.status_code, list(body_of(refused)["fields"])) == (422, ["url"])
    assert ann.post("/v1/webhooks", {"url": "https://hook.example/in"}).status_code == 201
    app.extensions["delvebook"].close()


def test_the_log_does_not_tell_by_its_times_whether_a_name_exists_inside(app: Flask, clock: Clock, ann: Person) -> None:
    """A name of the operator's own network is resolved at once, and one that does not exist is asked for outside."""

    def resolve(host: str, port: int) -> list[str]:
        if host == "inside.example":
            return ["10.0.0.7"]
        time.sleep(0.2)
        clock.turn(0.2)
        raise OSError

    services = app.extensions["delvebook"]
    logged = []
    for host in ("inside.example", "nowhere.example"):
        hook = body_of(ann.post("/v1/webhooks", {"url": f"https://{host}/in", "types": ["ping"]}))["id"]
        ann.post(f"/v1/webhooks/{hook}/pings")
        began = clock.now
        sealer = build_sealer(services.settings)
        Deliveries(services.webhooks, services.notices, Poster(resolve=resolve), sealer=sealer, now=clock).deliver(hook)
        [entry] = body_of(ann.get(f"/v1/webhooks/{hook}/deliveries"))["deliveries"]
        logged.append((entry["outcome"], entry["duration_ms"], entry["at"] < later(began, 0.1)))

    assert logged == [("not_public", 0, True)] * 2


def test_an_operator_can_offer_none(settings: Settings) -> None:
    app = build(replace(settings, webhooks="off"))
    refused = Person(app, "Ann").post("/v1/webhooks", {"url": "https://hook.example/"})

    assert (refused.status_code, body_of(refused)["code"]) == (409, "webhook/not_offered")
    app.extensions["delvebook"].close()
