"""Whatever bytes a receiver answers with, the attempt has a result, so the next one is put off."""

from __future__ import annotations

import base64
import random
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from delvebook.service.base.settings import Settings
from delvebook.service.identity.push_keys import open_push_keys
from delvebook.service.webhooks.addresses import RefusedURLError, require_url
from delvebook.service.webhooks.opened import build_sealer
from delvebook.service.webhooks.posting import RETRY_AFTER_MAX, Delivery, Poster
from delvebook.service.webhooks.sealing import BrowserKeys
from tests.service.webhooks.push_service import Browser

SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
HONEST = b"HTTP/1.1 503 k\r\nRetry-After: Mon, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: 0\r\n\r\n"
ANSWERS = (
    b"",
    b"\r\n\r\n",
    b"HTTP/1.1",
    b"HTTP/2 200\r\n\r\n",
    b"HTTP/1.1 999 \r\n\r\n",
    b"HTTP/1.1 099 k\r\n\r\n",
    b"HTTP/1.1 101 k\r\nUpgrade: a\r\nConnection: upgrade\r\n\r\n",
    b"HTTP/1.1 100 k\r\n\r\n" * 1000,
    b"HTTP/1.1 200 k\r\nContent-Length: -1\r\n\r\n",
    b"HTTP/1.1 200 k\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n",
    b"HTTP/1.1 200 k\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
    b"HTTP/1.1 200 k\r\nTransfer-Encoding: zip\r\n\r\n",
    b"HTTP/1.1 200 k\r\n" + b"A: b\r\n" * 100_000 + b"\r\n",
    b"HTTP/1.1 503 k\r\nRetry-After: \xff\r\n\r\n",
    b"x" * 1_000_000,
    b"\x15\x03\x01\x00\x02\x02\x28",
)
WORDS = {"delivered", "status", "unreachable", "timeout", "malformed"}


class Answering:
    """A receiver that answers with bytes."""

    def __init__(self, server: socket.socket) -> None:
        self.server = server
        self.answer = b""

    def serve(self) -> None:
        """Answers each connection with the bytes, until the server is closed."""
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            with connection:
                try:
                    connection.recv(65_536)
                    connection.sendall(self.answer)
                except OSError:
                    continue


@pytest.fixture
def answering() -> Iterator[Answering]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        made = Answering(server)
        thread = threading.Thread(target=made.serve, daemon=True)
        thread.start()
        yield made
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def post(url: str, *, is_anywhere: bool) -> Delivery:
    poster = Poster(is_anywhere=is_anywhere, resolve=lambda *_: ["127.0.0.1"], seconds_max=5)
    return poster.post(url, b"{}", id_="msg.1", secrets=[SECRET], now=datetime.now(UTC))


def bent(chance: random.Random) -> bytes:
    """Returns the honest answer with a few bytes replaced, left out or put in; digits sometimes become many."""
    answer = bytearray(HONEST)
    for _ in range(chance.randint(1, 4)):
        where = chance.randrange(len(answer))
        there = bytes([answer[where]])
        what = there * 25 if there.isdigit() else chance.randbytes(chance.randint(0, 3))
        answer[where : where + chance.randint(0, 2)] = what
    return bytes(answer)


def test_every_answer_has_a_result(answering: Answering) -> None:
    chance = random.Random(7)
    url = f"http://hook.test:{answering.server.getsockname()[1]}/in"
    for answer in (*ANSWERS, *(bent(chance) for _ in range(500))):
        answering.answer = answer
        outcome = post(url, is_anywhere=True)

        assert outcome.word in WORDS, answer
        assert 0 <= outcome.retry_after <= RETRY_AFTER_MAX, answer


def test_every_url_that_can_be_a_webhook_or_a_browsers_has_a_result(tmp_path: Path) -> None:
    """The URL is read again and again: when it is stored, signed for, and posted to."""
    settings = Settings(home=tmp_path, secret="ab" * 32)
    sealer, keys = build_sealer(settings), BrowserKeys(**Browser().keys, vapid=open_push_keys(settings).current())
    chance = random.Random(7)
    allowed = 0
    for _ in range(2000):
        letters = "".join(
            chance.choice("ab.-:/[]%@?#{}\"<>|^`~!$&'()*+,;=_0159xX") for _ in range(chance.randint(1, 30))
        )
        url = f"https://{letters}"
        try:
            require_url(url, is_anywhere=False)
        except RefusedURLError:
            continue
        allowed += 1
        assert post(url, is_anywhere=False).word in {"not_public", "malformed"}, url
        assert sealer.seal(b"{}", keys, url) is not None, url
    assert allowed > 100
