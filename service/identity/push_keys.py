"""
The keys by which push services know this service (VAPID, RFC 8292).

A browser binds a subscription to the key that it was made with. So after a rotation new subscriptions get the new key,
and the old key goes on for its own subscriptions until it is retired.
"""

from __future__ import annotations

import base64
from typing import NamedTuple

from delvebook.service.base.settings import PREFIX, Settings
from delvebook.service.identity.signing import P256, KeyRing, KeysError, SigningKey


class PushKey(NamedTuple):
    """A key: its name, its public half as a browser takes it (`applicationServerKey`), and whether it still signs."""

    kid: str
    public: str
    is_signing: bool


class PushKeys:
    """
    The keys for push services.

    Args:
        ring: The storage of the keys.
    """

    def __init__(self, ring: KeyRing) -> None:
        self.ring = ring

    def listed(self) -> list[PushKey]:
        """
        Returns all keys, the oldest first.

        Raises:
            KeysError
        """
        return [PushKey(key.kid, _public(key), key.can_sign) for key in self.ring.keys]

    def current(self) -> str:
        """
        Returns the public half of the key for new subscriptions.

        Raises:
            KeysError: No key has a private half.
        """
        signing = [key for key in self.listed() if key.is_signing]
        if not signing:
            raise KeysError(f"none of the keys in {PREFIX}PUSH_KEYS has its private half")
        return signing[-1].public

    def pems(self, public: str) -> tuple[bytes, bytes] | None:
        """Returns both halves of the key with that public half, as PEM; None if it is unknown or retired."""
        for one in self.ring.keys:
            if one.can_sign and _public(one) == public:
                return one.key.as_pem(private=True), one.key.as_pem(private=False)
        return None

    def rotate(self, *, now: str) -> PushKey:
        """
        Creates a key for new subscriptions. Returns it.

        Raises:
            KeysError: The keys are not in a directory.
        """
        made = self.ring.rotate(now=now, lead_seconds=0)
        return next(key for key in self.listed() if key.kid == made.kid)

    def retire(self, kid: str) -> None:
        """
        Ends a key by deleting its private half. Its subscriptions end with it.

        Raises:
            KeysError: There is no such key, it is the only one that signs, or the keys are not in a directory.
        """
        signing = [key.kid for key in self.listed() if key.is_signing]
        if kid not in signing:
            raise KeysError(f"no key {kid} is in use; `delvebook keys push list` lists them")
        if signing == [kid]:
            raise KeysError("this is the only key in use; `delvebook keys push rotate` makes another one first")
        self.ring.retire(kid)


def open_push_keys(settings: Settings) -> PushKeys:
    """Returns the keys that the settings name. Nothing is read or created yet."""
    source = settings.push_keys or settings.home / "push-keys"
    ring = KeyRing(source, is_made=not settings.push_keys, variable="PUSH_KEYS", curve=P256)
    return PushKeys(ring)


def _public(key: SigningKey) -> str:
    """Returns the public half as an uncompressed point, in base64url."""
    parts = key.key.as_dict(private=False)
    point = b"\x04" + b"".join(base64.urlsafe_b64decode(f"{parts[name]}=") for name in ("x", "y"))
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
