"""
Messages for browsers, encrypted so that only the browser that subscribed can read them (RFC 8291).

`webpush` encrypts, and signs by the service's key (RFC 8292).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, cast
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import AnyHttpUrl
from webpush import WebPush
from webpush.types import WebPushKeys, WebPushSubscription
from webpush.vapid import VAPID

POINT_BYTES: Final = 65
SECRET_BYTES: Final = 16
PUSH_SECONDS: Final = 86_400
"""How long a push service keeps a message for a browser that is away. Older news is not sent at all."""


class BrowserKeys(NamedTuple):
    """
    The keys of a subscription, in base64url without padding.

    Attributes:
        p256dh: The browser's public key.
        auth: The secret that the browser shares with this service.
        vapid: The public half of this service's key that the subscription was made with.
    """

    p256dh: str
    auth: str
    vapid: str


class BadKeyError(ValueError):
    """The key is not one of a browser. The message says which, and what it must be."""


def require_keys(p256dh: str, auth: str) -> None:
    """
    Returns if a browser can have made these keys.

    Raises:
        BadKeyError
    """
    try:
        point = _bytes_of(p256dh)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error):
        raise BadKeyError("p256dh must be a point of the curve P-256, in base64url without padding") from None
    if len(point) != POINT_BYTES:
        raise BadKeyError(f"p256dh must be an uncompressed point, which has {POINT_BYTES} bytes")
    try:
        secret = _bytes_of(auth)
    except (ValueError, binascii.Error):
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise BadKeyError(f"auth must be {SECRET_BYTES} bytes, in base64url without padding")


class _Origin(NamedTuple):
    scheme: str
    host: str


class _Vapid(VAPID):
    """Signs for the whole origin of an address. The library leaves its port out."""

    def get_authorization_header(self, endpoint: AnyHttpUrl, subscriber: str, expiration: int) -> str:
        parts = urlsplit(str(endpoint))
        origin = cast("AnyHttpUrl", _Origin(parts.scheme, parts.netloc))
        return str(super().get_authorization_header(origin, subscriber, expiration))


class Sealer:
    """
    Encrypts and signs messages.

    Args:
        pems: Returns both halves of one of this service's keys as PEM, by its public half; None if it is retired.
        contact: The e-mail address by which push services reach the operator.
    """

    def __init__(self, pems: Callable[[str], tuple[bytes, bytes] | None], *, contact: str) -> None:
        self._pems = pems
        self._contact = contact
        self._made = lru_cache(maxsize=16)(self._make)

    def seal(self, message: bytes, keys: BrowserKeys, url: str) -> tuple[bytes, dict[str, str]] | None:
        """
        Returns the encrypted message, and the headers to post it with; None if this service's key is retired.

        Args:
            message: The message.
            keys: The subscription's keys.
            url: The subscription's address.
        """
        pems = self._pems(keys.vapid)
        if pems is None:
            return None
        browser = WebPushSubscription(endpoint=AnyHttpUrl(url), keys=WebPushKeys(auth=keys.auth, p256dh=keys.p256dh))
        made = self._made(*pems).get(message, browser)
        return made.encrypted, {name: str(value) for name, value in made.headers.items()}

    def _make(self, private: bytes, public: bytes) -> WebPush:
        made = WebPush(private, public, subscriber=self._contact, ttl=PUSH_SECONDS)
        made.vapid = _Vapid(private, public)
        return made


def _bytes_of(text: str) -> bytes:
    return base64.b64decode(f"{text}{'=' * (-len(text) % 4)}", altchars="-_", validate=True)
