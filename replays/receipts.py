"""
Receipts (record-format §5): reading lists of them, and checking their signatures against the service's keys.

Whether a record agrees with its receipts is checked by `delvebook.replays.checks.receipts`.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.jws import JWSRegistry

from delvebook.domain.canonical import decode, jcs, parse
from delvebook.domain.errors import MalformedError, NotCanonicalError
from delvebook.domain.kinds import GAME, HEX64, INDEX, NUMBER, TEXT, TEXT_OR_NULL, TIME, Kind
from delvebook.replays.pointers import shorten

ALGORITHM: Final = "EdDSA"
CURVE: Final = "Ed25519"
RECEIPTS_MAX: Final = 10_000
RECEIPT_CHARACTERS_MAX: Final = 4096
KEYS_MAX: Final = 1000

_COMPACT: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
_ACCEPTED: Final[Mapping[str, Kind]] = {"game": GAME, "n": NUMBER, "hash": HEX64, "at": TIME, "sub": TEXT}
_REFUSED: Final[Mapping[str, Kind]] = {
    "game": GAME,
    "n": INDEX,
    "code": TEXT,
    "clause": TEXT_OR_NULL,
    "at": TIME,
    "sub": TEXT,
}


class EdDSARegistry(JWSRegistry):
    """
    A registry that knows only the format's algorithm, and does not warn about it.

    RFC 9864 prefers `Ed25519` to the older `EdDSA` in the header; the record format fixes `EdDSA` (ADR 9). Avoiding
    the warning, instead of silencing it, leaves the process's warning filters alone.
    """

    def get_alg(self, name: str) -> Any:
        """
        The algorithm.

        Raises:
            JoseError: The name is of another algorithm.
        """
        if name != ALGORITHM:
            raise JoseError(f"the algorithm is {shorten(name)}, not {ALGORITHM}")
        return self.algorithms[ALGORITHM]


REGISTRY: Final = EdDSARegistry(algorithms=[ALGORITHM])


class KeySetError(MalformedError):
    """The input is not a set of public keys."""


class ReceiptsError(MalformedError):
    """The input is not a list of receipts."""


class ReceiptError(MalformedError):
    """
    A receipt that proves nothing.

    Attributes:
        reason: Why, as the code of a finding.
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class PublicKeys:
    """
    The keys that a service publishes at `/.well-known/jwks.json`, by `kid`.

    Args:
        document: A JWK Set (RFC 7517) or a single JWK, as plain data. Keys of other kinds are ignored.

    Raises:
        KeySetError: The document is neither, or holds no Ed25519 key.
    """

    def __init__(self, document: object) -> None:
        self._keys: dict[str, OKPKey] = {}
        listed = document.get("keys", [document]) if type(document) is dict else None
        if type(listed) is not list or len(listed) > KEYS_MAX:
            raise KeySetError('this is not a set of keys; give the JSON of /.well-known/jwks.json: {"keys": [...]}')
        for one in listed:
            if type(one) is not dict or one.get("kty") != "OKP" or one.get("crv") != CURVE:
                continue
            try:
                key = OKPKey.import_key({"kty": "OKP", "crv": CURVE, "x": str(one.get("x"))})
                kid = one.get("kid", key.thumbprint())
            except (JoseError, ValueError, TypeError, AttributeError):
                raise KeySetError("one of the keys cannot be read") from None
            if type(kid) is not str:
                raise KeySetError("the kid of a key must be a string")
            self._keys[kid] = key
        if not self._keys:
            raise KeySetError(f"this set holds no {CURVE} key")

    @classmethod
    def parse(cls, text: str | bytes) -> PublicKeys:
        """
        The keys in the JSON text of a JWK Set.

        Raises:
            KeySetError
        """
        try:
            return cls(json.loads(text))
        except (ValueError, RecursionError):
            raise KeySetError("this is not JSON; give the JSON of /.well-known/jwks.json") from None

    def find(self, kid: object) -> OKPKey | None:
        """The key with this `kid`; None if there is none."""
        return self._keys.get(kid) if type(kid) is str else None


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    What a receipt with a good signature says.

    Attributes:
        game: The game.
        n: The event it confirms; for a refusal, the last event when the service refused.
        hash: The hash of that event; None for a refusal.
        code: Why the service refused; None if it did not.
        sub: The account or viewer that the receipt was given to.
    """

    game: str
    n: int
    hash: str | None
    code: str | None
    sub: str


def open_receipt(text: str, keys: PublicKeys) -> Receipt:
    """
    Checks the signature of a receipt, and reads what it says.

    Raises:
        ReceiptError: The text is not a JWS, its key is unknown, its signature is wrong, or it is not a receipt.
    """
    if len(text) > RECEIPT_CHARACTERS_MAX or _COMPACT.fullmatch(text) is None:
        raise ReceiptError("receipts/not_a_jws", "this is not a compact JWS: three base64url parts separated by dots")
    parts = [_decode(part) for part in text.split(".")]
    try:
        header = parse(parts[0])
    except NotCanonicalError:
        header = None
    if type(header) is not dict:
        raise ReceiptError("receipts/not_a_jws", "the first part is not a JSON object, as the header of a JWS must be")
    if header.get("alg") != ALGORITHM:
        raise ReceiptError("receipts/algorithm", f"the algorithm is {shorten(header.get('alg'))}, not {ALGORITHM}")
    key = keys.find(header.get("kid"))
    if key is None:
        raise ReceiptError("receipts/unknown_key", f"none of the given keys has the kid {shorten(header.get('kid'))}")
    try:
        payload = jws.deserialize_compact(text, key, registry=REGISTRY).payload
    except (JoseError, ValueError):
        raise ReceiptError(
            "receipts/signature", "the signature does not match the key: the signature or the signed text was changed"
        ) from None
    return _read(payload)


def _decode(part: str) -> bytes:
    """The bytes of a part, which must be in the one canonical base64url form."""
    try:
        decoded = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        decoded = b""
    if urlsafe_b64encode(decoded).rstrip(b"=") != part.encode():
        raise ReceiptError("receipts/not_a_jws", "this is not a compact JWS: a part is not base64url")
    return decoded


def _read(payload: bytes) -> Receipt:
    try:
        said = parse(payload)
    except NotCanonicalError:
        said = None
    if type(said) is dict and jcs(said) == payload:
        for kinds in (_ACCEPTED, _REFUSED):
            if said.keys() == kinds.keys() and all(kind.fits(said[key]) for key, kind in kinds.items()):
                return Receipt(said["game"], said["n"], said.get("hash"), said.get("code"), said["sub"])
    raise ReceiptError("receipts/payload", "the signature is good, but what it signs is not a receipt")


def read_receipts(text: str | bytes) -> list[str]:
    """
    The receipts in a file: one per line, or a JSON list of strings. Does not check them.

    Raises:
        ReceiptsError: The text is neither, or holds more than `RECEIPTS_MAX`.
    """
    try:
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        found = decode(text) if text.lstrip().startswith("[") else [line.strip() for line in text.splitlines()]
    except ValueError:
        raise ReceiptsError("these are not receipts; give one per line, or a JSON list of strings") from None
    return check_list([one for one in found if one != ""])


def check_list(found: object) -> list[str]:
    """
    The same value, if it is a list of at most `RECEIPTS_MAX` strings.

    Raises:
        ReceiptsError: It is not.
    """
    if type(found) is not list or not all(type(one) is str for one in found):
        raise ReceiptsError("receipts must be a list of strings")
    if len(found) > RECEIPTS_MAX:
        raise ReceiptsError(f"at most {RECEIPTS_MAX} receipts are checked at once", receipts_max=RECEIPTS_MAX)
    return found
