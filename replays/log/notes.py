"""
Signed notes (C2SP signed-note) and the keys they are verified with.

A note is a text and signature lines. Lines of keys that are not known here, such as those of witnesses, are kept and
otherwise ignored.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

NOTE_BYTES_MAX: Final = 65_536
SIGNATURES_MAX: Final = 100
ED25519: Final = 0x01
COSIGNATURE: Final = 0x04
"""The timestamped Ed25519 cosignature of a witness (C2SP tlog-cosignature)."""
ID_BYTES: Final = 4
KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
TIME_BYTES: Final = 8

_DASH: Final = "— "


class NoteError(ValueError):
    """
    The input is not a note, not a key, or not signed as it must be.

    Attributes:
        reason: The kind of defect, as the end of a code: `malformed`, `key`, `unsigned` or `signature`.
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(sentence)
        self.reason = reason


class Signature(NamedTuple):
    """A signature line: the key's name, its id, and the bytes after the id."""

    name: str
    key_id: bytes
    data: bytes

    @property
    def line(self) -> str:
        """The line, without its line end."""
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.data).decode()}"


@dataclass(frozen=True, slots=True)
class Note:
    """
    A note as it was read. Its text means nothing before `verify`.

    Attributes:
        text: The text that is signed, with its last line end.
        signatures: The signature lines, in their order.
    """

    text: str
    signatures: tuple[Signature, ...]

    def to_text(self) -> str:
        """The whole note."""
        return self.text + "\n" + "".join(one.line + "\n" for one in self.signatures)


@dataclass(frozen=True, slots=True)
class Verifier:
    """
    A public key that notes are verified with.

    Attributes:
        name: The key's name; for a log's key, the log's origin.
        algorithm: `ED25519` or `COSIGNATURE`.
        key: The public key, 32 bytes.
    """

    name: str
    algorithm: int
    key: bytes

    @property
    def key_id(self) -> bytes:
        """The id that signature lines name, 4 bytes."""
        return key_id(self.name, self.algorithm, self.key)

    def to_vkey(self) -> str:
        """The key as text: `name+id+key`."""
        return f"{self.name}+{self.key_id.hex()}+{b64encode(bytes([self.algorithm]) + self.key).decode()}"

    def is_named_in(self, signature: Signature) -> bool:
        """Whether the line claims to be by this key."""
        return (signature.name, signature.key_id) == (self.name, self.key_id)

    def verifies(self, text: str, data: bytes) -> bool:
        """Whether `data`, the bytes after the id in a line, is a signature of the text."""
        message = text.encode()
        if self.algorithm == COSIGNATURE:
            time = int.from_bytes(data[:TIME_BYTES], "big")
            message = f"cosignature/v1\ntime {time}\n".encode() + message
            data = data[TIME_BYTES:]
        if len(data) != SIGNATURE_BYTES:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(data, message)
        except (InvalidSignature, ValueError):
            return False
        return True


def key_id(name: str, algorithm: int, key: bytes) -> bytes:
    """The id of a key."""
    return hashlib.sha256(name.encode() + b"\n" + bytes([algorithm]) + key).digest()[:ID_BYTES]


def parse_vkey(text: str) -> Verifier:
    """
    The key in a text of the form `name+id+key`.

    Raises:
        NoteError: The text is no such key, or its id does not match its name and key.
    """
    name, _, rest = text.strip().partition("+")
    id_text, _, key_text = rest.partition("+")
    try:
        named, key = bytes.fromhex(id_text), b64decode(key_text, validate=True)
    except (ValueError, Base64Error):
        named, key = b"", b""
    if not is_name(name) or len(named) != ID_BYTES or len(key) != 1 + KEY_BYTES:
        raise NoteError("key", "this is not a verifier key; it has the form name+id+key")
    if key[0] not in (ED25519, COSIGNATURE):
        raise NoteError("key", f"keys of type {key[0]} are not known here; give an Ed25519 key")
    made = Verifier(name, key[0], key[1:])
    if made.key_id != named:
        raise NoteError("key", "the key's id does not belong to its name and key; it was changed or cut")
    return made


def parse_vkeys(text: str) -> list[Verifier]:
    """
    The keys in a text, one a line; empty lines are skipped.

    Raises:
        NoteError: A line is not a key, or there is none.
    """
    found = [parse_vkey(line) for line in text.splitlines() if line.strip()]
    if not found:
        raise NoteError("key", "there is no verifier key; one has the form name+id+key")
    return found


def is_name(name: str) -> bool:
    """Whether a key may have this name: not empty, no space, no plus, no control character."""
    return bool(name) and not any(one.isspace() or one == "+" or one < " " for one in name)


def parse_note(data: bytes | str) -> Note:
    """
    The note in a text.

    Raises:
        NoteError: It is not a note, or larger than `NOTE_BYTES_MAX`.
    """
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    if len(raw) > NOTE_BYTES_MAX:
        raise NoteError("malformed", f"a note has at most {NOTE_BYTES_MAX} bytes")
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise NoteError("malformed", "the note is not UTF-8") from None
    if any(one < " " and one != "\n" for one in text):
        raise NoteError("malformed", "the note holds a control character")
    body, blank, signed = text.rpartition("\n\n")
    lines = signed.split("\n")
    if not blank or not body or lines.pop() != "" or not lines or len(lines) > SIGNATURES_MAX:
        raise NoteError("malformed", "a note is a text, an empty line, and signature lines, each with its line end")
    return Note(body + "\n", tuple(_parse_signature(line) for line in lines))


def verify(note: Note, keys: Iterable[Verifier]) -> list[Verifier]:
    """
    Those of the given keys that signed the note.

    Raises:
        NoteError: None of them did (`unsigned`), or the signature of one is wrong (`signature`).
    """
    signers = []
    for key in keys:
        for signature in note.signatures:
            if not key.is_named_in(signature):
                continue
            if not key.verifies(note.text, signature.data):
                raise NoteError("signature", f"the signature of {key.name} is wrong: it or the text was changed")
            if key not in signers:
                signers.append(key)
    if not signers:
        raise NoteError("unsigned", "none of the given keys has signed this note")
    return signers


def sign(text: str, key: Verifier, sign_bytes: Callable[[bytes], bytes]) -> Signature:
    """The signature line of an Ed25519 key; `sign_bytes` signs with its private half."""
    return Signature(key.name, key.key_id, sign_bytes(text.encode()))


def _parse_signature(line: str) -> Signature:
    name, _, text = line.removeprefix(_DASH).partition(" ")
    try:
        data = b64decode(text, validate=True)
    except (ValueError, Base64Error):
        data = b""
    if not line.startswith(_DASH) or not is_name(name) or len(data) <= ID_BYTES or b64encode(data).decode() != text:
        raise NoteError("malformed", "a signature line is an em dash, the key's name, and base64")
    return Signature(name, data[:ID_BYTES], data[ID_BYTES:])
