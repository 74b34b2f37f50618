"""What a claimant hands in as proof: receipts, and a record of their own. Judged before anything is stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from delvebook.replays.receipts import PublicKeys, ReceiptError, open_receipt
from delvebook.service.errors import FalseProofError

BLOCK_BYTES: Final = 2**20


def require_receipts(receipts: Sequence[str], *, game: str, keys: PublicKeys | None) -> None:
    """
    Returns if every receipt was signed by this service, about this game.

    Raises:
        FalseProofError: Names the first that is not; `details["index"]` is its index from 0.
    """
    for index, text in enumerate(receipts):
        if keys is None:
            raise FalseProofError("this service signs no receipts", reason="receipts/unknown_key", index=index)
        try:
            said = open_receipt(text, keys)
        except ReceiptError as error:
            raise FalseProofError(f"receipt {index + 1}: {error}", reason=error.reason, index=index) from None
        if said.game != game:
            sentence = f"receipt {index + 1} is of game {said.game}, not of this one"
            raise FalseProofError(sentence, reason="receipts/game", index=index)


def weigh_record(
    path: Path, report: Mapping[str, Any], *, game: str, hashes: Callable[[int], str | None]
) -> dict[str, Any]:
    """
    What a claimant's own record says against ours: `sha256` of the file, `n` and `hash` of its head, `differs_at`.

    Args:
        path: The file.
        report: What checking it found.
        game: The game it must be of.
        hashes: The hash of our event `n`, or None if we have no such event.

    Returns:
        `differs_at` is the first event that is another one there than here, or null.

    Raises:
        FalseProofError: It is no record, of another game, or broken in itself.
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
        raise FalseProofError(f"the record is broken in itself: {first['sentence']}", reason=first["code"])
    differs_at = None
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            digest.update(block)
    head = header["head"]
    if hashes(head["n"]) != head["hash"]:
        # A chain that holds differs from another one from some event on, and never agrees again.
        with path.open("rb") as file:
            next(file)
            for line in file:
                event = json.loads(line)
                if hashes(event["n"]) != event["hash"]:
                    differs_at = event["n"]
                    break
    return {"sha256": digest.hexdigest(), "n": head["n"], "hash": head["hash"], "differs_at": differs_at}
