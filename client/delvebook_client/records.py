"""Checks a record on this machine: its chain, receipts for it, and that a player's own nonces are in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from .chain import HEADER_MAX, Chain, lines_of, parse
from .errors import ReceiptError
from .receipts import open_receipt

Status = Literal["holds", "fails", "not_checked"]


@dataclass(frozen=True, slots=True)
class Finding:
    """
    The result of one level.

    Attributes:
        status: `holds`, `fails`, or `not_checked` if there was nothing to check.
        reason: Why it fails, or why it was not checked.
        line: The first line of the record that fails, from 1; None if no line does.
    """

    status: Status
    reason: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class RecordReport:
    """
    The result of a check.

    Attributes:
        game: The game that the record names; empty if it cannot be read.
        n: The last event whose chain holds.
        hash: Its hash.
        chain: Level `chain` of the record format.
        receipts: Level `receipts`: whether the service has signed this history, and no other.
        nonces: Whether each given nonce was committed to, and shown, under its account.
        receipt_count: The number of receipts that were checked.
    """

    game: str
    n: int
    hash: str
    chain: Finding
    receipts: Finding
    nonces: Finding
    receipt_count: int

    @property
    def holds(self) -> bool:
        """Whether the chain holds and no other checked level fails. The findings say which levels were checked."""
        return self.chain.status == "holds" and "fails" not in (self.receipts.status, self.nonces.status)


def check_record(
    record: bytes,
    *,
    game: str | None = None,
    receipts: Sequence[str] = (),
    keys: Mapping[str, Any] | None = None,
    nonces: Mapping[str, str] | None = None,
) -> RecordReport:
    """
    Returns a report on a record, made without the service. It does not replay the game, so it checks no draws or rules.

    Args:
        record: The record: lines of JSON.
        game: The expected game; None for any.
        receipts: Receipts for this game, of commands and of refusals.
        keys: The service's public keys, a JWK set. The receipt in the header is checked with them, too.
        nonces: The nonce that each account has kept for this game.

    Raises:
        ExtraMissingError: There are receipts, and signatures cannot be checked.
    """
    hashes: dict[int, str] = {}
    seatings: list[dict[str, Any]] = []
    header: dict[str, Any] = {}
    line = 1
    chain = Finding("holds")
    n, head = 0, ""
    try:
        first, *lines = lines_of(record)
        walk = Chain(parse(first, HEADER_MAX))
        header = walk.header
        if game not in (None, header["game"]):
            raise ValueError(f"the record is of game {header['game']}")  # noqa: TRY301 - it is what fails in line 1
        for line, raw in enumerate(lines, 2):
            event = parse(raw)
            walk.follow(event, line)
            hashes[event["n"]] = event["hash"]
            n, head = walk.n, walk.hash
            if event["type"] in ("SeatTaken", "SeatsClosed", "NonceRevealed", "GameStarted"):
                seatings.append(event)
        walk.finish()
    except ValueError as broken:
        chain = Finding("fails", str(broken), getattr(broken, "line", None) or line)
    known = {"keys": []} if keys is None else keys
    embedded = header.get("receipt")
    given = [*receipts, *([embedded] if isinstance(embedded, str) and known["keys"] else [])]
    return RecordReport(
        game=str(header.get("game", "")),
        n=n,
        hash=head,
        chain=chain,
        receipts=_check_receipts(given, known, game=str(header.get("game", "")), hashes=hashes),
        nonces=_check_nonces(nonces or {}, seatings),
        receipt_count=len(given),
    )


def _check_receipts(
    receipts: Sequence[str], keys: Mapping[str, Any], *, game: str, hashes: Mapping[int, str]
) -> Finding:
    if not receipts:
        return Finding("not_checked", "there are no receipts")
    for receipt in receipts:
        try:
            said = open_receipt(receipt, keys)
        except ReceiptError as wrong:
            return Finding("fails", str(wrong))
        n = said["n"]
        if said["game"] != game:
            return Finding("fails", f"receipts/game: a receipt is for game {said['game']}")
        if n not in hashes:
            return Finding("fails", f"receipts/beyond_head: the record ends before event {n}", len(hashes) + 2)
        if "code" not in said and said.get("hash") != hashes[n]:
            return Finding("fails", f"receipts/hash: the service has signed another event {n}", n + 1)
    return Finding("holds")


def _check_nonces(nonces: Mapping[str, str], seatings: Sequence[Mapping[str, Any]]) -> Finding:
    if not nonces:
        return Finding("not_checked", "there are no nonces")
    shown = {event["by"]: event for event in seatings if event["type"] == "NonceRevealed"}
    started = any(event["type"] == "GameStarted" for event in seatings)
    for account, nonce in nonces.items():
        event = shown.get(f"player:{account}")
        if event is None and not started:
            return Finding("not_checked", f"the nonce of account {account} is not shown yet")
        if event is None:
            return Finding("fails", f"the game has begun without the nonce of account {account}")
        if event["data"]["nonce"] != nonce:
            return Finding("fails", f"the record has another nonce of account {account}", event["n"] + 1)
    return Finding("holds")
