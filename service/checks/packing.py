"""Packing records for Redis, and unpacking them within limits."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

CHUNK_BYTES: Final = 2**16
LEVEL: Final = 1
"""Records shrink to a fifth at zlib's fastest level, and hardly further at its best."""


def pack(path: Path) -> tuple[bytes, int]:
    """Returns the compressed file, and its number of lines."""
    packer = zlib.compressobj(LEVEL)
    packed, lines, last = [], 0, b"\n"
    with path.open("rb") as file:
        while chunk := file.read(CHUNK_BYTES):
            lines += chunk.count(b"\n")
            last = chunk[-1:]
            packed.append(packer.compress(chunk))
    packed.append(packer.flush())
    return b"".join(packed), lines + (last != b"\n")


def unpack(packed: bytes, *, bytes_max: int) -> Iterator[bytes]:
    """
    Yields the unpacked data, chunk by chunk.

    Raises:
        ValueError: It is larger than `bytes_max`, or is not packed data.
    """
    unpacker = zlib.decompressobj()
    size = 0
    while not unpacker.eof:
        try:
            chunk = unpacker.decompress(packed, CHUNK_BYTES)
        except zlib.error:
            raise ValueError("Redis does not hold a packed record") from None
        packed = unpacker.unconsumed_tail
        if not chunk and not packed and not unpacker.eof:
            raise ValueError("the packed record is truncated")
        size += len(chunk)
        if size > bytes_max:
            raise ValueError(f"the packed record is larger than {bytes_max} bytes")
        yield chunk
