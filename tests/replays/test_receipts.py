"""Receipts and keys are read, and anything else is refused with a reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from delvebook.replays.receipts import (
    RECEIPTS_MAX,
    KeySetError,
    PublicKeys,
    ReceiptError,
    ReceiptsError,
    open_receipt,
    read_receipts,
)
from tests.replays.forgeries import KEYS, good, signer
from tests.replays.games import lines_of

TITLE = "dungeon-raiders@1"


PUBLIC_KEYS = PublicKeys(KEYS["service"].to_public())


def lines() -> list[dict[str, Any]]:
    return lines_of(good(TITLE).record)


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_receipt_with_any_other_character_proves_nothing(data: st.DataObject) -> None:
    receipt = good(TITLE).receipts[0]
    position = data.draw(st.integers(0, len(receipt) - 1))
    letter = data.draw(st.characters(codec="utf-8"))
    changed = receipt[:position] + letter + receipt[position + 1 :]
    if changed != receipt:
        with pytest.raises(ReceiptError):
            open_receipt(changed, PUBLIC_KEYS)


@given(st.text(max_size=80) | st.from_regex(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+", fullmatch=True))
@settings(max_examples=200, deadline=None)
def test_any_text_that_is_not_a_receipt_is_refused_with_a_reason(text: str) -> None:
    with pytest.raises(ReceiptError):
        open_receipt(text, PUBLIC_KEYS)


@given(n=st.integers(1, 2**53 - 1), sub=st.text(max_size=40).filter(lambda text: text.isprintable()))
@settings(max_examples=50, deadline=None)
def test_a_receipt_says_what_was_signed(n: int, sub: str) -> None:
    game, hash_, at = lines()[1]["game"], "ab" * 32, "2026-01-01T00:00:00.000000Z"
    said = open_receipt(signer().accept(game=game, n=n, hash_=hash_, at=at, sub=sub), PUBLIC_KEYS)

    assert (said.game, said.n, said.hash, said.sub) == (game, n, hash_, sub)


@pytest.mark.parametrize("payload", [{}, {"n": 1}, {"game": 1, "n": 1, "hash": "", "at": "", "sub": ""}])
def test_a_good_signature_of_something_else_is_not_a_receipt(payload: dict[str, Any]) -> None:
    forger = signer()

    with pytest.raises(ReceiptError) as found:
        open_receipt(forger._sign({"at": "2026-01-01T00:00:00.000000Z", **payload}), PUBLIC_KEYS)

    assert found.value.reason == "receipts/payload"


def test_receipts_are_read_from_lines_and_from_a_list() -> None:
    kept = good(TITLE).receipts

    assert read_receipts("\n\n".join(kept) + "\n") == kept
    assert read_receipts(json.dumps(kept).encode()) == kept


@pytest.mark.parametrize("text", ["[", "[1]", b"\xff", "[" * 100_000, "\n".join(["x"] * (RECEIPTS_MAX + 1))])
def test_what_is_not_a_list_of_receipts_is_refused(text: str | bytes) -> None:
    with pytest.raises(ReceiptsError):
        read_receipts(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"keys":[]}',
        '{"keys":{}}',
        '{"keys":[{"kty":"OKP","crv":"Ed25519"}]}',
        '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"AA"}]}',
        '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo","kid":7}]}',
        "[" * 100_000,
    ],
)
def test_what_is_not_a_set_of_keys_is_refused(text: str) -> None:
    with pytest.raises(KeySetError):
        PublicKeys.parse(text)
