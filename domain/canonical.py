"""
The canonical bytes of the record (record-format §1 and §2), and their digests.

`jcs` is RFC 8785 for the values that a record may hold: objects with ASCII keys, arrays, strings, integers within
±(2^53-1), booleans and null. It does not check for floats, because that would cost more than the encoding. Input from
outside passes `parse` or `require_plain` first.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import orjson

from delvebook.domain.errors import (
    DoubledKeyError,
    NotAnIntegerError,
    NotCanonicalError,
    NotJsonError,
    NotUtf8Error,
    TooDeepError,
)

INTEGER_MAX: Final = 2**53 - 1
DEPTH_MAX: Final = 64
KEYS_MAX: Final = 128
"""Number of HMAC keys whose hashes are cached."""
_BLOCK_BYTES: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))
_NOT_PLAIN: Final = "a {kind} is not allowed in a record; use objects, arrays, strings, integers, booleans or null"
_OPTIONS: Final = (
    orjson.OPT_SORT_KEYS
    | orjson.OPT_STRICT_INTEGER
    | orjson.OPT_PASSTHROUGH_DATETIME
    | orjson.OPT_PASSTHROUGH_DATACLASS
    | orjson.OPT_PASSTHROUGH_SUBCLASS
)


def jcs(value: object) -> bytes:
    """
    The canonical JSON of a value, UTF-8.

    Not checked here: floats, and keys outside ASCII (see `require_plain`).

    Raises:
        NotCanonicalError: The value holds something that JSON cannot express, or an integer that is too large.
    """
    try:
        return orjson.dumps(value, option=_OPTIONS)
    except TypeError as error:
        raise NotCanonicalError(f"not a value of the record format: {error}") from None


def encoded(value: object) -> orjson.Fragment:
    """
    The value as its canonical JSON, which `jcs` takes over as it is.

    Raises:
        NotCanonicalError: As `jcs`.
    """
    return orjson.Fragment(jcs(value))


def decode(data: bytes | str) -> Any:
    """The value of canonical bytes that Delvebook wrote. Nothing is checked (see `parse`)."""
    return orjson.loads(data)


def parse(data: bytes | str) -> Any:
    """
    The value of JSON text from outside, checked against the record format.

    Raises:
        NotUtf8Error, NotJsonError, DoubledKeyError, NotAnIntegerError, TooDeepError
        NotCanonicalError: The value holds something else that a record cannot hold.
    """
    if (quick := _parse_compact(data)) is not None:
        return quick

    def refuse_number(text: str) -> object:
        raise NotAnIntegerError(f"the number {text[:40]} is not an integer within ±(2^53-1)")

    def parse_int(text: str) -> int:
        if text == "-0" or len(text) > 17 or abs(int(text)) > INTEGER_MAX:
            refuse_number(text)
        return int(text)

    def no_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) != len(pairs):
            raise DoubledKeyError("an object names the same key twice")
        return made

    try:
        value = json.loads(
            data.decode() if isinstance(data, bytes) else data,
            parse_float=refuse_number,
            parse_constant=refuse_number,
            parse_int=parse_int,
            object_pairs_hook=no_doubles,
        )
    except NotCanonicalError:
        raise
    except RecursionError:
        raise TooDeepError(f"nested deeper than {DEPTH_MAX} levels") from None
    except UnicodeDecodeError as error:
        raise NotUtf8Error(f"not UTF-8: byte {error.start} begins no character") from None
    except ValueError as error:
        raise NotJsonError(f"not JSON: {error}") from None
    require_plain(value)
    return value


def _parse_compact(data: bytes | str) -> object:
    """
    The result of `parse` for text without white space, doubled keys or needless escapes; None for any other text.

    The fast library silently keeps the last of two equal keys. But such a text is longer than the canonical form of its
    value, like every text that is not as short as it can be.
    """
    try:
        value = orjson.loads(data)
        if len(orjson.dumps(value, option=_OPTIONS)) != len(data if isinstance(data, bytes) else data.encode()):
            return None
        require_plain(value)
    except (ValueError, TypeError, NotCanonicalError):
        return None  # `parse` says what is wrong
    return value


def require_plain(value: Any, *, depth: int = 0) -> None:
    """
    Returns if the value is plain data of the record format, at most 64 arrays and objects deep inside it.

    Raises:
        NotCanonicalError: The message says what was found and what would be right.
    """
    if value is None or value is True or value is False:
        return
    kind = type(value)
    if kind is str:
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise NotCanonicalError("a string holds half a surrogate pair") from None
    elif kind is int:
        if abs(value) > INTEGER_MAX:
            raise NotAnIntegerError(f"the number {value} is not an integer within ±(2^53-1)")
    elif depth > DEPTH_MAX and kind in (list, dict):
        raise TooDeepError(f"nested deeper than {DEPTH_MAX} levels")
    elif kind is list:
        for item in value:
            require_plain(item, depth=depth + 1)
    elif kind is dict:
        for key, item in value.items():
            if type(key) is not str or not key.isascii():
                raise NotCanonicalError(f"the key {str(key)[:40]!r} is not an ASCII string")
            require_plain(item, depth=depth + 1)
    else:
        raise NotCanonicalError(_NOT_PLAIN.format(kind=kind.__name__))


def sha256_hex(data: bytes) -> str:
    """The SHA-256 of the bytes, 64 lower-case hex digits."""
    return hashlib.sha256(data).hexdigest()


def hmac_bytes(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 of the message (RFC 2104), 32 bytes."""
    inner, outer = _hashed_key(key)
    inner, outer = inner.copy(), outer.copy()
    inner.update(message)
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=KEYS_MAX)
def _hashed_key(key: bytes) -> tuple[hashlib._Hash, hashlib._Hash]:
    """The inner and the outer hash after the key. Cached, because a game uses few keys for many short messages."""
    block = (key if len(key) <= _BLOCK_BYTES else hashlib.sha256(key).digest()).ljust(_BLOCK_BYTES, b"\0")
    return hashlib.sha256(block.translate(_INNER_PAD)), hashlib.sha256(block.translate(_OUTER_PAD))


def digest(value: object) -> str:
    """SHA-256 over the canonical bytes of the value, in hex."""
    return hashlib.sha256(jcs(value)).hexdigest()


def event_hash(event: Mapping[str, Any]) -> str:
    """
    The hash of an event in record form (record-format §2).

    The event's own `hash` is left out, and each envelope is reduced to `for` and `digest`, so that every viewer's
    rendering of an event has the same hash.
    """
    reduced = dict(event)
    reduced.pop("hash", None)
    if event["sealed"]:
        reduced["sealed"] = [{"for": one["for"], "digest": one["digest"]} for one in event["sealed"]]
    return digest(reduced)


def commitment(seed: bytes) -> str:
    """The commitment to a seed, published before any player sits down: its SHA-256, in hex (§3)."""
    return sha256_hex(seed)


def state_key(seed: bytes) -> bytes:
    """The key of all state digests of a game (§4)."""
    return hmac_bytes(seed, b"state/1")


def state_digest(key: bytes, canonical_state: bytes) -> str:
    """The keyed digest that pins a state without revealing it (§4), in hex."""
    return hmac_bytes(key, canonical_state).hex()
