"""
The Merkle tree of RFC 6962 with SHA-256: hashes, roots and proofs.

A tree is read through a `NodeReader`, so that the same code proves from a database, from tiles or from a list.
Verifying needs no tree: it uses the algorithm of RFC 9162, section 2.1.3.2, which accepts exactly the proofs of
RFC 6962, section 2.1.1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final

HASH_BYTES: Final = 32
SIZE_MAX: Final = 2**53 - 1
"""The largest tree: an index is an integer of the record format."""
EMPTY_ROOT: Final = hashlib.sha256(b"").digest()

NodeReader = Callable[[int, int], bytes]
"""A height and an index → the hash over the `2**height` leaves from `index * 2**height`, which must all be there."""


class ProofError(ValueError):
    """The proof does not fit the place of the leaf or the size of the tree. The message says why."""


def leaf_hash(entry: bytes) -> bytes:
    """The hash of an entry."""
    return hashlib.sha256(b"\0" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees."""
    return hashlib.sha256(b"\1" + left + right).digest()


def fold(hashes: Sequence[bytes]) -> bytes:
    """The root over the hashes of any number of subtrees of one size."""
    if not hashes:
        return EMPTY_ROOT
    frontier = Frontier()
    for one in hashes:
        frontier.append(one)
    return frontier.root()


class Frontier:
    """
    A tree that only grows: the hashes of its largest complete subtrees, from left to right.

    They are enough to add further leaves and to compute the root.

    Args:
        size: The number of leaves.
        hashes: The hashes, one for each bit that is set in `size`.

    Raises:
        ProofError: A tree of this size has a different number of hashes.
    """

    def __init__(self, size: int = 0, hashes: Iterable[bytes] = ()) -> None:
        self.size = size
        self.hashes = list(hashes)
        if len(self.hashes) != size.bit_count() or any(len(one) != HASH_BYTES for one in self.hashes):
            raise ProofError(f"a tree of {size} leaves has {size.bit_count()} complete subtrees")

    def append(self, leaf: bytes) -> None:
        """Adds a leaf's hash."""
        self.hashes.append(leaf)
        size = self.size
        while size & 1:
            right = self.hashes.pop()
            self.hashes.append(node_hash(self.hashes.pop(), right))
            size >>= 1
        self.size += 1

    def root(self) -> bytes:
        """The root of the tree at its present size."""
        if not self.hashes:
            return EMPTY_ROOT
        root = self.hashes[-1]
        for left in reversed(self.hashes[:-1]):
            root = node_hash(left, root)
        return root


# -- proving ------------------------------------------------------------------------------------


def range_hash(start: int, end: int, node: NodeReader) -> bytes:
    """
    The root over the leaves `start ≤ i < end`, a subtree as RFC 6962 splits them.

    `start` must be a multiple of the smallest power of two that is not below `end - start`.
    """
    width = end - start
    if width == 0:
        return EMPTY_ROOT
    height = width.bit_length() - 1
    if width == 1 << height:
        return node(height, start >> height)
    split = start + (1 << height)
    return node_hash(node(height, start >> height), range_hash(split, end, node))


def inclusion_path(index: int, size: int, node: NodeReader) -> list[bytes]:
    """
    The proof that the leaf at `index` is in the tree of that size (RFC 6962, section 2.1.1), from the leaf upwards.

    Raises:
        ProofError: The tree has no such leaf.
    """
    if not 0 <= index < size:
        raise ProofError(f"a tree of {size} leaves has no leaf {index}")
    start, end = 0, size
    path = []
    while end - start > 1:
        split = start + _split(end - start)
        if index < split:
            path.append(range_hash(split, end, node))
            end = split
        else:
            path.append(range_hash(start, split, node))
            start = split
    return path[::-1]


# -- verifying ----------------------------------------------------------------------------------


def root_from_inclusion(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes:
    """
    The root to which a proof leads. The leaf is in the tree if this is the tree's root.

    Raises:
        ProofError: A tree of that size has no such leaf, or the proof has the wrong length.
    """
    if not 0 <= index < size <= SIZE_MAX:
        raise ProofError(f"a tree of {size} leaves has no leaf {index}")
    node, last, root = index, size - 1, leaf
    for one in path:
        if len(one) != HASH_BYTES:
            raise ProofError("a hash of the proof does not have 32 bytes")
        if last == 0:
            raise ProofError("the proof is too long")
        if node & 1 or node == last:
            root = node_hash(one, root)
            while not node & 1 and node:
                node, last = node >> 1, last >> 1
        else:
            root = node_hash(root, one)
        node, last = node >> 1, last >> 1
    if last:
        raise ProofError("the proof is too short")
    return root


def _split(width: int) -> int:
    """The largest power of two below `width`, which is at least 2."""
    return 1 << ((width - 1).bit_length() - 1)
