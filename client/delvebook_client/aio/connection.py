"""The connection to the service for programs that use asyncio: requests, retries and receipts."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Final, Self, TypeVar

import httpx

from ..errors import NoAnswerError, ProblemError, ReceiptError, parse_problem
from ..keep import Keep
from ..receipts import can_check_signatures, open_receipt, read_receipt
from ..requests import Given, Query, address_of, game_of, given_of, receipted
from ..retries import SAFE_METHODS, Attempts, Retries, may_ask_again, may_resend
from ..shapes import Json, encoded, read_json, shaped

ANSWER_SECONDS: Final = 60.0
SILENCE_SECONDS: Final = 45.0
T = TypeVar("T")
J = TypeVar("J")

log: Final = logging.getLogger("delvebook_client")


class AsyncConnection:
    """
    What clients and games ask the service with.

    Attributes:
        url: The service's address.
        keep: Stores the account, nonces, receipts and keys.
        retries: How patiently it tries again.
        timeout: The seconds that one attempt of a request may take, from the first byte sent to the last byte read.
        silence: A stream or download that brings nothing for so many seconds is dead, and is asked for again.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str | None = None,
        keep: Keep | None = None,
        retries: Retries | None = None,
        lang: str | None = None,
        timeout: float = ANSWER_SECONDS,
        silence: float = SILENCE_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.keep = Keep() if keep is None else keep
        self.retries = Retries() if retries is None else retries
        self.timeout = timeout
        self.silence = silence
        headers = {} if lang is None else {"Accept-Language": lang}
        self._http = httpx.AsyncClient(base_url=self.url, headers=headers, transport=transport)
        self._account: str | None = None
        if token is not None:
            self.use(token)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    def use(self, token: str) -> None:
        """Sends this token with every request from now on."""
        self._http.headers["Authorization"] = f"Bearer {token}"
        self._account = None

    @property
    def has_token(self) -> bool:
        """Whether requests are sent with a token."""
        return "Authorization" in self._http.headers

    async def account_id(self) -> str:
        """Returns the id of your account."""
        if self._account is None:
            self._account = str((await self.get("/v1/accounts/me"))["id"])
        return self._account

    async def public_keys(self) -> dict[str, Json]:
        """Returns the keys with which the service signs receipts, old ones included, as a JWK set. They are kept."""
        self.keep.add_public_keys(self.url, await self.get("/.well-known/jwks.json"))
        return self.keep.public_keys(self.url)

    # Any address of the API

    async def get(self, path: str, query: Query | None = None, *, timeout: float | None = None) -> Json:
        """Returns the JSON at any address of the API, also one from a header `Link`: its query is kept."""
        return await self._json("GET", path, query=query, timeout=timeout)

    async def post(
        self, path: str, body: object = None, *, key: str | None = None, timeout: float | None = None
    ) -> Json:
        """
        Returns the JSON that a POST gives. It is sent again only with a key, or if it has not reached the service.

        Give a key only where the API takes an `Idempotency-Key`.
        """
        return await self._json("POST", path, body={} if body is None else body, key=key, timeout=timeout)

    async def command(
        self,
        path: str,
        body: object,
        *,
        method: str = "POST",
        key: str | None = None,
        query: Query | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Json:
        """Carries out a command that has no method of its own, with a key, and keeps its receipt. Returns the JSON."""
        key = key or secrets.token_hex(16)
        done = await self._json(method, path, body=body, query=query, headers=headers, key=key)
        await self._keep_receipts(path, done)
        return done

    # What the methods of the operations call

    async def ask(
        self,
        shape: type[T],
        method: str,
        path: str,
        *,
        query: Given | None = None,
        body: Given | None = None,
        form: Given | None = None,
        headers: Mapping[str, str | None] | None = None,
        key: str | None = None,
        is_repeatable: bool = False,
        timeout: float | None = None,
    ) -> T:
        """Returns an answer of the service in that shape, and keeps the receipts in it. Of `request` otherwise."""
        answer = await self._request(
            method,
            path,
            query=query,
            body=None if body is None else given_of(body),
            form=form,
            headers=headers,
            key=key,
            is_repeatable=is_repeatable,
            timeout=timeout,
        )
        return await self._shaped(shape, method, path, answer)

    async def ask_job(
        self,
        shape: type[T],
        job: type[J],
        method: str,
        path: str,
        *,
        query: Given | None = None,
        body: Given | None = None,
        headers: Mapping[str, str | None] | None = None,
        timeout: float | None = None,
    ) -> T | J:
        """Returns an answer in the first shape, or with 202 in that of a job. It may be asked for again."""
        sent = None if body is None else given_of(body)
        answer = await self._request(
            method, path, query=query, body=sent, headers=headers, is_repeatable=True, timeout=timeout
        )
        if answer.status_code == 202:
            return await self._shaped(job, method, path, answer)
        return await self._shaped(shape, method, path, answer)

    async def _shaped(self, shape: type[T], method: str, path: str, answer: httpx.Response) -> T:
        of = f"{method} {path}"
        value = read_json(answer.status_code, answer.content, of=of)
        await self._keep_receipts(path, value)
        return shaped(shape, value, status=answer.status_code, of=of)

    async def _json(self, method: str, path: str, **options: Json) -> Json:
        answer = await self._request(method, path, **options)
        return read_json(answer.status_code, answer.content, of=f"{method} {path}")

    async def request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        query: Query | None = None,
        headers: Mapping[str, str] | None = None,
        key: str | None = None,
        is_repeatable: bool = False,
        timeout: float | None = None,
    ) -> httpx.Response:
        """
        Returns an answer of the service, after as many attempts as `retries` allows and is safe.

        Args:
            method: GET, POST, PUT, PATCH or DELETE.
            path: The address, from `/`, or one of this service in full. It may have a query.
            body: The value sent as JSON; None for no body.
            query: The parameters, added to those in the path. Those that are None are left out.
            headers: Further headers.
            key: The `Idempotency-Key`.
            is_repeatable: Whether it may be sent twice even without a key.
            timeout: The seconds that one attempt may take, if not those of the client.

        Raises:
            ProblemError: The service refused.
            NoAnswerError: No attempt was answered, or the only one that was safe.
            ValueError: The address is one of another service, which must not get your token.
        """
        return await self._request(
            method,
            path,
            body=body,
            query=query,
            headers=headers,
            key=key,
            is_repeatable=is_repeatable,
            timeout=timeout,
        )

    async def _request(
        self,
        method: str,
        path: str,
        *,
        body: object = None,
        form: Given | None = None,
        query: Query | None = None,
        headers: Mapping[str, str | None] | None = None,
        key: str | None = None,
        is_repeatable: bool = False,
        timeout: float | None = None,
    ) -> httpx.Response:
        url = address_of(self.url, path, query)
        is_safe = is_repeatable or key is not None or method in SAFE_METHODS
        sent = given_of({**(headers or {}), "Idempotency-Key": key})
        if body is not None:
            sent["Content-Type"] = "application/json"
        content = None if body is None else encoded(body)
        attempts = Attempts(self.retries)
        while True:
            wrong: ProblemError | NoAnswerError
            try:
                answer = await self._attempt(
                    method, url, content=content, data=form and given_of(form), headers=sent, timeout=timeout
                )
            except httpx.TransportError as broken:
                wrong = NoAnswerError(f"no answer to {method} {path}: {broken!r}")
                wrong.__cause__ = broken
                if not may_resend(broken, is_safe=is_safe):
                    raise wrong from broken
            else:
                if answer.is_success:
                    return answer
                wrong = parse_problem(answer.status_code, answer.content, answer.headers.get("Retry-After"))
                self._keep_refusal(path, wrong)
                if not may_ask_again(wrong, is_safe=is_safe):
                    raise wrong
            await self.pause(attempts, wrong)

    async def _attempt(self, method: str, url: httpx.URL, *, timeout: float | None, **sent: Json) -> httpx.Response:
        """Returns an answer with its whole body. One that drips is given up when its time is over, too."""
        seconds = self.timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        content = bytearray()
        async with self._http.stream(method, url, timeout=seconds, **sent) as answer:
            async for some in answer.aiter_bytes():
                content += some
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout(f"the answer was not whole after {seconds:g} s", request=answer.request)
        headers = {name: value for name, value in answer.headers.items() if name.lower() not in UNPACKED}
        return httpx.Response(answer.status_code, content=bytes(content), headers=headers, request=answer.request)

    @asynccontextmanager
    async def streamed(
        self, path: str, query: Query | None, headers: Mapping[str, str], *, timeout: float | None = None
    ) -> AsyncIterator[httpx.Response]:
        """
        Yields the answer to a GET, with its body still to be read.

        Raises:
            ProblemError: The service refused.
            httpx.TransportError
        """
        silence = self.silence if timeout is None else timeout
        times = httpx.Timeout(self.timeout, read=silence)
        url = address_of(self.url, path, query)
        async with self._http.stream("GET", url, headers=headers, timeout=times) as answer:
            if not answer.is_success:
                content = await answer.aread()
                raise parse_problem(answer.status_code, content, answer.headers.get("Retry-After"))
            yield answer

    async def pause(self, attempts: Attempts, wrong: ProblemError | NoAnswerError) -> None:
        """Waits before the next attempt. Raises the error if there is no further attempt."""
        seconds = attempts.pause(wrong.retry_after if isinstance(wrong, ProblemError) else None)
        if seconds is None:
            raise wrong
        log.warning("%s; again in %.2f s", wrong, seconds)
        await asyncio.sleep(seconds)

    # Receipts

    def _keep_refusal(self, path: str, refused: ProblemError) -> None:
        """Keeps the receipt of a refusal, if it was asked for."""
        receipt, game = refused.body.get("receipt"), game_of(path)
        if isinstance(receipt, str) and game is not None:
            self.keep.add_receipt(game, receipt)

    async def _keep_receipts(self, path: str, answer: Json) -> None:
        """
        Keeps the receipts of accepted commands, and checks that they agree with the answer.

        Raises:
            ReceiptError: One does not agree. The command was carried out, and the receipt is kept all the same.
        """
        for game, done in receipted(path, answer):
            receipt = done["receipt"]
            said = read_receipt(receipt)
            self.keep.add_receipt(game or str(said["game"]), receipt)
            if (said["game"], said["n"], said.get("hash")) != (game or said["game"], done["n"], done["hash"]):
                raise ReceiptError("receipts/hash", "the receipt does not match the answer")
            if can_check_signatures():
                try:
                    open_receipt(receipt, self.keep.public_keys(self.url))
                except ReceiptError as unknown:
                    if unknown.code != "receipts/unknown_key":
                        raise
                    open_receipt(receipt, await self.public_keys())


UNPACKED: Final = frozenset({"content-encoding", "content-length", "transfer-encoding"})
"""Headers that are no longer true of a body that has been read."""
