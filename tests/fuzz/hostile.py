"""Requests that are hardly HTTP: half heads, dripping bodies, long lines, two lengths, broken chunks, random bytes."""

from __future__ import annotations

import contextlib
import random
import socket
from typing import Final

from tests.fuzz.judge import Answers

HEAD: Final = b"POST /v1/accounts HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n"
SECONDS_MAX: Final = 15.0
"""More than the server's deadlines for heads and bodies."""
HOSTILE: Final[dict[str, bytes]] = {
    "nothing at all": b"\r\n\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    "another version": b"GET / HTTP/9.9\r\nHost: here\r\n\r\n",
    "the first version": b"GET /v1/rulesets HTTP/1.0\r\n\r\n",
    "no version": b"GET /v1/rulesets\r\n\r\n",
    "a preface of the second version": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "no host": b"GET /v1/rulesets HTTP/1.1\r\n\r\n",
    "two hosts": b"GET /v1/rulesets HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "an absolute target": b"GET http://elsewhere/v1/rulesets HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
    "a target that is none": b"GET v1 HTTP/1.1\r\nHost: here\r\n\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
    "a tunnel": b"CONNECT here:80 HTTP/1.1\r\nHost: here\r\n\r\n",
    "bytes in the target": b"GET /v1/\xff\xfe\x80 HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
    "a zero in the target": b"GET /v1/\x00 HTTP/1.1\r\nHost: here\r\n\r\n",
    "a long line": b"GET /v1/games?after=" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n",
    "a line that is too long": b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: here\r\n\r\n",
    "a long header": b"GET /v1/rulesets HTTP/1.1\r\nHost: here\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
    "many headers": b"GET /v1/rulesets HTTP/1.1\r\nHost: here\r\n" + b"X-A: 1\r\n" * 3000 + b"\r\n",
    "a folded header": b"GET /v1/rulesets HTTP/1.1\r\nHost: here\r\nX: a\r\n b\r\nConnection: close\r\n\r\n",
    "a space before the colon": b"GET /v1/rulesets HTTP/1.1\r\nHost : here\r\n\r\n",
    "a header without a name": b"GET /v1/rulesets HTTP/1.1\r\nHost: here\r\n: x\r\n\r\n",
    "a bare line feed": b"GET /v1/rulesets HTTP/1.1\nHost: here\nConnection: close\n\n",
    "two lengths": HEAD + b"Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}abc",
    "a length and chunks": HEAD
    + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/x HTTP/1.1\r\n\r\n",
    "chunks, and chunks again": HEAD + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "chunks by another name": HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a chunk of a negative size": HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n",
    "a chunk of an enormous size": HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nx",
    "a chunk with a long extension": HEAD
    + b"Transfer-Encoding: chunked\r\n\r\n1;"
    + b"e" * 70_000
    + b"\r\nx\r\n0\r\n\r\n",
    "a negative length": HEAD + b"Content-Length: -1\r\n\r\n{}",
    "a length with a sign": HEAD + b"Content-Length: +2\r\n\r\n{}",
    "a length that is no number": HEAD + b"Content-Length: two\r\n\r\n{}",
    "an enormous length": HEAD + b"Content-Length: 99999999999999999999\r\n\r\n{}",
    "deep lists": HEAD + b"Connection: close\r\nContent-Length: 60000\r\n\r\n" + b"[" * 60_000,
    "deep objects": HEAD + b"Connection: close\r\nContent-Length: 60000\r\n\r\n" + b'{"a":' * 12_000,
    "a long number": HEAD + b"Connection: close\r\nContent-Length: 60000\r\n\r\n" + b"1" * 60_000,
    "no UTF-8": HEAD + b'Connection: close\r\nContent-Length: 12\r\n\r\n{"name":"\xff"}',
    "half a surrogate": HEAD + b'Connection: close\r\nContent-Length: 17\r\n\r\n{"name":"\\ud800"}',
    "a wrong charset": HEAD.replace(b"json", b"json; charset=utf-32")
    + b"Connection: close\r\nContent-Length: 2\r\n\r\n{}",
    "a bomb": HEAD + b"Content-Encoding: gzip\r\nConnection: close\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
    "many parts": b"POST /v1/verifications HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
    b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 42000\r\n\r\n" + (b"--b\r\n\r\n" * 6000),
    "an answer before the body": HEAD + b"Expect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
    "an upgrade": b"GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
    "many requests at once": b"GET /livez HTTP/1.1\r\nHost: here\r\n\r\n" * 200,
    "half a head": HEAD,
    "half a body": HEAD + b"Content-Length: 200\r\n\r\n{",
}
SLOW: Final = ("half a head", "half a body", "a chunk of an enormous size", "nothing at all")
"""These wait for the server's deadlines, so they come seldom when there are many."""


def bent(said: bytes, chance: random.Random) -> bytes:
    """Returns the same request with a few bytes changed, dropped or doubled."""
    data = bytearray(said[:70_000])
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(data))
        match chance.randrange(3):
            case 0:
                data[place] = chance.randrange(256)
            case 1:
                del data[place : place + chance.randint(1, 5)]
            case _:
                data[place:place] = data[place : place + chance.randint(1, 9)]
        if not data:
            return said
    return bytes(data)


def say(port: int, said: bytes, answers: Answers, name: str, *, seconds: float = SECONDS_MAX) -> int:
    """
    Sends the bytes and reads the answers. Returns the number of answers.

    No answer is as good as one: the server may close the connection. Its own faults are none of these.
    """
    received = b""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        connection.sendall(said)
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_WR)
        while piece := connection.recv(65_536):
            received += piece
    count = 0
    for part in received.split(b"HTTP/1.1 ")[1:]:
        status = part[:3]
        count += 1
        if not status.isdigit() or (status.startswith(b"5") and status not in (b"503", b"501", b"505")):
            answers.fault(f"{name} → {status!r}", f"{said[:300]!r} → {part[:300]!r}")
        answers.statuses[status.decode(errors="replace")] = answers.statuses.get(status.decode(errors="replace"), 0) + 1
    return max(1, count)
