"""Evidence for a claim: receipts, and the claimant's own record. Judged before anything is stored."""

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
    Returns if this service signed every receipt, and about this game.

    Raises:
        FalseProofError: Names the first receipt that fails; `details["index"]` is its index from 0.
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
    Compares a claimant's own record with ours.

    Args:
        path: The file.
        report: What checking it found.
        game: The game it must be of.
        hashes: The hash of our event `n`, or None if we have no such event.

    Returns:
        `sha256` of the file, `n` and `hash` of its head, and `differs_at`: the first event that differs, or null.

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
    # Two chains that hold differ from some event on, and never agree again. So equal heads mean equal chains.
    differs_at = None if hashes(head["n"]) == head["hash"] else _first_difference(path, hashes)
    return {"sha256": _digest(path), "n": head["n"], "hash": head["hash"], "differs_at": differs_at}


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
