"""Addresses, tiles and bundles are laid out as C2SP tlog-tiles says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from delvebook.replays.log.merkle import leaf_hash, range_hash
from delvebook.replays.log.tiles import (
    ENTRIES,
    LEVEL_MAX,
    Tile,
    TileError,
    node_reader,
    parse_address,
    read_bundle,
    read_tile,
    tiles_of,
    write_bundle,
)
from tests.replays.log.trees import entries, hashes_over, root_of


@pytest.mark.parametrize(
    ("tile", "address"),
    [
        (Tile(0, 1234067), "tile/0/x001/x234/067"),
        (Tile(0, 0), "tile/0/000"),
        (Tile(1, 999, 17), "tile/1/999.p/17"),
        (Tile(2, 1000), "tile/2/x001/000"),
        (Tile(ENTRIES, 273, 112), "tile/entries/273.p/112"),
    ],
)
def test_a_tile_has_the_address_of_the_specification(tile: Tile, address: str) -> None:
    assert tile.address == address
    assert parse_address(address) == tile


@given(st.integers(ENTRIES, 63), st.integers(0, 2**45), st.integers(1, 256))
def test_every_address_leads_back_to_its_tile(level: int, index: int, width: int) -> None:
    assert parse_address(Tile(level, index, width).address) == Tile(level, index, width)


@pytest.mark.parametrize(
    "address",
    [
        "tile/0/1",
        "tile/00/000",
        "tile/64/000",
        "tile/0/x000/001",
        "tile/0/001/002",
        "tile/0/x001",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/01",
        "tile/0/000.p/300",
        "tile/-1/000",
        "tile/entry/000",
        "tile/0/000/",
        "tile/0/../000",
        "checkpoint",
        "",
    ],
)
def test_anything_else_is_not_the_address_of_a_tile(address: str) -> None:
    with pytest.raises(TileError):
        parse_address(address)


def test_a_tree_has_the_tiles_that_the_specification_counts() -> None:
    """The example of the specification: a tree of 70,000 entries."""
    found = list(tiles_of(70_000))

    assert [(tile.index, tile.width) for tile in found if tile.level == 0] == [
        *((index, 256) for index in range(273)),
        (273, 112),
    ]
    assert [(tile.index, tile.width) for tile in found if tile.level == 1] == [(0, 256), (1, 17)]
    assert [(tile.index, tile.width) for tile in found if tile.level == 2] == [(0, 1)]
    assert [tile.level for tile in tiles_of(256)] == [ENTRIES, 0, 1]
    assert list(tiles_of(0)) == []


@given(st.integers(0, 70_000), st.integers(0, 70_000))
def test_a_grown_tree_has_its_old_tiles_and_the_new_ones(one: int, other: int) -> None:
    old, new = sorted((one, other))
    full = {tile for tile in tiles_of(old) if tile.width == 256}

    assert full | set(tiles_of(new, since=old)) >= {tile for tile in tiles_of(new) if tile not in set(tiles_of(old))}
    assert all(tile.is_in(new) for tile in tiles_of(old))
    assert not any(tile.is_in(old) for tile in tiles_of(new, since=old))


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 511, 512, 700])
def test_the_root_is_the_same_whether_it_comes_from_leaves_or_from_tiles(size: int) -> None:
    leaves = [leaf_hash(one) for one in entries(size)]

    assert range_hash(0, size, node_reader(hashes_over(leaves))) == root_of(leaves)


def test_the_levels_are_enough_for_the_largest_tree() -> None:
    assert 256 ** (LEVEL_MAX + 1) > 2**53 - 1


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=256))
def test_a_bundle_gives_its_entries_back(found: list[bytes]) -> None:
    assert read_bundle(write_bundle(found), width=len(found)) == found


def test_a_bundle_that_is_cut_or_has_another_number_of_entries_is_refused() -> None:
    bundle = write_bundle([b"one", b"two"])

    for data, width in ((bundle[:-1], 2), (bundle[:6], 2), (bundle, 1), (bundle, 3), (b"", 1)):
        with pytest.raises(TileError):
            read_bundle(data, width=width)


def test_a_tile_that_is_cut_is_refused() -> None:
    with pytest.raises(TileError):
        read_tile(bytes(63), width=2)
