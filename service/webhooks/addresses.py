"""
The addresses that a webhook may be sent to: public ones, never one of the operator's own network.

A name is resolved once, all its addresses are judged, and the connection is made to one of them. So a name cannot
resolve to one address when it is judged and to another when it is used.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import urlsplit

from pydantic import AnyHttpUrl, ValidationError

URL_MAX: Final = 2000
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str, int], Sequence[str]]
"""Takes a name and a port. Returns its addresses. Raises OSError."""

_REFUSED: Final = tuple(
    ipaddress.ip_network(network)
    for network in (
        "168.63.129.16/32",  # a cloud's own services, at an address that looks public
        "192.0.0.0/24",
        "192.88.99.0/24",  # relays to IPv4
        "198.18.0.0/15",
        "64:ff9b::/96",  # IPv4 behind NAT64, whatever it is
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",  # Teredo and other protocols' own
        "2001:db8::/32",
        "2002::/16",  # 6to4: IPv4 again
        "3fff::/20",
        "5f00::/16",
        "fec0::/10",
    )
)
"""Networks beside those that the standard library calls not global. Later versions of Python know some of them."""


class RefusedURLError(ValueError):
    """The URL is not allowed for a webhook. The message says why."""


class NotPublicError(OSError):
    """The name has no address, or one that is not public. The message does not say which, to hide internal names."""


def require_url(url: str, *, is_anywhere: bool) -> None:
    """
    Returns if the URL is allowed for a webhook. Addresses are judged at once, names when they are used.

    Args:
        url: The URL.
        is_anywhere: Whether the operator allows plain HTTP and internal addresses, for development.

    Raises:
        RefusedURLError
    """
    if len(url) > URL_MAX or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise RefusedURLError(f"must have at most {URL_MAX} printable ASCII characters, without spaces")
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError as error:
        raise RefusedURLError(f"must be a URL: {error}") from None
    schemes = ("https", "http") if is_anywhere else ("https",)
    if parts.scheme not in schemes or not host:
        raise RefusedURLError(f"must begin with {' or '.join(f'{scheme}://' for scheme in schemes)} and a name")
    if parts.username is not None or parts.password is not None:
        raise RefusedURLError("must not name a user or a password")
    if parts.fragment or port == 0:
        raise RefusedURLError("must have no fragment, and its port must be at least 1")
    try:
        # Browsers read some names as addresses that the system does not: `%31%32%37.0.0.1`.
        read = (AnyHttpUrl(url).host or "").strip("[]")
    except ValidationError:
        raise RefusedURLError("must name a host that can exist") from None
    literals = [literal for one in (host, read) if (literal := _literal(one)) is not None]
    if not is_anywhere and not all(map(is_public, literals)):
        raise RefusedURLError("must not be an address of a private network")


def is_public(address: Address) -> bool:
    """Returns whether the address is public, and embeds no other address that it leads to."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
        if address.scope_id is not None:
            return False
    if not address.is_global or address.is_multicast or address.is_reserved or address.is_unspecified:
        return False
    return not any(address in network for network in _REFUSED if network.version == address.version)


def addresses_of(host: str, port: int, *, is_anywhere: bool, resolve: Resolve | None = None) -> list[str]:
    """
    Returns the addresses to connect to for that name, in the order of trying. All of them are allowed.

    Raises:
        NotPublicError: The name has no address, or one that is not public.
    """
    try:
        found = list(dict.fromkeys((resolve or _resolve)(host, port)))
        judged = [ipaddress.ip_address(one) for one in found]
    except (OSError, ValueError, UnicodeError) as error:
        raise NotPublicError("the name has no public address") from error
    if not found or not (is_anywhere or all(map(is_public, judged))):
        raise NotPublicError("the name has no public address")
    return found


def _literal(host: str) -> Address | None:
    """Returns the address that the host is, in any form that the system accepts (`127.1`, `0x7f000001`)."""
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        pass
    try:
        return ipaddress.ip_address(socket.inet_ntoa(socket.inet_aton(host)))
    except (OSError, UnicodeError):
        return None


def _resolve(host: str, port: int) -> list[str]:
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
