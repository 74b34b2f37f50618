"""A monitor of a log notices when it forks, shrinks, or serves files that do not lead to its checkpoint."""

from __future__ import annotations

import pytest

from delvebook.domain.canonical import jcs
from delvebook.replays.log.growth import Kept, LogError, grow, parse_kept
from delvebook.replays.log.notes import COSIGNATURE, parse_note
from delvebook.replays.log.tiles import CHECKPOINT, ENTRIES, Tile, parse_address
from tests.replays.log.trees import ORIGIN, Key, changing, checkpoint_over, entries, files_of

SIZES = (0, 1, 3, 255, 256, 257, 600)


def look(files: dict[str, bytes], kept: Kept | None = None, *, keys: tuple[Key, ...] = (Key(),)) -> Kept:
    return grow(kept, files[CHECKPOINT], keys=[key.verifier for key in keys], fetch=files.get)


def fault(files: dict[str, bytes], kept: Kept | None = None) -> str:
    with pytest.raises(LogError) as caught:
        look(files, kept)
    return caught.value.code


@pytest.mark.parametrize("old", SIZES)
@pytest.mark.parametrize("new", SIZES)
def test_a_log_that_grows_is_followed_from_any_size_to_any_other(old: int, new: int) -> None:
    if old > new:
        return
    kept = look(files_of(entries(old), Key()))
    found = look(files_of(entries(new), Key()), kept)

    assert found == look(files_of(entries(new), Key()))
    assert (found.checkpoint.origin, found.checkpoint.size) == (ORIGIN, new)


@pytest.mark.parametrize("old", SIZES)
def test_what_is_kept_is_read_back(old: int) -> None:
    kept = look(files_of(entries(old), Key()))

    assert parse_kept(jcs(kept.to_plain())) == kept


@pytest.mark.parametrize("old", [1, 3, 256, 257])
def test_a_log_that_forks_contradicts_what_was_kept(old: int) -> None:
    kept = look(files_of(entries(old), Key()))
    forked = [*entries(old - 1), *entries(old + 5, since=old - 1, by="forger")]

    assert fault(files_of(forked, Key()), kept) == "log/contradiction"
    assert fault(files_of(forked[:old], Key()), kept) == "log/contradiction"


def test_a_log_that_shrinks_is_found() -> None:
    kept = look(files_of(entries(300), Key()))

    assert fault(files_of(entries(299), Key()), kept) == "log/shrunk"
    assert fault(files_of(entries(0), Key()), kept) == "log/shrunk"


def test_a_checkpoint_that_is_not_the_logs_is_not_believed() -> None:
    files = files_of(entries(3), Key())
    for forged, code in (
        (checkpoint_over(entries(3), Key(number=2)), "log/unsigned"),
        (checkpoint_over(entries(3), Key()).replace("\n3\n", "\n4\n"), "log/signature"),
        (checkpoint_over(entries(3), Key())[:-9], "log/malformed"),
        ("", "log/malformed"),
    ):
        assert fault({**files, CHECKPOINT: forged.encode()}) == code


def test_another_log_is_not_the_one_that_was_kept() -> None:
    kept = look(files_of(entries(3), Key()))
    other = Key("elsewhere.example/log")
    found = checkpoint_over(entries(3), other, origin="elsewhere.example/log")

    with pytest.raises(LogError) as caught:
        grow(kept, found.encode(), keys=[other.verifier], fetch={}.get)
    assert caught.value.code == "log/origin"


@pytest.mark.parametrize("address", [address for address in files_of(entries(600)) if address != CHECKPOINT])
def test_a_file_that_is_forged_cut_or_missing_is_found(address: str) -> None:
    files = files_of(entries(600), Key())
    tile = parse_address(address)

    assert fault({name: data for name, data in files.items() if name != address}) == "log/missing"
    assert fault({**files, address: files[address][:-1]}) in ("log/tile", "log/entry")
    for place in (5, len(files[address]) // 2, len(files[address]) - 1):
        assert fault({**files, address: changing(files[address], place)}) in ("log/tile", "log/entry"), (tile, place)


@pytest.mark.parametrize("old", [5, 255, 300])
def test_a_file_that_is_forged_in_its_old_part_is_found_by_who_kept_that_part(old: int) -> None:
    kept = look(files_of(entries(old), Key()))
    files = files_of(entries(600), Key())
    for tile in (Tile(0, old // 256), Tile(ENTRIES, old // 256)):
        forged = {**files, tile.address: changing(files[tile.address], 20)}
        assert fault(forged, kept) in ("log/tile", "log/entry")


def test_entries_that_are_none_of_this_log_are_found() -> None:
    assert fault(files_of([*entries(3), b"advertisement"], Key())) == "log/entry"


def test_a_partial_tile_that_is_gone_is_read_from_the_full_one() -> None:
    """The log may delete partial tiles once there are full ones."""
    then, now = files_of(entries(300), Key()), files_of(entries(600), Key())
    gone = (Tile(0, 1, 44).address, Tile(ENTRIES, 1, 44).address)
    files = {**now, **{address: data for address, data in then.items() if address not in gone}}

    assert look(files) == look(then)


def test_the_cosignatures_of_a_checkpoint_are_kept() -> None:
    witness = Key("witness.example/w", number=2, algorithm=COSIGNATURE)
    with_witness = {**files_of(entries(3), Key()), CHECKPOINT: checkpoint_over(entries(3), Key(), witness).encode()}
    kept = look(with_witness)
    again = look(files_of(entries(3), Key()), kept)

    assert [one.name for one in parse_note(again.note).signatures] == [ORIGIN, "witness.example/w"]


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"origin":1}'])
def test_damaged_memory_is_not_gone_on_with(data: bytes) -> None:
    with pytest.raises(LogError) as caught:
        parse_kept(data)
    assert caught.value.code == "log/malformed"


def test_memory_whose_hashes_were_changed_is_not_gone_on_with() -> None:
    plain = look(files_of(entries(5), Key())).to_plain()
    plain["frontier"][0] = "00" * 32
    with pytest.raises(LogError):
        parse_kept(jcs(plain))
