"""Conversion of requests and answers between RSGI, for the web server, and WSGI, for Flask."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from wsgiref.types import WSGIEnvironment

from delvebook.domain.canonical import jcs
from delvebook.service.api.lean import BODY
from delvebook.service.api.problems import PROBLEM_TYPE, PROBLEMS, problem_body
from delvebook.service.api.streams import StreamHandover, WaitHandover

if TYPE_CHECKING:
    from granian._granian import RSGIHTTPProtocol as HTTPProtocol
    from granian.rsgi import Scope

Headers = list[tuple[str, str]]


@dataclass(slots=True)
class HttpAnswer:
    """The application's answer: the whole body, or its first piece and the iterator over the rest."""

    status: int
    headers: Headers
    body: bytes
    rest: Iterator[bytes] | None
    close: Callable[[], object]
    handover: StreamHandover | WaitHandover | None


@dataclass(slots=True)
class Forwarded:
    """What the gateway reads of a request. It has the names of RSGI."""

    method: str
    path: str
    query_string: str
    server: str
    client: str
    http_version: str
    scheme: str
    authority: str | None


def refuse(protocol: HTTPProtocol, code: str, **details: object) -> None:
    """Answers with the problem of that code, without the application."""
    refusal = refusal_of(code, **details)
    protocol.response_bytes(refusal.status, refusal.headers, refusal.body)


def refusal_of(code: str, **details: object) -> HttpAnswer:
    """Returns the problem of that code. The connection is closed after it."""
    problem = PROBLEMS[code]
    headers = [("content-type", PROBLEM_TYPE), ("cache-control", "no-store"), ("connection", "close")]
    if problem.retry_after is not None:
        headers.append(("retry-after", str(problem.retry_after)))
    return HttpAnswer(problem.status, headers, jcs(problem_body(code, problem.title, details)), None, nothing, None)


def client_of(client: str, headers: dict[str, str], *, proxies: int) -> str:
    """
    Returns the address that a request came from, as far as the service's own proxies vouch for it.

    Args:
        client: The peer of the connection, `address:port`.
        headers: The request's headers.
        proxies: The number of reverse proxies in front. Each has added an address to `X-Forwarded-For`.
    """
    return _vouched("x-forwarded-for", headers, proxies) or host_of(client) or client


def scheme_of(scheme: str, headers: dict[str, str], *, proxies: int) -> str:
    """
    Returns `http` or `https`: how a request reached the service, as far as its own proxies vouch for it.

    Args:
        scheme: That of the connection.
        headers: The request's headers.
        proxies: The number of reverse proxies in front. Each has added a scheme to `X-Forwarded-Proto`.
    """
    return _vouched("x-forwarded-proto", headers, proxies) or scheme


def _vouched(name: str, headers: dict[str, str], proxies: int) -> str | None:
    """The part of a list in a header that the outermost of our proxies has added; None if there is none."""
    if not proxies or name not in headers:
        return None
    parts = [stripped for part in headers[name].split(",") if (stripped := part.strip())]
    return parts[-proxies] if proxies <= len(parts) else None


def host_of(client: str) -> str:
    """Returns the address in `address:port`, without the brackets of IPv6."""
    return client.rpartition(":")[0].strip("[]")


def environ_of(scope: Scope | Forwarded, headers: dict[str, str], body: bytes) -> WSGIEnvironment:
    """Returns the WSGI environment (PEP 3333) of a request whose body has been read."""
    host, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": host,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": host_of(scope.client),
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        BODY: body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }
    if scope.authority is not None:
        environ["HTTP_HOST"] = scope.authority
    for name, value in headers.items():
        if name == "content-type":
            environ["CONTENT_TYPE"] = value
        elif (variable := variable_of(name)) is not None:
            environ[variable] = value
    return environ


@lru_cache(maxsize=512)
def variable_of(header: str) -> str | None:
    """Returns the environment's variable for a request header; None for headers that are not passed on."""
    if header in ("content-length", "transfer-encoding") or "_" in header:
        return None
    return "HTTP_" + header.upper().replace("-", "_")


def nothing() -> None:
    """Does nothing, as there is nothing to close."""
