"""Records packed for Redis, and the checks when they are unpacked."""

from __future__ import annotations

import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.service.checks.packing import CHUNK_BYTES, pack, unpack


def packed(record: bytes) -> tuple[bytes, int]:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "record"
        path.write_bytes(record)
        return pack(path)


@given(st.binary(max_size=300), st.integers(0, 3 * CHUNK_BYTES), st.booleans())
def test_a_record_comes_out_as_it_went_in_and_its_lines_are_counted(text: bytes, size: int, is_ended: bool) -> None:
    record = text + b"x" * size + b"\n" * is_ended
    data, lines = packed(record)

    assert b"".join(unpack(data, bytes_max=len(record))) == record
    assert lines == record.count(b"\n") + (record != b"" and not record.endswith(b"\n"))


def test_what_is_packed_larger_than_it_may_be_is_not_unpacked_to_its_end() -> None:
    packer = zlib.compressobj()
    bomb = b"".join(packer.compress(b"\0" * 2**20) for _ in range(64)) + packer.flush()
    taken = 0

    def take() -> None:
        nonlocal taken
        for chunk in unpack(bomb, bytes_max=100_000):
            taken += len(chunk)

    with pytest.raises(ValueError, match="larger than 100000 bytes"):
        take()
    assert taken <= 100_000


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "truncated"),
        (zlib.compress(b"x" * 500)[:-5], "truncated"),
        (b"no zlib", "does not hold a packed record"),
    ],
)
def test_what_was_never_packed_is_refused(data: bytes, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        list(unpack(data, bytes_max=1000))
