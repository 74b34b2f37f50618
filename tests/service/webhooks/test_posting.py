"""A message reaches its receiver, signed, or its failure is named. It never reaches the operator's network."""

from __future__ import annotations

import base64
import ipaddress
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpcore
import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from delvebook.service.webhooks.addresses import NotPublicError, RefusedURLError, addresses_of, is_public, require_url
from delvebook.service.webhooks.posting import Delivery, Poster
from tests.service.webhooks.receiver import NAME, Receiver, receiving

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
OLD_SECRET = "whsec_" + base64.b64encode(b"o" * 32).decode()
BODY = '{"type":"ping","note":"жжж"}'.encode()
INTERNAL = (
    "127.0.0.1",
    "127.8.9.10",
    "0.0.0.0",  # noqa: S104
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "168.63.129.16",
    "192.0.0.192",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fd00:ec2::254",
    "fec0::1",
    "ff02::1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::5db8:d822",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "100::1",
)
PUBLIC = ("93.184.216.34", "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8")


@pytest.mark.parametrize("address", INTERNAL)
def test_an_internal_address_is_not_public_in_whatever_form(address: str) -> None:
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_public(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", [one for one in INTERNAL if "%" not in one])
def test_one_internal_address_of_many_refuses_the_name(address: str) -> None:
    with pytest.raises(NotPublicError):
        addresses_of(NAME, 443, is_anywhere=False, resolve=lambda *_: ["93.184.216.34", address])


def test_a_name_without_an_address_and_an_internal_one_are_told_alike() -> None:
    def nowhere(*_: Any) -> Sequence[str]:
        raise OSError(-2, "Name or service not known")

    told = []
    for resolve in (nowhere, lambda *_: [], lambda *_: ["10.0.0.1"]):
        poster = Poster(resolve=resolve)
        told.append(poster.post(f"https://{NAME}/", BODY, id_="1", secrets=[SECRET], now=datetime.now(UTC)))

    assert told == [Delivery("not_public")] * 3


@pytest.mark.parametrize(
    "url",
    [
        "http://hook.example/",
        "ftp://hook.example/",
        "//hook.example/",
        "https://",
        "https://me@hook.example/",
        "https://me:word@hook.example/",
        "https://hook.example/#part",
        "https://hook.example:0/",
        "https://hook.example:99999/",
        "https://hook.example/a b",
        "https://hook.example/\r\nHost: here",
        "https://hook.example\\@127.0.0.1/",
        "https://жук.example/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://%31%32%37.0.0.1/",
        "https://256.1.1.1/",
        "https://1.2.3.4.5/",
        "https://[v1.x]/",
        "https://xn--/",
        "https://a<b/",
        "https://[::1]/",
        "https://[::ffff:169.254.169.254]/",
        "https://169.254.169.254/latest/meta-data",
        "https://hook.example/" + "x" * 2000,
    ],
)
def test_a_url_that_cannot_be_a_webhook_is_refused(url: str) -> None:
    with pytest.raises(RefusedURLError):
        require_url(url, is_anywhere=False)


def test_the_operator_can_allow_this_machine_for_development() -> None:
    require_url("https://hook.example:8443/in?key=1", is_anywhere=False)
    require_url("http://127.0.0.1:5000/in", is_anywhere=True)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def poster(**words: Any) -> Poster:
    return Poster(**{"is_anywhere": True, "resolve": lambda *_: ["127.0.0.1"], **words})


def post(receiver: Receiver, poster: Poster, *, secrets: Sequence[str] = (SECRET,), url: str = "") -> Delivery:
    return poster.post(url or receiver.url, BODY, id_="msg.1", secrets=secrets, now=datetime.now(UTC))


def test_a_message_arrives_signed_as_any_library_checks_it(receiver: Receiver) -> None:
    assert post(receiver, poster(), secrets=(SECRET, OLD_SECRET)) == Delivery("delivered", 204)

    headers, body = receiver.got[0]
    assert body == BODY
    assert headers["webhook-id"] == "msg.1"
    assert headers["host"] == f"{NAME}:{receiver.port}"
    for secret in (SECRET, OLD_SECRET):
        assert Webhook(secret).verify(body, headers)["type"] == "ping"
    with pytest.raises(WebhookVerificationError):
        Webhook(SECRET).verify(body + b" ", headers)
    with pytest.raises(WebhookVerificationError):
        Webhook("whsec_" + base64.b64encode(b"x" * 32).decode()).verify(body, headers)


def test_the_name_is_resolved_once_and_the_connection_goes_to_what_was_judged(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that changes between the two would be the way around the judgement."""
    answers = [["93.184.216.34", "8.8.8.8"], ["127.0.0.1"]]
    asked: list[str] = []
    reached: list[str] = []

    def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return answers.pop(0)

    def connect(self: Any, host: str, port: int, *_: Any, **__: Any) -> Any:
        reached.append(host)
        raise httpcore.ConnectError

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)

    assert post(receiver, Poster(resolve=resolve), url=f"https://{NAME}/") == Delivery("unreachable")
    assert asked == [NAME]
    assert reached == ["93.184.216.34", "8.8.8.8"]


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answers = [(302, {"Location": f"http://{NAME}:{receiver.port}/elsewhere"})]

    assert post(receiver, poster()) == Delivery("status", 302)
    assert len(receiver.got) == 1


def test_proxies_of_the_environment_are_not_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")

    assert post(receiver, poster()).is_delivered


def test_a_refusal_tells_its_status_and_for_how_long_to_wait(receiver: Receiver) -> None:
    receiver.answers = [(429, {"Retry-After": "120"}), (503, {"Retry-After": "soon"}), (500, {})]

    assert post(receiver, poster()) == Delivery("status", 429, 120)
    assert post(receiver, poster()) == Delivery("status", 503, 0)
    assert post(receiver, poster()) == Delivery("status", 500, 0)


@pytest.mark.parametrize(
    "told",
    [
        "Mon, 01 Jan 99999999999999999999 00:00:00 GMT",
        "Mon, 01 Jan 2026 99999999999999999999:00:00 GMT",
        "Mon, 01 Jan 2026 00:00:00 +9999",
        "9" * 5000,
        "-1",
        ",",
    ],
)
def test_a_time_to_wait_that_cannot_be_understood_is_none(receiver: Receiver, told: str) -> None:
    """Otherwise the attempt would end without a result, and be repeated at once and for ever."""
    receiver.answers = [(503, {"Retry-After": told})]

    assert post(receiver, poster()) == Delivery("status", 503, 0)


def test_a_receiver_that_drips_costs_no_more_than_the_time_for_an_attempt(receiver: Receiver) -> None:
    receiver.drips = True
    began = time.monotonic()

    assert post(receiver, poster(seconds_max=0.5)) == Delivery("timeout")
    assert time.monotonic() - began < 10


def test_nobody_there_is_unreachable() -> None:
    with receiving() as gone:
        pass

    assert post(gone, poster()) == Delivery("unreachable")


def test_tls_is_for_the_name_and_not_for_the_address_it_has(tmp_path: Path) -> None:
    with receiving(tmp_path) as secure:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "ca.pem"))
        where = f"https://{NAME}:{secure.port}/in"
        other = f"https://other.test:{secure.port}/in"

        assert post(secure, poster(trusted=trusted), url=where) == Delivery("delivered", 204)
        assert post(secure, poster(trusted=trusted), url=other) == Delivery("tls")
        assert post(secure, poster(), url=where) == Delivery("tls")
        assert len(secure.got) == 1


def test_the_time_of_an_attempt_includes_the_resolving_of_the_name() -> None:
    stop = threading.Event()

    def never(*_: Any) -> Sequence[str]:
        stop.wait(20)
        return ["127.0.0.1"]

    began = time.monotonic()
    outcome = poster(resolve=never, seconds_max=0.3).post(
        f"http://{NAME}:1/", BODY, id_="msg.1", secrets=[SECRET], now=datetime.now(UTC)
    )
    took = time.monotonic() - began
    stop.set()

    assert (outcome, took < 5) == (Delivery("timeout"), True)
