"""Posts one message to a webhook: signed, to a checked address, within a time limit, without redirects or proxies."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final, NamedTuple

import httpcore
from standardwebhooks import Webhook as Signer

from delvebook.service.webhooks.addresses import NotPublicError, Resolve, addresses_of

SECONDS_MAX: Final = 10.0
"""The time for one attempt, from the resolving of the name to the head of the answer."""
USER_AGENT: Final = "Delvebook-Webhooks/1"
RETRY_AFTER_MAX: Final = 86_400
NOT_PUBLIC: Final = "not_public"


class Delivery(NamedTuple):
    """
    The result of an attempt.

    Attributes:
        word: `delivered`, `status`, `not_public`, `tls`, `unreachable`, `timeout` or `malformed`.
        status: The HTTP status of the answer, if there was one.
        retry_after: How many seconds the receiver asks to wait.
    """

    word: str
    status: int | None = None
    retry_after: int = 0

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver has the message."""
        return self.word == "delivered"


class _Deadline:
    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def left(self, timeout: float | None) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    """A connection whose every step ends by the deadline, even if data arrives slowly."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: _Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline.left(timeout))
        return _Stream(stream, self._deadline)

    def get_extra_info(self, info: str) -> object:
        return self._stream.get_extra_info(info)


class CheckedBackend(httpcore.NetworkBackend):
    """
    Connects only to the addresses that were judged.

    Args:
        deadline: The end of the attempt.
        is_anywhere: Whether internal addresses are allowed.
        resolve: Finds addresses. By default it is the system's resolver.
    """

    def __init__(self, deadline: _Deadline, *, is_anywhere: bool, resolve: Resolve | None) -> None:
        self._deadline = deadline
        self._is_anywhere = is_anywhere
        self._resolve = resolve
        self._backend = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Returns a connection to one of the host's addresses."""
        trouble: Exception = NotPublicError("the name has no public address")
        for address in self._addresses(host, port):
            try:
                stream = self._backend.connect_tcp(address, port, self._deadline.left(timeout))
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                trouble = error
            else:
                return _Stream(stream, self._deadline)
        raise trouble

    def _addresses(self, host: str, port: int) -> list[str]:
        """
        Returns the addresses to connect to. The system's resolver cannot be interrupted, so it has a thread of its own.

        Raises:
            NotPublicError, httpcore.ConnectTimeout
        """
        found: Future[list[str]] = Future()

        def find() -> None:
            try:
                found.set_result(addresses_of(host, port, is_anywhere=self._is_anywhere, resolve=self._resolve))
            except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
                found.set_exception(error)

        threading.Thread(target=find, name="resolve", daemon=True).start()
        try:
            return found.result(timeout=self._deadline.left(None))
        except TimeoutError:
            raise httpcore.ConnectTimeout from None

    def connect_unix_socket(self, path: str, *_: object, **__: object) -> httpcore.NetworkStream:
        """Refuses: a webhook cannot be a socket of this machine."""
        raise NotPublicError(path)


class Poster:
    """
    Posts messages to webhooks.

    Args:
        is_anywhere: Whether the operator allows plain HTTP and internal addresses, for development.
        resolve: Finds addresses; the system's resolver by default.
        trusted: The TLS authorities to trust; the public ones by default.
        seconds_max: The time for one attempt, in seconds.
    """

    def __init__(
        self,
        *,
        is_anywhere: bool = False,
        resolve: Resolve | None = None,
        trusted: ssl.SSLContext | None = None,
        seconds_max: float = SECONDS_MAX,
    ) -> None:
        self._is_anywhere = is_anywhere
        self._resolve = resolve
        self._trusted = trusted
        self._seconds_max = seconds_max

    def post(self, url: str, body: bytes, *, id_: str, secrets: Iterable[str], now: datetime) -> Delivery:
        """
        Posts the body once, following the specification Standard Webhooks. Returns the result.

        Args:
            url: The address.
            body: The body, which is JSON.
            id_: The message's id, the same for every attempt.
            secrets: The secrets, `whsec_…`. The message is signed with each.
            now: The time, for the signature.
        """
        signatures = " ".join(Signer(secret).sign(id_, now, body.decode()) for secret in secrets)
        headers = {
            "Content-Type": "application/json",
            "webhook-id": id_,
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": signatures,
        }
        return self.send(url, body, headers, now=now)

    def send(self, url: str, body: bytes, headers: Mapping[str, str], *, now: datetime) -> Delivery:
        """Posts the body once, with these headers. Returns the result."""
        sent = {"User-Agent": USER_AGENT, "Connection": "close", **headers}
        backend = CheckedBackend(_Deadline(self._seconds_max), is_anywhere=self._is_anywhere, resolve=self._resolve)
        seconds = dict.fromkeys(("connect", "read", "write", "pool"), self._seconds_max)
        try:
            with (
                httpcore.ConnectionPool(ssl_context=self._trusted, network_backend=backend, retries=0) as pool,
                # Its body is not read, because only the status matters.
                pool.stream(
                    "POST", url, headers=list(sent.items()), content=body, extensions={"timeout": seconds}
                ) as answer,
            ):
                return _judged(answer, now)
        except NotPublicError:
            return Delivery(NOT_PUBLIC)
        except httpcore.TimeoutException:
            return Delivery("timeout")
        except httpcore.ConnectError as error:
            return Delivery("tls" if isinstance(error.__cause__ or error.__context__, ssl.SSLError) else "unreachable")
        except httpcore.NetworkError:
            return Delivery("unreachable")
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol, ValueError):
            return Delivery("malformed")


def _judged(answer: httpcore.Response, now: datetime) -> Delivery:
    if 200 <= answer.status < 300:
        return Delivery("delivered", answer.status)
    told = {name.lower(): value for name, value in answer.headers}
    return Delivery("status", answer.status, _seconds(told.get(b"retry-after", b""), now))


def _seconds(told: bytes, now: datetime) -> int:
    """Returns the seconds that `Retry-After` asks for; 0 if it cannot be understood."""
    text = told.decode("latin-1").strip()
    if text.isascii() and text.isdigit() and len(text) < 10:
        return min(int(text), RETRY_AFTER_MAX)
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return 0
    moment = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return max(0, min(int((moment - now).total_seconds()), RETRY_AFTER_MAX))
