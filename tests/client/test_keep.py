"""A client's file can be read by its owner alone, and survives a process that ends midway."""

from __future__ import annotations

from pathlib import Path

import pytest

from delvebook_client import Keep, KeptFileError, nonce_commitment

URL = "http://there"


def test_everything_is_there_again(tmp_path: Path) -> None:
    first = Keep(tmp_path / "k")
    key = first.registration_key(URL, "Ada")
    nonce = first.nonce_to_promise("g", "a-1")
    first.add_receipt("g", "one")
    first.add_receipt("g", "two")
    first.add_receipt("g", "one")
    first.add_public_keys(URL, {"keys": [{"kid": "k1", "x": "…"}]})

    again = Keep(tmp_path / "k")

    assert again.registration_key(URL, "Ada") == key
    assert again.nonce_to_promise("g", "a-1") == nonce
    assert again.nonce("g", "a-2") is None
    assert again.receipts("g") == ["one", "two"]
    assert again.public_keys(URL) == {"keys": [{"kid": "k1", "x": "…"}]}
    again.add_account(URL, "a-1", "Ada", "dvb_1")
    kept = Keep(tmp_path / "k").account(URL, "Ada")
    assert kept is not None
    assert kept["token"] == "dvb_1"
    assert ((tmp_path / "k").stat().st_mode & 0o777) == 0o600


def test_a_line_that_was_not_finished_is_dropped(tmp_path: Path) -> None:
    file = tmp_path / "k"
    nonce = Keep(file).nonce_to_promise("g", "a")
    with file.open("ab") as out:
        out.write(b'{"kind": "receipt", "game": "g", "rec')

    again = Keep(file)
    again.add_receipt("g", "one")

    assert Keep(file).nonce("g", "a") == nonce
    assert Keep(file).receipts("g") == ["one"]


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter"
    file.write_text("Dear Ada,\n")

    with pytest.raises(KeptFileError, match="line 1"):
        Keep(file)
    assert file.read_text() == "Dear Ada,\n"


def test_another_key_under_an_old_name_is_refused() -> None:
    keep = Keep()
    keep.add_public_keys(URL, {"keys": [{"kid": "k1", "x": "A"}]})

    with pytest.raises(KeptFileError, match="another key k1"):
        keep.add_public_keys(URL, {"keys": [{"kid": "k1", "x": "B"}]})
    keep.add_public_keys(URL, {"keys": [{"kid": "k2", "x": "B"}]})

    assert [key["kid"] for key in keep.public_keys(URL)["keys"]] == ["k1", "k2"]


def test_a_commitment_is_that_of_the_record_format() -> None:
    game = "00000000-0000-4000-8000-000000000001"

    made = nonce_commitment(game=game, account="p-1", nonce="0123456789abcdef")

    assert made == "c673f5011664b26e631b7a002a6c8acb2cef29695ad6f56c64d30942e6a29d5d"
