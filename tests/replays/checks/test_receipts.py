"""Level `receipts` holds for signed histories, and finds records that contradict a receipt."""

from __future__ import annotations

from typing import Any

from delvebook.replays.receipts import PublicKeys
from delvebook.replays.report import Level
from delvebook.replays.verify import verify
from tests.replays.forgeries import KEYS, good, receipt_for
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


def test_the_level_is_skipped_if_neither_receipts_nor_keys_are_given() -> None:
    assert [level.name for level in verify(good(TITLE).record).levels] == ["chain", "replay"]


def test_an_event_that_was_changed_and_kept_its_hash_does_not_honour_its_receipt() -> None:
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
