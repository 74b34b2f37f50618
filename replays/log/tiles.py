"""
The layout of the log as static files (C2SP tlog-tiles): addresses, tiles of hashes, bundles of entries.

An address is relative to the log's prefix: `checkpoint`, `tile/0/x001/234`, `tile/1/000.p/17`, `tile/entries/000`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from delvebook.replays.log.merkle import HASH_BYTES, NodeReader, fold

WIDTH: Final = 256
"""Number of hashes in a full tile, and of entries in a full bundle."""
HEIGHT: Final = 8
LEVEL_MAX: Final = 6
"""The highest level that a tree of this format can reach: `merkle.SIZE_MAX` is below `256**7`."""
ENTRIES: Final = -1
"""The `Tile.level` of entry bundles."""
CHECKPOINT: Final = "checkpoint"

_ADDRESS: Final = re.compile(
    r"tile/(entries|[0-9]|[1-5][0-9]|6[0-3])/((?:x[0-9]{3}/)*[0-9]{3})(?:\.p/([1-9][0-9]{0,2}))?"
)

HashReader = Callable[[int, int, int], Sequence[bytes]]
"""A level, a start and a count → that many hashes of the level, from the one at `start`."""


class TileError(ValueError):
    """The input does not fit the layout of the log. The message says why."""


@dataclass(frozen=True, slots=True)
class Tile:
    """
    A tile or a bundle.

    Attributes:
        level: Its level, from 0; `ENTRIES` for a bundle.
        index: Its index within the level.
        width: How many hashes or entries it has, 1 to 256.
    """

    level: int
    index: int
    width: int = WIDTH

    @property
    def start(self) -> int:
        """The index of its first hash within the level."""
        return self.index * WIDTH

    @property
    def address(self) -> str:
        """Its address, relative to the log's prefix."""
        name = "entries" if self.level == ENTRIES else str(self.level)
        groups: list[str] = []
        rest = self.index
        while True:
            rest, group = divmod(rest, 1000)
            groups.append(f"{'x' if groups else ''}{group:03}")
            if not rest:
                break
        part = "" if self.width == WIDTH else f".p/{self.width}"
        return f"tile/{name}/{'/'.join(reversed(groups))}{part}"

    def is_in(self, size: int) -> bool:
        """Whether a tree of that size has the tile, or had it when it was smaller."""
        return self.start + self.width <= size >> (HEIGHT * max(0, self.level))


def parse_address(address: str) -> Tile:
    """
    The tile at an address.

    Raises:
        TileError: No tile has this address; each has exactly one.
    """
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise TileError("this is not the address of a tile")
    level, groups, width = found.groups()
    index = int(groups.replace("x", "").replace("/", ""))
    tile = Tile(ENTRIES if level == "entries" else int(level), index, WIDTH if width is None else int(width))
    if tile.address != address or (width is not None and tile.width >= WIDTH):
        raise TileError("this is not the address of a tile")
    return tile


def tiles_of(size: int, *, since: int = 0) -> Iterator[Tile]:
    """The tiles and bundles that a tree of that size has and one of size `since` has not, partial ones included."""
    for level in (ENTRIES, *range(LEVEL_MAX + 1)):
        height = HEIGHT * max(0, level)
        old, new = since >> height, size >> height
        if old == new:
            continue
        for index in range(old // WIDTH, (new + WIDTH - 1) // WIDTH):
            yield Tile(level, index, min(WIDTH, new - index * WIDTH))


def node_reader(read: HashReader) -> NodeReader:
    """Returns a reader of complete subtrees of any height, from the hashes of tiles."""

    def node(height: int, index: int) -> bytes:
        level, rest = divmod(height, HEIGHT)
        count = 1 << rest
        return fold(read(level, index * count, count))

    return node


def write_bundle(entries: Sequence[bytes]) -> bytes:
    """The bundle of these entries: each after its length, a big-endian uint16."""
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in entries)


def read_bundle(data: bytes, *, width: int) -> list[bytes]:
    """
    The entries of a bundle.

    Raises:
        TileError: It does not hold exactly `width` entries.
    """
    entries, place = [], 0
    while place < len(data):
        end = place + 2 + int.from_bytes(data[place : place + 2], "big")
        if end > len(data) or place + 2 > len(data):
            raise TileError("the bundle ends in the middle of an entry")
        entries.append(data[place + 2 : end])
        place = end
    if len(entries) != width:
        raise TileError(f"the bundle holds {len(entries)} entries, not {width}")
    return entries


def read_tile(data: bytes, *, width: int) -> list[bytes]:
    """
    The hashes of a tile.

    Raises:
        TileError: It does not hold exactly `width` hashes.
    """
    if len(data) != width * HASH_BYTES:
        raise TileError(f"the tile has {len(data)} bytes; {width} hashes have {width * HASH_BYTES}")
    return [data[place : place + HASH_BYTES] for place in range(0, len(data), HASH_BYTES)]
