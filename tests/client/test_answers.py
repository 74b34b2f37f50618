"""Tests of the client's addresses, times and answers: on scripted transports, and on a server that drips."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest

from delvebook_client import AnswerError, AsyncClient, Client, NoAnswerError, ProblemError, Retries
from tests.client.test_requests import END, GAME, event, shape_of

Handle = Callable[[BaseHTTPRequestHandler, threading.Event], None]


def client_of(handle: Callable[[httpx.Request], httpx.Response], **options: Any) -> Client:
    return Client("http://there/base", token="dvb_1", transport=httpx.MockTransport(handle), **options)


def asked_for(path: str, query: dict[str, Any] | None = None) -> str:
    """The address that a path leads to."""
    found: list[httpx.URL] = []

    def service(request: httpx.Request) -> httpx.Response:
        found.append(request.url)
        return httpx.Response(200, json={})

    client_of(service).get(path, query)
    return str(found[0])


def test_a_query_in_a_path_is_kept_and_added_to() -> None:
    assert asked_for("/v1/games?limit=1") == "http://there/base/v1/games?limit=1"
    assert asked_for("/v1/games?limit=1", {"cursor": "a b"}) == "http://there/base/v1/games?limit=1&cursor=a+b"
    assert asked_for("/v1/games?cursor=MjAy%2B") == "http://there/base/v1/games?cursor=MjAy%2B"
    assert asked_for("/v1/games", {"free": True, "status": ["a", "b"], "clock": None}) == (
        "http://there/base/v1/games?free=true&status=a&status=b"
    )
    assert asked_for("http://there/base/v1/games?limit=1") == "http://there/base/v1/games?limit=1"


@pytest.mark.parametrize(
    "elsewhere", ["https://there/v1/games", "http://there.example/v1", "http://there:81/v1", "http://there@evil/v1"]
)
def test_the_token_is_not_sent_to_another_service(elsewhere: str) -> None:
    with pytest.raises(ValueError, match="not an address of http://there"):
        asked_for(elsewhere)


@pytest.mark.parametrize("wrong", ["", ".", ".."])
def test_an_id_that_leads_to_another_address_is_refused(wrong: str) -> None:
    with client_of(lambda _: httpx.Response(204)) as client, pytest.raises(ValueError, match="is no id"):
        client.webhooks.delete(wrong)


def test_an_id_is_one_part_of_the_address() -> None:
    found: list[bytes] = []

    def service(request: httpx.Request) -> httpx.Response:
        found.append(request.url.raw_path)
        return httpx.Response(204)

    with client_of(service) as client:
        client.webhooks.delete("a/../b?c#d")

    assert found == [b"/base/v1/webhooks/a%2F..%2Fb%3Fc%23d"]


@pytest.mark.parametrize("content", [b"<html>sign in to the hotel's network</html>" + b"x" * 500, b'{"n": ', b"\xff"])
def test_an_answer_that_is_no_json_is_an_error_with_its_status_and_beginning(content: bytes) -> None:
    with client_of(lambda _: httpx.Response(200, content=content)) as client:
        for ask in (lambda: client.get("/v1/games"), lambda: client.game(GAME).look(), client.games.list().all):
            with pytest.raises(AnswerError) as wrong:
                ask()
            assert wrong.value.status == 200
            assert wrong.value.start == content[:200]
            assert repr(content[:200]) in str(wrong.value)


@pytest.mark.parametrize("content", [b"<html>sign in</html>\n", b"[1]\n", b'"kind"\n'])
def test_a_stream_of_something_else_is_an_error_with_its_beginning(content: bytes) -> None:
    with client_of(lambda _: httpx.Response(200, content=content)) as client, pytest.raises(AnswerError) as wrong:
        next(client.game(GAME).stream())

    assert wrong.value.start == content.strip()


def test_a_refusal_of_a_proxy_has_its_status_and_beginning() -> None:
    forbidden = httpx.Response(403, content=b"<h1>Forbidden by the firewall")
    with client_of(lambda _: forbidden) as client, pytest.raises(ProblemError) as wrong:
        client.get("/v1/games")

    assert (wrong.value.status, wrong.value.code, wrong.value.detail) == (
        403,
        "http/403",
        "<h1>Forbidden by the firewall",
    )


def test_pages_are_asked_for_as_they_are_read_and_no_more_than_wanted() -> None:
    asked: list[dict[str, str]] = []

    def service(request: httpx.Request) -> httpx.Response:
        given = dict(request.url.params)
        asked.append(given)
        first = int(given.get("cursor", 0))
        size = int(given.get("limit", 50))
        game = shape_of("games_index", 200)["games"][0]
        games = [{**game, "id": str(number)} for number in range(first, min(first + size, 470))]
        following = str(first + size) if first + size < 470 else None
        return httpx.Response(200, json={"games": games, "next": following})

    with client_of(service) as client:
        listed = client.games.list(status="open")
        assert [next(listed).id for _ in range(50)] == [str(number) for number in range(50)]
        assert len(asked) == 1
        assert listed.next == "50"
        assert client.games.list(cursor=listed.next, limit=1).all()[0].id == "50"
        asked.clear()
        some = client.games.list(limit=250, status="open").all()
        assert [one.get("limit") for one in asked] == ["200", "50"]
        assert [one.get("status") for one in asked] == ["open", "open"]
        assert [one.id for one in some] == [str(number) for number in range(250)]
        assert len(client.games.list().all()) == 470
        asked.clear()
        assert client.games.list(limit=0).all() == []
        assert asked == []


# -- a server that takes its time ------------------------------------------------------------------


@contextlib.contextmanager
def serving(handle: Handle) -> Iterator[str]:
    """The address of a server that answers every GET so; its event is set at the end of the block."""
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"  # the end of the connection ends a body

        def do_GET(self) -> None:
            with contextlib.suppress(OSError):
                handle(self, over)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            over.set()
            server.shutdown()
            thread.join()


def begin(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "application/x-ndjson")
    handler.end_headers()


def drip(handler: BaseHTTPRequestHandler, over: threading.Event, drop: bytes) -> None:
    """Sends a drop again and again, for half a minute or until the test is over."""
    for _ in range(600):
        handler.wfile.write(drop)
        handler.wfile.flush()
        if over.wait(0.05):
            return


@pytest.mark.parametrize("drop", [b"\n", b" \r\n", b"x"])
def test_a_stream_that_drips_without_a_line_is_left_and_resumed(drop: bytes) -> None:
    paths: list[str] = []

    def service(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
        paths.append(handler.path)
        begin(handler)
        if len(paths) == 1:
            handler.wfile.write(json.dumps(event(3)).encode() + b"\n")
            drip(handler, over, drop)
        else:
            handler.wfile.write(b"".join(json.dumps(one).encode() + b"\n" for one in (event(4), END)))

    async def followed(url: str) -> list[int | None]:
        async with AsyncClient(url, silence=0.4, retries=Retries(seconds=20, pause=0.01)) as client:
            return [line.n async for line in client.game(GAME).stream(after=2)]

    with serving(service) as url, Client(url, silence=0.4, retries=Retries(seconds=20, pause=0.01)) as client:
        began = time.monotonic()
        told = [line.n for line in client.game(GAME).stream(after=2)]
        seconds = time.monotonic() - began
        first, paths[:] = list(paths), []
        assert asyncio.run(followed(url)) == told

    assert told == [3, 4, 4]
    assert ["after=2" in first[0], "after=3" in first[1]] == [True, True]
    assert 0.4 <= seconds < 10


def test_heartbeats_keep_a_stream_alive_for_longer_than_its_silence() -> None:
    asked: list[str] = []

    def service(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
        asked.append(handler.path)
        begin(handler)
        for _ in range(8):
            handler.wfile.write(b'{"kind": "heartbeat", "n": 2}\n')
            handler.wfile.flush()
            over.wait(0.1)
        handler.wfile.write(json.dumps(END).encode() + b"\n")

    with serving(service) as url, Client(url, silence=0.5) as client:
        told = [line.kind for line in client.game(GAME).stream(after=2)]

    assert told == ["end"]
    assert len(asked) == 1


@pytest.mark.parametrize("given", ["client", "call"])
def test_an_answer_that_drips_is_given_up_when_its_time_is_over(given: str) -> None:
    def service(handler: BaseHTTPRequestHandler, over: threading.Event) -> None:
        begin(handler)
        drip(handler, over, b" ")

    never = Retries(seconds=0)
    with (
        serving(service) as url,
        Client(url, retries=never, **({"timeout": 0.5} if given == "client" else {})) as client,
    ):
        began = time.monotonic()
        with pytest.raises(NoAnswerError, match=r"not whole after 0\.5 s"):
            client.game(GAME).look(timeout=0.5 if given == "call" else None)

    assert 0.4 < time.monotonic() - began < 10
