"""
The compressor of stored rows: zstandard with a dictionary that was trained on rows of every title.

A row's JSON is short, and most of it stands in other rows, too: the dictionary holds that once. Hashes cannot be
compressed, so they are taken out of the JSON, and stored as bytes before it. A packed row names its dictionary. So a
new dictionary is a further file in `dictionaries`, named by its number, and rows stay readable. None is ever changed.
"""

from __future__ import annotations

import re
import threading
from functools import cache
from pathlib import Path
from typing import Final

import zstandard
from eventsourcing.persistence import Compressor

LEVEL: Final = 3
"""Higher levels save less than a twentieth more, and take up to ten times as long."""
HASH_BYTES: Final = 32
HASH: Final = re.compile(rb'"[0-9a-f]{64}"')
HERE: Final = b"\x01"
"""Stands in the JSON for a hash that was taken out. JSON itself never has this byte."""
COUNT_BYTES: Final = 3
DICTIONARIES: Final = Path(__file__).parent / "dictionaries"


@cache
def dictionaries() -> dict[int, zstandard.ZstdCompressionDict]:
    """Returns the dictionaries by number."""
    found = (zstandard.ZstdCompressionDict(file.read_bytes()) for file in DICTIONARIES.glob("*.zdict"))
    return {one.dict_id(): one for one in found}


def take_out(data: bytes) -> tuple[bytes, bytes]:
    """Returns the hashes of a row's JSON as bytes, one after the other, and the JSON without them."""
    hashes = [bytes.fromhex(one[1:-1].decode()) for one in HASH.findall(data)]
    return b"".join(hashes), HASH.sub(HERE, data)


def put_back(hashes: bytes, rest: bytes) -> bytes:
    """Returns the JSON that `take_out` was given."""
    first, *others = rest.split(HERE)
    starts = range(0, len(hashes), HASH_BYTES)
    if len(others) != len(starts):
        raise ValueError(f"it has {len(starts)} hashes, and places for {len(others)}")
    pieces = [first]
    for start, piece in zip(starts, others, strict=True):
        pieces += [b'"', hashes[start : start + HASH_BYTES].hex().encode(), b'"', piece]
    return b"".join(pieces)


class RowCompressor(Compressor):
    """Compresses with the newest dictionary, and decompresses with the one that a row names."""

    def __init__(self) -> None:
        self._mine = threading.local()
        """The tools of each thread, because they serve one at a time."""

    def compress(self, data: bytes) -> bytes:
        """Returns the number of hashes, the hashes, and the rest compressed."""
        hashes, rest = take_out(data)
        packer = getattr(self._mine, "packer", None)
        if packer is None:
            newest = dictionaries()[max(dictionaries())]
            packer = self._mine.packer = zstandard.ZstdCompressor(level=LEVEL, dict_data=newest)
        count: bytes = (len(hashes) // HASH_BYTES).to_bytes(COUNT_BYTES, "big")
        packed: bytes = packer.compress(rest)
        return count + hashes + packed

    def decompress(self, data: bytes) -> bytes:
        """
        Returns what was compressed.

        Raises:
            ValueError: It is damaged, or its dictionary is not one of this program's.
        """
        start = COUNT_BYTES + int.from_bytes(data[:COUNT_BYTES], "big") * HASH_BYTES
        packed = data[start:]
        try:
            number = zstandard.get_frame_parameters(packed).dict_id
            unpackers: dict[int, zstandard.ZstdDecompressor] = self._mine.__dict__.setdefault("unpackers", {})
            if number not in unpackers:
                if number not in dictionaries():
                    raise ValueError(f"it was packed with dictionary {number}, which this version does not have")
                unpackers[number] = zstandard.ZstdDecompressor(dict_data=dictionaries()[number])
            return put_back(data[COUNT_BYTES:start], unpackers[number].decompress(packed))
        except zstandard.ZstdError as error:
            raise ValueError(f"it is damaged: {error}") from None
