"""Streams for programs that use asyncio: they go on after the last item when they break."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator
from typing import Final, TypeVar

import httpx

from ..errors import AnswerError, NoAnswerError, ProblemError, StreamEndedError
from ..requests import Query
from ..retries import Attempts, may_ask_again
from ..shapes import read_json, shaped
from .connection import AsyncConnection

NDJSON: Final = "application/x-ndjson"
COME_BACK: Final = ("closing", "unavailable", "revoked")
"""Reasons for the end of a stream after which a client reconnects. After `revoked`, the answer says what is wrong."""
T = TypeVar("T")


async def follow(
    api: AsyncConnection,
    shape: type[T],
    number: str,
    path: str,
    query: Query,
    *,
    after: int | None,
    line: str | None,
    timeout: float | None = None,
) -> AsyncIterator[T]:
    """
    Yields the lines of a stream, each once and in order, even if the connection breaks.

    Args:
        api: The connection.
        shape: The shape of a line.
        number: The member by which its items are numbered.
        path: The stream.
        query: Further parameters.
        after: The number of the last item that the caller has.
        line: The stream's name. By default, with a token, a new one, so that the stream replaces its own dead
            predecessor and no other stream.
        timeout: After so many seconds without a line the stream is dead, if not after those of the client.

    Raises:
        StreamEndedError: The service has ended it for good.
        ProblemError, NoAnswerError
    """
    last = after
    attempts = Attempts(api.retries)
    name = line or (secrets.token_hex(8) if api.has_token else None)
    while True:
        wrong: ProblemError | NoAnswerError = NoAnswerError(f"the stream {path} was cut off")
        try:
            given = {**query, "line": name, "after": last}
            async with api.streamed(path, given, {"Accept": NDJSON}, timeout=timeout) as answer:
                async for raw in whole_lines(answer, silence=api.silence if timeout is None else timeout):
                    one = read_json(answer.status_code, raw, of=f"the stream {path}")
                    if not isinstance(one, dict):
                        raise AnswerError(answer.status_code, raw, f"the stream {path} has a line that is no object")
                    kind, at = one.get("kind"), one.get(number)
                    if kind == "end":
                        if one.get("reason") == "finished":
                            yield shaped(shape, one, of=f"the stream {path}")
                            return
                        wrong = NoAnswerError(f"the stream {path} has ended: {one.get('reason')}")
                        if one.get("reason") not in COME_BACK:
                            raise StreamEndedError(str(one.get("reason")))
                        break
                    if kind == "heartbeat":
                        attempts.renew()
                        continue
                    if kind not in KINDS or not isinstance(at, int):
                        continue  # a kind of line that this version does not know
                    if kind != "snapshot" and last is not None:
                        if at <= last:
                            continue
                        if at > last + 1:
                            break  # something is missing: ask for it again
                    attempts.renew()
                    last = at
                    yield shaped(shape, one, of=f"the stream {path}")
        except httpx.TransportError as broken:
            wrong.__cause__ = broken
        except ProblemError as problem:
            if not may_ask_again(problem, is_safe=True):
                raise
            wrong = problem
        await api.pause(attempts, wrong)


KINDS: Final = ("snapshot", "event", "notice")


async def whole_lines(answer: httpx.Response, *, silence: float) -> AsyncIterator[bytes]:
    """
    Yields the complete lines of a stream that are not empty. An incomplete last line is dropped.

    Raises:
        httpx.ReadTimeout: No line came for so many seconds. Bytes that make no line do not count.
    """
    rest = b""
    heard = time.monotonic()
    async for some in answer.aiter_bytes():
        *lines, rest = (rest + some).split(b"\n")
        for line in lines:
            if line.strip():
                yield line
                heard = time.monotonic()
        if time.monotonic() - heard > silence:
            raise httpx.ReadTimeout(f"no line came for {silence:g} s", request=answer.request)
