"""
The keys that sign checkpoints of the log of games (docs/log.md), and the log's name.

They are not the keys of receipts. After a rotation the old and the new key both sign, so readers who know only
one of them can go on. `retire` ends that.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable, Collection
from typing import Final, NamedTuple, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from delvebook.domain.canonical import sha256_hex
from delvebook.projections.games_log.writer import Signer
from delvebook.replays.log.notes import ED25519, Signature, Verifier, is_name, parse_vkey, sign
from delvebook.service.base.settings import PREFIX, Settings
from delvebook.service.identity.signing import KeyRing, KeysError, SigningKey

ORIGIN_MAX: Final = 255


class LogKey(NamedTuple):
    """A key of the log: its name in receipts' style (`kid`), its public half, and whether it signs."""

    kid: str
    verifier: Verifier
    is_signing: bool


class LogKeys:
    """
    The keys of the log.

    Args:
        ring: The storage of the keys.
        now: Returns the time, in the record's form. A key signs from its own time on.
        origin: The name of the log; if empty, it is made from its first key.
    """

    def __init__(self, ring: KeyRing, *, now: Callable[[], str], origin: str = "") -> None:
        if origin and (not is_name(origin) or len(origin) > ORIGIN_MAX):
            raise KeysError(
                f"{PREFIX}LOG_ORIGIN must be a name without spaces and plus signs, such as games.example/log, "
                f"of at most {ORIGIN_MAX} characters"
            )
        self.ring = ring
        self._now = now
        self._origin = origin

    @property
    def origin(self) -> str:
        """
        Returns the name of the log.

        Raises:
            KeysError
        """
        if self._origin:
            return self._origin
        return f"delvebook.invalid/log-{sha256_hex(_public_bytes(self.ring.keys[0]))[:16]}"

    def origin_of(self, epoch: int) -> str:
        """
        Returns the name of a log: that of the first one, with a number if others were begun after it.

        Raises:
            KeysError
        """
        return self.origin if epoch == 1 else f"{self.origin}-{epoch}"

    def listed(self, epoch: int = 1) -> list[LogKey]:
        """
        Returns all keys, the oldest first, under the name of that log.

        Raises:
            KeysError
        """
        origin, now = self.origin_of(epoch), self._now()
        return [
            LogKey(key.kid, Verifier(origin, ED25519, _public_bytes(key)), key.can_sign and key.since <= now)
            for key in self.ring.keys
        ]

    def signer(self, epoch: int = 1) -> Signer:
        """
        Returns the signer of a checkpoint of that log, with the keys that sign now.

        Raises:
            KeysError: No key has a private half.
        """
        signing = [key for key in self.listed(epoch) if key.is_signing]
        if not signing:
            raise KeysError("none of the log's keys has its private half")
        private = {key.kid: cast("Ed25519PrivateKey", key.key.private_key) for key in self.ring.keys if key.can_sign}

        def sign_with_all(text: str) -> list[Signature]:
            return [sign(text, key.verifier, private[key.kid].sign) for key in signing]

        return Signer(self.origin_of(epoch), tuple(key.verifier.to_vkey() for key in signing), sign_with_all)

    def rotate(self) -> LogKey:
        """
        Creates a key that signs beside the others from now on. Returns it.

        Raises:
            KeysError: The keys are not in a directory.
        """
        made = self.ring.rotate(now=self._now(), lead_seconds=0)
        return next(key for key in self.listed() if key.kid == made.kid)

    def replace(self, *, used: Collection[str]) -> None:
        """
        Has only keys sign from now on that signed nothing before: makes one, and retires the others.

        Args:
            used: The public keys, as text, of the log that ends.

        Raises:
            KeysError: The keys are not in a directory, and one of them has signed before.
        """
        public = {parse_vkey(one).key for one in used}
        signing = [key for key in self.listed() if key.is_signing]
        if not any(key.verifier.key in public for key in signing):
            return
        try:
            made = self.rotate()
        except KeysError:
            raise KeysError(
                f"another log needs another key: give one in {PREFIX}LOG_KEYS that has signed nothing yet, and call "
                "this again"
            ) from None
        for key in signing:
            if key.kid != made.kid:
                self.ring.retire(key.kid)

    def retire(self, kid: str) -> None:
        """
        Ends a key's signing by deleting its private half.

        Raises:
            KeysError: There is no such key, it is the only one that signs, or the keys are not in a directory.
        """
        signing = [key.kid for key in self.listed() if key.is_signing]
        if kid not in signing:
            raise KeysError(f"no key {kid} signs checkpoints; `delvebook log keys` lists them")
        if signing == [kid]:
            raise KeysError("this is the only key that signs; `delvebook log rotate` makes another one first")
        self.ring.retire(kid)


def open_log_keys(settings: Settings, *, now: Callable[[], str]) -> LogKeys:
    """Returns the keys that the settings name. Nothing is read or created yet."""
    source = settings.log_keys or settings.home / "log-keys"
    ring = KeyRing(source, is_made=not settings.log_keys, variable="LOG_KEYS")
    return LogKeys(ring, now=now, origin=settings.log_origin)


def _public_bytes(key: SigningKey) -> bytes:
    text = str(key.key.as_dict(private=False)["x"])
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
