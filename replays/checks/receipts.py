"""
Level `receipts` (record-format §5 and §6): whether the service vouched for exactly this history.

A receipt is a signature under the hash of one event. As every event names the hash of the one before it,
a receipt that a record honours vouches for everything up to that event; one that it does not honour is
proof that the service said something else, once.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from joserfc import jws
from joserfc.errors import JoseError
from joserfc.jwk import OKPKey
from joserfc.jws import JWSRegistry

from delvebook.domain.canonical import decode, event_hash, jcs, parse
from delvebook.domain.errors import MalformedError, NotCanonicalError
from delvebook.domain.kinds import GAME, HEX64, INDEX, NUMBER, TEXT, TEXT_OR_NULL, TIME, Kind
from delvebook.replays.pointers import shorten
from delvebook.replays.report import Finding, Level

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
    Knows the one algorithm of the format, and does not warn of it.

    RFC 9864 would rather have `Ed25519` in the header than the older `EdDSA`; the record format fixes `EdDSA`
    (ADR 9). Asking past the warning, rather than silencing it, leaves the filters of the process alone.
    """

    def get_alg(self, name: str) -> Any:
        """
        The algorithm.

        Raises:
            JoseError: Another one was asked for.
        """
        if name != ALGORITHM:
            raise JoseError(f"the algorithm is {shorten(name)}, not {ALGORITHM}")
        return self.algorithms[ALGORITHM]


REGISTRY: Final = EdDSARegistry(algorithms=[ALGORITHM])


class KeySetError(MalformedError):
    """What was given is no set of public keys."""


class ReceiptsError(MalformedError):
    """What was given is no list of receipts."""


class ReceiptError(MalformedError):
    """
    A receipt proves nothing.

    Attributes:
        reason: Which kind of nothing; the code of the finding.
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class PublicKeys:
    """
    The keys a service publishes at `/.well-known/jwks.json`, by their `kid`.

    Args:
        document: A JWK Set (RFC 7517) as plain data, or one JWK. Keys of other kinds are passed over.

    Raises:
        KeySetError: It is neither, or holds no Ed25519 key.
    """

    def __init__(self, document: Any) -> None:
        self._keys: dict[str, OKPKey] = {}
        listed = document.get("keys", [document]) if type(document) is dict else None
        if type(listed) is not list or len(listed) > KEYS_MAX:
            raise KeySetError('this is no set of keys; give the JSON of /.well-known/jwks.json: {"keys": [...]}')
        for one in listed:
            if type(one) is not dict or one.get("kty") != "OKP" or one.get("crv") != CURVE:
                continue
            try:
                key = OKPKey.import_key({"kty": "OKP", "crv": CURVE, "x": str(one.get("x"))})
                kid = one.get("kid", key.thumbprint())
            except (JoseError, ValueError, TypeError, AttributeError):
                raise KeySetError("one of the keys cannot be read") from None
            if type(kid) is not str:
                raise KeySetError("the kid of a key is a string")
            self._keys[kid] = key
        if not self._keys:
            raise KeySetError(f"there is no {CURVE} key in this set")

    @classmethod
    def parse(cls, text: str | bytes) -> PublicKeys:
        """
        The keys of a JWK Set's JSON text.

        Raises:
            KeySetError
        """
        try:
            return cls(json.loads(text))
        except (ValueError, RecursionError):
            raise KeySetError("this is no JSON; give that of /.well-known/jwks.json") from None

    def find(self, kid: object) -> OKPKey | None:
        """The key of that name; None if there is none."""
        return self._keys.get(kid) if type(kid) is str else None


@dataclass(frozen=True, slots=True)
class Receipt:
    """
    What a good signature says.

    Attributes:
        game: Which game.
        n: The event vouched for; of a refusal the one it was judged against.
        hash: That event's hash; None if it is a refusal.
        code: What the refusal was; None if it is none.
        sub: To whom it was said.
    """

    game: str
    n: int
    hash: str | None
    code: str | None
    sub: str


def open_receipt(text: str, keys: PublicKeys) -> Receipt:
    """
    What the receipt says, its signature being good.

    Raises:
        ReceiptError: It is no JWS, its key is unknown, its signature is wrong, or it says nothing of this kind.
    """
    if len(text) > RECEIPT_CHARACTERS_MAX or _COMPACT.fullmatch(text) is None:
        raise ReceiptError("receipts/not_a_jws", "this is no compact JWS: three parts of base64url with points between")
    parts = [_decode(part) for part in text.split(".")]
    try:
        header = parse(parts[0])
    except NotCanonicalError:
        header = None
    if type(header) is not dict:
        raise ReceiptError("receipts/not_a_jws", "the first part is no JSON object, as the header of a JWS is")
    if header.get("alg") != ALGORITHM:
        raise ReceiptError("receipts/algorithm", f"the algorithm is {shorten(header.get('alg'))}, not {ALGORITHM}")
    key = keys.find(header.get("kid"))
    if key is None:
        raise ReceiptError("receipts/unknown_key", f"none of the keys given is named {shorten(header.get('kid'))}")
    try:
        payload = jws.deserialize_compact(text, key, registry=REGISTRY).payload
    except (JoseError, ValueError):
        raise ReceiptError(
            "receipts/signature", "the signature is not that of its key: it, or the text, was changed"
        ) from None
    return _read(payload)


def _decode(part: str) -> bytes:
    """The bytes of a part, which must be written in the only right way."""
    try:
        decoded = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError):
        decoded = b""
    if urlsafe_b64encode(decoded).rstrip(b"=") != part.encode():
        raise ReceiptError("receipts/not_a_jws", "this is no compact JWS: a part is no base64url")
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
    raise ReceiptError("receipts/payload", "the signature is good, but what it stands under is no receipt")


def read_receipts(text: str | bytes) -> list[str]:
    """
    The receipts of a file: one a line, or a JSON list of strings. None of them is judged.

    Raises:
        ReceiptsError: It is neither, or there are too many.
    """
    try:
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        found = decode(text) if text.lstrip().startswith("[") else [line.strip() for line in text.splitlines()]
    except ValueError:
        raise ReceiptsError("these are no receipts; give one a line, or a JSON list of strings") from None
    return check_list([one for one in found if one != ""])


def check_list(found: Any) -> list[str]:
    """
    The list, if it is one of strings and not too long.

    Raises:
        ReceiptsError
    """
    if type(found) is not list or not all(type(one) is str for one in found):
        raise ReceiptsError("receipts are a list of strings")
    if len(found) > RECEIPTS_MAX:
        raise ReceiptsError(f"at most {RECEIPTS_MAX} receipts are looked at together", receipts_max=RECEIPTS_MAX)
    return found


class ReceiptCheck:
    """
    The check, event by event.

    Args:
        header: The record's first line.
        receipts: As the people kept them.
        keys: The service's public keys; None if they are not known.

    Attributes:
        level: What was found.
    """

    def __init__(self, header: Mapping[str, Any], *, receipts: Iterable[str], keys: PublicKeys | None) -> None:
        self.level = Level("receipts")
        self._game: str = header["game"]
        self._due: dict[int, list[tuple[str, Receipt]]] = {}
        self._refusals: list[tuple[str, Receipt]] = []
        self._last = 0
        self._line = 1
        given = [(f"receipt {number}", text) for number, text in enumerate(receipts, 1)]
        if keys is None:
            self.level.why_not = "receipts prove nothing without the service's public keys, and none were given"
            return
        if not given and header["receipt"] is None:
            self.level.why_not = "there is no receipt in the record's header, and none was given"
            return
        if header["receipt"] is not None:
            self._take("the header's receipt", header["receipt"], keys, head=header["head"])
        for name, text in given:
            self._take(name, text, keys)

    def check(self, event: Mapping[str, Any], *, line: int) -> None:
        """Holds what was vouched for against the next event, which is in shape."""
        n = event["n"]
        self._last = max(self._last, n)
        self._line = line
        due = self._due.get(n)
        if due is None:
            return
        # Its own word for its hash is not enough: the event may have been changed under it.
        found = event_hash(event)
        for name, receipt in list(due):
            if receipt.hash == found:
                self.level.counts["honoured"] += 1
            else:
                sentence = f"{name} vouches for another event {n} than the one that stands here"
                self._find(
                    "receipts/hash", sentence, line=line, n=n, pointer="/hash", expected=receipt.hash, found=found
                )
            due.remove((name, receipt))

    def finish(self) -> None:
        """Looks at what was vouched for and did not come."""
        for n, due in sorted(self._due.items()):
            for name, _ in due:
                if n > self._last:
                    sentence = f"the record ends before what was vouched for: {name} is for event {n}"
                    self._find("receipts/beyond_head", sentence, line=self._line, n=n, expected=n, found=self._last)
                else:
                    self._find("receipts/missing", f"{name} is for event {n}, which is not in the record", n=n)
        for name, refusal in self._refusals:
            if refusal.n > self._last:
                sentence = f"the record ends before what was refused: {name} was judged against event {refusal.n}"
                self._find(
                    "receipts/beyond_head", sentence, line=self._line, n=refusal.n, expected=refusal.n, found=self._last
                )
            else:
                self.level.counts["refusals"] += 1

    def _take(self, name: str, text: str, keys: PublicKeys, *, head: Mapping[str, Any] | None = None) -> None:
        line, pointer = (None, "") if head is None else (1, "/receipt")
        self.level.counts["receipts"] += 1
        try:
            receipt = open_receipt(text, keys)
        except ReceiptError as error:
            self._find(error.reason, f"{name}: {error}", line=line, pointer=pointer, found=text)
            return
        if receipt.game != self._game:
            sentence = f"{name} is of another game"
            self._find("receipts/game", sentence, line=line, pointer=pointer, expected=self._game, found=receipt.game)
            return
        if head is not None and (receipt.n, receipt.hash) != (head["n"], head["hash"]):
            expected = {"n": head["n"], "hash": head["hash"]}
            found = {"n": receipt.n, "hash": receipt.hash}
            sentence = f"{name} is not for the head that the header names"
            self._find("receipts/head", sentence, line=line, pointer=pointer, expected=expected, found=found)
            return
        if receipt.hash is None:
            self._refusals.append((name, receipt))
        else:
            self._due.setdefault(receipt.n, []).append((name, receipt))

    def _find(self, code: str, sentence: str, **where: Any) -> None:
        self.level.add(Finding(code, sentence, **where))
