"""
Whatever a name resolves to later and whatever a receiver answers, no connection is made to the operator's network.

The sockets are real. Only names and routes are the test's own: below the service, `getaddrinfo` answers differently
each time, and `connect` leads every public address to a receiver outside and every other one to a receiver inside.
"""

from __future__ import annotations

import base64
import ipaddress
import socket
import ssl
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from delvebook.service.webhooks.posting import Delivery, Poster
from tests.service.webhooks.receiver import NAME, Receiver, receiving

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
OUTSIDE = "93.184.216.34"
ALSO_OUTSIDE = "2606:4700:4700::1111"
UNUSED = "8.8.8.8"
"""A public address that nobody answers at."""
INSIDE = (
    "127.0.0.1",
    "0.0.0.0",  # noqa: S104
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:169.254.169.254",
    "fd00:ec2::254",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
)
MOVES = (300, 301, 302, 303, 305, 307, 308)


class Network:
    """
    Names and routes.

    Attributes:
        answers: The next answers for each name. The last one repeats.
        asked: The names that were looked up.
        reached: The addresses that were connected to.
    """

    def __init__(self, outside: Receiver, inside: Receiver) -> None:
        self._outside = outside
        self._inside = inside
        self.answers: dict[str, list[Sequence[str]]] = {}
        self.asked: list[str] = []
        self.reached: list[str] = []

    def getaddrinfo(self, host: str | bytes, port: int, *_: object, **__: object) -> list[object]:
        """Answers as the system does. A number is its own address."""
        name = host if isinstance(host, str) else host.decode()
        try:
            ipaddress.ip_address(name)
            found: Sequence[str] = [name]
        except ValueError:
            self.asked.append(name)
            answers = self.answers[name]
            found = answers.pop(0) if len(answers) > 1 else answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]

    def route(self, address: str) -> tuple[str, int]:
        """Returns where a connection to that address leads."""
        self.reached.append(address)
        if address == UNUSED:
            raise ConnectionRefusedError
        receiver = self._outside if address in (OUTSIDE, ALSO_OUTSIDE) else self._inside
        return ("127.0.0.1", receiver.port)


@pytest.fixture
def inside() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Receiver]:
    with receiving(tmp_path) as made:
        yield made


@pytest.fixture
def network(outside: Receiver, inside: Receiver, monkeypatch: pytest.MonkeyPatch) -> Network:
    made = Network(outside, inside)
    connect = socket.socket.connect

    def routed(self: socket.socket, address: tuple[str, int]) -> None:
        connect(self, made.route(address[0]))

    monkeypatch.setattr(socket, "getaddrinfo", made.getaddrinfo)
    monkeypatch.setattr(socket.socket, "connect", routed)
    return made


@pytest.fixture
def poster(network: Network, tmp_path: Path) -> Poster:
    """A poster as the service makes it, but for the authority of the test's certificate."""
    return Poster(trusted=ssl.create_default_context(cafile=str(tmp_path / "ca.pem")))


def post(poster: Poster, url: str = f"https://{NAME}/in") -> Delivery:
    return poster.post(url, b"{}", id_="msg.1", secrets=[SECRET], now=datetime.now(UTC))


@pytest.mark.parametrize("address", INSIDE)
def test_the_test_would_notice_a_connection_inside(
    address: str, network: Network, inside: Receiver, outside: Receiver
) -> None:
    """Without the check the same name, the second time it is looked up, leads to the receiver inside."""
    network.answers[NAME] = [[OUTSIDE], [address]]
    everywhere = Poster(is_anywhere=True)

    assert post(everywhere, f"https://{NAME}/in").word == "tls"
    assert post(everywhere, f"http://{NAME}/in") == Delivery("delivered", 204)
    assert (len(outside.got), len(inside.got)) == (0, 1)


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_turns_inside_after_it_was_judged_is_connected_to_where_it_was_judged(
    address: str, network: Network, poster: Poster, inside: Receiver, outside: Receiver
) -> None:
    network.answers[NAME] = [[OUTSIDE], [address]]

    assert post(poster) == Delivery("delivered", 204)
    assert network.asked == [NAME]
    assert network.reached == [OUTSIDE]
    assert outside.got[0][0]["host"] == NAME

    assert post(poster) == Delivery("not_public")
    assert network.reached == [OUTSIDE]
    assert inside.got == []


@pytest.mark.parametrize("address", INSIDE)
@pytest.mark.parametrize("place", range(3))
def test_a_name_with_one_address_inside_is_not_connected_to_at_all(
    address: str, place: int, network: Network, poster: Poster, inside: Receiver, outside: Receiver
) -> None:
    found = [OUTSIDE, ALSO_OUTSIDE]
    found.insert(place, address)
    network.answers[NAME] = [found]

    assert post(poster) == Delivery("not_public")
    assert network.reached == []
    assert outside.got == inside.got == []


@pytest.mark.parametrize("address", INSIDE)
def test_an_address_inside_is_not_posted_to_even_if_it_was_allowed_when_it_was_named(
    address: str, network: Network, poster: Poster, inside: Receiver
) -> None:
    """An operator who allowed every address for a while may have stored some."""
    host = f"[{address}]" if ":" in address else address

    for scheme in ("https", "http"):
        assert post(poster, f"{scheme}://{host}/in") == Delivery("not_public")
    assert network.reached == []
    assert inside.got == []


def test_after_an_address_that_does_not_answer_the_next_judged_one_is_tried_and_none_is_looked_up(
    network: Network, poster: Poster, inside: Receiver, outside: Receiver
) -> None:
    network.answers[NAME] = [[UNUSED, ALSO_OUTSIDE], ["127.0.0.1"]]

    assert post(poster) == Delivery("delivered", 204)
    assert network.asked == [NAME]
    assert network.reached == [UNUSED, ALSO_OUTSIDE]
    assert inside.got == []

    network.answers[NAME] = [[UNUSED], ["127.0.0.1"]]
    assert post(poster) == Delivery("unreachable")
    assert inside.got == []


@pytest.mark.parametrize("status", MOVES)
def test_a_redirect_is_a_failure_wherever_it_leads(
    status: int, network: Network, poster: Poster, inside: Receiver, outside: Receiver
) -> None:
    """So a chain ends at its first step, and a redirect to the very same name is not followed either."""
    network.answers["second.test"] = [["127.0.0.1"]]
    hosts = [f"[{address}]" if ":" in address else address for address in (*INSIDE, OUTSIDE)]
    for host in (*hosts, NAME, "second.test"):
        for target in (f"https://{host}/latest/meta-data", f"http://{host}/", f"//{host}/"):
            network.answers[NAME] = [[OUTSIDE], ["127.0.0.1"]]
            outside.answers = [
                (status, {"Location": target, "Content-Location": target, "Refresh": f"0; url={target}"}),
                (status, {"Location": f"http://{INSIDE[0]}/"}),
            ]
            for seen in (network.asked, network.reached, outside.got):
                seen.clear()

            assert post(poster) == Delivery("status", status)
            assert network.asked == [NAME]
            assert network.reached == [OUTSIDE]
            assert len(outside.got) == 1
            assert inside.got == []


def test_the_certificate_is_that_of_the_name_and_not_of_the_judged_address(
    network: Network, poster: Poster, outside: Receiver
) -> None:
    network.answers |= {NAME: [[OUTSIDE]], "other.test": [[OUTSIDE]]}

    assert post(poster) == Delivery("delivered", 204)
    assert post(poster, "https://other.test/in") == Delivery("tls")
    assert post(poster, f"https://{OUTSIDE}/in") == Delivery("tls")
    assert [headers["host"] for headers, _ in outside.got] == [NAME]
    assert outside.named == [NAME, "other.test", None]
