"""Messages of webhooks are checked as the specification Standard Webhooks says."""

from __future__ import annotations

import base64
import hmac
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from standardwebhooks import Webhook

from delvebook_client import WebhookError, check_webhook, open_webhook, sign_webhook, webhooks

# The vector of the specification's own libraries.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"test": 2432232314}'
AT = 1614265330
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(AT),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
OTHER = "whsec_" + base64.b64encode(b"o" * 32).decode()
NOTICE = {"number": 3, "type": "turn", "at": "2026-01-02T03:04:05.000006Z", "about": {"seat": 0}, "game": None, "n": 7}


def test_the_vector_of_the_specification_is_signed_and_accepted() -> None:
    assert sign_webhook(SECRET, id=HEADERS["webhook-id"], timestamp=AT, body=BODY) == HEADERS["webhook-signature"]
    assert check_webhook(BODY, HEADERS, SECRET, now=AT) == HEADERS["webhook-id"]


@pytest.mark.parametrize(
    ("body", "headers", "secrets", "now"),
    [
        (BODY + b" ", {}, SECRET, AT),
        (BODY, {"webhook-id": "msg_other"}, SECRET, AT),
        (BODY, {"webhook-timestamp": str(AT + 1)}, SECRET, AT),
        (BODY, {"webhook-timestamp": f" {AT}"}, SECRET, AT),
        (BODY, {"webhook-timestamp": "١٦١٤٢٦٥٣٣٠"}, SECRET, AT),
        (BODY, {"webhook-timestamp": "9" * 400}, SECRET, AT),
        (BODY, {"webhook-timestamp": ""}, SECRET, AT),
        (BODY, {"webhook-signature": HEADERS["webhook-signature"].replace("v1,", "v2,")}, SECRET, AT),
        (BODY, {"webhook-signature": HEADERS["webhook-signature"].removeprefix("v1,")}, SECRET, AT),
        (BODY, {"webhook-signature": ""}, SECRET, AT),
        (BODY, {"webhook-signature": "v1,\udcff é"}, SECRET, AT),
        (BODY, {}, OTHER, AT),
        (BODY, {}, [], AT),
        (BODY, {}, SECRET, AT + 301),
        (BODY, {}, SECRET, AT - 301),
    ],
)
def test_what_the_service_has_not_signed_now_is_refused(
    body: bytes, headers: dict[str, str], secrets: Any, now: float
) -> None:
    with pytest.raises(WebhookError):
        check_webhook(body, {**HEADERS, **headers}, secrets, now=now)


@pytest.mark.parametrize("missing", HEADERS)
def test_a_header_that_is_missing_is_named(missing: str) -> None:
    with pytest.raises(WebhookError, match=missing):
        check_webhook(BODY, {name: value for name, value in HEADERS.items() if name != missing}, SECRET, now=AT)


@pytest.mark.parametrize("seconds", [-300, 0, 300])
def test_a_message_is_accepted_within_five_minutes_of_its_time(seconds: int) -> None:
    assert check_webhook(BODY, HEADERS, SECRET, now=AT + seconds)


def test_while_a_secret_is_replaced_one_of_the_signatures_is_enough() -> None:
    both = f"v1,{base64.b64encode(b'x' * 32).decode()} {HEADERS['webhook-signature']}"
    shouted = {name.upper(): value for name, value in {**HEADERS, "webhook-signature": both}.items()}

    assert check_webhook(BODY, shouted, [OTHER, SECRET], now=AT)


def test_signatures_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them, also after one that fits, by the function that is made for it."""
    compared: list[bytes] = []
    compare = hmac.compare_digest

    def watched(one: bytes, other: bytes) -> bool:
        compared.append(other)
        return compare(one, other)

    monkeypatch.setattr(webhooks.hmac, "compare_digest", watched)
    twice = f"{HEADERS['webhook-signature']} v1,AAAA"

    check_webhook(BODY, {**HEADERS, "webhook-signature": twice}, [SECRET, OTHER], now=AT)

    assert compared == [HEADERS["webhook-signature"].encode(), b"v1,AAAA"] * 2


def test_a_message_that_the_specifications_library_signs_is_opened() -> None:
    body = json.dumps({"type": "turn", "timestamp": NOTICE["at"], "data": NOTICE, "later": 1})
    now = datetime.now(tz=UTC)
    signature = Webhook(SECRET).sign("msg_1", now, body)
    headers = {
        "webhook-id": "msg_1",
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": signature,
    }

    message = open_webhook(body.encode(), headers, SECRET)

    assert (message.type, message.data.number, message.data.about) == ("turn", 3, {"seat": 0})
    assert message.timestamp == datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC)
    assert message.further == {"later": 1}
    with pytest.raises(WebhookError):
        open_webhook(body.encode(), headers, SECRET, now=(now + timedelta(minutes=6)).timestamp())


def test_what_is_signed_and_no_message_is_refused_too() -> None:
    with pytest.raises(WebhookError, match="does not describe"):
        open_webhook(BODY, HEADERS, SECRET, now=AT)


def test_a_secret_that_is_none_is_a_mistake_of_the_program() -> None:
    with pytest.raises(ValueError, match="a secret is `whsec_` and base64"):
        sign_webhook("whsec_é", id="m", timestamp=AT, body=b"")
