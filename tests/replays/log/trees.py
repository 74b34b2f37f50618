"""Trees, keys and logs for tests."""

from __future__ import annotations

from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from delvebook.replays.log.checkpoints import Checkpoint
from delvebook.replays.log.entries import LogEntry, hidden_id
from delvebook.replays.log.merkle import NodeReader, fold, leaf_hash, range_hash
from delvebook.replays.log.notes import COSIGNATURE, ED25519, Note, Signature, Verifier, sign
from delvebook.replays.log.tiles import CHECKPOINT, ENTRIES, WIDTH, HashReader, tiles_of, write_bundle

ORIGIN = "games.example/log"


def entry(index: int, *, by: str = "honest") -> bytes:
    """Returns an entry of an invented game."""
    return LogEntry(hidden_id(f"{by}/{index}"), index + 1, hidden_id(f"hash of {by}/{index}"), "created").to_bytes()


def entries(count: int, *, since: int = 0, by: str = "honest") -> list[bytes]:
    return [entry(index, by=by) for index in range(since, count)]


def nodes(leaves: Sequence[bytes]) -> NodeReader:
    """The complete subtrees over these leaves."""
    return lambda height, index: fold(leaves[index << height : (index + 1) << height])


def root_of(leaves: Sequence[bytes]) -> bytes:
    return range_hash(0, len(leaves), nodes(leaves))


class Key:
    """A signing key of a log or a witness."""

    def __init__(self, name: str = ORIGIN, *, number: int = 1, algorithm: int = ED25519) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        self.verifier = Verifier(name, algorithm, self._private.public_key().public_bytes_raw())

    def signs(self, text: str) -> Signature:
        if self.verifier.algorithm != COSIGNATURE:
            return sign(text, self.verifier, self._private.sign)
        time = 1_700_000_000
        message = f"cosignature/v1\ntime {time}\n{text}".encode()
        data = time.to_bytes(8, "big") + self._private.sign(message)
        return Signature(self.verifier.name, self.verifier.key_id, data)


def checkpoint_over(found: Sequence[bytes], *keys: Key, origin: str = ORIGIN) -> str:
    """The checkpoint of a log of these entries, signed by these keys."""
    text = Checkpoint(origin, len(found), root_of([leaf_hash(one) for one in found])).to_text()
    return Note(text, tuple(key.signs(text) for key in keys)).to_text()


def hashes_over(leaves: Sequence[bytes]) -> HashReader:
    def read(level: int, start: int, count: int) -> list[bytes]:
        width = WIDTH**level
        return [fold(leaves[index * width : (index + 1) * width]) for index in range(start, start + count)]

    return read


def files_of(found: Sequence[bytes], *keys: Key) -> dict[str, bytes]:
    """Every file of a log of these entries, by address."""
    leaves = [leaf_hash(one) for one in found]
    read = hashes_over(leaves)
    made = {CHECKPOINT: checkpoint_over(found, *keys).encode()}
    for tile in tiles_of(len(found)):
        if tile.level == ENTRIES:
            made[tile.address] = write_bundle(found[tile.start : tile.start + tile.width])
        else:
            made[tile.address] = b"".join(read(tile.level, tile.start, tile.width))
    return made


def changing(data: bytes, place: int) -> bytes:
    """The bytes with one bit flipped."""
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
