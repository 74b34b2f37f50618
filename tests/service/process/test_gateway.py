"""
Clients that are slow, silent, many or hostile, at the real web server: they get their answer, and others theirs.

No test here judges how fast an answer comes; what would starve the service never ends, and so would the test.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest

from delvebook.service.api.lane import Answer
from delvebook.service.api.lane_routes import Asked, Waited
from delvebook.service.process.gateway import NOT_NOW_SECONDS, Bounds, Gateway
from delvebook.service.process.rsgi import Forwarded, client_of, scheme_of
from tests.service.process.test_web import Web

THREADS = 2
HEAD = b"POST /v1/accounts HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    started = Web(
        tmp_path_factory.mktemp("web"),
        web_processes=1,
        web_threads=THREADS,
        header_seconds=1,
        body_seconds=1,
        streams_owned_max=60,
        rate_limit="",
        accounts_limit="",
    )
    yield started
    if started.process.poll() is None:
        started.stop()


@contextlib.contextmanager
def connections(web: Web, count: int) -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection(("127.0.0.1", web.port), timeout=60)) for _ in range(count)]


def answer_on(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """Reads the connection until it is closed. Returns the status, the headers, the body."""
    received = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    return int(status.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body


def sent(web: Web, request: bytes) -> tuple[int, dict[str, str], bytes]:
    with connections(web, 1) as (connection,):
        connection.sendall(request)
        return answer_on(connection)


def is_served(web: Web) -> bool:
    return bool(json.loads(web.ask("GET", "/readyz"))["store"])


def running_game(web: Web, name: str) -> tuple[str, dict[str, str]]:
    made = json.loads(web.ask("POST", "/v1/accounts", {"name": name}))
    mine = {"Authorization": f"Bearer {made['token']}"}
    wish = {"ruleset": "labyrinth", "seats": 1}
    game = json.loads(web.ask("POST", "/v1/games", wish, **mine))["game"]["id"]
    web.ask("POST", f"/v1/games/{game}/seats", {}, **mine)
    web.ask("POST", f"/v1/games/{game}/start", {}, **mine)
    return game, mine


def act(web: Web, game: str, mine: dict[str, str]) -> int:
    offer = json.loads(web.ask("GET", f"/v1/games/{game}/actions", **mine))
    chosen = {"decision": offer["decision"], "action": offer["actions"][0]["action"]}
    return int(json.loads(web.ask("POST", f"/v1/games/{game}/actions", chosen, **mine))["n"])


@pytest.mark.parametrize("said", [b"", b"GET", HEAD], ids=["nothing", "half a line", "half a head"])
def test_connections_that_say_no_whole_request_are_closed_and_hold_up_nobody(web: Web, said: bytes) -> None:
    with connections(web, 300) as silent:
        for connection in silent:
            connection.sendall(said)
        assert is_served(web)
        for connection in silent:
            assert b"200" not in connection.recv(100)


def test_bodies_that_drip_hold_no_thread_and_are_told_that_they_are_too_slow(web: Web) -> None:
    with connections(web, 10 * THREADS) as slow:
        for connection in slow:
            connection.sendall(HEAD + b"Content-Length: 200\r\n\r\n{")
        assert is_served(web)
        for connection in slow:
            status, headers, body = answer_on(connection)
            assert (status, headers["content-type"]) == (408, "application/problem+json")
            assert json.loads(body)["code"] == "input/too_slow"


def test_a_body_larger_than_any_route_takes_is_refused_before_it_is_read(web: Web) -> None:
    status, _, body = sent(web, HEAD + b"Content-Length: 99999999999\r\n\r\n")

    assert (status, json.loads(body)["code"]) == (413, "input/too_large")
    assert json.loads(body)["bytes_max"] == 33_554_432


def test_a_body_in_chunks_is_read_like_any_other(web: Web) -> None:
    piece = b'{"name": "Chunky"}'
    status, _, body = sent(
        web,
        HEAD + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(piece), piece),
    )

    assert (status, json.loads(body)["name"]) == (201, "Chunky")


@pytest.mark.parametrize("said", [100, 20_000], ids=["small", "large"])
def test_a_body_that_is_cut_off_is_not_taken_for_a_whole_one(web: Web, said: int) -> None:
    body = b'{"name": "Cut %d"}' % said
    padded = body.ljust(said // 2)
    with connections(web, 1) as (connection,):
        connection.sendall(HEAD + b"Content-Length: %d\r\n\r\n%b" % (said, padded))
        connection.shutdown(socket.SHUT_WR)
        status, headers, answer = answer_on(connection)

    assert (status, headers["content-type"]) == (408, "application/problem+json")
    assert json.loads(answer)["code"] == "input/too_slow"
    assert json.loads(web.ask("POST", "/v1/accounts", {"name": f"Cut {said}"}))["name"] == f"Cut {said}"


END = b"\r\nHost: here\r\nConnection: close\r\n\r\n"
HEAD_MAX = 65_536
PARSER = {
    "no request": (b"hello\r\n\r\n", {400}),
    "another protocol": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", {400}),
    "an unknown version": (b"GET /livez HTTP/9.9" + END, {400}),
    "no version": (b"GET /livez\r\n\r\n", {400}),
    "a method that is no word": (b"G\x00T /livez HTTP/1.1" + END, {400}),
    "a space in the address": (b"GET /liv ez HTTP/1.1" + END, {400}),
    "an address that is not UTF-8": (b"GET /\xff HTTP/1.1" + END, {400}),
    "a field without a colon": (b"GET /livez HTTP/1.1\r\nX" + END, {400}),
    "a space in a field's name": (b"GET /livez HTTP/1.1\r\nX Y: 1" + END, {400}),
    "a NUL in a field": (b"GET /livez HTTP/1.1\r\nX: \x00" + END, {400}),
    "a length that is no number": (b"POST /v1/accounts HTTP/1.1\r\nContent-Length: two" + END, {400}),
    "two lengths": (b"POST /v1/accounts HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 3" + END, {400}),
    "a transfer coding without chunks": (b"POST /v1/accounts HTTP/1.1\r\nTransfer-Encoding: gzip" + END, {400}),
    "more than 100 fields": (b"GET /livez HTTP/1.1" + b"\r\nX: 1" * 99 + END, {431}),
    "a head that is too large": (b"GET /livez HTTP/1.1\r\nX: ".ljust(HEAD_MAX, b"x"), {431}),
    "an address that is too long": (b"GET /%b HTTP/1.1" % (b"x" * HEAD_MAX) + END, {414, 431}),
}
"""The answers of the server's HTTP library itself, as docs/api.md lists them."""


@pytest.mark.parametrize("fault", PARSER)
def test_what_is_no_request_is_answered_by_the_parser_without_a_body(web: Web, fault: str) -> None:
    request, statuses = PARSER[fault]

    status, headers, body = sent(web, request)

    assert status in statuses
    assert "content-type" not in headers
    assert body == b""


@pytest.mark.parametrize(
    "request_line",
    [b"GET /livez HTTP/1.1" + b"\r\nX: 1" * 98, b"BREW /livez HTTP/1.1", b"GET /nowhere HTTP/1.0"],
    ids=["100 fields", "a strange method", "an old version"],
)
def test_what_can_be_read_gets_an_answer_with_a_body(web: Web, request_line: bytes) -> None:
    status, headers, body = sent(web, request_line + END)

    assert status in (200, 404, 405)
    assert headers["content-type"] == ("application/json" if status == 200 else "application/problem+json")
    assert json.loads(body)


def test_one_network_that_asks_too_much_at_a_time_is_told_so_and_probes_still_answer(tmp_path: Path) -> None:
    web = Web(tmp_path, web_processes=1, requests_owned_max=5, body_seconds=600)
    with connections(web, 5) as many:
        for connection in many:
            connection.sendall(HEAD + b"Content-Length: 200\r\n\r\n{")
        status = 200
        while status == 200:  # until the server has seen all five
            asked = time.monotonic()
            status, headers, body = sent(web, b"GET /v1/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        waited = time.monotonic() - asked
        assert is_served(web)
    web.stop()

    assert (status, headers["retry-after"]) == (429, "1")
    assert waited >= NOT_NOW_SECONDS
    assert json.loads(body)["code"] == "service/too_many_requests"
    assert json.loads(body)["limit"] == 5


def test_a_client_that_has_spent_its_budget_is_told_so_a_second_later_without_holding_a_thread(tmp_path: Path) -> None:
    web = Web(tmp_path, web_processes=1, web_threads=1, rate_limit="1 per day")
    asking = b"GET /v1/games HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
    statuses = [sent(web, asking)[0]]
    began = time.monotonic()
    with connections(web, 300) as many:
        for connection in many:
            connection.sendall(asking)
        statuses += [answer_on(connection)[0] for connection in many]
    took = time.monotonic() - began
    web.stop()

    assert statuses == [200] + [429] * 300
    assert NOT_NOW_SECONDS <= took < 300 * NOT_NOW_SECONDS  # one after the other it would be more


def test_streams_hold_no_thread_and_each_hears_what_happens(web: Web) -> None:
    game, mine = running_game(web, "Ann")
    accept = {"Accept": "text/event-stream", **mine}
    with contextlib.ExitStack() as stack:
        streams = [
            stack.enter_context(web.open("GET", f"/v1/games/{game}/stream?after=3", **accept))
            for _ in range(10 * THREADS)
        ]
        n = act(web, game, mine)
        for stream in streams:
            assert f"id: {n}\n".encode() in iter(stream.readline, b"")
    while "delvebook_streams 0.0" not in web.figures():
        time.sleep(0.05)


def test_one_account_cannot_take_all_streams(web: Web) -> None:
    game, mine = running_game(web, "Bob")
    accept = {"Accept": "text/event-stream", **mine}
    with contextlib.ExitStack() as stack:
        for _ in range(60):
            stack.enter_context(web.open("GET", f"/v1/games/{game}/stream?after=0", **accept))
        with pytest.raises(OSError, match="503"):
            web.open("GET", f"/v1/games/{game}/stream?after=0", **accept)
        other = stack.enter_context(web.open("GET", f"/v1/games/{game}/stream?after=0", Accept="text/event-stream"))
        assert other.readline() == b"retry: 2000\n"


def test_an_address_and_its_query_arrive_as_they_were_sent(web: Web) -> None:
    status, headers, body = sent(
        web, b"GET /v1/games/%D0%B0%2Fb?after=%FF HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
    )

    assert (status, headers["content-type"]) == (404, "application/problem+json")
    assert json.loads(body)["code"] in ("game/unknown", "route/unknown")


def test_head_has_the_headers_of_get_and_no_body(web: Web) -> None:
    def asked(method: str) -> tuple[int, dict[str, str], bytes]:
        return sent(web, f"{method} /v1/rulesets HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode())

    got, looked = asked("GET"), asked("HEAD")

    assert (got[0], looked[0]) == (200, 200)
    assert got[1]["etag"] == looked[1]["etag"]
    assert looked[2] == b""


@pytest.mark.parametrize(
    ("client", "forwarded", "proxies", "expected"),
    [
        ("10.0.0.1:4000", "", 0, "10.0.0.1"),
        ("[::1]:4000", "", 0, "::1"),
        ("10.0.0.1:4000", "6.6.6.6", 0, "10.0.0.1"),
        ("10.0.0.1:4000", "6.6.6.6, 1.2.3.4", 1, "1.2.3.4"),
        ("10.0.0.1:4000", "6.6.6.6, 1.2.3.4, 10.0.0.9", 2, "1.2.3.4"),
        ("10.0.0.1:4000", "", 1, "10.0.0.1"),
    ],
)
def test_a_client_is_known_by_the_address_that_our_own_proxies_saw(
    client: str, forwarded: str, proxies: int, expected: str
) -> None:
    headers: dict[str, Any] = {"x-forwarded-for": forwarded} if forwarded else {}

    assert client_of(client, headers, proxies=proxies) == expected


@pytest.mark.parametrize(
    ("scheme", "forwarded", "proxies", "expected"),
    [
        ("http", "", 0, "http"),
        ("http", "https", 0, "http"),
        ("http", "https", 1, "https"),
        ("https", "http", 1, "http"),
        ("http", "https, http", 1, "http"),
        ("http", "https, http", 2, "https"),
        ("http", "https", 2, "http"),
        ("https", "", 1, "https"),
    ],
)
def test_a_client_came_by_the_scheme_that_our_own_proxies_saw(
    scheme: str, forwarded: str, proxies: int, expected: str
) -> None:
    headers: dict[str, Any] = {"x-forwarded-proto": forwarded} if forwarded else {}

    assert scheme_of(scheme, headers, proxies=proxies) == expected


BOUNDS: Final = Bounds(
    threads=1,
    waiting_max=1,
    owned_max=1,
    request_seconds=60,
    body_seconds=1,
    body_bytes_max=1,
    bodies_bytes_max=1,
    proxies=1,
)
SCOPE: Final = Forwarded("GET", "/v1/games", "", "here:80", "10.0.0.1:4000", "1.1", "http", None)
PROBE: Final = Forwarded("GET", "/livez", "", "here:80", "10.0.0.1:4000", "1.1", "http", None)


def test_a_process_refuses_requests_at_once_beyond_those_that_may_wait_and_never_a_probe() -> None:
    goes_on = threading.Event()

    def app(environ: Any, start: Any) -> list[bytes]:
        assert environ["PATH_INFO"] == "/livez" or goes_on.wait(20)
        start("200 OK", [])
        return [b""]

    async def work() -> list[int]:
        gateway = Gateway(app, BOUNDS, feeds=())
        asked = [asyncio.create_task(gateway.serve(SCOPE, {}, "1.2.3.4", b"")) for _ in range(4)]
        refused = await asyncio.gather(*asked[2:])
        # Whoever has waited for news was let in once already.
        asked.append(asyncio.create_task(gateway.serve(SCOPE, {}, "1.2.3.4", b"", waited=Waited(1, None))))
        probe = await gateway.serve(PROBE, {}, "1.2.3.4", b"", is_probe=True)
        goes_on.set()
        answers = [*refused, probe, *await asyncio.gather(*asked[:2], asked[4])]
        return [answer.status for answer in answers if answer is not None]

    assert asyncio.run(asyncio.wait_for(work(), 30)) == [503, 503, 200, 200, 200, 200]


def test_the_lane_is_told_the_scheme_behind_the_proxy_by_which_a_session_has_its_name() -> None:
    told: list[Asked] = []

    class Lane:
        async def answer(self, asked: Asked) -> Answer:
            told.append(asked)
            return Answer(200, [], b"")

    gateway = Gateway(lambda _, start: [], BOUNDS, feeds=(), lane=cast("Any", Lane()))

    asyncio.run(gateway.serve(SCOPE, {"x-forwarded-proto": "https"}, "1.2.3.4", b""))

    assert [asked.scheme for asked in told] == ["https"]
