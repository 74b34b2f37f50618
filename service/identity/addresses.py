"""The stored form of callers' addresses: a keyed hash of the network."""

from __future__ import annotations

import hmac
import ipaddress
from functools import lru_cache


@lru_cache(maxsize=4096)
def address_class(address: str | None, *, secret: bytes) -> str | None:
    """
    Returns a keyed hash of an address's network (IPv4 /24, IPv6 /48); None if it is not an IP address.

    It shows that two requests came from the same network, but not from which.
    """
    try:
        ip = ipaddress.ip_address(address or "")
    except ValueError:
        return None
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    network = ipaddress.ip_network(f"{ip}/{24 if ip.version == 4 else 48}", strict=False)
    return f"v{ip.version}:" + hmac.digest(secret, f"address/1\n{network}".encode(), "sha256").hex()[:16]
