"""Checkpoints (C2SP tlog-checkpoint): what the log signs about its tree."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from delvebook.replays.log.merkle import HASH_BYTES, SIZE_MAX
from delvebook.replays.log.notes import ED25519, Note, NoteError, Verifier, is_name, parse_note, verify

_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """
    The tree as a checkpoint states it.

    Attributes:
        origin: The name of the log.
        size: The number of entries.
        root: The root hash.
    """

    origin: str
    size: int
    root: bytes

    def to_text(self) -> str:
        """The text that is signed."""
        return f"{self.origin}\n{self.size}\n{b64encode(self.root).decode()}\n"


def read_checkpoint(note: Note) -> Checkpoint:
    """
    The checkpoint in a note's text. Lines after the third are allowed and ignored.

    Raises:
        NoteError: The text is not a checkpoint.
    """
    lines = note.text.split("\n")[:-1]
    if len(lines) < 3 or not all(lines) or not is_name(lines[0]):
        raise NoteError("malformed", "a checkpoint has three lines: the log's origin, its size, and its root in base64")
    origin, size, encoded = lines[:3]
    try:
        root = b64decode(encoded, validate=True)
    except (ValueError, Base64Error):
        root = b""
    if not _SIZE.fullmatch(size) or int(size) > SIZE_MAX:
        raise NoteError("malformed", "the second line of a checkpoint is the log's size, a decimal number")
    if len(root) != HASH_BYTES or b64encode(root).decode() != encoded:
        raise NoteError("malformed", "the third line of a checkpoint is the root, the base64 of 32 bytes")
    return Checkpoint(origin, int(size), root)


def parse_checkpoint(data: bytes | str) -> tuple[Note, Checkpoint]:
    """
    The note and its checkpoint. Nothing is verified.

    Raises:
        NoteError
    """
    note = parse_note(data)
    return note, read_checkpoint(note)


def open_checkpoint(data: bytes | str, keys: Iterable[Verifier]) -> tuple[Note, Checkpoint]:
    """
    A checkpoint that one of these keys, under the log's own name, has signed.

    Raises:
        NoteError: It is malformed, is not signed by the log's key, or a given key's signature is wrong.
    """
    note, checkpoint = parse_checkpoint(data)
    signers = verify(note, keys)
    if not any(key.algorithm == ED25519 and key.name == checkpoint.origin for key in signers):
        raise NoteError("unsigned", f"no key of the log {checkpoint.origin} is among the keys that signed this note")
    return note, checkpoint
