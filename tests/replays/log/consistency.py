"""Proofs that a tree begins with an earlier one (RFC 6962, section 2.1.2; checked as in RFC 9162, section 2.1.4.2)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence

from delvebook.replays.log.merkle import EMPTY_ROOT, HASH_BYTES, SIZE_MAX, NodeReader, ProofError, node_hash, range_hash


def consistency_path(old: int, new: int, node: NodeReader) -> list[bytes]:
    """
    The proof that the tree of size `new` begins with that of size `old` (RFC 6962, section 2.1.2).

    Raises:
        ProofError: Not `0 < old ≤ new`.
    """
    if not 0 < old <= new:
        raise ProofError(f"there is no proof from a tree of {old} to one of {new} leaves")
    start, end = 0, new
    is_whole = True
    path = []
    while old < end:
        split = start + (1 << ((end - start - 1).bit_length() - 1))
        if old <= split:
            path.append(range_hash(split, end, node))
            end = split
        else:
            path.append(range_hash(start, split, node))
            start = split
            is_whole = False
    if not is_whole:
        path.append(range_hash(start, end, node))
    return path[::-1]


def is_consistent(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of size `new` begins with that of size `old`."""
    if not 0 <= old <= new <= SIZE_MAX or any(len(one) != HASH_BYTES for one in path):
        return False
    if old in (0, new):
        expected = EMPTY_ROOT if old == 0 else new_root
        return not path and hmac.compare_digest(expected, old_root)
    hashes = list(path)
    if old & (old - 1) == 0:
        hashes.insert(0, old_root)
    if not hashes:
        return False
    node, last = old - 1, new - 1
    while node & 1:
        node, last = node >> 1, last >> 1
    first = second = hashes[0]
    for one in hashes[1:]:
        if last == 0:
            return False
        if node & 1 or node == last:
            first, second = node_hash(one, first), node_hash(one, second)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            second = node_hash(second, one)
        node, last = node >> 1, last >> 1
    return last == 0 and hmac.compare_digest(first, old_root) and hmac.compare_digest(second, new_root)
