"""
The client's own check of a record.

That it agrees with the server's level `chain` about every record, good or forged, is held by
`tests/replays/test_forgeries.py`.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from delvebook.domain.canonical import jcs
from delvebook_client import check_record
from tests.house.files import ROOT

GOLDEN = sorted((ROOT / "replays" / "golden_games").glob("*/*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN[:6], ids=lambda path: path.stem)
def test_golden_records_hold(path: Path) -> None:
    report = check_record(path.read_bytes())

    assert report.holds
    assert report.chain.status == "holds"
    assert report.receipts.status == "not_checked"
    assert report.nonces.status == "not_checked"
    assert report.n == json.loads(path.read_bytes().splitlines()[0])["head"]["n"]


def test_a_record_of_another_game_is_found() -> None:
    report = check_record(GOLDEN[0].read_bytes(), game="00000000-0000-4000-8000-000000000001")

    assert report.chain.status == "fails"
    assert report.chain.line == 1


@pytest.mark.parametrize("record", [b"", b"\n", b"{}\n", b"[]\n", b"null\n1\n", b"\xff\n"])
def test_what_is_no_record_fails_in_its_first_line(record: bytes) -> None:
    assert check_record(record).chain.status == "fails"
    assert check_record(record).chain.line == 1


def record_with_nonces() -> tuple[bytes, dict[str, str]]:
    """A golden record in which players show nonces, and those nonces by account."""
    for path in GOLDEN:
        shown = [
            event for event in map(json.loads, path.read_bytes().splitlines()[1:]) if event["type"] == "NonceRevealed"
        ]
        if shown:
            return path.read_bytes(), {event["by"].removeprefix("player:"): event["data"]["nonce"] for event in shown}
    raise AssertionError("no golden record has nonces that were promised first")


def test_own_nonces_are_looked_for() -> None:
    record, nonces = record_with_nonces()
    account = next(iter(nonces))

    assert check_record(record, nonces=nonces).nonces.status == "holds"
    assert check_record(record, nonces={account: "f" * 32}).nonces.status == "fails"
    assert check_record(record, nonces={"somebody else": "f" * 32}).nonces.status == "fails"
    assert not check_record(record, nonces={account: "f" * 32}).holds


KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def base64url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


KEYS = {"keys": [{"kid": "k", "kty": "OKP", "crv": "Ed25519", "x": base64url(KEY.public_key().public_bytes_raw())}]}


def signed(**said: Any) -> str:
    """A receipt of a service of ours."""
    head = base64url(jcs({"alg": "EdDSA", "kid": "k"})) + "." + base64url(jcs(said))
    return head + "." + base64url(KEY.sign(head.encode()))


def test_receipts_are_held_against_every_event_that_they_name() -> None:
    header, *events = map(json.loads, GOLDEN[0].read_bytes().splitlines())
    record = b"\n".join(map(jcs, ({**header, "receipt": None}, *events)))
    game, at = header["game"], "2026-01-02T03:04:05.000006Z"
    right = [signed(game=game, n=event["n"], hash=event["hash"], at=at, sub="a") for event in events]
    refusal = signed(game=game, n=3, code="action/stale", clause=None, at=at, sub="a")
    wrong = {
        "receipts/hash": signed(game=game, n=3, hash=events[3]["hash"], at=at, sub="a"),
        "receipts/beyond_head": signed(game=game, n=len(events) + 1, hash=events[3]["hash"], at=at, sub="a"),
        "receipts/game": signed(game=str(UUID(int=1)), n=1, hash=events[0]["hash"], at=at, sub="a"),
        "receipts/not_a_jws": right[0] + ".more",
        "receipts/payload": signed(game=game, at=at),
    }

    report = check_record(record, receipts=[*right, refusal], keys=KEYS)
    found = {code: check_record(record, receipts=[*right, one], keys=KEYS) for code, one in wrong.items()}

    assert report.receipts.status == "holds"
    assert report.receipt_count == len(events) + 1
    for code, one in found.items():
        assert one.chain.status == "holds"
        assert one.receipts.status == "fails"
        assert one.receipts.reason.startswith(f"{code}: ")
        assert not one.holds
    assert found["receipts/hash"].receipts.line == 4
    assert check_record(record, receipts=right).receipts.reason.startswith("receipts/unknown_key")
