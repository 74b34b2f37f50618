"""Evidence for a claim: receipts, and the claimant's own record. It is judged before anything is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from delvebook.replays.receipts import PublicKeys, ReceiptError, open_receipt
from delvebook.service.base.errors import FalseProofError

BLOCK_BYTES: Final = 2**20


def require_receipts(receipts: Sequence[str], *, game: str, keys: PublicKeys | None) -> None:
    """
    Returns if this service signed every receipt, and for this game.

    Raises:
        FalseProofError: One receipt is not valid. `details["index"]` is its index from 0.
    """
    for index, text in enumerate(receipts):
        if keys is None:
            raise FalseProofError("this service signs no receipts", reason="receipts/unknown_key", index=index)
        try:
            said = open_receipt(text, keys)
        except ReceiptError as error:
            raise FalseProofError(f"receipt {index + 1}: {error}", reason=error.reason, index=index) from None
        if said.game != game:
            sentence = f"receipt {index + 1} is about game {said.game}, not about this one"
            raise FalseProofError(sentence, reason="receipts/game", index=index)


def weigh_record(
    path: Path, report: Mapping[str, Any], *, game: str, hashes: Callable[[int], str | None]
) -> dict[str, object]:
    """
    Compares a claimant's own record with the stored game.

    Args:
        path: The file.
        report: The report of the record's check.
        game: The game that it must be of.
        hashes: Returns the hash of the stored event `n`, or None if there is no such event.

    Returns:
        `sha256` of the file, `n` and `hash` of its head, and `event`: the first one that differs, or null.

    Raises:
        FalseProofError: The file is not a record, is of another game, or has a broken chain.
    """
    header = report["header"]
    first = report["first"]
    if header is None:
        raise FalseProofError(f"the record cannot be read: {first['sentence']}", reason=first["code"])
    if header["game"] != game:
        raise FalseProofError(f"the record is of game {header['game']}, not of this one", reason="record/game")
    chain = next(level for level in report["levels"] if level["level"] == "chain")
    if chain["status"] != "holds":
        first = chain["findings"][0]
        raise FalseProofError(f"the record's chain is broken: {first['sentence']}", reason=first["code"])
    head = header["head"]
    # Two valid chains that differ at some event never agree again. So equal heads mean equal chains.
    event = None if hashes(head["n"]) == head["hash"] else _first_difference(path, hashes)
    return {"sha256": _digest(path), "n": head["n"], "hash": head["hash"], "event": event}


def _digest(path: Path) -> str:
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def _first_difference(path: Path, hashes: Callable[[int], str | None]) -> int | None:
    with path.open("rb") as file:
        next(file)
        for line in file:
            event = json.loads(line)
            if hashes(event["n"]) != event["hash"]:
                return int(event["n"])
    return None
