"""Receipts are changed, or contradict the record."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any

from delvebook.domain.canonical import jcs
from tests.replays.forgeries.catalogue import forgery
from tests.replays.forgeries.draft import Draft
from tests.replays.forgeries.records import receipt_for, refusal_for
from tests.replays.games import lines_of


def changed_receipt(receipt: str, **said: Any) -> str:
    """The receipt with other words under the old signature."""
    header, payload, signature = receipt.split(".")
    plain = json.loads(decoded(payload)) | said
    return f"{header}.{encoded(jcs(plain))}.{signature}"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(part: str) -> bytes:
    return urlsafe_b64decode(part + "=" * (-len(part) % 4))


@forgery("a receipt is signed with a key that is not the service's", "receipts", "receipts/unknown_key", vouched=True)
def receipt_of_a_strangers_key(draft: Draft) -> None:
    draft.receipts[0] = receipt_for(draft.lines[3], by="stranger")


@forgery("a receipt signed with another key names the service's key", "receipts", "receipts/signature", vouched=True)
def receipt_under_a_borrowed_name(draft: Draft) -> None:
    header = receipt_for(draft.lines[3]).split(".")[0]
    draft.receipts[0] = ".".join([header, *receipt_for(draft.lines[3], by="stranger").split(".")[1:]])


@forgery("the text of a receipt is changed", "receipts", "receipts/signature", vouched=True)
def receipt_altered(draft: Draft) -> None:
    draft.receipts[0] = changed_receipt(draft.receipts[0], n=4)


@forgery("the signatures of two receipts are swapped", "receipts", "receipts/signature", vouched=True)
def signatures_swapped(draft: Draft) -> None:
    first, second = draft.receipts[:2]
    draft.receipts[0] = first.rpartition(".")[0] + "." + second.rpartition(".")[2]


@forgery("a receipt asks not to be checked (`alg: none`)", "receipts", "receipts/algorithm", vouched=True)
def receipt_without_signature(draft: Draft) -> None:
    draft.receipts[0] = ".".join([encoded(b'{"alg":"none"}'), *draft.receipts[0].split(".")[1:]])


@forgery("a receipt is not a JWS", "receipts", "receipts/not_a_jws", vouched=True)
def receipt_that_is_none(draft: Draft) -> None:
    draft.receipts[0] = "the service said so"


@forgery("a receipt of another game is shown", "receipts", "receipts/game", vouched=True)
def receipt_of_another_game(draft: Draft) -> None:
    draft.receipts[0] = receipt_for(lines_of(draft.good.tail)[3])


@forgery("the header's receipt is for an earlier event", "receipts", "receipts/head")
def header_receipt_swapped(draft: Draft) -> int:
    draft.header["receipt"] = draft.good.receipts[0]
    return 1


@forgery("the header's receipt is altered", "receipts", "receipts/signature")
def header_receipt_altered(draft: Draft) -> int:
    draft.header["receipt"] = changed_receipt(draft.header["receipt"], sub="somebody else")
    return 1


@forgery(
    "the record ends before the event of a receipt; head and every hash recomputed",
    "receipts",
    "receipts/beyond_head",
    chained=True,
    running=True,
)
def record_shortened(draft: Draft) -> int:
    draft.receipts = [receipt_for(draft.lines[-1])]
    del draft.lines[-2:]
    return len(draft.lines)


@forgery(
    "a signed refusal is for a later event than the last; head and every hash recomputed",
    "receipts",
    "receipts/beyond_head",
    chained=True,
    running=True,
)
def refusal_beyond_the_end(draft: Draft) -> int:
    draft.receipts = [refusal_for(draft.lines[1], n=draft.lines[-1]["n"])]
    del draft.lines[-1]
    return len(draft.lines)


@forgery(
    "the time of an event is changed, and the order kept; every hash recomputed",
    "receipts",
    "receipts/hash",
    chained=True,
    vouched=True,
)
def time_changed_in_order(draft: Draft) -> int:
    draft.lines[2]["at"] = draft.lines[2]["at"].replace("000000Z", "000001Z")
    return 4


@forgery(
    "another account is named as the creator; every hash recomputed",
    "receipts",
    "receipts/hash",
    chained=True,
    vouched=True,
)
def creator_changed(draft: Draft) -> int:
    draft.lines[1]["by"] = "player:somebody-else"
    draft.lines[1]["data"]["creator"] = "somebody-else"
    draft.of("GameStarted")["by"] = "player:somebody-else"
    return 4
