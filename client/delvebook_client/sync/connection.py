"""The connection to the service for programs that wait for each answer: requests, retries and streams."""

from __future__ import annotations

import json
import logging
import secrets
import time
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Self, cast

import httpx

from ..errors import NoAnswerError, ProblemError, ReceiptError, StreamEndedError, parse_problem
from ..keep import Keep
from ..receipts import can_check_signatures, open_receipt, read_receipt
from ..retries import SAFE_METHODS, Attempts, Retries, may_ask_again, may_resend
from ..types import Done, Query, StreamLine

NDJSON: Final = "application/x-ndjson"
ANSWER_SECONDS: Final = 60.0
"""The time for which the service may be silent in the middle of an answer."""
SILENCE_SECONDS: Final = 45.0
"""A stream that is silent for this long is dead. The service sends a heartbeat every 15 seconds."""
COME_BACK: Final = ("closing", "unavailable", "revoked")
"""Reasons for the end of a stream after which a client reconnects. After `revoked`, the answer says what is wrong."""

log: Final = logging.getLogger("delvebook_client")


class Connection:
    """
    What clients and games ask the service with.

    Attributes:
        url: The service's address.
        keep: Stores the account, nonces, receipts and keys.
        retries: How patiently it tries again.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        keep: Keep | None = None,
        retries: Retries | None = None,
        lang: str | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.keep = Keep() if keep is None else keep
        self.retries = Retries() if retries is None else retries
        headers = {} if lang is None else {"Accept-Language": lang}
        self._http = httpx.Client(base_url=self.url, timeout=ANSWER_SECONDS, headers=headers, transport=transport)
        self._account: str | None = None
        if token is not None:
            self.use(token)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def use(self, token: str) -> None:
        """Sends this token with every request from now on."""
        self._http.headers["Authorization"] = f"Bearer {token}"
        self._account = None

    def account_id(self) -> str:
        """Returns the id of your account."""
        if self._account is None:
            self._account = str((self.get("/v1/accounts/me"))["id"])
        return self._account

    def public_keys(self) -> dict[str, Any]:
        """Returns the keys with which the service signs receipts, old ones included, as a JWK set. They are kept."""
        self.keep.add_public_keys(self.url, self.get("/.well-known/jwks.json"))
        return self.keep.public_keys(self.url)

    # Requests

    def get(self, path: str, query: Query | None = None) -> Any:
        """Returns the JSON at any address of the API."""
        return read_json(self.request("GET", path, query=query))

    def post(self, path: str, body: object = None, *, key: str | None = None) -> Any:
        """
        Returns the JSON that a POST gives. It is sent again only with a key, or if it has not reached the service.

        Give a key only where the API takes an `Idempotency-Key`.
        """
        return read_json(self.request("POST", path, body={} if body is None else body, key=key))

    def pages(self, path: str, member: str, query: Query) -> Iterator[dict[str, Any]]:
        """Yields the items of a collection, page after page."""
        at = dict(query)
        while True:
            page = self.get(path, at)
            for item in page[member]:
                yield item
            if page.get("next") is None:
                return
            at = {name: value for name, value in query.items() if name != "after"} | {"cursor": page["next"]}

    def command(
        self,
        path: str,
        body: object,
        *,
        method: str = "POST",
        key: str | None = None,
        query: Query | None = None,
        prefer: Sequence[str] = (),
    ) -> Done:
        """Carries out a command in a game, with a key, and keeps its receipt. Returns what it did."""
        answer = self.request(
            method,
            path,
            body=body,
            query=query,
            headers={"Prefer": ", ".join(prefer)} if prefer else {},
            key=key or secrets.token_hex(16),
        )
        done = cast("Done", read_json(answer))
        if "receipt" in done:
            game = str(done["id"]) if "id" in done else path.removeprefix("/v1/games/").partition("/")[0]
            self._keep_receipt(game, done)
        return done

    def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Query | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        is_repeatable: bool = False,
    ) -> httpx.Response:
        """
        Returns an answer of the service, after as many attempts as `retries` allows and is safe.

        Args:
            method: GET, POST, PUT, PATCH or DELETE.
            path: The address, from `/`.
            body: The value sent as JSON; None for no body.
            query: The parameters. Those that are None are left out.
            headers: Further headers.
            key: The `Idempotency-Key`.
            is_repeatable: Whether it may be sent twice even without a key.

        Raises:
            ProblemError: The service refused.
            NoAnswerError: No attempt was answered, or the only one that was safe.
        """
        attempts = Attempts(self.retries)
        is_safe = is_repeatable or key is not None or method in SAFE_METHODS
        given = {name: value for name, value in (query or {}).items() if value is not None}
        sent = {**(headers or {}), **({} if key is None else {"Idempotency-Key": key})}
        while True:
            wrong: ProblemError | NoAnswerError
            try:
                answer = self._http.request(method, path, json=body, params=given, headers=sent)
            except httpx.TransportError as broken:
                wrong = NoAnswerError(f"no answer to {method} {path}: {broken!r}")
                wrong.__cause__ = broken
                if not may_resend(broken, is_safe=is_safe):
                    raise wrong from broken
            else:
                if answer.is_success:
                    return answer
                wrong = parse_problem(answer.status_code, answer.content, answer.headers.get("Retry-After"))
                if not may_ask_again(wrong, is_safe=is_safe):
                    raise wrong
            self._pause(attempts, wrong)

    def _pause(self, attempts: Attempts, wrong: ProblemError | NoAnswerError) -> None:
        """Waits before the next attempt. Raises the error if there is no further attempt."""
        seconds = attempts.pause(wrong.retry_after if isinstance(wrong, ProblemError) else None)
        if seconds is None:
            raise wrong
        log.warning("%s; again in %.2f s", wrong, seconds)
        time.sleep(seconds)

    def follow(self, path: str, number: str, after: int | None, line: str | None, query: Query) -> Iterator[StreamLine]:
        """
        Yields the lines of a stream, each once and in order, even if the connection breaks.

        Args:
            path: The stream.
            number: The member by which its items are numbered.
            after: The number of the last item that the caller has.
            line: The stream's name. By default, with a token, a new one, so that the stream replaces its own dead
                predecessor and no other stream.
            query: Further parameters.
        """
        last = after
        attempts = Attempts(self.retries)
        name = line or (secrets.token_hex(8) if "Authorization" in self._http.headers else None)
        timeout = httpx.Timeout(ANSWER_SECONDS, read=SILENCE_SECONDS)
        while True:
            wrong: ProblemError | NoAnswerError = NoAnswerError(f"the stream {path} was cut off")
            parameters = {**query, "line": name, "after": last}
            given = {name: value for name, value in parameters.items() if value is not None}
            try:
                with self._http.stream(
                    "GET", path, params=given, headers={"Accept": NDJSON}, timeout=timeout
                ) as answer:
                    if not answer.is_success:
                        content = answer.read()
                        raise parse_problem(answer.status_code, content, answer.headers.get("Retry-After"))
                    for one in _whole_lines(answer):
                        kind, at = one["kind"], one.get(number)
                        if kind == "end":
                            if one.get("reason") == "finished":
                                yield one
                                return
                            wrong = NoAnswerError(f"the stream {path} has ended: {one.get('reason')}")
                            if one.get("reason") not in COME_BACK:
                                raise StreamEndedError(str(one.get("reason")))
                            break
                        if kind == "heartbeat":
                            attempts.renew()
                            continue
                        if not isinstance(at, int):
                            continue  # a kind of line that this version does not know
                        if kind != "snapshot" and last is not None:
                            if at <= last:
                                continue
                            if at > last + 1:
                                break  # something is missing: ask for it again
                        attempts.renew()
                        last = at
                        yield one
            except httpx.TransportError as broken:
                wrong.__cause__ = broken
            except ProblemError as problem:
                if not may_ask_again(problem, is_safe=True):
                    raise
                wrong = problem
            self._pause(attempts, wrong)

    def finished_check(self, answer: httpx.Response) -> dict[str, Any]:
        """Returns the report of a verification, at once or when the job is done."""
        if answer.status_code != 202:
            return cast("dict[str, Any]", read_json(answer))
        where = answer.headers["Location"]
        while True:
            answer = self.request("GET", where)
            check = read_json(answer)
            if check["status"] == "failed":
                problem = check["problem"]
                raise parse_problem(int(problem.get("status", 500)), json.dumps(problem).encode(), None)
            if check["report"] is not None:
                return cast("dict[str, Any]", check["report"])
            seconds = answer.headers.get("Retry-After", "1")
            time.sleep(float(seconds) if seconds.isdigit() else 1.0)

    def _keep_receipt(self, game: str, done: Done) -> None:
        """
        Keeps the receipt of an accepted command, and checks that it agrees with the answer.

        Raises:
            ReceiptError: It does not agree. The command was carried out, and the receipt is kept all the same.
        """
        receipt = done.get("receipt")
        if receipt is None:
            return
        self.keep.add_receipt(game, receipt)
        said = read_receipt(receipt)
        if (said["game"], said["n"], said.get("hash")) != (game, done["n"], done["hash"]):
            raise ReceiptError("receipts/hash", "the receipt does not match the answer")
        if can_check_signatures():
            try:
                open_receipt(receipt, self.keep.public_keys(self.url))
            except ReceiptError as unknown:
                if unknown.code != "receipts/unknown_key":
                    raise
                open_receipt(receipt, self.public_keys())


def _whole_lines(answer: httpx.Response) -> Iterator[StreamLine]:
    """Yields the complete lines of a stream. An incomplete last line is dropped."""
    rest = b""
    for some in answer.iter_bytes():
        *lines, rest = (rest + some).split(b"\n")
        for line in lines:
            if line:
                yield json.loads(line)


def read_json(answer: httpx.Response) -> Any:
    """Returns the JSON of an answer; None if it has no body."""
    return answer.json() if answer.content else None
