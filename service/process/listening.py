"""Sockets that listen for the web process. A port that anything else listens on is refused."""

from __future__ import annotations

import errno
import socket
from typing import Final, NamedTuple

from delvebook.service.base.settings import Settings

BACKLOG: Final = 2048
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104  `:8080` means every address
HERE: Final = "127.0.0.1"


class ListeningError(ValueError):
    """The address cannot be listened on. The message says why, and what to do."""


class Place(NamedTuple):
    """
    A place to listen.

    Attributes:
        bind: Address and port, as in `127.0.0.1:8080`, `[::1]:8080` or `:8080`.
        variable: The setting that they are from.
        host: The address if `bind` has none.
    """

    bind: str
    variable: str
    host: str


def places(settings: Settings) -> list[Place]:
    """Returns where the web process listens: the players' place, and the operators' one if there is one."""
    found = [Place(settings.bind, "DELVEBOOK_BIND", EVERYWHERE)]
    if settings.metrics_bind:
        found.append(Place(settings.metrics_bind, "DELVEBOOK_METRICS_BIND", HERE))
    return found


def listen(bind: str, variable: str, *, host: str) -> socket.socket:
    """
    Returns a socket that listens on an address and port, which nobody else can share.

    Args:
        bind: Address and port, as in `127.0.0.1:8080`, `[::1]:8080` or `:8080`.
        variable: The setting that they are from.
        host: The address if `bind` has none.

    Raises:
        ListeningError
    """
    place, colon, port = bind.rpartition(":")
    if not colon or not port.isdecimal() or int(port) > 65_535:
        raise ListeningError(f"{variable} must be an address and a port, such as 127.0.0.1:8080, not {bind!r}")
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            place.strip("[]") or host, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror:
        raise ListeningError(f"{bind} ({variable}) cannot be listened on: there is no address {place!r}") from None
    made = socket.socket(family, kind, number)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections that have ended do not hold the port
        made.bind(address)
        made.listen(BACKLOG)
    except OSError as error:
        made.close()
        raise ListeningError(f"{bind} ({variable}) {_reason(error)}") from None
    return made


def inherited(descriptor: int) -> socket.socket:
    """
    Returns the listening socket that the process which started this one handed down.

    Raises:
        ListeningError
    """
    try:
        return socket.socket(fileno=descriptor)
    except OSError:
        raise ListeningError(f"descriptor {descriptor} is no socket; only `delvebook run` hands sockets down") from None


def _reason(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "is taken by another program: stop that one, or choose another port"
    if error.errno == errno.EACCES:
        return "is not allowed to this user: choose a port from 1024 up"
    return f"cannot be listened on: {error.strerror}; choose an address of this machine"
