"""
Receipts (record-format §5), and the keys that sign them.

Each key signs from a given time on, and an event is signed with the newest key of its time. So an event always has the
same receipt in every process, even after a rotation.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple

from joserfc.errors import JoseError
from joserfc.jwk import ECKey, OKPKey

from delvebook.domain.canonical import jcs
from delvebook.domain.kinds import TIME_PATTERN
from delvebook.replays.receipts import ALGORITHM, CURVE, PublicKeys
from delvebook.replays.times import later
from delvebook.service.base.private_files import written
from delvebook.service.base.settings import PREFIX, Settings

CACHE_SECONDS: Final = 300
"""How long clients may cache the published keys."""
LEAD_SECONDS: Final = 2 * CACHE_SECONDS
"""How long a new key is published before it signs, so that clients know it before they see its signatures."""


class KeysError(ValueError):
    """The signing keys cannot be used. The message says what to do."""


SETTLED_NS: Final = 2_000_000_000
P256: Final = "P-256"
"""The curve of the keys that sign requests to push services (RFC 8292)."""


class _Kind(NamedTuple):
    """What a key of a curve is, how one is made, and what its signatures are called."""

    key: type[OKPKey] | type[ECKey]
    make: Callable[[], OKPKey | ECKey]
    algorithm: str


_KINDS: Final = {
    CURVE: _Kind(OKPKey, lambda: OKPKey.generate_key("Ed25519", private=True), ALGORITHM),
    P256: _Kind(ECKey, lambda: ECKey.generate_key("P-256", private=True), "ES256"),
}


@dataclass(frozen=True)
class SigningKey:
    """
    A key of the service.

    Attributes:
        kid: Its name, the RFC 7638 thumbprint of its public half.
        since: The time from which it signs; `""` for any time.
        key: The key. A key without its private half is published but does not sign.
        place: The place where it is stored.
        header: The first segment of every JWS of this key.
    """

    kid: str
    since: str
    key: OKPKey | ECKey
    place: str
    header: str

    @cached_property
    def can_sign(self) -> bool:
        """Whether the private half is present."""
        return bool(self.key.is_private)

    @cached_property
    def _private(self) -> Any:
        return self.key.private_key

    def sign(self, payload: bytes) -> str:
        """Returns the JWS of the payload in compact form (RFC 7515). The header is made once."""
        said = f"{self.header}.{_segment(payload)}"
        return f"{said}.{_segment(self._private.sign(said.encode()))}"

    def to_public(self) -> dict[str, str]:
        """Returns the public half, as in the JWK Set."""
        public: dict[str, Any] = self.key.as_dict(private=False)
        return {"kty": "OKP", "crv": CURVE, "x": public["x"], "kid": self.kid, "use": "sig", "alg": ALGORITHM}


def _segment(data: bytes) -> str:
    """Returns the bytes in URL-safe base64, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class KeyRing:
    """
    The service's keys, in the order in which they start to sign.

    A directory is read again when it changes, so a rotation needs no restart.

    Args:
        source: A directory, a file, or the JSON of a JWK or a JWK Set.
        is_made: Whether a key is created in a directory that has none.
        variable: The setting that names the source, for error messages.
        curve: The curve of all its keys.
    """

    def __init__(
        self, source: str | Path, *, is_made: bool = False, variable: str = "SIGNING_KEYS", curve: str = CURVE
    ) -> None:
        self._curve = curve
        self._variable = f"{PREFIX}{variable}"
        self._text = source if isinstance(source, str) and source.lstrip().startswith("{") else None
        self._path = None if self._text is not None else Path(source)
        self._is_made = is_made
        self._lock = threading.Lock()
        self._seen: int | None = None
        self._keys: tuple[SigningKey, ...] = ()

    @property
    def keys(self) -> tuple[SigningKey, ...]:
        """
        All keys, the oldest first.

        Raises:
            KeysError
        """
        changed = self._changed_at()
        if changed != self._seen or not self._keys:
            with self._lock:
                self._keys = self._read()
                # A directory that has just changed may change again without a new modification time.
                is_settled = time.time_ns() - changed > SETTLED_NS
                self._seen = changed if is_settled else None
        return self._keys

    def active(self, at: str) -> SigningKey:
        """
        Returns the key that signs events of that time.

        Raises:
            KeysError: No key has a private half.
        """
        oldest: SigningKey | None = None
        for key in reversed(self.keys):
            if key.can_sign:
                oldest = key
                if key.since <= at:
                    break
        if oldest is None:
            raise KeysError("none of the signing keys has its private half")
        return oldest

    def to_public(self) -> dict[str, object]:
        """Returns the JWK Set of all public halves, old keys included."""
        return {"keys": [key.to_public() for key in self.keys]}

    def rotate(self, *, now: str, lead_seconds: int = LEAD_SECONDS) -> SigningKey:
        """
        Creates a key that signs from `lead_seconds` after `now`. Returns it.

        Raises:
            KeysError: The keys are not in a directory.
        """
        if not self.keys or self._path is None or not self._path.is_dir():
            raise KeysError(f"keys in {self._variable} cannot be rotated here; do it where they are stored")
        made = _put(self._path, self._curve, since=later(now, lead_seconds))
        return next(key for key in self.keys if key.kid == made)

    def retire(self, kid: str) -> None:
        """
        Deletes the private half of a key. Its public half stays.

        Raises:
            KeysError: There is no such key, or the keys are not in a directory.
        """
        known = {key.kid: key for key in self.keys}
        if self._path is None or not self._path.is_dir():
            raise KeysError(f"keys in {self._variable} cannot be changed here; do it where they are stored")
        if kid not in known:
            raise KeysError(f"there is no key {kid}")
        file = self._path / known[kid].place
        document = json.loads(_text_of(file))
        listed = document.get("keys", [document])
        for one in listed:
            if _key(one, self._curve, place="").kid == kid:
                one.pop("d", None)
        with written(file, json.dumps(document)) as made:
            made.replace(file)

    def _changed_at(self) -> int:
        if self._path is None:
            return 0
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return -1

    def _read(self) -> tuple[SigningKey, ...]:
        if self._text is not None:
            found = _parse(self._text, self._curve, place=self._variable)
        elif self._path is not None and self._path.is_file():
            found = _parse(_text_of(self._path), self._curve, place=str(self._path))
        elif self._path is not None:
            found = self._read_directory(self._path)
        if not found:
            raise KeysError("there is no signing key")
        return tuple(sorted(found, key=lambda one: one.since))

    def _read_directory(self, path: Path) -> list[SigningKey]:
        if self._is_made:
            make_directory(path)
            if not any(path.glob("*.json")):
                _put(path, self._curve, since="", is_first=True)
        files = sorted(path.glob("*.json"))
        return [key for file in files for key in _parse(_text_of(file), self._curve, place=file.name)]


class Receipts:
    """
    Signs receipts.

    Args:
        ring: The keys.
    """

    def __init__(self, ring: KeyRing) -> None:
        self.ring = ring

    def accept(self, *, game: str, n: int, hash_: str, at: str, sub: str) -> str:
        """Returns a receipt for the history of the game up to event `n`, as of that time."""
        return self._sign({"game": game, "n": n, "hash": hash_, "at": at, "sub": sub})

    def refuse(self, *, game: str, n: int, code: str, clause: str | None, at: str, sub: str) -> str:
        """Returns a receipt for a refusal judged against event `n`."""
        return self._sign({"game": game, "n": n, "code": code, "clause": clause, "at": at, "sub": sub})

    def public_keys(self) -> PublicKeys:
        """Returns the keys to check receipts with."""
        return PublicKeys(self.ring.to_public())

    def _sign(self, said: dict[str, Any]) -> str:
        return self.ring.active(said["at"]).sign(jcs(said))


def open_ring(settings: Settings) -> KeyRing:
    """Returns the keys that the settings name. Nothing is read or created yet."""
    if settings.signing_keys:
        return KeyRing(settings.signing_keys)
    return KeyRing(settings.home / "keys", is_made=True)


def make_directory(path: Path) -> None:
    """Creates the directory, private to its owner, if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        path.mkdir(mode=0o700)


def _put(directory: Path, curve: str, *, since: str, is_first: bool = False) -> str:
    """
    Creates a key in the directory. Returns its `kid`.

    The key is written under a temporary name and then linked to the next free number, which only one process can do. So
    a key appears whole or not at all, and processes that start together agree on the first key.
    """
    key = _KINDS[curve].make()
    kid: str = key.thumbprint()
    document = {**key.as_dict(private=True), "kid": kid, "since": since}
    with written(directory / "0001.json", json.dumps(document)) as made:
        number = 1
        while True:
            try:
                os.link(made, directory / f"{number:04}.json")
            except FileExistsError:
                if is_first:
                    return kid
                number += 1
            else:
                return kid


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise KeysError(f"the signing keys in {path} cannot be read") from None


def _parse(text: str, curve: str, *, place: str) -> list[SigningKey]:
    """Returns the keys of that curve in a JWK or a JWK Set. Error messages never quote its contents."""
    try:
        document = json.loads(text)
        listed = document.get("keys", [document])
        return [_key(one, curve, place=place) for one in listed]
    except (ValueError, TypeError, KeyError, AttributeError, JoseError, RecursionError):
        raise KeysError(f"{place}: this is not a JWK or JWK Set with {curve} keys") from None


def _key(one: dict[str, Any], curve: str, *, place: str) -> SigningKey:
    kind = _KINDS[curve]
    if (one["kty"], one["crv"]) != (kind.key.key_type, curve):
        raise ValueError("another kind of key")
    since = one.get("since", "")
    if since and TIME_PATTERN.fullmatch(since) is None:
        raise ValueError("not a time")
    key = kind.key.import_key({name: one[name] for name in ("kty", "crv", "x", "y", "d") if name in one})
    kid = str(one.get("kid") or key.thumbprint())
    return SigningKey(kid, since, key, place, _segment(jcs({"alg": kind.algorithm, "kid": kid})))
