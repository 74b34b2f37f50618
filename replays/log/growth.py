"""
Following a log: checks whether a new checkpoint continues the state that was kept before.

All new entries and tiles are read, and every hash is computed again. The result is the state to keep for next time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from delvebook.domain.canonical import parse
from delvebook.domain.errors import NotCanonicalError
from delvebook.domain.kinds import HEX64, INDEX, TEXT, list_of, object_of
from delvebook.replays.log.checkpoints import Checkpoint, open_checkpoint
from delvebook.replays.log.entries import parse_entry
from delvebook.replays.log.merkle import HASH_BYTES, Frontier, ProofError, fold, leaf_hash, range_hash
from delvebook.replays.log.notes import Note, NoteError, Verifier, parse_note
from delvebook.replays.log.tiles import (
    ENTRIES,
    HEIGHT,
    WIDTH,
    Tile,
    TileError,
    node_reader,
    read_bundle,
    read_tile,
    tiles_of,
)

_HASHES: Final = list_of(HEX64, "hashes")
_KEPT: Final = object_of(
    {"origin": TEXT, "size": INDEX, "root": HEX64, "frontier": _HASHES, "checkpoint": TEXT}, {}, "what is kept"
)

Fetch = Callable[[str], bytes | None]
"""An address relative to the log's prefix → the bytes there; None if there is no such file."""


class LogError(ValueError):
    """
    Something is wrong with the log.

    Attributes:
        code: The defect: `log/malformed`, `log/key`, `log/unsigned`, `log/signature`, `log/origin`, `log/shrunk`,
            `log/contradiction`, `log/missing`, `log/tile` or `log/entry`.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Kept:
    """
    The state of a log that is kept from one check to the next.

    Attributes:
        checkpoint: The last checkpoint that was found good.
        note: Its text, with all its signatures.
        frontier: The hashes of the tree's complete subtrees; see `merkle.Frontier`.
    """

    checkpoint: Checkpoint
    note: str
    frontier: tuple[bytes, ...]

    def to_plain(self) -> dict[str, object]:
        """The state as plain data."""
        return {
            "origin": self.checkpoint.origin,
            "size": self.checkpoint.size,
            "root": self.checkpoint.root.hex(),
            "frontier": [one.hex() for one in self.frontier],
            "checkpoint": self.note,
        }


def parse_kept(data: bytes) -> Kept:
    """
    The kept state, read from the JSON of `Kept.to_plain`.

    Raises:
        LogError: The data is not such JSON (`log/malformed`).
    """
    try:
        value = parse(data)
        is_whole = _KEPT.fits(value)
        hashes = tuple(bytes.fromhex(one) for one in value["frontier"]) if is_whole else ()
        root = bytes.fromhex(value["root"]) if is_whole else b""
        is_right = is_whole and Frontier(value["size"], hashes).root() == root
    except (NotCanonicalError, ProofError):
        is_right = False
    if not is_right:
        raise LogError("log/malformed", "the kept state of the log is damaged")
    return Kept(Checkpoint(value["origin"], value["size"], root), value["checkpoint"], hashes)


def grow(kept: Kept | None, data: bytes, *, keys: Sequence[Verifier], fetch: Fetch) -> Kept:
    """
    The state to keep after checking a new checkpoint.

    Args:
        kept: The state kept before; None at the first check, which reads the whole log.
        data: The checkpoint.
        keys: The log's keys, and those of witnesses if they are known.
        fetch: Reads the log's files.

    Raises:
        LogError: The checkpoint is not signed, contradicts the one kept, or the files do not lead to it.
    """
    note, checkpoint = _open(data, keys)
    if kept is not None:
        _require_later(kept.checkpoint, checkpoint)
    frontier = Frontier() if kept is None else Frontier(kept.checkpoint.size, kept.frontier)
    if kept is None or checkpoint.size > frontier.size:
        _Reading(fetch, checkpoint.size).extend(frontier, checkpoint)
    elif kept.note != note.to_text():
        note = _with_signatures(note, parse_note(kept.note))
    return Kept(checkpoint, note.to_text(), tuple(frontier.hashes))


def _open(data: bytes, keys: Sequence[Verifier]) -> tuple[Note, Checkpoint]:
    try:
        return open_checkpoint(data, keys)
    except NoteError as error:
        raise LogError(f"log/{error.reason}", f"the checkpoint cannot be trusted: {error}") from None


def _with_signatures(note: Note, older: Note) -> Note:
    """The note with the signatures that it had before, such as those of witnesses, if its text is still the same."""
    if note.text != older.text:
        return note
    return Note(note.text, tuple(dict.fromkeys((*note.signatures, *older.signatures))))


def _require_later(old: Checkpoint, new: Checkpoint) -> None:
    if old.origin != new.origin:
        raise LogError("log/origin", f"this is the log {new.origin}; the kept state is of the log {old.origin}")
    if new.size < old.size:
        sentence = f"the log has shrunk: it had {old.size} entries, and now has {new.size}"
        raise LogError("log/shrunk", sentence)
    if new.size == old.size and new.root != old.root:
        sentence = f"the log has signed two different histories of {new.size} entries"
        raise LogError("log/contradiction", sentence)


class _Reading:
    """Reads the files of a log of one size, each once."""

    def __init__(self, fetch: Fetch, size: int) -> None:
        self._fetch = fetch
        self._size = size
        self._tiles: dict[tuple[int, int], list[bytes]] = {}

    def extend(self, frontier: Frontier, checkpoint: Checkpoint) -> None:
        """Adds the entries that the frontier lacks, and checks that entries, tiles and checkpoint agree."""
        old = frontier.size
        for tile in tiles_of(self._size, since=old):
            if tile.level == ENTRIES:
                self._check_entries(tile, frontier)
            elif tile.level > 0:
                self._check_upper(tile, old)
        if frontier.root() != checkpoint.root:
            sentence = (
                f"the entries do not lead to the checkpoint: it does not continue the history of {old} entries that "
                "was kept"
                if old
                else "the entries do not lead to the checkpoint"
            )
            raise LogError("log/contradiction", sentence)
        if range_hash(0, self._size, node_reader(self._hashes)) != checkpoint.root:
            raise LogError("log/tile", "the tiles do not lead to the checkpoint")

    def _check_entries(self, tile: Tile, frontier: Frontier) -> None:
        try:
            entries = read_bundle(self._read(tile), width=tile.width)
        except TileError as error:
            raise LogError("log/entry", f"{tile.address}: {error}") from None
        leaves = self._hashes(0, tile.start, tile.width)
        for index, (entry, leaf) in enumerate(zip(entries, leaves, strict=True), tile.start):
            if parse_entry(entry) is None:
                raise LogError("log/entry", f"{tile.address}: the data at index {index} is not an entry of this log")
            if leaf_hash(entry) != leaf:
                raise LogError("log/tile", f"{tile.address}: entry {index} is not the one that the tile of hashes has")
            if index >= frontier.size:
                frontier.append(leaf)

    def _check_upper(self, tile: Tile, old: int) -> None:
        """Checks that each new hash of an upper tile is that of the full tile below it."""
        for index in range(max(tile.start, old >> (HEIGHT * tile.level)), tile.start + tile.width):
            below = self._hashes(tile.level - 1, index * WIDTH, WIDTH)
            if self._hashes(tile.level, index, 1) != [fold(below)]:
                raise LogError("log/tile", f"{tile.address}: hash {index} is not that of the tile below")

    def _hashes(self, level: int, start: int, count: int) -> list[bytes]:
        """Hashes of one tile."""
        index = start // WIDTH
        if (level, index) not in self._tiles:
            width = min(WIDTH, (self._size >> (HEIGHT * level)) - index * WIDTH)
            tile = Tile(level, index, width)
            try:
                self._tiles[level, index] = read_tile(self._read(tile), width=width)
            except TileError as error:
                raise LogError("log/tile", f"{tile.address}: {error}") from None
        place = start - index * WIDTH
        return self._tiles[level, index][place : place + count]

    def _read(self, tile: Tile) -> bytes:
        """The bytes of the tile. If a partial tile is gone, they are cut from the full one."""
        data = self._fetch(tile.address)
        if data is None and tile.width < WIDTH:
            full = replace(tile, width=WIDTH)
            data = self._fetch(full.address)
            if data is not None:
                data = _beginning(data, tile)
        if data is None:
            raise LogError("log/missing", f"the log does not serve {tile.address}")
        return data


def _beginning(data: bytes, tile: Tile) -> bytes:
    """The bytes of a partial tile, cut from the full one."""
    if tile.level != ENTRIES:
        return data[: tile.width * HASH_BYTES]
    place = 0
    for _ in range(tile.width):
        place += 2 + int.from_bytes(data[place : place + 2], "big")
    return data[:place]
