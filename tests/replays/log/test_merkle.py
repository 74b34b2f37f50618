"""The tree is that of RFC 6962: an independent implementation gives the same roots and proofs."""

from __future__ import annotations

import hashlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pymerkle import InmemoryTree

from delvebook.replays.log.merkle import (
    EMPTY_ROOT,
    Frontier,
    ProofError,
    fold,
    inclusion_path,
    leaf_hash,
    node_hash,
    range_hash,
    root_from_inclusion,
)
from tests.replays.log.consistency import consistency_path, is_consistent
from tests.replays.log.trees import changing, entries, nodes, root_of

SIZES = st.integers(1, 300)
SEEDS = st.integers(0, 2**32)


def theirs(found: list[bytes]) -> InmemoryTree:
    tree = InmemoryTree(algorithm="sha256")
    for one in found:
        tree.append_entry(one)
    return tree


ENTRIES = entries(300)
LEAVES = [leaf_hash(one) for one in ENTRIES]
THEIRS = theirs(ENTRIES)


def test_the_roots_are_those_of_another_implementation_for_every_size() -> None:
    frontier = Frontier()
    for size, leaf in enumerate(LEAVES, 1):
        frontier.append(leaf)
        assert frontier.root() == root_of(LEAVES[:size]) == fold(LEAVES[:size]) == THEIRS.get_root(size)


def test_the_root_of_nothing_is_the_hash_of_nothing() -> None:
    assert Frontier().root() == root_of([]) == fold([]) == EMPTY_ROOT == hashlib.sha256().digest()


def test_leaves_and_nodes_are_hashed_apart() -> None:
    """Otherwise a node could be shown as an entry (RFC 6962, section 2.1)."""
    left, right = LEAVES[:2]

    assert leaf_hash(left + right) != node_hash(left, right)


@given(SIZES, SEEDS)
def test_an_inclusion_proof_is_that_of_another_implementation_and_leads_to_the_root(size: int, seed: int) -> None:
    index = random.Random(seed).randrange(size)
    path = inclusion_path(index, size, nodes(LEAVES[:size]))
    other = THEIRS.prove_inclusion(index + 1, size)

    assert [LEAVES[index], *path] == other.path
    assert root_from_inclusion(LEAVES[index], index, size, path) == THEIRS.get_root(size)


def mth(leaves: list[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1, word for word."""
    if len(leaves) == 1:
        return leaves[0]
    k = max(2**power for power in range(10) if 2**power < len(leaves))
    return hashlib.sha256(b"\1" + mth(leaves[:k]) + mth(leaves[k:])).digest()


def subproof(m: int, leaves: list[bytes], *, b: bool) -> list[bytes]:
    """SUBPROOF of RFC 6962, section 2.1.2, word for word."""
    n = len(leaves)
    if m == n:
        return [] if b else [mth(leaves)]
    k = max(2**power for power in range(10) if 2**power < n)
    if m <= k:
        return [*subproof(m, leaves[:k], b=b), mth(leaves[k:])]
    return [*subproof(m - k, leaves[k:], b=False), mth(leaves[:k])]


@given(SIZES, SIZES)
def test_a_consistency_proof_is_that_of_the_rfc_and_is_accepted(one: int, other: int) -> None:
    old, new = sorted((one, other))
    path = consistency_path(old, new, nodes(LEAVES[:new]))

    assert path == subproof(old, LEAVES[:new], b=True)
    assert is_consistent(old, THEIRS.get_root(old), new, THEIRS.get_root(new), path)


@given(SIZES, SIZES)
def test_a_consistency_proof_is_that_of_another_implementation(one: int, other: int) -> None:
    old, new = sorted((one, other))
    proof = THEIRS.prove_consistency(old, new)
    if not proof.subset[0]:
        return  # It begins with a leaf of the new part, where RFC 6962 has the whole of it: the same in another form.
    is_left_out = (
        old == new or old & (old - 1) == 0
    )  # RFC 6962 leaves out the first hash where it is the old root itself.

    assert consistency_path(old, new, nodes(LEAVES[:new])) == proof.path[is_left_out:]


@given(SIZES, SEEDS)
def test_a_forged_inclusion_proof_leads_elsewhere_or_is_refused(size: int, seed: int) -> None:
    chance = random.Random(seed)
    index = chance.randrange(size)
    path = inclusion_path(index, size, nodes(LEAVES[:size]))
    root = THEIRS.get_root(size)

    def leads_to_the_root(leaf: bytes, at: int, of: int, by: list[bytes]) -> bool:
        try:
            return root_from_inclusion(leaf, at, of, by) == root
        except ProofError:
            return False

    assert leads_to_the_root(LEAVES[index], index, size, path)
    assert not leads_to_the_root(LEAVES[(index + 1) % 300], index, size, path)
    assert not leads_to_the_root(LEAVES[index], size, size, path)
    assert not leads_to_the_root(LEAVES[index], -1, size, path)
    assert not leads_to_the_root(LEAVES[index], index, size, [*path, LEAVES[0]])
    for other in (at for at in range(size) if at != index):
        assert not leads_to_the_root(LEAVES[index], other, size, path)
    if path:
        place = chance.randrange(len(path))
        bent = changing(path[place], chance.randrange(32))
        assert not leads_to_the_root(LEAVES[index], index, size, [*path[:place], bent, *path[place + 1 :]])
        assert not leads_to_the_root(LEAVES[index], index, size, path[:-1])
        assert not leads_to_the_root(LEAVES[index], index, size, path[1:])
        assert not leads_to_the_root(LEAVES[index], index, size, [*path[:-1], path[-1][:31]])


@given(SIZES, SIZES, SEEDS)
def test_a_forged_consistency_proof_is_refused(one: int, other: int, seed: int) -> None:
    chance = random.Random(seed)
    old, new = sorted((one, other))
    path = consistency_path(old, new, nodes(LEAVES[:new]))
    first, second = THEIRS.get_root(old), THEIRS.get_root(new)

    assert not is_consistent(old, first, new, changing(second, 5), path)
    assert not is_consistent(old, changing(first, 5), new, second, path)
    assert not is_consistent(old, first, new, second, [*path, LEAVES[0]])
    assert not is_consistent(new, second, old, first, path) or old == new
    if path:
        place = chance.randrange(len(path))
        bent = changing(path[place], chance.randrange(32))
        assert not is_consistent(old, first, new, second, [*path[:place], bent, *path[place + 1 :]])
        assert not is_consistent(old, first, new, second, path[:-1])
        assert not is_consistent(old, first, new, second, path[1:])
        assert not is_consistent(old, first, new, second, [])


@given(st.integers(2, 300), SEEDS)
def test_no_proof_joins_two_histories(size: int, seed: int) -> None:
    """A tree in which one early entry was exchanged has no proof from the tree that others kept."""
    chance = random.Random(seed)
    old = chance.randrange(1, size)
    changed = list(LEAVES[:size])
    changed[chance.randrange(old)] = leaf_hash(b"another")
    path = consistency_path(old, size, nodes(changed))

    assert not is_consistent(old, THEIRS.get_root(old), size, root_of(changed), path)
    assert not is_consistent(
        old, THEIRS.get_root(old), size, root_of(changed), consistency_path(old, size, nodes(LEAVES[:size]))
    )


def test_every_log_continues_the_empty_one_and_itself_without_a_proof() -> None:
    root = THEIRS.get_root(7)

    assert is_consistent(0, EMPTY_ROOT, 7, root, [])
    assert is_consistent(7, root, 7, root, [])
    assert not is_consistent(0, root, 7, root, [])
    assert not is_consistent(0, EMPTY_ROOT, 7, root, [root])
    assert not is_consistent(7, root, 7, EMPTY_ROOT, [])


@pytest.mark.parametrize(("old", "new"), [(0, 5), (6, 5), (-1, 5)])
def test_there_is_no_proof_between_sizes_that_do_not_follow(old: int, new: int) -> None:
    with pytest.raises(ProofError):
        consistency_path(old, new, nodes(LEAVES))


def test_there_is_no_proof_of_a_leaf_that_is_not_there() -> None:
    with pytest.raises(ProofError):
        inclusion_path(5, 5, nodes(LEAVES))


def test_a_frontier_is_taken_up_again_where_it_was_left() -> None:
    for size in (0, 1, 5, 8, 255, 256, 257):
        kept = Frontier()
        for leaf in LEAVES[:size]:
            kept.append(leaf)
        again = Frontier(kept.size, kept.hashes)
        for leaf in LEAVES[size:]:
            again.append(leaf)
        assert again.root() == range_hash(0, 300, nodes(LEAVES))


def test_a_frontier_with_the_wrong_number_of_hashes_is_refused() -> None:
    with pytest.raises(ProofError):
        Frontier(5, LEAVES[:3])
    with pytest.raises(ProofError):
        Frontier(1, [b"short"])
