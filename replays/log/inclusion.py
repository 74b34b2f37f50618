"""
The proof that a game is in the log: its entries, each with a Merkle proof, and the checkpoint they lead to.

A record's header has it as `log`, and `GET /v1/games/{id}/inclusion` returns it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from delvebook.domain.canonical import parse
from delvebook.domain.errors import MalformedError, NotCanonicalError
from delvebook.domain.kinds import HEX64, INDEX, NUMBER, TEXT, Kind, list_of, object_of, word
from delvebook.replays.log.entries import WHATS, LogEntry
from delvebook.replays.log.notes import NOTE_BYTES_MAX

PATH_MAX: Final = 64
ENTRIES_MAX: Final = 10_000

_WHAT: Final = word(*WHATS)
_HASHES: Final = list_of(HEX64, "hashes")
_PATH: Final = Kind(lambda value: _HASHES.fits(value) and len(value) <= PATH_MAX, "hashes")
_ENTRY: Final = object_of({"n": NUMBER, "hash": HEX64, "what": _WHAT, "index": INDEX, "path": _PATH}, {}, "an entry")
_ENTRIES: Final = list_of(_ENTRY, "entries")
_CHECKPOINT: Final = Kind(lambda value: TEXT.fits(value) and len(value) <= NOTE_BYTES_MAX, "a checkpoint")
INCLUSION: Final = object_of(
    {
        "checkpoint": _CHECKPOINT,
        "entries": Kind(lambda value: _ENTRIES.fits(value) and len(value) <= ENTRIES_MAX, "entries"),
    },
    {},
    "an object with checkpoint (a text) and entries, each with n, hash, what, index and path (hashes in hex)",
)
"""The kind of a header's `log`."""


class InclusionError(MalformedError):
    """The input is not a proof that a game is in the log."""


@dataclass(frozen=True, slots=True)
class Proved:
    """
    An entry and its proof. Nothing is verified.

    Attributes:
        index: The entry's index in the log.
        entry: The entry.
        path: The proof, from the leaf upwards.
    """

    index: int
    entry: LogEntry
    path: tuple[bytes, ...]


class Inclusion(NamedTuple):
    """
    The entries of a game, and the checkpoint to which their proofs lead.

    Attributes:
        checkpoint: The text of the checkpoint.
        proved: The entries.
    """

    checkpoint: str
    proved: tuple[Proved, ...]

    def to_plain(self) -> dict[str, object]:
        """The proof as a header has it."""
        return {
            "checkpoint": self.checkpoint,
            "entries": [
                {
                    "n": one.entry.n,
                    "hash": one.entry.hash,
                    "what": one.entry.what,
                    "index": one.index,
                    "path": [node.hex() for node in one.path],
                }
                for one in self.proved
            ],
        }


def read_inclusion(value: Mapping[str, Any], *, game: str) -> Inclusion:
    """
    The entries in a value of the kind `INCLUSION`.

    Args:
        value: The value.
        game: The name in the log of the game whose entries they are.
    """
    proved = [
        Proved(
            one["index"],
            LogEntry(game, one["n"], one["hash"], one["what"]),
            tuple(bytes.fromhex(node) for node in one["path"]),
        )
        for one in value["entries"]
    ]
    return Inclusion(value["checkpoint"], tuple(proved))


def parse_inclusion(data: bytes | str) -> dict[str, object]:
    """
    The value of the kind `INCLUSION` in an answer of `GET …/inclusion`; its other members are ignored.

    Raises:
        InclusionError
    """
    try:
        value = parse(data)
    except NotCanonicalError as error:
        raise InclusionError(f"this is not the JSON of GET …/inclusion: {error}") from None
    picked = {key: value[key] for key in ("checkpoint", "entries") if key in value} if type(value) is dict else None
    if not INCLUSION.fits(picked):
        raise InclusionError(f"this is not a response of GET …/inclusion; it is {INCLUSION.words}")
    found: dict[str, object] = picked or {}
    return found
