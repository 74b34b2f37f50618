"""The level `receipts`: what a record honours, and what is said of what it does not."""

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
from delvebook.replays.report import Level
from delvebook.replays.verify import verify
from tests.replays.forgeries import KEYS, good, receipt_for, signer
from tests.replays.games import lines_of, to_record

TITLE = "dungeon-raiders@1"
PUBLIC_KEYS = PublicKeys(KEYS["service"].to_public())


def level_of(record: bytes, receipts: list[str] | None, keys: PublicKeys | None = PUBLIC_KEYS) -> Level:
    return verify(record, levels=["receipts"], receipts=receipts, keys=keys).level("receipts")


def lines() -> list[dict[str, Any]]:
    return lines_of(good(TITLE).record)


def test_the_receipts_of_a_game_are_honoured_and_counted() -> None:
    level = level_of(good(TITLE).record, good(TITLE).receipts)

    assert level.status == "holds"
    assert level.counts == {"receipts": 6, "honoured": 5, "refusals": 1}


def test_the_headers_own_receipt_is_checked_as_soon_as_there_are_keys() -> None:
    level = level_of(good(TITLE).record, None)

    assert (level.status, level.counts["honoured"]) == ("holds", 1)


def test_without_keys_or_without_receipts_the_level_does_not_apply() -> None:
    bare = lines()
    bare[0]["receipt"] = None
    without = [level_of(good(TITLE).record, good(TITLE).receipts, None), level_of(to_record(bare), [])]

    assert [level.status for level in without] == ["not applicable"] * 2
    assert "keys" in without[0].why_not
    assert "no receipt" in without[1].why_not


def test_the_level_is_passed_over_if_nobody_mentions_receipts() -> None:
    assert [level.name for level in verify(good(TITLE).record).levels] == ["chain", "replay"]


def test_receipts_under_an_event_whose_hash_was_kept_but_not_its_words_are_not_honoured() -> None:
    forged = lines()
    forged[3]["by"] = "player:mallory"
    level = level_of(to_record(forged), [receipt_for(lines()[3])])

    assert [finding.code for finding in level.findings] == ["receipts/hash"]


def test_a_receipt_for_an_event_that_is_missing_says_so() -> None:
    short = lines()
    kept = receipt_for(short.pop(3))
    level = level_of(to_record(short), [kept])

    assert [(finding.code, finding.n) for finding in level.findings] == [("receipts/missing", 3)]


def test_a_level_is_reached_if_no_weaker_one_fails() -> None:
    one = good(TITLE)
    stranger = receipt_for(lines()[3], by="stranger")

    assert verify(one.record, keys=PUBLIC_KEYS).level_reached == "replay"
    assert verify(one.running, keys=PUBLIC_KEYS).level_reached == "receipts"
    assert verify(one.record, receipts=[stranger], keys=PUBLIC_KEYS).level_reached == "chain"
    assert verify(one.record[:-9], keys=PUBLIC_KEYS).level_reached is None


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
def test_whatever_is_shown_as_a_receipt_it_is_a_finding_and_no_traceback(text: str) -> None:
    with pytest.raises(ReceiptError):
        open_receipt(text, PUBLIC_KEYS)


@given(n=st.integers(1, 2**53 - 1), sub=st.text(max_size=40).filter(lambda text: text.isprintable()))
@settings(max_examples=50, deadline=None)
def test_what_was_signed_is_read_again(n: int, sub: str) -> None:
    game, hash_, at = lines()[1]["game"], "ab" * 32, "2026-01-01T00:00:00.000000Z"
    said = open_receipt(signer().accept(game=game, n=n, hash_=hash_, at=at, sub=sub), PUBLIC_KEYS)

    assert (said.game, said.n, said.hash, said.sub) == (game, n, hash_, sub)


@pytest.mark.parametrize("payload", [{}, {"n": 1}, {"game": 1, "n": 1, "hash": "", "at": "", "sub": ""}])
def test_a_good_signature_under_something_else_is_no_receipt(payload: dict[str, Any]) -> None:
    forger = signer()

    with pytest.raises(ReceiptError) as found:
        open_receipt(forger._sign({"at": "2026-01-01T00:00:00.000000Z", **payload}), PUBLIC_KEYS)

    assert found.value.reason == "receipts/payload"


def test_receipts_are_read_from_lines_and_from_a_list() -> None:
    kept = good(TITLE).receipts

    assert read_receipts("\n\n".join(kept) + "\n") == kept
    assert read_receipts(json.dumps(kept).encode()) == kept


@pytest.mark.parametrize("text", ["[", "[1]", b"\xff", "[" * 100_000, "\n".join(["x"] * (RECEIPTS_MAX + 1))])
def test_what_is_no_list_of_receipts_is_refused(text: str | bytes) -> None:
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
def test_what_is_no_set_of_keys_is_refused(text: str) -> None:
    with pytest.raises(KeySetError):
        PublicKeys.parse(text)
